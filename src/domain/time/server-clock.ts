/** Detects that the server's clock was ahead and was set back: then some records have an instant in the future. */
import { say } from '#texts/say';
import type { EpochMs } from './units.ts';

/** Clocks are often corrected by some seconds, so warn only of records that are further ahead than this. */
export const AHEAD_ALLOWED_MS = 60_000;

export const isRecordAhead = (newest: EpochMs | null, now: EpochMs): newest is EpochMs =>
  newest !== null && newest - now > AHEAD_ALLOWED_MS;

/** Warns an employee after a punch. @param until time of the newest record in the workplace, 'YYYY-MM-DD HH:mm' */
export const recordAheadWarning = (until: string): string => say('punched.clockWasAhead', { until });
