import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { deviceName } from '#domain/people/device';
import { networkOf } from '../rate-limiter.ts';
import type { User } from '#contract/records';
import type { Access } from '#contract/route';
import type { KioskScope } from '#contract/kiosk/kiosk';
import type { KioskOptions } from '#domain/kiosk/options';
import { MS_PER_MINUTE, type EpochMs } from '#domain/time/units';
import type { QueryPart } from '../database/sql.ts';
import type { Queryable } from '../database/connection.ts';

/** The caller's IP address [D4.1]. X-Forwarded-For only counts from TRUSTED_PROXIES, and only if it is an address. */
export function ipAddressOf({ ip, socket }: Pick<FastifyRequest, 'ip' | 'socket'>): string {
  const address = isIP(ip) === 0 ? (socket.remoteAddress ?? '') : ip;
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}

export interface NetworkAndDevice {
  readonly network: string;
  readonly device: string;
}

/** For the security log and lists of sessions. */
export const networkAndDevice = (request: FastifyRequest): NetworkAndDevice => ({
  network: networkOf(ipAddressOf(request)),
  device: deviceName(request.headers['user-agent'] ?? ''),
});

/** For the security log. @param detail the exported data: 'Payroll, 2026-10-01 to 2026-10-31' */
export const toExportEvent = (userId: string | undefined, detail: string, request: FastifyRequest) =>
  ({ kind: 'data_exported', userId: userId ?? null, detail, ...networkAndDevice(request) }) as const;

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

/** A tablet by the door. It is nobody: who stands there says so with each request. */
export interface KioskCaller {
  readonly id: string;
  readonly name: string;
  readonly scope: KioskScope;
  readonly options: KioskOptions;
  readonly revokedAt: EpochMs | null;
  /** Last contact while the kiosk kept no press. */
  readonly heardAt: EpochMs | null;
}

export interface Kiosks {
  /** Null without a token of a kiosk; also finds kiosks revoked within 72 h. */
  readonly of: (request: FastifyRequest) => Promise<KioskCaller | null>;
  /** Whether the request has a token of a kiosk, valid or not. */
  readonly hasToken: (request: FastifyRequest) => boolean;
}

export interface Sessions {
  readonly of: SessionOf;
  readonly ofPunches: SessionOf;
  /** Cached session for a punch. The write of the punch verifies it. Null if the session must first be read. */
  readonly cachedSession: (request: FastifyRequest) => Session | null;
  /** Query part with which a GET reads the session and data together; null when the request names no session. */
  readonly proofOf: (request: FastifyRequest, access?: Access) => SessionProof | null;
}
