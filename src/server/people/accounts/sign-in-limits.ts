/** Limits failed sign-ins only: an office of 500 can sign in from one network in a minute. */
import { createHash } from 'node:crypto';
import { MS_PER_MINUTE } from '#domain/time/units';
import type { PasswordAttempt } from '../credentials/passwords.ts';
import type { Caller } from '../credentials/hashing-queue.ts';
import type { Queryable } from '../../platform/database/connection.ts';
import { hasSignedInFrom } from '../security/queries.ts';
import { networkOf } from '../../platform/rate-limiter.ts';
import { createSharedLimiters, sharedHourlyLimit } from '../../platform/database/shared-limiter.ts';

const WINDOW_MS = 15 * MS_PER_MINUTE;
/** Failures for one account from one network. Each known browser has the same limit of its own. */
const FAILURES_FROM_ONE_PLACE = 10;
/** Failures for one account, from all networks where it never signed in. */
const FAILURES_FROM_EVERYWHERE = 50;
/** Failures from one network, for all accounts. Later attempts are only delayed, since an office shares a network. */
const FAILURES_FROM_ONE_NETWORK = 200;
const DELAY_MS = 5_000;

export interface SignInAttempt {
  readonly email: string;
  readonly address: string;
  /** Hash of the token of a browser where the account has signed in before. */
  readonly knownDevice: Buffer | null;
}

export type SignInLimits = ReturnType<typeof createSignInLimits>;

export function createSignInLimits(pool: Queryable) {
  const shared = createSharedLimiters(pool);
  const limit = (name: string, points: number) => shared({ name, points, windowMs: WINDOW_MS });
  const place = limit('sign-in place', FAILURES_FROM_ONE_PLACE);
  const everywhere = limit('sign-in account', FAILURES_FROM_EVERYWHERE);
  const address = limit('sign-in address', FAILURES_FROM_ONE_NETWORK);
  const isKnown = async ({ email, address: from, knownDevice }: SignInAttempt): Promise<boolean> =>
    knownDevice !== null || hasSignedInFrom(pool, email, networkOf(from));
  const waitSeconds = async (attempt: SignInAttempt, method: 'knownWaitFor' | 'waitFor'): Promise<number> => {
    const [ofPlace, ofAccount] = await Promise.all([
      place[method](placeOf(attempt)),
      attempt.knownDevice === null ? everywhere[method](emailHashOf(attempt)) : 0,
    ]);
    return ofPlace === 0 && ofAccount > 0 && (await isKnown(attempt)) ? 0 : ofPlace || ofAccount;
  };
  const countFailure = async (attempt: SignInAttempt): Promise<number> => {
    // Failures in a known browser are typing errors, and have their own limit.
    if (attempt.knownDevice !== null) return place.consume(placeOf(attempt));
    const [ofPlace, ofAccount] = await Promise.all([
      place.consume(placeOf(attempt)),
      isKnown(attempt).then((known) => (known ? 0 : everywhere.consume(emailHashOf(attempt)))),
      address.consume(networkOf(attempt.address)),
    ]);
    return ofPlace || ofAccount;
  };
  return {
    /** Seconds to wait (0: none), as far as this server knows. Usually needs no query. */
    knownWaitFor: (attempt: SignInAttempt): Promise<number> => waitSeconds(attempt, 'knownWaitFor'),
    /** Like `knownWaitFor`, over all servers. Counts nothing. */
    waitFor: (attempt: SignInAttempt): Promise<number> => waitSeconds(attempt, 'waitFor'),
    /** Milliseconds to delay an attempt. Needs no query: counting a failure also reads the other servers' counts. */
    delayOf: (attempt: SignInAttempt): number =>
      attempt.knownDevice === null && address.knownWaitFor(networkOf(attempt.address)) > 0 ? DELAY_MS : 0,
    /** Counts a failure. @returns seconds to wait if concurrent guesses exceed the limit, else 0 */
    countFailure,
    /** Adapts the limits for `verifyPassword`. */
    of: (attempt: SignInAttempt): PasswordAttempt => ({
      isKnownToWait: async () => (await waitSeconds(attempt, 'knownWaitFor')) > 0,
      mustWait: async () => (await waitSeconds(attempt, 'waitFor')) > 0,
      countFailure: async () => (await countFailure(attempt)) > 0,
    }),
  };
}

export const emailHashOf = ({ email }: Pick<SignInAttempt, 'email'>): string =>
  createHash('sha256').update(email).digest('base64url');

export const callerOf = (attempt: SignInAttempt): Caller => ({
  place: attempt.knownDevice ? attempt.knownDevice.toString('base64url') : networkOf(attempt.address),
  account: emailHashOf(attempt),
});

export const placeOf = (attempt: SignInAttempt): string => {
  const { place, account } = callerOf(attempt);
  return `${account} ${place}`;
};

const RESETS_FROM_ONE_PLACE = 5;
const RESETS_FROM_EVERYWHERE = 15;
/** Requests from one network, for all accounts: a whole office can forget its passwords over the holidays. */
const RESETS_FROM_ONE_NETWORK = 1_000;

/** Keeps strangers from flooding a mailbox or replacing a link. Counts a request; returns seconds to wait. */
export function createPasswordResetLimit(pool: Queryable): (attempt: SignInAttempt) => Promise<number> {
  const place = sharedHourlyLimit(pool, 'reset place', RESETS_FROM_ONE_PLACE);
  const everywhere = sharedHourlyLimit(pool, 'reset account', RESETS_FROM_EVERYWHERE);
  const address = sharedHourlyLimit(pool, 'reset address', RESETS_FROM_ONE_NETWORK);
  return async (attempt) => {
    const ofPlace = await place.consume(placeOf(attempt));
    if (ofPlace > 0 || attempt.knownDevice !== null) return ofPlace;
    return (await everywhere.consume(emailHashOf(attempt))) || address.consume(networkOf(attempt.address));
  };
}
