/** Only this file reads the server's clock. */
import type { EpochMs } from '#domain/time/units';

export interface Clock {
  now(): EpochMs;
}

export const systemClock: Clock = { now: () => Date.now() };
