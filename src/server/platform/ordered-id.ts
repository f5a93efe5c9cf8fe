import { randomUUID } from 'node:crypto';
import type { EpochMs } from '#domain/time/units';

/** A UUID version 7 (RFC 9562): it starts with the time, so that recent rows are close in indexes. */
export function orderedId(now: EpochMs): string {
  const time = now.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}
