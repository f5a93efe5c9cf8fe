/** This device's public address, as the look-up service tells it (spec §4, decisions §4). */
import { ClockIn } from '#contract/inputs';
import { call } from '../api.ts';
import { LOCATION_TIMEOUT_MS } from './location.ts';

/** The address, or 'unknown' when the look-up failed. Never takes longer than the location may, and never rejects. */
export async function publicIp(): Promise<string> {
  const answer = await call('publicIp', { format: 'json' }, { timeoutMs: LOCATION_TIMEOUT_MS });
  return answer.ok && ClockIn.shape.ipAddress.safeParse(answer.value.ip).success ? answer.value.ip : 'unknown';
}
