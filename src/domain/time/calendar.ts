/** Converts times of a zone to instants, on the server. Only this file uses Temporal (19 KB, 6-8 µs per conversion). */
import { Temporal } from 'temporal-polyfill';
import { MS_PER_MINUTE, timeText, type Day, type EpochMs, type MinuteOfDay } from './units.ts';
import type { ZoneSettings, ZoneRule } from './zone-rules.ts';
import { addDays, daysBetween, type WorkplaceDay } from './workplace-day.ts';

const NS_PER_MINUTE = MS_PER_MINUTE * 1_000_000;

type ClockJump = WorkplaceDay['shifts'][number];

/** Name of the only zone, or after a change all zones with their first days, earliest first. */
export type Zones = string | readonly ZoneRule[];

export const zonesOf = ({ timeZone, zoneRules }: ZoneSettings): Zones =>
  zoneRules.length > 0 ? zoneRules : timeZone;

function zoneRuleOf(zones: Zones, day: Day): ZoneRule {
  const rule =
    typeof zones === 'string' ? { from: '', zone: zones } : zones.findLast(({ from }) => from <= day);
  if (!rule) throw new RangeError('The first zone has no day.');
  return rule;
}

const midnightOf = (zone: string, day: Day): Temporal.ZonedDateTime =>
  Temporal.PlainDate.from(day).toZonedDateTime(zone);

function startOf(zones: Zones, day: Day): Temporal.ZonedDateTime {
  const { from, zone } = zoneRuleOf(zones, day);
  const start = midnightOf(zone, day);
  if (from !== day) return start;
  // Zones are up to 26 hours apart, so the new zone's midnight may come before yesterday's start. Days stay in order:
  // today then starts together with yesterday.
  const before = startOf(zones, addDays(day, -1));
  return before.epochMilliseconds > start.epochMilliseconds ? before.withTimeZone(zone) : start;
}

const clockJumpOf = (before: Temporal.ZonedDateTime, after: Temporal.ZonedDateTime): ClockJump => ({
  at: after.epochMilliseconds,
  minutes: Math.round((after.offsetNanoseconds - before.offsetNanoseconds) / NS_PER_MINUTE),
});

/** Jumps of the wall clock after `start` and before `end`. Transitions that keep the offset are left out. */
function clockJumpsBetween(start: Temporal.ZonedDateTime, end: EpochMs): ClockJump[] {
  const shifts: ClockJump[] = [];
  let before = start;
  for (;;) {
    const after = before.getTimeZoneTransition('next');
    if (!after || after.epochMilliseconds >= end) return shifts;
    const shift = clockJumpOf(before, after);
    if (shift.minutes !== 0) shifts.push(shift);
    before = after;
  }
}

/**
 * Takes midnight from the zone's rules, never by adding 24 h [D1.2]. A zone's last day ends when the next zone's first
 * day begins. If that last day's midnight comes earlier, the clocks change to the new zone at that midnight.
 * @throws RangeError for an invalid day or zone
 */
export function workplaceDay(zones: Zones, day: Day): WorkplaceDay {
  const start = startOf(zones, day);
  const next = startOf(zones, addDays(day, 1));
  const end = next.epochMilliseconds;
  const midnight = midnightOf(start.timeZoneId, addDays(day, 1));
  const reset = midnight.withTimeZone(next.timeZoneId);
  const shifts =
    midnight.epochMilliseconds < end
      ? [
          ...clockJumpsBetween(start, midnight.epochMilliseconds),
          clockJumpOf(midnight, reset),
          ...clockJumpsBetween(reset, end),
        ]
      : clockJumpsBetween(start, end);
  return {
    day,
    weekday: Temporal.PlainDate.from(day).dayOfWeek,
    start: start.epochMilliseconds,
    end,
    startMinute: start.hour * 60 + start.minute,
    shifts,
  };
}

export function dayAt(zones: Zones, instant: EpochMs): Day {
  const zone =
    typeof zones === 'string'
      ? zones
      : (zones.findLast(({ from }) => from === '' || instant >= startOf(zones, from).epochMilliseconds)
          ?.zone ?? '');
  const shown = Temporal.Instant.fromEpochMilliseconds(instant)
    .toZonedDateTimeISO(zone)
    .toPlainDate()
    .toString();
  // Clocks that go back over midnight show yesterday's date again. The new day still counts as started.
  const next = addDays(shown, 1);
  if (instant >= startOf(zones, next).epochMilliseconds) return next;
  // Until the first day in the new zone begins, the old zone's last day continues, even past its midnight.
  return zone !== zones && instant < startOf(zones, shown).epochMilliseconds ? addDays(shown, -1) : shown;
}

