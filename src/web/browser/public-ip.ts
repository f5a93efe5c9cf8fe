/** This device's public address, as the look-up service tells it (spec §4, §7) [D4.1, D4.2]. */
import { LookedUpAddress } from '#contract/looked-up-address';
import { call } from '#web/api.ts';
import { LOCATION_TIMEOUT_MS } from './location.ts';

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
