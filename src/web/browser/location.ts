/** Where this device is, as spec §4 wants it at clock-in. */
import type { InputOf } from '#contract/routes';

type Location = NonNullable<InputOf<'clockIn'>['location']>;

/** spec §9. */
export const LOCATION_TIMEOUT_MS = 3000;
const CACHED_MS = 300_000;

/**
 * The location at low accuracy, at most 5 minutes old; null after 3 s, when refused, and where there is none.
 * Never rejects.
 */
export function currentLocation(): Promise<Location | null> {
  if (!('geolocation' in navigator)) return Promise.resolve(null);
  return new Promise((resolve) => {
    // The browser's own time-out does not run while it asks for permission.
    const timer = setTimeout(() => resolve(null), LOCATION_TIMEOUT_MS);
    navigator.geolocation.getCurrentPosition(
      ({ coords, timestamp }) => {
        clearTimeout(timer);
        resolve({
          latitude: coords.latitude,
          longitude: coords.longitude,
          timestamp: new Date(timestamp).toISOString(),
          // Left out where it is none: a clock-in must not fail for it.
          ...(Number.isFinite(coords.accuracy) && { accuracy: Math.round(coords.accuracy) }),
        });
      },
      () => {
        clearTimeout(timer);
        resolve(null);
      },
      { enableHighAccuracy: false, timeout: LOCATION_TIMEOUT_MS, maximumAge: CACHED_MS },
    );
  });
}
