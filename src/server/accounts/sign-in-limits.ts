/**
 * Throttling of guesses. Only failed sign-ins count: an office of 500 may sign in from one address in one
 * minute.
 */
import { createHash } from 'node:crypto';
import { MS_PER_MINUTE } from '#domain/time';
import type { Caller } from '../credentials/turns.ts';
import { createLimiter, networkOf } from '../limiter.ts';

const WINDOW_MS = 15 * MS_PER_MINUTE;
/** From one address (or one known browser) at one account. */
const FROM_ONE_PLACE = 10;
/** At one account from everywhere but the browsers its owner is known by. */
const FROM_EVERYWHERE = 50;
/** From one address at all accounts: who tries thousands of made-up ones pushes no counter out of the memory. */
const FROM_ONE_ADDRESS = 1_000;

export interface SignInAttempt {
  /** Lower-cased; of an account or not. */
  readonly email: string;
  readonly address: string;
  /** Hash of the browser's token when the account has signed in with it before, else null. */
  readonly knownDevice: Buffer | null;
}

export interface SignInLimits {
  /** Seconds to wait; 0 when the attempt may go on. Counts nothing. */
  waitFor(attempt: SignInAttempt): number;
  /** Counts a failed attempt. */
  failed(attempt: SignInAttempt): void;
}

export function createSignInLimits(): SignInLimits {
  const place = createLimiter({ points: FROM_ONE_PLACE, windowMs: WINDOW_MS });
  const everywhere = createLimiter({ points: FROM_EVERYWHERE, windowMs: WINDOW_MS });
  const address = createLimiter({ points: FROM_ONE_ADDRESS, windowMs: WINDOW_MS });
  return {
    waitFor: (attempt) => {
      const here = place.waitFor(placeOf(attempt));
      if (here > 0 || attempt.knownDevice !== null) return here;
      return everywhere.waitFor(accountOf(attempt)) || address.waitFor(networkOf(attempt.address));
    },
    failed: (attempt) => {
      place.count(placeOf(attempt));
      // Failures in a known browser are its owner's typing errors, or somebody's who sits at the desk:
      // limited above.
      if (attempt.knownDevice !== null) return;
      everywhere.count(accountOf(attempt));
      address.count(networkOf(attempt.address));
    },
  };
}

/** The account as a key: of a fixed length, whatever was typed as an address. */
export const accountOf = ({ email }: Pick<SignInAttempt, 'email'>): string =>
  createHash('sha256').update(email).digest('base64url');

/** Where somebody is at that account: a browser known there, else the network they come from. */
export const callerOf = (attempt: SignInAttempt): Caller => ({
  place: attempt.knownDevice ? attempt.knownDevice.toString('base64url') : networkOf(attempt.address),
  account: accountOf(attempt),
});

/** The same as a key. */
export const placeOf = (attempt: SignInAttempt): string => {
  const { place, account } = callerOf(attempt);
  return `${account} ${place}`;
};
