import { richly } from '#web/ui/rich-text.tsx';
import { say } from '#texts/say';
import type { Correction, LeaveCost } from '#contract/corrections/corrections';
import { amountText } from '#domain/leave/allowance-rule';
import { daysText } from '#domain/leave/leave';
import { firstName } from '#domain/people/employee';
import { formatDuration } from '#domain/time/units';
import { useRouteQuery } from '#web/live/use-live-query.ts';

interface LeaveCostsProps {
  of: LeaveCost;
  isOwn?: boolean;
}

/** Shows the days and hours of an absence, the remaining allowance, and who else is away then. */
export function LeaveCosts({ of, isOwn = false }: LeaveCostsProps) {
  const { days, minutes, people, left } = of;
  return (
    <>
      <p className="text-muted">
        {richly('leave.ofWork', {
          days: <span className="font-semibold text-ink">{daysText(days)}</span>,
          duration: formatDuration(minutes),
        })}
      </p>
      {left && (
        <p className={left.amount < 0 ? 'text-danger' : 'text-muted'}>
          {remainingAllowanceText(left, isOwn)}
        </p>
      )}
      {people > 0 && <p className="truncate text-muted">{awayText(of)}</p>}
    </>
  );
}

/** 'Also away: Ada', 'Also away: Ada, Ben and 2 more' */
function awayText({ away, awayNames }: LeaveCost): string {
  const more = away - awayNames.length;
  if (away === 0) return say('leave.nobodyAway');
  const names = awayNames.map(firstName).join(', ');
  return more > 0 ? say('leave.alsoAwayMore', { names, count: more }) : say('leave.alsoAway', { names });
}

type RequestedLeaveCostsProps = { of: Correction; route: 'correction' | 'teamRequest' };

/** Costs of undecided leave in a list of requests. Reserves three lines, so that no row moves when they arrive. */
export function RequestedLeaveCosts({ of: { id, leave, decidedBy }, route }: RequestedLeaveCostsProps) {
  const isShown = Boolean(leave?.new) && decidedBy === null;
  const { data } = useRouteQuery(route, { id }, { enabled: isShown });
  return (
    isShown && (
      <div className="min-h-15 text-sm tabular-nums">{data?.leave && <LeaveCosts of={data.leave} />}</div>
    )
  );
}

/** "You'll have 12½ days left for 2026", '3 days more than you have in 2026'. */
export function remainingAllowanceText(
  { amount, unit, year }: NonNullable<LeaveCost['left']>,
  isOwn: boolean,
): string {
  const values = { amount: amountText(Math.abs(amount), unit), year: String(year) };
  if (amount < 0) return say(isOwn ? 'leave.overOwn' : 'leave.overTheirs', values);
  return say(isOwn ? 'leave.remainsOwn' : 'leave.remainsTheirs', values);
}
