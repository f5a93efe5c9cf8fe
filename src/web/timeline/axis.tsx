import type { CSSProperties, ReactNode } from 'react';
import { minuteOnAxis, type TimeAxis } from '#domain/day/day-bar';
import { formatMinute } from '#domain/time/format';
import { MINUTES_PER_DAY, MINUTES_PER_HOUR } from '#domain/time/units';
import type { WorkplaceDay } from '#domain/time/workplace-day';
import { useNow } from '#web/time/use-now.tsx';
import { classes } from '#web/ui/classes.ts';

const percentOf = (minute: number, { from, to }: TimeAxis): number => ((minute - from) / (to - from)) * 100;

/** Place of a span on the axis, in per cent, cut off at its ends. */
export function placeOf(span: { readonly from: number; readonly to: number }, axis: TimeAxis) {
  const left = Math.max(0, percentOf(span.from, axis));
  return { left, width: Math.min(100, percentOf(span.to, axis)) - left };
}

/** Style of a background with a line at each hour. */
export const hourLines = ({ from, to }: TimeAxis): CSSProperties => ({
  backgroundSize: `${(MINUTES_PER_HOUR / (to - from)) * 100}% 100%`,
});

interface AxisScopeProps {
  axis: TimeAxis;
  today: WorkplaceDay | undefined;
  className?: string;
  children: ReactNode;
}

/** Tells the bars below where now is, without drawing them again. */
export function AxisScope({ axis, today, className, children }: AxisScopeProps) {
  const minute = useNow((now) => (today ? minuteOnAxis(now, today) : axis.from));
  return (
    <div className={className} style={{ '--now': `${percentOf(minute, axis)}%` } as CSSProperties}>
      {children}
    </div>
  );
}

/** Hours above the bars. Where there is little room, each second or fourth one. */
export function AxisHours({ axis }: { axis: TimeAxis }) {
  const count = (axis.to - axis.from) / MINUTES_PER_HOUR;
  return (
    <span
      aria-hidden
      dir="ltr"
      className="@container relative block h-4 text-xs font-normal text-muted tabular-nums"
    >
      {Array.from({ length: count }, (_, index) => {
        const minute = axis.from + index * MINUTES_PER_HOUR;
        return (
          <span
            key={minute}
            style={{ left: `${percentOf(minute, axis)}%` }}
            className={classes(
              'absolute',
              index % 2 === 1 && 'hidden @lg:block',
              index % 4 === 2 && 'hidden @3xs:block',
            )}
          >
            {hourText(minute)}
          </span>
        );
      })}
    </span>
  );
}

/** '9', or '9 AM' in the 12-hour format. */
const hourText = (minute: number): string =>
  formatMinute(((minute % MINUTES_PER_DAY) + MINUTES_PER_DAY) % MINUTES_PER_DAY).replace(/^0|:00/gu, '') ||
  '0';
