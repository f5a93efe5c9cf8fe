/** The only reader of the clock on the server. Everything else is told what time it is. */
import type { EpochMs } from '#domain/time/units';

export interface Clock {
  now(): EpochMs;
}

export const systemClock: Clock = { now: () => Date.now() };
