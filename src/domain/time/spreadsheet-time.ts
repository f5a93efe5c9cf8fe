/** Instants and days as spreadsheets count them: days since the end of 1899, by the workplace's wall clock. */
import { formatterByZone } from './format.ts';
import { MS_PER_DATE, type Day, type EpochMs, type Minutes } from './units.ts';
import { zoneAt } from './zone-rules.ts';

/** Spreadsheets count a February 29, 1900, which did not exist. Day 0 on 1899-12-30 makes all later dates right. */
const DAY_ZERO = Date.UTC(1899, 11, 30);

const formatterForZone = formatterByZone(
  {
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  },
  'en-GB',
);

/** Serial number of the wall clock's date and time, to the second. */
export function instantSerial(instant: EpochMs, zone: string): number {
  const shown: Record<string, number> = {};
  for (const { type, value } of formatterForZone(zoneAt(zone, instant)).formatToParts(instant))
    shown[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = shown;
  return (Date.UTC(year, month - 1, day, hour, minute, second) - DAY_ZERO) / MS_PER_DATE;
}

export const daySerial = (day: Day): number => (Date.parse(`${day}T00:00:00Z`) - DAY_ZERO) / MS_PER_DATE;

/** Duration as a fraction of a day, for the cell format '[h]:mm'. */
export const durationSerial = (minutes: Minutes): number => minutes / 1_440;
