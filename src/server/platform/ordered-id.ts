import { randomUUID } from 'node:crypto';
import type { EpochMs } from '#domain/time/units';

/**
 * A UUID of version 7 (RFC 9562): it begins with the time, so that what is written in one hour lies together in an index,
 * however large the table has grown. Not to be guessed: 74 bits of it are random.
 */
export function orderedId(now: EpochMs): string {
  const time = now.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}
