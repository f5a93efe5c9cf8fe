/** Detects that the server's clock was ahead and was set back: then some records have an instant in the future. */
import type { EpochMs } from './units.ts';

/** Clocks are often corrected by some seconds, so warn only of records that are further ahead than this. */
export const AHEAD_MS = 60_000;

export const isRecordAhead = (newest: EpochMs | null, now: EpochMs): newest is EpochMs =>
  newest !== null && newest - now > AHEAD_MS;

/** The warning that an employee reads after a punch. @param until the workplace's 'YYYY-MM-DD HH:mm' of the newest record */
export const recordAheadWarning = (until: string): string =>
  `The server's clock was ahead and was set back. There are records until ${until}. Ask an administrator to check your times.`;
