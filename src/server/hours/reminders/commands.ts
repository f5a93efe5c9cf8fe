/** Writes who is reminded, once, and takes the letters that are to be sent of it, each for one server. */
import { MS_PER_HOUR, MS_PER_MINUTE, type EpochMs } from '#domain/time/units';
import { named, type Database, type Queryable } from '../../platform/database/pool.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { asTimestamp } from '../../platform/database/wire-types.ts';
import { appendToLedger, lockChain } from '../../record/ledger/commands.ts';
import { isRunningStill, type RunningEntry } from './queries.ts';

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

export interface WaitingLetter {
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
