/**
 * Throttling of guesses. Only failed sign-ins count: an office of 500 may sign in from one address in one
 * minute. In memory: a restart forgives, and the database's failures never count.
 */
import { createHash } from 'node:crypto';
import { RateLimiterMemory } from 'rate-limiter-flexible';

const WINDOW_SECONDS = 15 * 60;
/** From one address (or one known browser) at one account. */
const FROM_ONE_PLACE = 10;
/** At one account from everywhere but the browsers its owner is known by. */
const FROM_EVERYWHERE = 50;

export interface SignInAttempt {
  /** Lower-cased; of an account or not. */
  readonly email: string;
  readonly address: string;
  /** Hash of the browser's token when the account has signed in with it before, else null. */
  readonly knownDevice: Buffer | null;
}

export interface SignInLimits {
  /** Seconds to wait; 0 when the attempt may go on. Counts nothing. */
  waitFor(attempt: SignInAttempt): Promise<number>;
  /** Counts a failed attempt. */
  failed(attempt: SignInAttempt): Promise<void>;
}

export function createSignInLimits(): SignInLimits {
  const place = new RateLimiterMemory({
    keyPrefix: 'place',
    points: FROM_ONE_PLACE,
    duration: WINDOW_SECONDS,
  });
  const everywhere = new RateLimiterMemory({
    keyPrefix: 'everywhere',
    points: FROM_EVERYWHERE,
    duration: WINDOW_SECONDS,
  });
  const spent = async (limiter: RateLimiterMemory, key: string): Promise<number> => {
    const state = await limiter.get(key);
    return state && state.consumedPoints >= limiter.points
      ? Math.max(1, Math.ceil(state.msBeforeNext / 1000))
      : 0;
  };
  return {
    waitFor: async (attempt) => {
      const here = await spent(place, placeOf(attempt));
      if (here > 0 || attempt.knownDevice !== null) return here;
      return spent(everywhere, accountOf(attempt));
    },
    failed: async (attempt) => {
      await place.penalty(placeOf(attempt));
      // Failures in a known browser are its owner's typing errors, or somebody's who sits at the desk:
      // limited above.
      if (attempt.knownDevice === null) await everywhere.penalty(accountOf(attempt));
    },
  };
}

/** The account as a key: of a fixed length, whatever was typed as an address. */
export const accountOf = ({ email }: SignInAttempt): string =>
  createHash('sha256').update(email).digest('base64url');

/** Where somebody is at that account: a browser known there, else the address they come from. */
export const placeOf = (attempt: SignInAttempt): string =>
  `${accountOf(attempt)} ${attempt.knownDevice ? attempt.knownDevice.toString('base64url') : attempt.address}`;

/** Takes one point for a key; tells the seconds to wait when there is none left. */
export async function consumePoint(limiter: RateLimiterMemory, key: string): Promise<number> {
  const state = await limiter.get(key);
  if (state && state.consumedPoints >= limiter.points)
    return Math.max(1, Math.ceil(state.msBeforeNext / 1000));
  await limiter.penalty(key);
  return 0;
}

/** So many within an hour. */
export const hourlyLimit = (points: number): RateLimiterMemory =>
  new RateLimiterMemory({ points, duration: 3600 });
