import type { CheckedInputOf } from '#contract/routes';
import { toWireEntry, toWireTimes } from '#contract/wire';
import { endEntry, checkStatedEnd, leftOpenReason, OWN_STATEMENT } from '#domain/entry/left-open';
import { requireMinuteOfDay } from '#domain/time/units';
import { type TimeEntry, workedMinutes } from '#domain/entry/time-entry';
import { writeNotification } from '../../workplace/activity/commands.ts';
import { calendarOf, timeContextAt } from '../../platform/calendars.ts';
import type { Database } from '../../platform/database/pool.ts';
import { inTransaction, type Transaction } from '../../platform/database/transaction.ts';
import { asTimestamp } from '../../platform/database/wire-types.ts';
import { refused } from '../../platform/refused.ts';
import { storeResponse, type Sender } from '../../ledger/idempotency/commands.ts';
import { newNotification, saltedDigest } from '../../ledger/entry.ts';
import { appendToLedger, lockChain } from '../../ledger/commands.ts';
import { readSettings } from '../../workplace/settings/queries.ts';
import { findEntry, type FoundEntry } from './queries.ts';

export type EntryClosingInput = Omit<CheckedInputOf<'closeEntry'>, 'requestId' | 'reason'> & {
  readonly reason: string | null;
  /** Id of the kiosk where its person said so. */
  readonly kiosk?: string;
};

type NamedSender = Sender & { readonly name: string };

/**
 * People close their own entry without a reason; for somebody else's entry a reason is required. Locks the chain, so
 * that the employee cannot clock out at the same time.
 */
export async function closeEntry(database: Database, sender: NamedSender, closing: EntryClosingInput) {
  const { at: now, actor, name, key } = sender;
  return inTransaction(database, async (tx) => {
    const userId = (await findEntry(tx, closing.entryId))?.entry.userId;
    const isOwn = closing.reason === null;
    if (userId === undefined || (isOwn && userId !== actor)) return refused('entry_not_found');
    await lockChain(tx, userId);
    const found = await findEntry(tx, closing.entryId);
    if (!found) return refused('entry_not_found');
    const settings = await readSettings(tx);
    if (found.entry.clockOut !== null) return refused('entry_already_closed');
    if (leftOpenReason(found.employee, found.entry, timeContextAt(settings, now)) === null)
      return refused('entry_still_running');
    const given = checkStatedEnd(
      found.entry,
      calendarOf(settings).instantAt(closing.day, requireMinuteOfDay(closing.time), closing.which),
      now,
    );
    if (!given.ok) return { ...refused('invalid_input'), fault: given.fault };
    const entry = endEntry(found.entry, given.at, {
      name,
      reason: closing.reason ?? OWN_STATEMENT,
      at: now,
      ...(isOwn ? { isOwn } : {}),
    });
    await writeEntryClosing(tx, sender, found, entry, closing.kiosk);
    const closed = toWireEntry(entry, { authUid: userId, createdAt: found.createdAt, updatedAt: now });
    return storeResponse(tx, key, now, { ok: true, entry: closed });
  });
}

/** Ends the open break first: the database refuses to change a break once the entry is closed. */
async function writeEntryClosing(
  tx: Transaction,
  { at, actor, name: adminName }: NamedSender,
  { entry: before, employee: { name } }: FoundEntry,
  entry: TimeEntry,
  kiosk: string | undefined,
): Promise<void> {
  const end = asTimestamp(entry.clockOut ?? at);
  const minutes = workedMinutes(entry, at);
  const notification = newNotification(
    entry.closedBy?.isOwn
      ? { kind: 'stated', userName: name, workedMinutes: minutes }
      : { kind: 'closed', userName: name, adminName, workedMinutes: minutes },
  );
  await tx.run('UPDATE counted_break SET ended_at = $2 WHERE entry_id = $1 AND ended_at IS NULL', [
    entry.id,
    end,
  ]);
  await tx.run('UPDATE counted_entry SET clock_out = $2, updated_at = $3 WHERE id = $1', [
    entry.id,
    end,
    asTimestamp(at),
  ]);
  const [explained] = await tx.run<{ reason: string; salt: Buffer }>(
    `INSERT INTO time_entry_closing (entry_id, closed_by, reason, at) VALUES ($1, $2, $3, $4)
     RETURNING reason, (SELECT salt FROM time_entry_detail WHERE entry_id = $1)`,
    [entry.id, actor, entry.closedBy?.reason ?? '', asTimestamp(at)],
  );
  if (!explained) throw new Error('The closing was not written.');
  const [from, to] = [toWireTimes(before), toWireTimes(entry)];
  await appendToLedger(tx, {
    chain: entry.userId,
    at,
    actor,
    kind: 'entry_closed',
    entry: entry.id,
    notification,
    data: {
      kiosk,
      digests: { reason: saltedDigest(explained.salt, explained.reason) },
      changes: {
        clockOut: { from: from.clockOut, to: to.clockOut },
        breaks: { from: from.breaks, to: to.breaks },
      },
    },
  });
  await writeNotification(tx, { notification, userId: entry.userId, userName: name, at });
}
