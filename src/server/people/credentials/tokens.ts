/** The tokens of sessions, known browsers and reset links: random, and only their hashes are stored. */
import { hash, randomBytes } from 'node:crypto';
import { MS_PER_HOUR, type EpochMs } from '#domain/time/units';
import type { Config } from '../../config.ts';

export const MS_PER_DAY = 24 * MS_PER_HOUR;
/** `last_seen_at` is written at most so often. */
export const SEEN_EVERY_MS = 60_000;

/** A temporary password that nobody has replaced by then opens nothing any more. */
export const TEMPORARY_PASSWORD_LIFE_MS = 72 * MS_PER_HOUR;

/** 32 random bytes as 43 characters. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** What is stored of a token; the token itself is random, so that no slow hash is needed. */
export const tokenHash = (token: string): Buffer => hash('sha256', token, 'buffer');

/** The latest `last_seen_at` of a session that has ended. Looking on (streams, polling) lengthens none. */
export const idleSince = (now: EpochMs, { sessionIdleDays }: Pick<Config, 'sessionIdleDays'>): EpochMs =>
  now - sessionIdleDays * MS_PER_DAY;
