import { CircleAlert, CircleCheck } from 'lucide-react';
import { definitionOf } from '#contract/security';
import type { ListedSecurityEvent } from '#contract/security-log';
import { Badge } from '#web/ui/badge.tsx';
import { placeText, whenText } from './event-text.ts';

type ShownEvent = Omit<ListedSecurityEvent, 'person' | 'actor'> &
  Partial<Pick<ListedSecurityEvent, 'person' | 'actor'>>;

export function EventRow({ event, zone }: { event: ShownEvent; zone: string }) {
  const { words, isFailure } = definitionOf(event.kind);
  const { person, actor, detail, isKnown } = event;
  return (
    <li className="flex gap-3 py-2.5 text-sm">
      {isFailure ? (
        <CircleAlert aria-hidden size={18} className="mt-0.5 shrink-0 text-danger" />
      ) : (
        <CircleCheck aria-hidden size={18} className="mt-0.5 shrink-0 text-success" />
      )}
      <div className="min-w-0 grow wrap-anywhere">
        <p className="flex flex-wrap items-center gap-x-2 font-semibold">
          {words}
          {person && <span className="font-normal">{person.name}</span>}
          {isKnown === false && <Badge>New browser</Badge>}
        </p>
        {detail !== '' && <p>{detail}</p>}
        <p className="text-muted">
          {placeText(event)}. {whenText(event, zone)}
          {actor && `, by ${actor.name}`}
        </p>
      </div>
    </li>
  );
}
