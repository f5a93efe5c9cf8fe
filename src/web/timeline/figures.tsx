import { richly } from '#web/ui/rich-text.tsx';
import { say } from '#texts/say';
import { barTotals, type DayBar } from '#domain/day/day-bar';
import { balanceText } from '#domain/day/day-bar-text';
import { totalWorkedMs } from '#domain/entry/time-entry';
import { formatDuration, MS_PER_MINUTE, type Minutes } from '#domain/time/units';
import { LiveText } from '#web/time/use-now.tsx';
import { classes } from '#web/ui/classes.ts';

interface BarFiguresProps {
  bar: DayBar;
  format?: (minutes: Minutes) => string;
}

/** Worked time, and how much more or less than the target it is. */
export const BarFigures = ({ bar, format = formatDuration }: BarFiguresProps) => (
  <span className="flex shrink-0 items-baseline justify-end whitespace-nowrap tabular-nums">
    <span className="font-semibold">
      {bar.entries.length > 0 && (
        <LiveText of={(now) => format(totalWorkedMs(bar.entries, now) / MS_PER_MINUTE)} />
      )}
    </span>
    <Balance of={bar} />
  </span>
);

/** '+24m' or '-24m', wide enough that rows stand in line. */
export function Balance({ of }: { of: Pick<DayBar, 'balanceMinutes'> }) {
  const text = balanceText(of);
  return (
    <span
      className={classes(
        'ms-2 inline-block min-w-14 text-end text-sm font-normal',
        text?.startsWith('-') ? 'text-warning' : text?.startsWith('+') ? 'text-success' : 'text-muted',
      )}
    >
      {text !== null && text !== '0m' && (
        <>
          <span className="sr-only">{say('bar.balance')} </span>
          <bdi dir="ltr">{text}</bdi>
        </>
      )}
    </span>
  );
}

/** '144h 44m of 154h 33m due -9h 49m' */
export function BarTotals({ bars }: { bars: readonly DayBar[] }) {
  const totals = barTotals(bars);
  return (
    <p className="text-sm whitespace-nowrap text-muted tabular-nums">
      {richly('bar.workedOfDue', {
        worked: <span className="font-semibold text-ink">{formatDuration(totals.workedMinutes)}</span>,
        due: formatDuration(totals.dueMinutes),
      })}{' '}
      <Balance of={totals} />
    </p>
  );
}
