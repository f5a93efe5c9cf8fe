import { CLOSINGS_MAX } from '#contract/periods/periods';
import type { Settings } from '#contract/records';
import type { CheckedInputOf } from '#contract/routes';
import { type ProblemCode, problemText } from '#contract/problems';
import { UNDO_MS } from '#domain/correction/decision';
import { type PeriodAction, UNDO_REASON, isReadyToClose, periodRefusal } from '#domain/period/pay-period';
import type { Day, EpochMs } from '#domain/time/units';
import type { Database } from '../../platform/database/pool.ts';
import { type Transaction, inTransaction } from '../../platform/database/transaction.ts';
import { appendToChains, lockChain, lockChains } from '../../ledger/commands.ts';
import { SETTINGS_CHAIN, newSalt, saltedDigest } from '../../ledger/entry.ts';
import { refused } from '../../platform/refused.ts';
import { storeResponse, type Sender } from '../../ledger/idempotency/commands.ts';
import { lockSettings } from '../../workplace/settings/queries.ts';
import type { PersonOfRange } from '../reports/queries.ts';
import { type PersonOfPeriod, peopleOfPeriod, periodsOfPeople } from './people.ts';
import { type StoredPeriod, finalClosings } from './queries.ts';
import { type Period, isPeriod, periodOf, todayOf } from './ranges.ts';
import { instantAfter, toRecordedPeriod } from './records.ts';
import { type FrozenText, frozenTextsOf, figuresOfPerson } from './summaries.ts';
import { asTimestamp } from '../../platform/database/wire-types.ts';

async function writeClosedPeriods(
  tx: Transaction,
  at: EpochMs,
  actorId: string,
  { first, last, from, to }: Period,
  rows: readonly (FrozenText & { userId: string; salt: Buffer; reason: string | null })[],
): Promise<void> {
  await tx.run(
    `INSERT INTO period AS p (user_id, first, last, start_at, end_at, closed_at, closed_by, closing_reason, frozen, frozen_hash, salt)
     SELECT c.user_id, $1, $2, $3, $4, $5, $6, c.reason, c.frozen::jsonb, c.hash, c.salt
     FROM unnest($7::uuid[], $8::text[], $9::text[], $10::bytea[], $11::bytea[]) AS c (user_id, reason, frozen, hash, salt)
     ON CONFLICT (user_id, first) DO UPDATE SET start_at = excluded.start_at, end_at = excluded.end_at, closed_at = excluded.closed_at,
       closed_by = excluded.closed_by, closing_reason = excluded.closing_reason, frozen = excluded.frozen,
       frozen_hash = excluded.frozen_hash, version = p.version + 1`,
    [
      first,
      last,
      asTimestamp(from),
      asTimestamp(to),
      asTimestamp(at),
      actorId,
      rows.map(({ userId }) => userId),
      rows.map(({ reason }) => reason),
      rows.map(({ text }) => text),
      rows.map(({ hash }) => hash),
      rows.map(({ salt }) => salt),
    ],
  );
}

async function writeReopenedPeriods(
  tx: Transaction,
  at: EpochMs,
  actorId: string,
  first: Day,
  rows: readonly StoredPeriod[],
  reason: string,
): Promise<void> {
  await tx.run(
    `UPDATE period SET reopened_at = $1, reopened_by = $2, reopening_reason = $3, reopenings = reopenings + 1, version = version + 1
     WHERE first = $4 AND user_id = ANY ($5::uuid[])`,
    [asTimestamp(at), actorId, reason, first, rows.map(({ userId }) => userId)],
  );
}

type PeriodDecisions = readonly { readonly one: PersonOfPeriod; readonly refusal: ProblemCode | null }[];

/** Locks the chains, so that nothing changes between the check and the write. */
async function checkPeople(
  tx: Transaction,
  now: EpochMs,
  settings: Settings,
  period: Period,
  people: readonly PersonOfRange[],
  action: PeriodAction,
  reason: string,
): Promise<PeriodDecisions> {
  const ids = people.map(({ id }) => id);
  await lockChains(tx, ids);
  const all = await periodsOfPeople(tx, now, settings, period, people);
  const isUndo = action === 'reopen' && reason === UNDO_REASON;
  const finalClosingIds = isUndo ? await finalClosings(tx, period.first, now - UNDO_MS) : new Set();
  return all.map((one) => {
    const refusal = periodRefusal(action, { ...one, reason });
    return { one, refusal: refusal ?? (finalClosingIds.has(one.person.id) ? 'period_undo_over' : null) };
  });
}

const refusedOf = (decisions: PeriodDecisions, userIds: readonly string[]) => [
  ...decisions.flatMap(({ one: { person }, refusal }) =>
    refusal ? [refusalRow(person.id, person.name, refusal)] : [],
  ),
  ...userIds
    .filter((id) => !decisions.some(({ one }) => one.person.id === id))
    .map((id) => refusalRow(id, '', 'employee_not_found')),
];

