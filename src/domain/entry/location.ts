/** Quality of a recorded location, which is only what the device claims. */
import { MS_PER_MINUTE } from '../time/units.ts';
import type { TimeEntry } from './time-entry.ts';

/** Metres. A less accurate location shows a town, not a workplace. */
const INEXACT_METRES = 1_000;

/** A location may be 5 minutes old (spec §4). The other 5 minutes allow for inexact device clocks. */
const LOCATION_AGE_MAX_MS = 10 * MS_PER_MINUTE;

/** True if old, inaccurate or unreadable. The location is only marked: a wrong phone clock must not stop a clock-in. */
export function isInexactLocation({ location, clockIn }: Pick<TimeEntry, 'location' | 'clockIn'>): boolean {
  if (location === null) return false;
  try {
    const { timestamp, accuracy = 0 } = JSON.parse(location) as { timestamp: string; accuracy?: number };
    return !(Math.abs(Date.parse(timestamp) - clockIn) <= LOCATION_AGE_MAX_MS && accuracy < INEXACT_METRES);
  } catch {
    return true;
  }
}

/** '27.71720, 85.32400'; null without a readable location. */
export function coordinatesText({ location }: Pick<TimeEntry, 'location'>): string | null {
  if (location === null) return null;
  try {
    const { latitude, longitude } = JSON.parse(location) as { latitude: number; longitude: number };
    return `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`;
  } catch {
    return null;
  }
}
