import { type EpochMs, MS_PER_HOUR, MS_PER_MINUTE } from '#domain/time/units';
import type { TimeEntry } from '#domain/entry/time-entry';
import { constant, type QueryPart } from '../../platform/database/sql.ts';
import type { Queryable } from '../../platform/database/connection.ts';
import type { Database } from '../../platform/database/pool.ts';
import { asTimestamp } from '../../platform/database/wire-types.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { appendToLedger, lockChain } from '../../ledger/commands.ts';

export interface RunningEntry extends Pick<TimeEntry, 'clockIn' | 'clockOut' | 'breaks'> {
  readonly id: string;
  readonly userId: string;
}

const UNREMINDED_ENTRIES = `SELECT e.id, e.user_id AS "userId", e.clock_in AS "clockIn", NULL AS "clockOut", '[]'::json AS breaks
  FROM counted_entry e JOIN account a ON a.id = e.user_id
  WHERE e.clock_out IS NULL AND e.set_aside_at IS NULL AND a.is_active AND a.role = 'employee'
    AND NOT EXISTS (SELECT FROM reminder r WHERE r.entry_id = e.id)`;

export const runningUnremindedEntries = (
  tx: Queryable,
  since: EpochMs,
  until: EpochMs,
): Promise<RunningEntry[]> =>
  tx.run<RunningEntry>(
    `${UNREMINDED_ENTRIES} AND e.clock_in >= $1 AND e.clock_in <= $2 ORDER BY e.clock_in, e.id`,
    [asTimestamp(since), asTimestamp(until)],
  );

export const ownReminderPart: QueryPart<string | null> = {
  columns: constant(`(SELECT r.entry_id FROM counted_entry e JOIN reminder r ON r.entry_id = e.id
    WHERE e.user_id = account.id AND e.clock_out IS NULL AND e.set_aside_at IS NULL) AS "remindedOf"`),
  valueOf: ({ remindedOf }: { readonly remindedOf: string | null }) => remindedOf,
};

/** Reminder mails that could not be sent within this time are cancelled. */
const REMINDER_MAIL_AGE_MAX_MS = 12 * MS_PER_HOUR;
/** A server that takes longer than this to send a mail must have crashed: sending takes only seconds. */
const SENDING_TIMEOUT_MS = MS_PER_MINUTE;

/** False if the person has clocked out, or another server reminded first. */
export const saveReminder = (database: Database, entry: RunningEntry, at: EpochMs): Promise<boolean> =>
  inTransaction(database, async (tx) => {
    await lockChain(tx, entry.userId);
    const running = await tx.run(`${UNREMINDED_ENTRIES} AND e.id = $1`, [entry.id]);
    if (running.length === 0) return false;
    await tx.run('INSERT INTO reminder (entry_id, at, mail_at) VALUES ($1, $2, $2)', [
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

export const cancelOutdatedReminderMails = async (tx: Queryable, now: EpochMs): Promise<void> =>
  void (await tx.run(
    `UPDATE reminder r SET mail = 'not-needed', mail_at = $1 WHERE mail = 'waiting' AND (at < $2 OR NOT EXISTS (
       SELECT FROM counted_entry e JOIN account a ON a.id = e.user_id
       WHERE e.id = r.entry_id AND e.clock_out IS NULL AND e.set_aside_at IS NULL AND a.is_active))`,
    [asTimestamp(now), asTimestamp(now - REMINDER_MAIL_AGE_MAX_MS)],
  ));

/**
 * Marks the next mail before it is sent, so that no other server sends the same mail. Null if no mail is left.
 * @param isRepeatable if true, a mail that a crashed server was sending is sent again
 */
export async function claimReminderMail(tx: Queryable, now: EpochMs, isRepeatable: boolean) {
  const [taken] = await tx.run<{ entryId: string; email: string; clockIn: EpochMs }>(
    `UPDATE reminder r SET mail = 'being-sent', mail_at = $1 FROM counted_entry e JOIN account a ON a.id = e.user_id
     WHERE e.id = r.entry_id AND r.entry_id = (
       SELECT w.entry_id FROM reminder w JOIN counted_entry c ON c.id = w.entry_id
       WHERE w.mail = 'waiting' OR ($2 AND w.mail = 'being-sent' AND w.mail_at <= $3)
       ORDER BY w.at, w.entry_id LIMIT 1 FOR UPDATE OF w SKIP LOCKED)
     RETURNING r.entry_id AS "entryId", a.email, e.clock_in AS "clockIn"`,
    [asTimestamp(now), isRepeatable, asTimestamp(now - SENDING_TIMEOUT_MS)],
  );
  return taken ?? null;
}

export const saveReminderMailState = async (
  tx: Queryable,
  entryId: string,
  became: 'sent' | 'waiting',
  now: EpochMs,
): Promise<void> =>
  void (await tx.run('UPDATE reminder SET mail = $2, mail_at = $3 WHERE entry_id = $1', [
    entryId,
    became,
    asTimestamp(now),
  ]));