/** Repeated hour: `which` picks the instant. Skipped hour: the time is moved forward by the gap. */
export function instantAt(
  zones: Zones,
  day: Day,
  minute: MinuteOfDay,
  which: 'first' | 'second' = 'first',
): EpochMs {
  const wall = Temporal.PlainDate.from(day).toPlainDateTime(timeText(minute));
  const disambiguation = which === 'first' ? 'compatible' : 'later';
  const [first, second] = [day, addDays(day, 1)].map((of) => {
    const { zone } = zoneRuleOf(zones, of);
    return wall.toZonedDateTime(zone, { disambiguation }).epochMilliseconds;
  }) as [EpochMs, EpochMs];
  if (which === 'first' || second <= first) return first;
  const { shifts, end } = workplaceDay(zones, day);
  return second < end && shifts.some(({ at }) => at <= second && at > first) ? second : first;
}

/** Writes `zones` in the text format that `zoneAt` reads. */
function zoneText(zones: Zones): string {
  if (typeof zones === 'string') return zones;
  return zones
    .map(({ from, zone }) => {
      if (from === '') return zone;
      const before = zoneRuleOf(zones, addDays(from, -1)).zone;
      const change = Math.min(
        startOf(zones, from).epochMilliseconds,
        midnightOf(before, from).epochMilliseconds,
      );
      return `${change} ${zone}`;
    })
    .join(' ');
}

/**
 * Returns the earliest first day for a new zone. Past instants and days that have started must not change, nor days up
 * to `settled`: the end of the last period that somebody confirmed, objected to or closed.
 */
export function earliestZoneDay(
  zones: Zones,
  zone: string,
  { now, settled }: { readonly now: EpochMs; readonly settled: Day | null },
): Day {
  const today = dayAt(zones, now);
  let last = settled !== null && settled >= today ? addDays(settled, 1) : today;
  // If the new zone is more than a day ahead, the day `last` has no instant. This is allowed: zones have skipped days.
  const isTooEarly = (day: Day): boolean => {
    const start = Math.max(midnightOf(zone, day).epochMilliseconds, startOf(zones, last).epochMilliseconds);
    return Math.min(start, midnightOf(zoneRuleOf(zones, last).zone, day).epochMilliseconds) <= now;
  };
  while (isTooEarly(addDays(last, 1))) last = addDays(last, 1);
  return addDays(last, 1);
}

export interface ZoneCalendar {
  /** Zones in the text format of `zoneAt`, for formatting instants. */
  readonly zone: string;
  dayAt(instant: EpochMs): WorkplaceDay;
  day(day: Day): WorkplaceDay;
  days(first: Day, last: Day): readonly WorkplaceDay[];
  instantAt(day: Day, minute: MinuteOfDay, which?: 'first' | 'second'): EpochMs;
}

/** Days in the cache, about two years. The limit bounds the memory that unusual requests could fill. */
const DAYS_KEPT = 800;

/** A calendar that resolves each day once and caches it. @throws RangeError for an invalid zone. */
export function createCalendar(zones: Zones): ZoneCalendar {
  const kept = new Map<Day, WorkplaceDay>();
  let latest = workplaceDay(zones, dayAt(zones, 0));
  let range: { readonly first: Day; readonly last: Day; readonly days: readonly WorkplaceDay[] } | undefined;
  const day = (name: Day): WorkplaceDay => {
    const known = kept.get(name);
    if (known) return known;
    const made = workplaceDay(zones, name);
    const oldest = kept.size >= DAYS_KEPT ? kept.keys().next().value : undefined;
    if (oldest !== undefined) kept.delete(oldest);
    kept.set(name, made);
    return made;
  };
  return {
    zone: zoneText(zones),
    day,
    instantAt: (name, minute, which) => instantAt(zones, name, minute, which),
    days: (first, last) => {
      // Reports ask for the same range for one person after another, so keep the last range.
      if (range?.first !== first || range.last !== last)
        range = { first, last, days: daysBetween(first, last).map(day) };
      return range.days;
    },
    dayAt: (instant) => {
      // Nearly every call is about today, so try the last returned day first.
      if (instant < latest.start || instant >= latest.end) latest = day(dayAt(zones, instant));
      return latest;
    },
  };
}
