/**
 * How often a reset link may be asked for: so that nobody's mailbox is flooded, and nobody's link made void
 * again and again, by somebody else. Who asks in a browser that has signed in to the account before is
 * counted alone: no colleague at the same address, and no stranger, uses up their tries. In memory, like the
 * limits of signing in.
 */
import { hourlyLimit, networkOf } from '../limiter.ts';
import { accountOf, placeOf, type SignInAttempt } from './sign-in-limits.ts';

/** For one account, from one address or one known browser. */
const FROM_ONE_PLACE = 5;
/** For one account, from everywhere but the browsers its owner is known by. */
const FROM_EVERYWHERE = 15;
/** From one address, for all accounts: a whole office may have forgotten its passwords over the holidays. */
const FROM_ONE_ADDRESS = 1_000;

export interface PasswordResetLimits {
  /** Counts a request. @returns seconds to wait; 0 when it may go on */
  consume(attempt: SignInAttempt): number;
}

export function createPasswordResetLimits(): PasswordResetLimits {
  const place = hourlyLimit(FROM_ONE_PLACE);
  const everywhere = hourlyLimit(FROM_EVERYWHERE);
  const address = hourlyLimit(FROM_ONE_ADDRESS);
  return {
    consume: (attempt) => {
      const here = place.consume(placeOf(attempt));
      if (here > 0 || attempt.knownDevice !== null) return here;
      return everywhere.consume(accountOf(attempt)) || address.consume(networkOf(attempt.address));
    },
  };
}
