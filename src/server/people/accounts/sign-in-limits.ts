/** Throttling of guesses. Only failed sign-ins count: an office of 500 may sign in from one address in one minute. */
import { createHash } from 'node:crypto';
import { MS_PER_HOUR, MS_PER_MINUTE } from '#domain/time/units';
import type { Caller } from '../credentials/turns.ts';
import { createLimiter, hourlyLimit, networkOf } from '../../platform/rate-limiter.ts';

const WINDOW_MS = 15 * MS_PER_MINUTE;
/** From one address (or one known browser) at one account. */
const FROM_ONE_PLACE = 10;
/** At one account from all networks where it never signed in. */
const FROM_EVERYWHERE = 50;
/** From one address at all accounts. More delays unknown browsers there, since an office shares an address. */
const FROM_ONE_ADDRESS = 200;
const DELAY_MS = 5_000;
const NETWORK_KNOWN_MS = 90 * 24 * MS_PER_HOUR;

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
  /** Milliseconds by which the attempt is delayed. */
  delayOf(attempt: SignInAttempt): number;
  /** Counts a failed attempt. */
  failed(attempt: SignInAttempt): void;
  /** Remembers the network as one of the account's. */
  succeeded(attempt: SignInAttempt): void;
}

export function createSignInLimits(): SignInLimits {
  const place = createLimiter({ points: FROM_ONE_PLACE, windowMs: WINDOW_MS });
  const everywhere = createLimiter({ points: FROM_EVERYWHERE, windowMs: WINDOW_MS });
  const address = createLimiter({ points: FROM_ONE_ADDRESS, windowMs: WINDOW_MS });
  const networks = createLimiter({ points: 1, windowMs: NETWORK_KNOWN_MS });
  const networkKey = ({ email, address: from }: SignInAttempt): string =>
    placeOf({ email, address: from, knownDevice: null });
  const isKnown = (attempt: SignInAttempt): boolean =>
    attempt.knownDevice !== null || networks.waitFor(networkKey(attempt)) > 0;
  return {
    waitFor: (attempt) => {
      const here = place.waitFor(placeOf(attempt));
      return here > 0 || isKnown(attempt) ? here : everywhere.waitFor(accountOf(attempt));
    },
    delayOf: (attempt) =>
      attempt.knownDevice === null && address.waitFor(networkOf(attempt.address)) > 0 ? DELAY_MS : 0,
    failed: (attempt) => {
      place.count(placeOf(attempt));
      // Failures in a known browser are its owner's typing errors, or somebody's who sits at the desk:
      // limited above.
      if (attempt.knownDevice !== null) return;
      if (!isKnown(attempt)) everywhere.count(accountOf(attempt));
      address.count(networkOf(attempt.address));
    },
    succeeded: (attempt) => networks.count(networkKey(attempt)),
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

export const placeOf = (attempt: SignInAttempt): string => {
  const { place, account } = callerOf(attempt);
  return `${account} ${place}`;
};

/** For one account, from one address or one known browser. */
const RESETS_FROM_ONE_PLACE = 5;
/** For one account, from everywhere but the browsers its owner is known by. */
const RESETS_FROM_EVERYWHERE = 15;
/** From one address, for all accounts: a whole office may have forgotten its passwords over the holidays. */
const RESETS_FROM_ONE_ADDRESS = 1_000;

/**
 * How often a reset link may be asked for: so that nobody's mailbox is flooded, and nobody's link made void
 * again and again, by somebody else. Who asks in a browser that has signed in to the account before is
 * counted alone: no colleague at the same address, and no stranger, uses up their tries. In memory, like the
 * limits of signing in.
 */
export interface PasswordResetLimits {
  /** Counts a request. @returns seconds to wait; 0 when it may go on */
  consume(attempt: SignInAttempt): number;
}

export function createPasswordResetLimits(): PasswordResetLimits {
  const place = hourlyLimit(RESETS_FROM_ONE_PLACE);
  const everywhere = hourlyLimit(RESETS_FROM_EVERYWHERE);
  const address = hourlyLimit(RESETS_FROM_ONE_ADDRESS);
  return {
    consume: (attempt) => {
      const here = place.consume(placeOf(attempt));
      if (here > 0 || attempt.knownDevice !== null) return here;
      return everywhere.consume(accountOf(attempt)) || address.consume(networkOf(attempt.address));
    },
  };
}
