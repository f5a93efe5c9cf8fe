/** Times that occur twice in autumn, told apart by their offsets from UTC. */
import { dayIn, formatterByZone, InvalidTimeValue, timeInHourFormat, wallTime } from './format.ts';
import type { EpochMs, TimeText } from './units.ts';
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
