/** Who is signed in, as far as the guard and the routes know. */
import type { FastifyRequest } from 'fastify';
import type { User } from '#contract/records';
import { MS_PER_MINUTE, type EpochMs } from '#domain/time/units';
import type { Part } from '../database/parts.ts';
import type { Queryable } from '../database/pool.ts';

export interface Session {
  /** Stays the same when a password change gives the session a new token. */
  readonly id: string;
  readonly tokenHash: Buffer;
  readonly user: User;
  /** The password is temporary: nothing works before there is a new one. */
  readonly mustChangePassword: boolean;
  /** In this session, for the last time. */
  readonly passwordEnteredAt: EpochMs;
}

const CONFIRMED_FOR_MS = 15 * MS_PER_MINUTE;

/** Whether the password was entered just now [D3.23]. A clock that was ahead meanwhile lengthens nothing. */
export const isConfirmed = ({ passwordEnteredAt }: Session, now: EpochMs): boolean =>
  Math.abs(now - passwordEnteredAt) < CONFIRMED_FOR_MS;

/**
 * Null for nobody. Handed to the guard, which knows nothing of accounts.
 * @param on the connections to ask on, when not those of all
 */
export type SessionOf = (request: FastifyRequest, on?: Queryable) => Promise<Session | null>;

/** What a statement finds of a session, and of its account as `account`. */
export type SessionProof = Part<Session | null>;

/** How the guard finds out who asks. */
export interface Sessions {
  /** Of all that is no punch. */
  readonly of: SessionOf;
  readonly ofPunches: SessionOf;
  /** Who punches, by memory: the punch itself proves it. Null when that has to be looked up. */
  readonly remembered: (request: FastifyRequest) => Session | null;
  /** For who reads; null when the request names no session. */
  readonly proofOf: (request: FastifyRequest) => SessionProof | null;
}
