import { dayIn, wallTime } from './format.ts';
import { formatOffset } from './repeated-time.ts';
import { MS_PER_DATE, MS_PER_MINUTE, type Day, type EpochMs, type TimeText } from './units.ts';

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
