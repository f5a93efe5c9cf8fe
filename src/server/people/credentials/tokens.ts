/** Tokens are random; only their hashes are stored. */
import { hash, randomBytes } from 'node:crypto';
import { MS_PER_HOUR, type EpochMs } from '#domain/time/units';
import type { Config } from '../../platform/config.ts';

export const MS_PER_DAY = 24 * MS_PER_HOUR;
export const LAST_SEEN_UPDATE_MS = 60_000;

export const TEMPORARY_PASSWORD_LIFE_MS = 72 * MS_PER_HOUR;

export const newToken = (): string => randomBytes(32).toString('base64url');

/** Random tokens need no slow hash. */
export const tokenHash = (token: string): Buffer => hash('sha256', token, 'buffer');

/** Sessions last used before this instant have ended. Streams and polling do not count as use. */
export const idleSessionCutoff = (
  now: EpochMs,
  { sessionIdleDays }: Pick<Config, 'sessionIdleDays'>,
): EpochMs => now - sessionIdleDays * MS_PER_DAY;
