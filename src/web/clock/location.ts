import type { InputOf } from '#contract/routes';
import { PublicAddress } from '#contract/clock/looked-up-address';
import { call } from '#web/api.ts';

type Location = NonNullable<InputOf<'clockIn'>['location']>;

/** Milliseconds (spec §9). */
export const LOCATION_TIMEOUT_MS = 3000;
const MAX_LOCATION_AGE_MS = 300_000;

/** Returns a rough location, at most 5 minutes old. Null after 3 s, without permission, or from a faulty device. */
export async function currentLocation(): Promise<Location | null> {
  try {
    const { coords, timestamp } = await new Promise<GeolocationPosition>((resolve, reject) => {
      // Needs its own timer: the browser's timeout does not run while the browser asks for permission.
      setTimeout(reject, LOCATION_TIMEOUT_MS);
      navigator.geolocation.getCurrentPosition(resolve, reject, {
        enableHighAccuracy: false,
        timeout: LOCATION_TIMEOUT_MS,
        maximumAge: MAX_LOCATION_AGE_MS,
      });
    });
    const { latitude, longitude, accuracy } = coords;
    if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)) return null;
    return {
      latitude,
      longitude,
      timestamp: new Date(timestamp).toISOString(),
      // A device may report no accuracy. Leave it out, so that the clock-in does not fail.
      ...(accuracy >= 0 && Number.isFinite(accuracy) && { accuracy: Math.round(accuracy) }),
    };
  } catch {
    return null;
  }
}

/** Gets the public IP from our server, or from `lookUpUrl`; else 'unknown'. Never rejects. spec §4, §7 [D4.1, D4.2] */
export async function findPublicIp(lookUpUrl?: string): Promise<string> {
  const found = PublicAddress.safeParse(
    lookUpUrl === undefined ? await fetchIpFromServer() : await fetchIpFromLookUp(lookUpUrl),
  );
  return found.success ? found.data : 'unknown';
}

async function fetchIpFromServer(): Promise<string | null | undefined> {
  const answer = await call('publicIp', { format: 'json' }, { timeoutMs: LOCATION_TIMEOUT_MS });
  return answer.ok ? answer.value.ip : null;
}

/** Calls another server, so it sends no cookies and no referrer. */
async function fetchIpFromLookUp(lookUpUrl: string): Promise<unknown> {
  try {
    const url = new URL(lookUpUrl);
    url.searchParams.set('format', 'json');
    const response = await fetch(url, {
      signal: AbortSignal.timeout(LOCATION_TIMEOUT_MS),
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
    });
    const { ip } = (await response.json()) as { ip: unknown };
    return ip;
  } catch {
    return null;
  }
}
