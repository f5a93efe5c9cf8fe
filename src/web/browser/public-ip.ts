/** This device's public address, as the look-up service tells it (spec §4, decisions §4). */
import { ClockIn } from '#contract/inputs';
import { call } from '../api.ts';
import { LOCATION_TIMEOUT_MS } from './location.ts';

/**
 * The address, or 'unknown' when the look-up failed. Never takes longer than the location may, and never rejects.
 * @param lookUpUrl the service set by IP_LOOKUP_URL; the product's own when undefined
 */
export async function publicIp(lookUpUrl: string | undefined): Promise<string> {
  const ip = lookUpUrl === undefined ? await fromOurServer() : await fromService(lookUpUrl);
  return typeof ip === 'string' && ClockIn.shape.ipAddress.safeParse(ip).success ? ip : 'unknown';
}

async function fromOurServer(): Promise<unknown> {
  const answer = await call('publicIp', { format: 'json' }, { timeoutMs: LOCATION_TIMEOUT_MS });
  return answer.ok ? answer.value.ip : undefined;
}

/** A GET with format=json, reading the field ip (spec §7). */
async function fromService(lookUpUrl: string): Promise<unknown> {
  try {
    const url = new URL(lookUpUrl);
    url.searchParams.set('format', 'json');
    const response = await fetch(url, { signal: AbortSignal.timeout(LOCATION_TIMEOUT_MS), credentials: 'omit', cache: 'no-store' });
    const body: unknown = await response.json();
    return typeof body === 'object' && body !== null && 'ip' in body ? body.ip : undefined;
  } catch {
    return undefined;
  }
}
