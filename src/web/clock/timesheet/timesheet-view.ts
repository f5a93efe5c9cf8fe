import type { Correction } from '#contract/corrections/corrections';
import type { LiveChange } from '#contract/monitoring/live';
import type { OutputOf } from '#contract/routes';
import { type TimeEntry, breakMs, totalWorkedMs } from '#domain/entry/time-entry';
import { isWorkExpectedOn } from '#domain/day/absence';
import { dayLeaveText } from '#domain/leave/leave';
import { expectedOn } from '#domain/expected/expected';
import type { WorkHistory } from '#domain/expected/work-rule';
import { arrivals, latenessOf } from '#domain/day/punctuality';
import { isEmployedOn } from '#domain/people/employment';
import { type Day, type EpochMs, type Minutes, MS_PER_MINUTE } from '#domain/time/units';
import { dayContaining, type DayRange, type WorkplaceDay } from '#domain/time/workplace-day';
import { correctedRows, type CorrectedRow } from '#contract/corrections/rows';
import { changedEntries, hasNewDays } from '#web/live/changes.ts';
import { barEntriesOf } from '#web/timeline/bar-entries.ts';
import type { BarInput } from '#web/timeline/use-bars.ts';
import type { Clock } from '#web/clock/clock-view.ts';
import { isInRange } from './figures.ts';

export type TimesheetView = OutputOf<'myTimeEntries'>;

/** True if the change affects this timesheet. It is fetched only if the clock's data lacks some of its days. */
export const concernsTimesheet = (change: LiveChange, { calendar }: TimesheetView): boolean =>
  Boolean(change.period ?? change.correction) ||
  change.kind === 'employee_updated' ||
  hasNewDays(change, calendar) ||
  changedEntries(change).some(({ clockIn }) => dayContaining(Date.parse(clockIn), calendar.days));

/** Undefined if the clock's data does not cover all days of the range. */
export function timesheetOf({ view, entries, days, zone }: Clock, range: DayRange) {
  const shown = days.filter(({ day }) => isInRange(day, range));
  if (shown[0]?.day !== range.first || shown.at(-1)?.day !== range.last) return undefined;
  return {
    zone,
    employment: view.employment,
    days: shown,
    entries: entries
      .filter(({ clockIn }) => dayContaining(clockIn, shown))
      .toSorted((one, other) => other.clockIn - one.clockIn),
    corrections: view.corrections,
    closed: view.closed,
  };
}

export interface TimesheetDay {
  readonly day: Day;
  /** Set on a day of leave. */
  readonly leave: { readonly day: WorkplaceDay; readonly settings: WorkHistory } | undefined;
  /** Id of the first entry, if it began late. */
  readonly lateEntryId: string | undefined;
  /** Holiday or leave. */
  readonly note: string | undefined;
  /** Entries that count, newest first. */
  readonly entries: readonly TimeEntry[];
  /** Entries that count, with removed and requested ones. */
  readonly rows: readonly CorrectedRow[];
}

/** Newest day first, with holidays, leave and workdays without entry. Entries belong to their clock-in day [D1.7]. */
export function toTimesheetDays(
  entries: readonly TimeEntry[],
  corrections: readonly Correction[],
  days: readonly WorkplaceDay[],
  zone: string,
  person: Parameters<typeof isWorkExpectedOn>[1],
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
    const { settings } = person;
    const expected = expectedOn(one, settings);
    const leave = expected.leave && { day: one, settings };
    const note = expected.leave ? dayLeaveText(expected.leave) : expected.holiday;
    if (rows.length === 0 && note === undefined && (day >= person.today || !isWorkExpectedOn(one, person)))
      return [];
    const first = firsts.get(day);
    const lateEntryId = first && latenessOf(first.minute, expected).late ? first.entry.id : undefined;
    return { day, leave, rows, lateEntryId, note, entries: rows.flatMap(({ entry }) => entry ?? []) };
  });
}

/** All days, earliest first, for their bars. */
export function toBarInputs(
  sheetDays: readonly TimesheetDay[],
  days: readonly WorkplaceDay[],
  { employment, settings }: Pick<Parameters<typeof isWorkExpectedOn>[1], 'employment' | 'settings'>,
): BarInput[] {
  const rowsOf = new Map(sheetDays.map(({ day, rows }) => [day, rows]));
  return days.map((day, at) => ({
    day,
    next: days[at + 1],
    ...barEntriesOf(rowsOf.get(day.day) ?? []),
    settings,
    isEmployed: isEmployedOn(employment, day),
  }));
}

export const workedTotal = (entries: readonly TimeEntry[], now: EpochMs): Minutes =>
  totalWorkedMs(entries, now) / MS_PER_MINUTE;

export const breakTotal = (entries: readonly TimeEntry[], now: EpochMs): Minutes =>
  entries.reduce((sum, entry) => sum + breakMs(entry, now), 0) / MS_PER_MINUTE;
