/** How much a recorded location says: it is what the device claims, and some claims say little. */
import { MS_PER_MINUTE } from '../time/units.ts';
import type { TimeEntry } from './time-entry.ts';

/** Metres; beyond a kilometre it tells a town, not a workplace. */
const INEXACT_METRES = 1_000;

/** A location may be five minutes old (spec §4), and a device's clock a little off. */
const TIME_OFF_MS = 10 * MS_PER_MINUTE;

/**
 * Whether the location of a clock-in is of another time than the clock-in, of kilometres, or cannot be read.
 * False without one. It is marked, and never refused: a wrong clock on a phone keeps nobody from working.
 */
export function isInexactLocation({ location, clockIn }: Pick<TimeEntry, 'location' | 'clockIn'>): boolean {
  if (location === null) return false;
  try {
    const { timestamp, accuracy = 0 } = JSON.parse(location) as { timestamp: string; accuracy?: number };
    return !(Math.abs(Date.parse(timestamp) - clockIn) <= TIME_OFF_MS && accuracy < INEXACT_METRES);
  } catch {
    return true;
  }
}
