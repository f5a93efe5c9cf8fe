/** Tells who is signed in, from the cookie of a request. */
import type { Context } from '../context.ts';
import { markSeen } from '../credentials/session-commands.ts';
import { SEEN_EVERY_MS, tokenHash } from '../credentials/tokens.ts';
import type { SessionOf } from '../http/session.ts';
import type { Cookies } from './cookies.ts';
import { findSession } from './queries.ts';

/**
 * Finds the session of a request; null for nobody, for a session that ended, and for a deactivated account.
 * Only what a person does lengthens it: a POST. Streams and polling are reads.
 */
export const sessionsBy =
  ({ database, clock }: Pick<Context, 'database' | 'clock'>, cookies: Cookies): SessionOf =>
  async (request) => {
    const token = cookies.session(request);
    if (token === undefined || token === '') return null;
    const hash = tokenHash(token);
    const now = clock.now();
    const found = await findSession(database.pool, hash, now);
    if (!found) return null;
    if (request.method === 'POST' && now - found.lastSeenAt > SEEN_EVERY_MS)
      await markSeen(database.pool, hash, now);
    return { id: found.id, tokenHash: hash, user: found.user, mustChangePassword: found.mustChangePassword };
  };