const refusalRow = (userId: string, name: string, code: ProblemCode) => ({
  userId,
  name,
  message: problemText(code),
});

const sortByUserId = <Row extends { readonly userId: string }>(rows: readonly Row[]): Row[] =>
  rows.toSorted((one, other) => (one.userId < other.userId ? -1 : 1));

/** Locks chains before adding up hours. With `userIds`, refuses periods that cannot be closed; without, skips them. */
export async function closePeriods(
  database: Database,
  { at: now, actor, name: closedBy, key }: Sender & { readonly name: string },
  { first, last, userIds, reason = '' }: Omit<CheckedInputOf<'closePeriods'>, 'requestId'>,
) {
  return inTransaction(database, async (tx) => {
    const settings = await lockSettings(tx);
    if (!isPeriod(settings, { first, last })) return refused('period_changed');
    if (last >= todayOf(settings, now)) return refused('period_running');
    const period = periodOf(settings, { first, last });
    const everybody = await peopleOfPeriod(tx, now, settings, period);
    const ready = everybody.filter(isReadyToClose);
    const chosen = userIds
      ? everybody.filter(({ person }) => userIds.includes(person.id))
      : ready.slice(0, CLOSINGS_MAX);
    const people = chosen.map(({ person }) => person);
    const decisions = await checkPeople(tx, now, settings, period, people, 'close', reason);
    const closing = decisions.filter(({ refusal }) => refusal === null).map(({ one }) => one);
    const stored = closing.map((one) => one.stored);
    const at = instantAfter(now, stored);
    if (closing.length > 0) {
      const frozen = await frozenTextsOf(tx, closing, { period, settings, at, closedBy });
      await closePeriodsOf(tx, at, actor, period, closing, frozen, reason);
    }
    return storeResponse(tx, key, now, {
      ok: true,
      outcome: {
        closed: closing.length,
        left: userIds ? 0 : ready.length - decisions.length,
        refused: userIds ? refusedOf(decisions, userIds) : [],
      },
    });
  });
}

async function closePeriodsOf(
  tx: Transaction,
  at: EpochMs,
  actorId: string,
  period: Period,
  closing: readonly PersonOfPeriod[],
  frozen: ReadonlyMap<string, FrozenText>,
  reason: string,
): Promise<void> {
  const rows = sortByUserId(
    closing.map((one) => ({
      userId: one.person.id,
      salt: one.stored?.salt ?? newSalt(),
      // A ready person's closing needs no reason, so none is stored.
      reason: isReadyToClose(one) || reason === '' ? null : reason,
      ...figuresOfPerson(frozen, one.person.id),
    })),
  );
  await appendToChains(
    tx,
    rows.map(({ userId: chain, salt, reason: why, hash }) => ({
      chain,
      at,
      actor: actorId,
      kind: 'period_closed',
      data: {
        period: toRecordedPeriod(period),
        summary: hash.toString('hex'),
        digests: why === null ? undefined : { reason: saltedDigest(salt, why) },
      },
    })),
  );
  await writeClosedPeriods(tx, at, actorId, period, rows);
}

export async function reopenPeriods(
  database: Database,
  { at: now, actor, key }: Sender,
  { first, last, userIds, reason }: Omit<CheckedInputOf<'reopenPeriods'>, 'requestId'>,
) {
  return inTransaction(database, async (tx) => {
    // An undo locks the settings chain before the settings, as saving settings does, to avoid deadlocks.
    if (reason === UNDO_REASON) await lockChain(tx, SETTINGS_CHAIN);
    const settings = await lockSettings(tx);
    if (!isPeriod(settings, { first, last })) return refused('period_changed');
    const period = periodOf(settings, { first, last });
    const chosenPeople = (await peopleOfPeriod(tx, now, settings, period))
      .map(({ person }) => person)
      .filter(({ id }) => userIds.includes(id));
    const decisions = await checkPeople(tx, now, settings, period, chosenPeople, 'reopen', reason);
    const rows = sortByUserId(
      decisions.flatMap(({ one, refusal }) => (refusal || !one.stored ? [] : [one.stored])),
    );
    const at = instantAfter(now, rows);
    await appendToChains(
      tx,
      rows.map(({ userId: chain, salt }) => ({
        chain,
        at,
        actor,
        kind: 'period_reopened',
        data: { period: { first, last }, digests: { reason: saltedDigest(salt, reason) } },
      })),
    );
    await writeReopenedPeriods(tx, at, actor, first, rows, reason);
    return storeResponse(tx, key, now, {
      ok: true,
      outcome: { reopened: rows.length, refused: refusedOf(decisions, userIds) },
    });
  });
}
