/** Times that occur twice in autumn, told apart by their offsets from UTC. */
import { dayIn, formatterByZone, InvalidTimeValue, timeInHourFormat, wallTime } from './format.ts';
import { type EpochMs, type TimeText, MS_PER_DATE, MS_PER_MINUTE, type Day } from './units.ts';
import { zoneAt } from './zone-rules.ts';

const offsetFormatterFor = formatterByZone({ timeZoneName: 'longOffset' });

/** 'UTC+02:00': how far the zone's clocks are from UTC at an instant. @throws InvalidTimeValue. */
export function formatOffset(instant: EpochMs, zone: string): string {
  if (Number.isNaN(instant)) throw new InvalidTimeValue();
  const parts = offsetFormatterFor(zoneAt(zone, instant)).formatToParts(instant);
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return name === 'GMT' ? 'UTC+00:00' : name.replace('GMT', 'UTC');
}

/** Both times as 'HH:mm', or '02:50 (UTC+02:00)' if the end looks no later than the start. @throws InvalidTimeValue */
export const startAndEndTexts = (start: EpochMs, end: EpochMs, zone: string): readonly [string, string] =>
  timesWith((time) => time, start, end, zone);

/** Like `startAndEndTexts`, for screens: uses the hour format of the workplace. */
export const formatStartAndEnd = (start: EpochMs, end: EpochMs, zone: string): readonly [string, string] =>
  timesWith(timeInHourFormat, start, end, zone);

function timesWith(
  shown: (time: TimeText) => string,
  start: EpochMs,
  end: EpochMs,
  zone: string,
): readonly [string, string] {
  const times = [wallTime(start, zone), wallTime(end, zone)] as const;
  const [from, to] = [shown(times[0]), shown(times[1])];
  if (times[1] > times[0] || end <= start || dayIn(start, zone) !== dayIn(end, zone)) return [from, to];
  const [before, after] = [formatOffset(start, zone), formatOffset(end, zone)];
  return before === after ? [from, to] : [`${from} (${before})`, `${to} (${after})`];
}

/** Instants when clocks show this time, earliest first: two if repeated, none if skipped. Avoids Temporal (19 KB). */
export function instantsShowing(day: Day, time: TimeText, zone: string): EpochMs[] {
  const wall = Date.parse(`${day}T${time}:00Z`);
  if (Number.isNaN(wall)) return [];
  const zones = zone.split(' ').filter((_, at) => at % 2 === 0);
  // A zone changes its clocks at most once in two days: try the offsets of a day before and a day after.
  const offsets = zones.flatMap((one) => [-1, 1].map((side) => offsetMs(wall + side * MS_PER_DATE, one)));
  return [...new Set(offsets.map((offset) => wall - offset))]
    .filter((instant) => dayIn(instant, zone) === day && wallTime(instant, zone) === time)
    .toSorted((one, other) => one - other);
}

function offsetMs(instant: EpochMs, zone: string): number {
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)/u.exec(formatOffset(instant, zone)) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * MS_PER_MINUTE;
}
