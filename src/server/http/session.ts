/** Who is signed in, as far as the guard and the routes know. */
import type { FastifyRequest } from 'fastify';
import type { User } from '#contract/records';

export interface Session {
  /** Stays the same when a password change gives the session a new token. */
  readonly id: string;
  readonly tokenHash: Buffer;
  readonly user: User;
  /** The password is temporary: nothing works before there is a new one. */
  readonly mustChangePassword: boolean;
}

/** Null for nobody. Handed to the guard, which knows nothing of accounts. */
export type SessionOf = (request: FastifyRequest) => Promise<Session | null>;
