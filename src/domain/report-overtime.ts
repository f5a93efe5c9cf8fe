import type { TimeEntry } from './time-entry.ts';
import { MS_PER_HOUR } from './time.ts';
import { workedMs } from './worked-time.ts';

/** What the report counts as a full day of one entry: 8 h (spec §9). */
export const REPORT_OVERTIME_MS = 8 * MS_PER_HOUR;

/** What a completed entry has beyond 8 h after breaks, an open one nothing (spec §5); milliseconds. */
export const reportOvertimeMs = (entry: Pick<TimeEntry, 'clockIn' | 'clockOut' | 'breaks'>): number =>
  entry.clockOut === null ? 0 : Math.max(0, workedMs(entry, entry.clockOut) - REPORT_OVERTIME_MS);
