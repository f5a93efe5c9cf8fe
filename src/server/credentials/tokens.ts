/** The tokens of sessions, known browsers and reset links: random, and only their hashes are stored. */
import { hash, randomBytes } from 'node:crypto';
import { MS_PER_HOUR, type EpochMs } from '#domain/time';

const MS_PER_DAY = 24 * MS_PER_HOUR;
/** Ends unless its person does something; looking on (streams, polling) does not count. */
export const SESSION_IDLE_MS = 14 * MS_PER_DAY;
export const SESSION_LIFE_MS = 90 * MS_PER_DAY;
/** `last_seen_at` is written at most so often. */
export const SEEN_EVERY_MS = 60_000;
/** A browser that signed in so long ago is no longer known. */
export const DEVICE_LIFE_MS = 400 * MS_PER_DAY;

/** A temporary password that nobody has replaced by then opens nothing any more. */
export const TEMPORARY_PASSWORD_LIFE_MS = 72 * MS_PER_HOUR;

/** 32 random bytes as 43 characters. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** What is stored of a token; the token itself is random, so that no slow hash is needed. */
export const tokenHash = (token: string): Buffer => hash('sha256', token, 'buffer');

/** The earliest `last_seen_at` of a session that is still alive. */
export const idleSince = (now: EpochMs): EpochMs => now - SESSION_IDLE_MS;
