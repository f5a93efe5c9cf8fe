/** A day's work and breaks as a strip. The figures beside it say the same in words. */
import { memo, useMemo } from 'react';
import { countsUntil, isEndMissing, type TimeEntry } from '#domain/entry/time-entry';
import { expectedOn } from '#domain/expected/expected';
import type { WorkHistory } from '#domain/expected/work-rule';
import { MS_PER_HOUR, MS_PER_MINUTE, type EpochMs } from '#domain/time/units';
import type { WorkplaceDay } from '#domain/time/workplace-day';
import { useNow } from '#web/time/use-now.tsx';
import type { Monitor } from './use-monitor.ts';

export type DayScale = ReturnType<typeof dayScale>;

/** The usual hours, widened to all entries and the current hour. */
export function dayScale(
  entries: readonly TimeEntry[],
  settings: WorkHistory,
  { today, now }: { readonly today: WorkplaceDay; readonly now: EpochMs },
) {
  const { start, end } = expectedOn(today, settings);
  // Clocks change at night.
  const jumped = today.shifts.reduce((sum, { minutes }) => sum + minutes, today.startMinute);
  const usual =
    start !== undefined && end !== undefined && end > start
      ? [start, end].map((minute) => today.start + (minute - jumped) * MS_PER_MINUTE)
      : [today.start, today.end];
  const there = entries.flatMap((entry) => {
    const until = countsUntil(entry, now);
    return until === null || until <= today.start ? [] : [entry.clockIn, until];
  });
  const hours = [...usual, now, ...there].map((at) => (at - today.start) / MS_PER_HOUR);
  return {
    from: today.start + Math.max(0, Math.floor(Math.min(...hours))) * MS_PER_HOUR,
    to: Math.min(today.end, today.start + Math.ceil(Math.max(...hours)) * MS_PER_HOUR),
  };
}

export function useDayScale({ board, view: { settings }, today }: Monitor): DayScale {
  const minute = useNow((now) => Math.floor(now / MS_PER_MINUTE));
  const { from, to } = useMemo(
    () =>
      dayScale(
        board.rows.flatMap(({ entries }) => entries),
        settings,
        { today, now: (minute + 1) * MS_PER_MINUTE - 1 },
      ),
    [board, settings, today, minute],
  );
  return useMemo(() => ({ from, to }), [from, to]);
}

/** In percent of the width. Breaks follow their entry. */
export function stripPieces(entries: readonly TimeEntry[], { from, to }: DayScale, now: EpochMs) {
  const piece = (kind: 'in' | 'break', start: EpochMs, end: EpochMs | null) => {
    const [left, right] = [Math.max(from, start), Math.min(to, end ?? now)].map(
      (at) => ((at - from) / (to - from)) * 100,
    );
    return left !== undefined && right !== undefined && right > left
      ? [{ kind, left, width: right - left }]
      : [];
  };
  return entries
    .filter((entry) => !isEndMissing(entry))
    .flatMap(({ clockIn, clockOut, breaks }) => [
      ...piece('in', clockIn, clockOut),
      ...breaks.flatMap(({ start, end }) => piece('break', start, end ?? clockOut)),
    ]);
}

type DayStripProps = { entries: readonly TimeEntry[]; scale: DayScale };

export const DayStrip = memo(function DayStrip({ entries, scale }: DayStripProps) {
  const now = useNow((present) => Math.floor(present / MS_PER_MINUTE)) * MS_PER_MINUTE;
  return (
    <svg aria-hidden className="hidden h-2 min-w-0 grow lg:block" preserveAspectRatio="none">
      <rect width="100%" height="100%" rx="4" className="fill-sunken" />
      {stripPieces(entries, scale, now).map(({ kind, left, width }) => (
        <rect
          key={`${kind} ${left}`}
          x={`${left}%`}
          width={`${width}%`}
          height="100%"
          rx={kind === 'in' ? 4 : 0}
          className={
            kind === 'in'
              ? 'fill-accent-mid forced-colors:fill-[Highlight]'
              : 'fill-warning-soft stroke-warning stroke-1 forced-colors:fill-[Canvas]'
          }
        />
      ))}
    </svg>
  );
});
