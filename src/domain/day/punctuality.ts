/** Lateness of a day's first clock-in [D2.2], in whole minutes. */
import { expectedOn, type Expected } from '../expected/expected.ts';
import type { WorkHistory } from '../expected/work-rule.ts';
import type { TimeEntry } from '../entry/time-entry.ts';
import { type Day, type MinuteOfDay, isMinuteOfDay } from '../time/units.ts';
import { type WorkplaceDay, dayContaining, minuteOfDayAt } from '../time/workplace-day.ts';

export interface Lateness {
  readonly late: boolean;
  /** Whole minutes past start + threshold; 0 when not late, at least 1 when late. */
  readonly minutes: number;
}

const NOT_LATE: Lateness = { late: false, minutes: 0 };

/** With start 09:00 and threshold 5, 09:06 is 1 minute late (spec §9). With invalid settings, nobody is late (§8). */
export const latenessOf = (minute: unknown, { punctualUntil }: Pick<Expected, 'punctualUntil'>): Lateness =>
  punctualUntil !== undefined && isMinuteOfDay(minute) && minute > punctualUntil
    ? { late: true, minutes: Math.ceil(minute - punctualUntil) }
    : NOT_LATE;

export interface Arrival<Entry> {
  readonly day: WorkplaceDay;
  readonly entry: Entry;
  readonly minute: MinuteOfDay;
}

/** Finds the first clock-in of each day. The entries are of one employee, in any order. */
export function arrivals<Entry extends Pick<TimeEntry, 'clockIn'>>(
  entries: readonly Entry[],
  days: readonly WorkplaceDay[],
): Map<Day, Arrival<Entry>> {
  const found = new Map<Day, Arrival<Entry>>();
  for (const entry of entries) {
    const day = dayContaining(entry.clockIn, days);
    if (!day) continue;
    const earlier = found.get(day.day);
    if (!earlier || entry.clockIn < earlier.entry.clockIn)
      found.set(day.day, { day, entry, minute: minuteOfDayAt(entry.clockIn, day) });
  }
  return found;
}

/** Days whose first clock-in is on time [D2.4]; with flexible hours, all days with a clock-in. */
export function onTimeDays(
  entries: readonly Pick<TimeEntry, 'clockIn'>[],
  days: readonly WorkplaceDay[],
  settings: WorkHistory,
): Day[] {
  return [...arrivals(entries, days).values()]
    .filter(({ day, minute }) => !latenessOf(minute, expectedOn(day, settings)).late)
    .map(({ day }) => day.day);
}

/** 09:00 in minutes after midnight: the fixed start of work in the Standard rules of reports (spec §9). */
export const STANDARD_START_MINUTE = 540;

/** Standard rule of reports: late from 09:01 on, so 09:00:59 is on time [D2.1]. */
export const isStandardLate = (minute: MinuteOfDay): boolean => minute > STANDARD_START_MINUTE;

/** Fallback if the settings could not be loaded: late from 10:00 on, so 09:59 is on time (spec §9). */
export const isLateFromTen = (minute: MinuteOfDay): boolean => Math.floor(minute / 60) > 9;

/** Decides the 'Late' tag by the settings; if they could not be loaded, by the hour alone (spec §9). */
export const isTaggedLate = (
  { day, minute }: { readonly day: WorkplaceDay; readonly minute: MinuteOfDay },
  settings: WorkHistory | undefined,
): boolean => (settings ? latenessOf(minute, expectedOn(day, settings)).late : isLateFromTen(minute));
