import type { Correction } from '#contract/corrections';
import type { LiveChange } from '#contract/live';
import type { TimeEntry as WireEntry } from '#contract/records';
import type { OutputOf } from '#contract/routes';
import type { ClockView } from '#contract/time-entries';
import { type TimeEntry, breakMs, totalWorkedMs } from '#domain/entry/time-entry';
import { isExpectedOn } from '#domain/day/absence';
import { dayLeaveText } from '#domain/leave/leave';
import { expectedOn } from '#domain/expected/expected';
import type { WorkHistory } from '#domain/expected/work-rule';
import { arrivals, latenessOf } from '#domain/day/punctuality';
import { type Day, type EpochMs, type Minutes, MS_PER_MINUTE } from '#domain/time/units';
import { dayContaining, type DayRange, type WorkplaceDay } from '#domain/time/workplace-day';
import { correctedRows, type CorrectedRow } from '#web/corrections/rows.ts';
import { changedEntries, hasNewDays } from '#web/live/changes.ts';
import { isIn } from './figures.ts';

export type TimesheetView = OutputOf<'myTimeEntries'>;

/** A newer state of the entry that is there already stays. */
export function withTimesheetEntry(view: TimesheetView, entry: WireEntry): TimesheetView {
  const known = view.entries.find(({ id }) => id === entry.id);
  if (known && known.updatedAt > entry.updatedAt) return view;
  const others = view.entries.filter((one) => one !== known);
  if (!dayContaining(Date.parse(entry.clockIn), view.calendar.days))
    return known ? { ...view, entries: others } : view;
  return {
    ...view,
    entries: [...others, entry].toSorted((one, other) => (one.clockIn < other.clockIn ? 1 : -1)),
  };
}

/** Only the server knows what a correction changes, and a new zone's days. */
export function applyToTimesheet(view: TimesheetView, change: LiveChange): TimesheetView | null {
  if (change.period || change.correction || hasNewDays(change, view.calendar)) return null;
  return changedEntries(change).reduce(withTimesheetEntry, view);
}

/** As the dashboard has it; undefined where it does not know all of the days. */
export function timesheetOf(clock: ClockView | undefined, range: DayRange): TimesheetView | undefined {
  const days = clock?.calendar.days.filter(({ day }) => isIn(day, range)) ?? [];
  if (!clock || days[0]?.day !== range.first || days.at(-1)?.day !== range.last) return undefined;
  const entries = clock.entries
    .filter(({ clockIn }) => dayContaining(Date.parse(clockIn), days))
    .toSorted((one, other) => (one.clockIn < other.clockIn ? 1 : -1));
  const { cursor, corrections, closed } = clock;
  return { cursor, calendar: { ...clock.calendar, days }, entries, corrections, closed, next: null };
}

export interface TimesheetDay {
  readonly day: Day;
  /** Id of the first entry, if it began late. */
  readonly late: string | undefined;
  /** Holiday or leave. */
  readonly note: string | undefined;
  /** What counts, newest first. */
  readonly entries: readonly TimeEntry[];
  /** Entries that count, with removed and requested ones. */
  readonly rows: readonly CorrectedRow[];
}

/** Newest first, with holidays, leave and past workdays that lack an entry. All of an entry belongs to the day of its clock-in [D1.7]. */
export function daysOf(
  entries: readonly TimeEntry[],
  corrections: readonly Correction[],
  days: readonly WorkplaceDay[],
  zone: string,
  person: { createdAt: EpochMs; today: Day; settings: WorkHistory },
): TimesheetDay[] {
  const byDay = new Map<Day, CorrectedRow[]>();
  const dayOf = (instant: EpochMs) => dayContaining(instant, days)?.day;
  for (const row of correctedRows(entries, corrections, zone, (at) => dayOf(at) !== undefined)) {
    const day = dayOf(row.times.clockIn);
    if (day !== undefined) byDay.set(day, [...(byDay.get(day) ?? []), row]);
  }
  const firsts = arrivals(entries, days);
  return days.toReversed().flatMap((one) => {
    const { day } = one;
    const rows = byDay.get(day) ?? [];
    const { holiday, leave } = expectedOn(one, person.settings);
    const note = leave ? dayLeaveText(leave) : holiday;
    if (rows.length === 0 && note === undefined && (day >= person.today || !isExpectedOn(one, person)))
      return [];
    const first = firsts.get(day);
    const late =
      first && latenessOf(first.minute, expectedOn(one, person.settings)).late ? first.entry.id : undefined;
    return { day, rows, late, note, entries: rows.flatMap(({ entry }) => entry ?? []) };
  });
}

export const workedTotal = (entries: readonly TimeEntry[], now: EpochMs): Minutes =>
  totalWorkedMs(entries, now) / MS_PER_MINUTE;

export const breakTotal = (entries: readonly TimeEntry[], now: EpochMs): Minutes =>
  entries.reduce((sum, entry) => sum + breakMs(entry, now), 0) / MS_PER_MINUTE;
