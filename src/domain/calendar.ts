/**
 * Zones and workplace days, resolved to plain numbers once a day. The only user of Temporal; for the server,
 * since a browser gets its days from there (`docs/decisions`): Temporal costs 6-8 µs a conversion and 19 KB.
 */
import { Temporal } from 'temporal-polyfill';
import { MS_PER_MINUTE, timeText, type Day, type EpochMs, type MinuteOfDay } from './time.ts';
import { addDays, daysBetween, type WorkplaceDay } from './workplace-day.ts';

const NS_PER_MINUTE = MS_PER_MINUTE * 1_000_000;

type Shift = WorkplaceDay['shifts'][number];

const startOf = (zone: string, day: Day): Temporal.ZonedDateTime =>
  Temporal.PlainDate.from(day).toZonedDateTime(zone);

/** Jumps of the wall clock after `start` and before `end`. A change of the zone's name alone is none. */
function shiftsBetween(start: Temporal.ZonedDateTime, end: EpochMs): Shift[] {
  const shifts: Shift[] = [];
  let before = start;
  for (;;) {
    const after = before.getTimeZoneTransition('next');
    if (!after || after.epochMilliseconds >= end) return shifts;
    const minutes = Math.round((after.offsetNanoseconds - before.offsetNanoseconds) / NS_PER_MINUTE);
    if (minutes !== 0) shifts.push({ at: after.epochMilliseconds, minutes });
    before = after;
  }
}

/**
 * One workplace day of a zone. Midnight comes from the zone's rules, never from adding 24 h [D1.2].
 * @throws RangeError for no day or zone.
 */
export function workplaceDay(zone: string, day: Day): WorkplaceDay {
  const start = startOf(zone, day);
  const end = startOf(zone, addDays(day, 1)).epochMilliseconds;
  return {
    day,
    weekday: Temporal.PlainDate.from(day).dayOfWeek,
    start: start.epochMilliseconds,
    end,
    startMinute: start.hour * 60 + start.minute,
    shifts: shiftsBetween(start, end),
  };
}

/** The name of the workplace day an instant lies in. */
export function dayAt(zone: string, instant: EpochMs): Day {
  const shown = Temporal.Instant.fromEpochMilliseconds(instant)
    .toZonedDateTimeISO(zone)
    .toPlainDate()
    .toString();
  // Where the clock falls back over midnight it shows yesterday's date again, after today has begun; days are
  // ranges, so today it is.
  const next = addDays(shown, 1);
  return instant >= startOf(zone, next).epochMilliseconds ? next : shown;
}

/**
 * The instant at which the wall clock of a day shows a minute: in a repeated hour the first of two or the
 * second, in a skipped one the later reading.
 */
export const instantAt = (
  zone: string,
  day: Day,
  minute: MinuteOfDay,
  which: 'first' | 'second' = 'first',
): EpochMs =>
  Temporal.PlainDate.from(day)
    .toPlainDateTime(timeText(minute))
    .toZonedDateTime(zone, { disambiguation: which === 'first' ? 'compatible' : 'later' }).epochMilliseconds;

export interface ZoneCalendar {
  readonly zone: string;
  /** The workplace day an instant lies in. */
  dayAt(instant: EpochMs): WorkplaceDay;
  day(day: Day): WorkplaceDay;
  /** Consecutive days, both ends included. */
  days(first: Day, last: Day): readonly WorkplaceDay[];
}

/** Two years' worth: a bound only, so that odd requests cannot grow the memory. */
const DAYS_KEPT = 800;

/**
 * A calendar of one zone that resolves each day once and remembers it. @throws RangeError when the zone is
 * none.
 */
export function createCalendar(zone: string): ZoneCalendar {
  const kept = new Map<Day, WorkplaceDay>();
  let latest = workplaceDay(zone, dayAt(zone, 0));
  let range: { readonly first: Day; readonly last: Day; readonly days: readonly WorkplaceDay[] } | undefined;
  const day = (name: Day): WorkplaceDay => {
    const known = kept.get(name);
    if (known) return known;
    const made = workplaceDay(zone, name);
    const oldest = kept.size >= DAYS_KEPT ? kept.keys().next().value : undefined;
    if (oldest !== undefined) kept.delete(oldest);
    kept.set(name, made);
    return made;
  };
  return {
    zone,
    day,
    days: (first, last) => {
      // Reports are asked for one person after another, over one range.
      if (range?.first !== first || range.last !== last)
        range = { first, last, days: daysBetween(first, last).map(day) };
      return range.days;
    },
    dayAt: (instant) => {
      // Nearly every question is about today, so the last answer is tried before the zone's rules are asked.
      if (instant < latest.start || instant >= latest.end) latest = day(dayAt(zone, instant));
      return latest;
    },
  };
}
