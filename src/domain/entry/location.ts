/** Quality of a recorded location, which is only what the device claims. */
import { MS_PER_MINUTE } from '../time/units.ts';
import type { TimeEntry } from './time-entry.ts';

/** Metres; less accurate means a town, not a workplace. */
const INEXACT_METRES = 1_000;

/** A location may be five minutes old (spec §4), and device clocks differ a little. */
const TIME_OFF_MS = 10 * MS_PER_MINUTE;

/** Old, inaccurate or unreadable. Only marked: a phone with a wrong clock must not keep anybody from working. */
export function isInexactLocation({ location, clockIn }: Pick<TimeEntry, 'location' | 'clockIn'>): boolean {
  if (location === null) return false;
  try {
    const { timestamp, accuracy = 0 } = JSON.parse(location) as { timestamp: string; accuracy?: number };
    return !(Math.abs(Date.parse(timestamp) - clockIn) <= TIME_OFF_MS && accuracy < INEXACT_METRES);
  } catch {
    return true;
  }
}
