/** Times that occur twice in autumn, told apart by their offsets from UTC. */
import { dayIn, formatterByZone, InvalidTimeValue, shownText, wallTime } from './format.ts';
import { MS_PER_DATE, MS_PER_MINUTE, type Day, type EpochMs, type TimeText } from './units.ts';
import { zoneAt } from './zone-rules.ts';

const readerFor = formatterByZone({ timeZoneName: 'longOffset' });

/** 'UTC+02:00': how far the zone's clocks are from UTC at an instant. @throws InvalidTimeValue. */
export function formatOffset(instant: EpochMs, zone: string): string {
  if (Number.isNaN(instant)) throw new InvalidTimeValue();
  const parts = readerFor(zoneAt(zone, instant)).formatToParts(instant);
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return name === 'GMT' ? 'UTC+00:00' : name.replace('GMT', 'UTC');
}

/** 'HH:mm'; '02:50 (UTC+02:00)' if clocks went back and the end looks no later. @throws InvalidTimeValue */
export function startAndEnd(start: EpochMs, end: EpochMs, zone: string): readonly [string, string] {
  const [from, to, offsets] = timesAndOffsets(start, end, zone);
  return offsets === null ? [from, to] : [`${from} (${offsets[0]})`, `${to} (${offsets[1]})`];
}

/** The same for screens, on which times may be shown by 12 hours. @throws InvalidTimeValue. */
export function formatStartAndEnd(start: EpochMs, end: EpochMs, zone: string): readonly [string, string] {
  const [from, to, offsets] = timesAndOffsets(start, end, zone);
  const [shownFrom, shownTo] = [shownText(from), shownText(to)];
  return offsets === null
    ? [shownFrom, shownTo]
    : [`${shownFrom} (${offsets[0]})`, `${shownTo} (${offsets[1]})`];
}

function timesAndOffsets(
  start: EpochMs,
  end: EpochMs,
  zone: string,
): readonly [TimeText, TimeText, readonly [string, string] | null] {
  const [from, to] = [wallTime(start, zone), wallTime(end, zone)];
  if (to > from || end <= start || dayIn(start, zone) !== dayIn(end, zone)) return [from, to, null];
  const [before, after] = [formatOffset(start, zone), formatOffset(end, zone)];
  return [from, to, before === after ? null : [before, after]];
}

/** Earliest first: two where the clocks go back over the minute, none where they skip it. Needs no `calendar.ts`. */
export function instantsShowing(day: Day, time: TimeText, zone: string): EpochMs[] {
  const wall = Date.parse(`${day}T${time}:00Z`);
  if (Number.isNaN(wall)) return [];
  const zones = zone.split(' ').filter((_, at) => at % 2 === 0);
  // The clocks of one zone change once in two days at most.
  const offsets = zones.flatMap((one) => [-1, 1].map((side) => offsetMs(wall + side * MS_PER_DATE, one)));
  return [...new Set(offsets.map((offset) => wall - offset))]
    .filter((instant) => dayIn(instant, zone) === day && wallTime(instant, zone) === time)
    .toSorted((one, other) => one - other);
}

function offsetMs(instant: EpochMs, zone: string): number {
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)/u.exec(formatOffset(instant, zone)) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * MS_PER_MINUTE;
}
