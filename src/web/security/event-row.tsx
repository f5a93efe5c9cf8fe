import { say } from '#texts/say';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { securityKindLabel, securityKindOf } from '#contract/security/kinds';
import type { ListedSecurityEvent, OwnSignIn } from '#contract/security/log';
import { toEpochMs } from '#contract/wire';
import { formatDate, formatTime } from '#domain/time/format';
import { Badge } from '#web/ui/badge.tsx';
import { classes } from '#web/ui/classes.ts';

export const momentText = (instant: string, zone: string): string =>
  say('time.moment', {
    date: formatDate(toEpochMs(instant), zone),
    time: formatTime(toEpochMs(instant), zone),
  });

/** Earlier versions of the server stored neither device nor network for a session or an event. */
export const deviceAndNetworkText = ({ device, network }: { device: string; network: string }): string =>
  [device, network].filter((part) => part !== '').join(', ') || say('security.unknownBrowser');

interface EventRowProps {
  event: OwnSignIn & Partial<Pick<ListedSecurityEvent, 'person' | 'actor'>>;
  zone: string;
}

function factsText(event: EventRowProps['event'], zone: string): string {
  const { at, until, count, actor } = event;
  const facts = { device: deviceAndNetworkText(event), moment: momentText(at, zone) };
  const end = formatTime(toEpochMs(until), zone);
  if (actor)
    return count > 1
      ? say('security.timesBy', { ...facts, count, until: end, name: actor.name })
      : say('security.onceBy', { ...facts, name: actor.name });
  return count > 1 ? say('security.times', { ...facts, count, until: end }) : say('security.once', facts);
}

export function EventRow({ event, zone }: EventRowProps) {
  const { person, detail, isKnown } = event;
  const { isFailure } = securityKindOf(event.kind);
  const label = securityKindLabel(event.kind);
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
          {isKnown === false && <Badge>{say('security.newBrowser')}</Badge>}
        </p>
        {detail !== '' && <p>{detail}</p>}
        <p className="text-muted">{factsText(event, zone)}</p>
      </div>
    </li>
  );
}
