/** Worked and paused time. Sums are kept in whole milliseconds, so that nothing is lost to rounding. */
import { countsUntil, type Break, type Ending, type TimeEntry } from './time-entry.ts';
import { MS_PER_MINUTE, type EpochMs, type Minutes } from '../time/units.ts';

/** A longer break is extended (spec §9). */
export const EXTENDED_BREAK_MINUTES = 60;

type Session = Ending & Pick<TimeEntry, 'clockIn' | 'breaks'>;

const endOf = (entry: Session, now: EpochMs): EpochMs =>
  Math.max(entry.clockIn, countsUntil(entry, now) ?? entry.clockIn);

/** From clock-in to clock-out, or to `now` while it runs; milliseconds, never negative. */
export const elapsedMs = (entry: Session, now: EpochMs): number => endOf(entry, now) - entry.clockIn;

/**
 * The breaks' part of the elapsed time; milliseconds. The running break of an open entry counts so far
 * [D1.4]; a closed entry counts finished breaks only (spec §9). Whatever lies outside the entry, or
 * in two breaks at once, is counted once at most.
 */
export function breakMs(entry: Session, now: EpochMs): number {
  const end = endOf(entry, now);
  let counted = 0;
  let from = entry.clockIn;
  for (const pause of entry.breaks) {
    if (pause.end === null && entry.clockOut !== null) continue;
    const start = Math.max(from, pause.start);
    const until = Math.min(end, pause.end ?? end);
    if (until <= start) continue;
    counted += until - start;
    from = until;
  }
  return counted;
}

/** Elapsed time less breaks (spec §9); milliseconds, never negative. workedMs + breakMs = elapsedMs, exactly. */
export const workedMs = (entry: Session, now: EpochMs): number => elapsedMs(entry, now) - breakMs(entry, now);

export const workedMinutes = (entry: Session, now: EpochMs): Minutes => workedMs(entry, now) / MS_PER_MINUTE;

export const totalWorkedMs = (entries: readonly Session[], now: EpochMs): number =>
  entries.reduce((sum, entry) => sum + workedMs(entry, now), 0);

/** Length of a break, of a running one so far; minutes, fractions kept, never negative. */
export const breakMinutes = (pause: Break, now: EpochMs): Minutes =>
  Math.max(0, (pause.end ?? now) - pause.start) / MS_PER_MINUTE;

/** A break longer than 60 minutes is extended (spec §4); 60 minutes exactly is not. */
export const isExtendedBreak = (pause: Break, now: EpochMs): boolean =>
  breakMinutes(pause, now) > EXTENDED_BREAK_MINUTES;
