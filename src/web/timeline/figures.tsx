import type { DayBar } from '#domain/day/day-bar';
import { balanceText } from '#domain/day/day-bar-text';
import { formatDuration } from '#domain/time/units';
import { classes } from '#web/ui/classes.ts';

/** Worked time, and how much more or less than the target it is. */
export const BarFigures = ({ bar }: { bar: DayBar }) => (
  <span className="flex shrink-0 items-baseline justify-end gap-2 whitespace-nowrap tabular-nums">
    <span className="font-semibold">{bar.workedMinutes < 1 ? '' : formatDuration(bar.workedMinutes)}</span>
    <Balance of={bar} />
  </span>
);

/** '+24m' or '-24m', wide enough that rows stand in line. */
export function Balance({ of }: { of: Pick<DayBar, 'balanceMinutes'> }) {
  const text = balanceText(of);
  return (
    <span
      className={classes(
        'inline-block min-w-14 text-right text-sm font-normal',
        text?.startsWith('-') ? 'text-warning' : text?.startsWith('+') ? 'text-success' : 'text-muted',
      )}
    >
      {text !== null && text !== '0m' && (
        <>
          <span className="sr-only">Balance </span>
          {text}
        </>
      )}
    </span>
  );
}
