/** Reads whom there may be something to remind of. */
import { type EpochMs, MS_PER_HOUR, MS_PER_MINUTE } from '#domain/time/units';
import type { TimeEntry } from '#domain/entry/time-entry';
import { constant } from '../../platform/database/sql.ts';
import type { Part } from '../../platform/database/parts.ts';
import { type Database, type Queryable, named } from '../../platform/database/pool.ts';
import { asTimestamp } from '../../platform/database/wire-types.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { appendToLedger, lockChain } from '../../record/ledger/commands.ts';

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

/** Writes who is reminded, once, and takes the letters that are to be sent of it, each for one server. */
/** A letter that could not be handed over for so long tells nobody anything any more. */
const TRIED_MS = 12 * MS_PER_HOUR;
/** Whoever has had a letter for so long has gone away with it: handing one over takes seconds. */
const GONE_MS = MS_PER_MINUTE;

/**
 * Puts on record that somebody was reminded, which reaches their screens; together with it their letter begins to wait.
 * @returns false when they have clocked out meanwhile, or another server was first
 */
export const remind = (database: Database, entry: RunningEntry, at: EpochMs): Promise<boolean> =>
  inTransaction(database, async (tx) => {
    await lockChain(tx, entry.userId);
    if (!(await isRunningStill(tx, entry.id))) return false;
    await named(tx, 'remind', 'INSERT INTO reminder (entry_id, at, mail_at) VALUES ($1, $2, $2)', [
      entry.id,
      asTimestamp(at),
    ]);
    await appendToLedger(tx, {
      chain: entry.userId,
      at,
      actor: null,
      kind: 'clock_out_reminded',
      entry: entry.id,
    });
    return true;
  });

interface WaitingLetter {
  readonly entryId: string;
  readonly email: string;
  readonly clockIn: EpochMs;
}

/** Letters that nobody needs or can use any more: they have clocked out, or have waited for too long. */
export const dropLetters = async (tx: Queryable, now: EpochMs): Promise<void> =>
  void (await named(
    tx,
    'drop_reminder_letters',
    `UPDATE reminder r SET mail = 'not-needed', mail_at = $1 WHERE mail = 'waiting' AND (at < $2 OR NOT EXISTS (
       SELECT FROM counted_entry e JOIN account a ON a.id = e.user_id
       WHERE e.id = r.entry_id AND e.clock_out IS NULL AND e.set_aside_at IS NULL AND a.is_active))`,
    [asTimestamp(now), asTimestamp(now - TRIED_MS)],
  ));

/**
 * Takes a letter that waits; null when there is none. It is marked before it is sent, so that no other server sends it.
 * @param isRepeatable it may be sent again, since a second one is not made: then also one that somebody has gone away with
 */
export async function takeLetter(
  tx: Queryable,
  now: EpochMs,
  isRepeatable: boolean,
): Promise<WaitingLetter | null> {
  const [taken] = await named<WaitingLetter>(
    tx,
    'take_reminder_letter',
    `UPDATE reminder r SET mail = 'being-sent', mail_at = $1 FROM counted_entry e JOIN account a ON a.id = e.user_id
     WHERE e.id = r.entry_id AND r.entry_id = (
       SELECT w.entry_id FROM reminder w JOIN counted_entry c ON c.id = w.entry_id
       WHERE w.mail = 'waiting' OR ($2 AND w.mail = 'being-sent' AND w.mail_at <= $3)
       ORDER BY w.at, w.entry_id LIMIT 1 FOR UPDATE OF w SKIP LOCKED)
     RETURNING r.entry_id AS "entryId", a.email, e.clock_in AS "clockIn"`,
    [asTimestamp(now), isRepeatable, asTimestamp(now - GONE_MS)],
  );
  return taken ?? null;
}

/** What became of a letter that was taken: one that could not be handed over waits again. */
export const endLetter = async (
  tx: Queryable,
  entryId: string,
  became: 'sent' | 'waiting',
  now: EpochMs,
): Promise<void> =>
  void (await named(
    tx,
    'end_reminder_letter',
    'UPDATE reminder SET mail = $2, mail_at = $3 WHERE entry_id = $1',
    [entryId, became, asTimestamp(now)],
  ));
