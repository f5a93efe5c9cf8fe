/** Where this device is, as spec §4 wants it at clock-in. */
import type { InputOf } from '#contract/routes';
import { LookedUpAddress } from '#contract/looked-up-address';
import { call } from '#web/api.ts';

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

/** This device's public address, as the look-up service tells it (spec §4, §7) [D4.1, D4.2]. */
/**
 * The address, or 'unknown' when the look-up failed. Never takes longer than the location may, and never
 * rejects.
 * @param lookUpUrl a service outside of the house, when the settings of the installation name one; else our
 * own server is asked
 */
export async function publicIp(lookUpUrl?: string): Promise<string> {
  const ip = lookUpUrl === undefined ? await askOurs() : await askElsewhere(lookUpUrl);
  return typeof ip === 'string' && LookedUpAddress.safeParse(ip).success ? ip : 'unknown';
}

async function askOurs(): Promise<string | null | undefined> {
  const answer = await call('publicIp', { format: 'json' }, { timeoutMs: LOCATION_TIMEOUT_MS });
  return answer.ok ? answer.value.ip : null;
}

/** Without cookies, and without saying where we come from. */
async function askElsewhere(lookUpUrl: string): Promise<string | null> {
  try {
    const url = new URL(lookUpUrl);
    url.searchParams.set('format', 'json');
    const response = await fetch(url, {
      signal: AbortSignal.timeout(LOCATION_TIMEOUT_MS),
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
    });
    const body: unknown = await response.json();
    return typeof body === 'object' && body !== null && 'ip' in body && typeof body.ip === 'string'
      ? body.ip
      : null;
  } catch {
    return null;
  }
}
