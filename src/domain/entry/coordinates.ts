import type { TimeEntry } from './time-entry.ts';

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
