import type { FastifyRequest } from 'fastify';
import type { User } from '#contract/records';
import type { Access } from '#contract/route';
import { MS_PER_MINUTE, type EpochMs } from '#domain/time/units';
import type { QueryPart } from '../database/query-parts.ts';
import type { Queryable } from '../database/connection.ts';

export interface Session {
  /** Stays the same when a password change gives the session a new token. */
  readonly id: string;
  readonly tokenHash: Buffer;
  readonly user: User;
  /** The password is temporary: the person can only choose a new one. */
  readonly mustChangePassword: boolean;
  /** The week to set up a required second factor is over: the person can only set it up. */
  readonly isFactorOverdue: boolean;
  readonly passwordEnteredAt: EpochMs;
  /** Whether the person leads somebody today; read only for routes of leads. */
  readonly isLead?: boolean;
}

const CONFIRMED_FOR_MS = 15 * MS_PER_MINUTE;

/** Whether the password was entered within 15 minutes [D3.23]. A time far in the future does not count. */
export const isConfirmed = ({ passwordEnteredAt }: Session, now: EpochMs): boolean =>
  Math.abs(now - passwordEnteredAt) < CONFIRMED_FOR_MS;

export type SessionOf = (request: FastifyRequest, on?: Queryable) => Promise<Session | null>;

/** Query part that reads the session and its account (SQL alias `account`). */
export type SessionProof = QueryPart<Session | null>;

export interface Sessions {
  readonly of: SessionOf;
  readonly ofPunches: SessionOf;
  /** Cached session for a punch. The write of the punch verifies it. Null if the session must first be read. */
  readonly cachedSession: (request: FastifyRequest) => Session | null;
  /** Query part with which a GET reads the session and data together; null when the request names no session. */
  readonly proofOf: (request: FastifyRequest, access?: Access) => SessionProof | null;
}
