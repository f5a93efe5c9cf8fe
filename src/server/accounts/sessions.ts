/** Tells who is signed in, from the cookie of a request. */
import type { FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { findSession } from './queries.ts';
import { markSeen } from './session-commands.ts';
import { SEEN_EVERY_MS, tokenHash, type Session } from './session.ts';

/**
 * The session of a request; null for nobody, for a session that ended, and for a deactivated account.
 * Only what a person does lengthens it: a POST. Streams and polling are reads (faults 13).
 */
export async function sessionOf(
  { database, clock, cookies }: Context,
  request: FastifyRequest,
): Promise<Session | null> {
  const token = cookies.session(request);
  if (token === undefined || token === '') return null;
  const hash = tokenHash(token);
  const now = clock.now();
  const found = await findSession(database.pool, hash, now);
  if (!found) return null;
  if (request.method === 'POST' && now - found.lastSeenAt > SEEN_EVERY_MS)
    await markSeen(database.pool, hash, now);
  return { id: found.id, tokenHash: hash, user: found.user, mustChangePassword: found.mustChangePassword };
}
