/** Limits failed sign-ins only: an office of 500 may sign in from one address in a minute. */
import { createHash } from 'node:crypto';
import { MS_PER_HOUR, MS_PER_MINUTE } from '#domain/time/units';
import type { Caller } from '../credentials/turns.ts';
import { createLimiter, hourlyLimit, networkOf } from '../../platform/rate-limiter.ts';

const WINDOW_MS = 15 * MS_PER_MINUTE;
/** From one address or known browser, at one account. */
const FROM_ONE_PLACE = 10;
/** At one account, from all networks where it never signed in. */
const FROM_EVERYWHERE = 50;
/** From one address, at all accounts. More only delays unknown browsers, since offices share addresses. */
const FROM_ONE_ADDRESS = 200;
const DELAY_MS = 5_000;
const NETWORK_KNOWN_MS = 90 * 24 * MS_PER_HOUR;

export interface SignInAttempt {
  readonly email: string;
  readonly address: string;
  /** Hash of the token of a browser where the account has signed in before. */
  readonly knownDevice: Buffer | null;
}

export type SignInLimits = ReturnType<typeof createSignInLimits>;

export function createSignInLimits() {
  const place = createLimiter({ points: FROM_ONE_PLACE, windowMs: WINDOW_MS });
  const everywhere = createLimiter({ points: FROM_EVERYWHERE, windowMs: WINDOW_MS });
  const address = createLimiter({ points: FROM_ONE_ADDRESS, windowMs: WINDOW_MS });
  const networks = createLimiter({ points: 1, windowMs: NETWORK_KNOWN_MS });
  const networkKey = ({ email, address: from }: SignInAttempt): string =>
    placeOf({ email, address: from, knownDevice: null });
  const isKnown = (attempt: SignInAttempt): boolean =>
    attempt.knownDevice !== null || networks.waitFor(networkKey(attempt)) > 0;
  return {
    /** Seconds, 0 to go on. Counts nothing. */
    waitFor: (attempt: SignInAttempt): number => {
      const here = place.waitFor(placeOf(attempt));
      return here > 0 || isKnown(attempt) ? here : everywhere.waitFor(accountOf(attempt));
    },
    /** Milliseconds. */
    delayOf: (attempt: SignInAttempt): number =>
      attempt.knownDevice === null && address.waitFor(networkOf(attempt.address)) > 0 ? DELAY_MS : 0,
    failed: (attempt: SignInAttempt): void => {
      place.count(placeOf(attempt));
      // Failures in a known browser are typing errors, and have their own limit above.
      if (attempt.knownDevice !== null) return;
      if (!isKnown(attempt)) everywhere.count(accountOf(attempt));
      address.count(networkOf(attempt.address));
    },
    succeeded: (attempt: SignInAttempt): void => networks.count(networkKey(attempt)),
  };
}

export const accountOf = ({ email }: Pick<SignInAttempt, 'email'>): string =>
  createHash('sha256').update(email).digest('base64url');

export const callerOf = (attempt: SignInAttempt): Caller => ({
  place: attempt.knownDevice ? attempt.knownDevice.toString('base64url') : networkOf(attempt.address),
  account: accountOf(attempt),
});

export const placeOf = (attempt: SignInAttempt): string => {
  const { place, account } = callerOf(attempt);
  return `${account} ${place}`;
};

const RESETS_FROM_ONE_PLACE = 5;
const RESETS_FROM_EVERYWHERE = 15;
/** From one address, for all accounts: an office may forget its passwords over the holidays. */
const RESETS_FROM_ONE_ADDRESS = 1_000;

/** Keeps strangers from flooding a mailbox or replacing a link. Counts a request; returns seconds to wait. */
export function createPasswordResetLimit(): (attempt: SignInAttempt) => number {
  const place = hourlyLimit(RESETS_FROM_ONE_PLACE);
  const everywhere = hourlyLimit(RESETS_FROM_EVERYWHERE);
  const address = hourlyLimit(RESETS_FROM_ONE_ADDRESS);
  return (attempt) => {
    const here = place.consume(placeOf(attempt));
    if (here > 0 || attempt.knownDevice !== null) return here;
    return everywhere.consume(accountOf(attempt)) || address.consume(networkOf(attempt.address));
  };
}
