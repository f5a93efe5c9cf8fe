import type { CheckedInputOf } from '#contract/routes';
import { periodRefusal } from '#domain/period/pay-period';
import type { EpochMs } from '#domain/time/units';
import type { Database } from '../../platform/database/pool.ts';
import { inTransaction, type Transaction } from '../../platform/database/transaction.ts';
import { asTimestamp } from '../../platform/database/wire-types.ts';
import { appendToLedger, lockChain } from '../../ledger/commands.ts';
import { refuseTooManySteps } from '../../ledger/queries.ts';
import { newSalt, saltedDigest } from '../../ledger/entry.ts';
import { refused } from '../../platform/refused.ts';
import { storeResponse, type Sender } from '../../ledger/idempotency/commands.ts';
import { lockSettings } from '../../workplace/settings/queries.ts';
import { ownPeriods, instantAfter, toRecordedPeriod } from './records.ts';
import { ownerOfPeriods, periodsOfOne } from './queries.ts';
import { isPeriod, periodOf, type Period } from './ranges.ts';

export type PeriodResponse = Omit<CheckedInputOf<'confirmPeriod'>, 'requestId'> & {
  /** Null confirms the period. */
  readonly objection: string | null;
};

/** Locks the employee's chain: their hours cannot change while they confirm. */
export async function respondToPeriod(
  database: Database,
  { at: now, actor: userId, key }: Sender,
  { first, last, version, figures, objection }: PeriodResponse,
) {
  return inTransaction(database, async (tx) => {
    const settings = await lockSettings(tx);
    await lockChain(tx, userId);
    const tooMany = await refuseTooManySteps(tx, userId, now);
    if (tooMany) return tooMany;
    const owner = await ownerOfPeriods(tx, settings, userId);
    if (!owner) return refused('employee_not_found');
    const stored = (await periodsOfOne(tx, userId)).get(first);
    const range = { first, last };
    if (!isPeriod(settings, range) || (stored?.version ?? 0) !== version) return refused('period_changed');
    const look = () => ownPeriods(tx, now, settings, owner, [range]);
    const [before] = await look();
    if (!before) throw new Error('A period is not there.');
    if (figures !== undefined && figures !== before.figures) return refused('period_changed');
    const refusal = periodRefusal(objection === null ? 'confirm' : 'object', {
      ...before,
      reason: objection ?? '',
    });
    if (refusal) return refused(refusal);
    const at = instantAfter(now, [stored]);
    const response = objection === null ? { figures: before.figures } : { objection };
    await writePeriodResponse(tx, at, userId, periodOf(settings, range), response, stored?.salt ?? newSalt());
    const [period] = await look();
    if (!period) throw new Error('A period is not there.');
    return storeResponse(tx, key, now, { ok: true, period });
  });
}

async function writePeriodResponse(
  tx: Transaction,
  at: EpochMs,
  userId: string,
  { first, last, from, to }: Period,
  { figures, objection }: { readonly figures?: string; readonly objection?: string },
  salt: Buffer,
): Promise<void> {
  await appendToLedger(tx, {
    chain: userId,
    at,
    actor: userId,
    kind: objection === undefined ? 'period_confirmed' : 'period_objected',
    data: {
      period: toRecordedPeriod({ first, last, from, to }),
      figures,
      digests: objection === undefined ? undefined : { objection: saltedDigest(salt, objection) },
    },
  });
  await tx.run(
    `INSERT INTO period AS p (user_id, first, last, start_at, end_at, confirmed_at, confirmed_hash, objected_at, objection, salt)
     VALUES ($1, $2, $3, $4, $5, CASE WHEN $7::text IS NULL THEN $6::timestamptz END, decode($9, 'hex'), CASE WHEN $7 IS NOT NULL THEN $6 END, $7, $8)
     ON CONFLICT (user_id, first) DO UPDATE SET start_at = excluded.start_at, end_at = excluded.end_at,
       confirmed_at = coalesce(excluded.confirmed_at, p.confirmed_at),
       confirmed_hash = coalesce(excluded.confirmed_hash, p.confirmed_hash), objected_at = coalesce(excluded.objected_at, p.objected_at),
       objection = coalesce(excluded.objection, p.objection), version = p.version + 1`,
    [userId, first, last, asTimestamp(from), asTimestamp(to), asTimestamp(at), objection, salt, figures],
  );
}
