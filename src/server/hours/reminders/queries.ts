/** Reads whom there may be something to remind of. */
import type { EpochMs } from '#domain/time/units';
import type { TimeEntry } from '#domain/entry/time-entry';
import { constant } from '../../platform/database/sql.ts';
import type { Part } from '../../platform/database/parts.ts';
import { named, type Queryable } from '../../platform/database/pool.ts';
import { asTimestamp } from '../../platform/database/wire-types.ts';

export interface RunningEntry extends Pick<TimeEntry, 'clockIn' | 'clockOut' | 'breaks'> {
  readonly id: string;
  readonly userId: string;
}

const RUNNING = `SELECT e.id, e.user_id AS "userId", e.clock_in AS "clockIn"
  FROM counted_entry e JOIN account a ON a.id = e.user_id
  WHERE e.clock_out IS NULL AND e.set_aside_at IS NULL AND a.is_active AND a.role = 'employee'
    AND NOT EXISTS (SELECT FROM reminder r WHERE r.entry_id = e.id)`;
type Row = Pick<RunningEntry, 'id' | 'userId' | 'clockIn'>;
const toRunning = (row: Row): RunningEntry => ({ ...row, clockOut: null, breaks: [] });

/** Entries of whoever can clock out that are running and were begun between two instants, and were reminded of never. */
export async function runningEntries(tx: Queryable, since: EpochMs, until: EpochMs): Promise<RunningEntry[]> {
  const rows = await named<Row>(
    tx,
    'entries_to_remind_of',
    `${RUNNING} AND e.clock_in >= $1 AND e.clock_in <= $2 ORDER BY e.clock_in, e.id`,
    [asTimestamp(since), asTimestamp(until)],
  );
  return rows.map(toRunning);
}

/** Whether it is one of those still. */
export async function isRunningStill(tx: Queryable, id: string): Promise<boolean> {
  const rows = await named<Row>(tx, 'entry_to_remind_of', `${RUNNING} AND e.id = $1`, [id]);
  return rows.length === 1;
}

/** The running entry of whoever reads, where they were reminded of it. */
export const ownReminderPart: Part<string | null> = {
  name: 'reminded',
  columns: constant(`(SELECT r.entry_id FROM counted_entry e JOIN reminder r ON r.entry_id = e.id
    WHERE e.user_id = account.id AND e.clock_out IS NULL AND e.set_aside_at IS NULL) AS reminded_of`),
  valueOf: ({ reminded_of }: { readonly reminded_of: string | null }) => reminded_of,
};
