import { CircleAlert, CircleCheck } from 'lucide-react';
import { securityKindOf } from '#contract/security/kinds';
import type { ListedSecurityEvent, OwnSignIn } from '#contract/security/log';
import { toEpochMs } from '#contract/wire';
import { formatDate, formatTime } from '#domain/time/format';
import { Badge } from '#web/ui/badge.tsx';
import { classes } from '#web/ui/classes.ts';

export const momentText = (instant: string, zone: string): string =>
  `${formatDate(toEpochMs(instant), zone)}, ${formatTime(toEpochMs(instant), zone)}`;

/** Earlier versions of the server stored neither device nor network for a session or an event. */
export const deviceAndNetworkText = ({ device, network }: { device: string; network: string }): string =>
  [device, network].filter((part) => part !== '').join(', ') || 'Unknown browser';

interface EventRowProps {
  event: OwnSignIn & Partial<Pick<ListedSecurityEvent, 'person' | 'actor'>>;
  zone: string;
}

export function EventRow({ event, zone }: EventRowProps) {
  const { person, actor, detail, isKnown, count } = event;
  const { label, isFailure } = securityKindOf(event.kind);
  const Icon = isFailure ? CircleAlert : CircleCheck;
  return (
    <li className="flex gap-3 py-2.5 text-sm">
      <Icon
        aria-hidden
        size={18}
        className={classes('mt-0.5 shrink-0', isFailure ? 'text-danger' : 'text-success')}
      />
      <div className="min-w-0 grow wrap-anywhere">
        <p className="flex flex-wrap items-center gap-x-2 font-semibold">
          {label}
          {person && <span className="font-normal">{person.name}</span>}
          {isKnown === false && <Badge>New browser</Badge>}
        </p>
        {detail !== '' && <p>{detail}</p>}
        <p className="text-muted">
          {deviceAndNetworkText(event)}. {momentText(event.at, zone)}
          {count > 1 && `, ${count} times until ${formatTime(toEpochMs(event.until), zone)}`}
          {actor && `, by ${actor.name}`}
        </p>
      </div>
    </li>
  );
}
