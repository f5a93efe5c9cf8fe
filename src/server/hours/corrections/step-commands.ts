/** Writes corrections. Database triggers then update the counted entries, breaks and leave. */
import { toWireTimes } from '#contract/wire';
import type { EntryChange } from '#domain/correction/correction';
import type { SetAside } from '#domain/correction/check';
import type { LeaveChange, SplittingChange } from '#domain/leave/check';
import type { Leave } from '#domain/leave/leave';
import { isSettledBy, type CorrectionDecision } from '#domain/correction/decision';
import { ACTIONS, ruleOf, type CorrectionAction } from '#domain/correction/state';
import type { Day, EpochMs } from '#domain/time/units';
import type { Transaction } from '../../platform/database/transaction.ts';
import { asTimestamp } from '../../platform/database/wire-types.ts';
import { appendToChains, appendToLedger } from '../../ledger/commands.ts';
import { canonicalJson } from '../../ledger/canonical.ts';
import { newSalt, saltedDigest, type CorrectionKind } from '../../ledger/entry.ts';
import { orderedId } from '../../platform/ordered-id.ts';

type Verdict = Extract<CorrectionDecision, { ok: true }>;

export interface NewCorrection {
  readonly userId: string;
  readonly day: Day;
  readonly changes: readonly EntryChange[];
  readonly setAside: readonly SetAside[];
  /** Made of presses that a device kept without a network. */
  readonly isKept?: true;
  /** Corrects leave instead of times: `changes` is then empty. */
  readonly leave?: SplittingChange;
}

const KIND_BY_STATE = {
  asked: 'correction_asked',
  made: 'correction_made',
  proposed: 'correction_proposed',
  declared: 'correction_declared',
  'declared-over': 'correction_declared',
} as const satisfies Partial<Record<Verdict['state'], CorrectionKind>>;

export async function insertCorrections(
  tx: Transaction,
  { actorId, at, reason }: { readonly actorId: string; readonly at: EpochMs; readonly reason: string },
  corrections: readonly NewCorrection[],
  verdict: Verdict,
): Promise<string[]> {
  const added = corrections.map((one) => ({ ...one, id: orderedId(at), salt: newSalt() }));
  const ids = added.map(({ id }) => id);
  const [stored] = await tx.run<{ reason: string }>(
    `INSERT INTO correction (id, user_id, day, asked_by, asked_at, reason, salt, updated_at, subject, is_kept)
     SELECT id, user_id, day, $2, $3, $4, decode(salt, 'hex'), $3, subject, is_kept
     FROM jsonb_to_recordset($1) AS added (id uuid, user_id uuid, day date, salt text, subject text, is_kept boolean) RETURNING reason`,
    [
      JSON.stringify(
        added.map(({ id, userId, day, salt, leave, isKept = false }) => ({
          id,
          user_id: userId,
          day,
          salt: salt.toString('hex'),
          subject: leave ? 'leave' : 'times',
          is_kept: isKept,
        })),
      ),
      actorId,
      asTimestamp(at),
      reason,
    ],
  );
  await insertItems(tx, added);
  const state =
    verdict.selfDecided || !(verdict.state in KIND_BY_STATE)
      ? 'asked'
      : (verdict.state as keyof typeof KIND_BY_STATE);
  const isMade = state === 'made';
  if (isMade || verdict.selfDecided) for (const one of added) await setAside(tx, at, one.setAside);
  if (state !== 'asked')
    await tx.run(
      `UPDATE correction SET state = $2, decided_by = CASE $2 WHEN 'declared' THEN $3::uuid END,
         decided_at = CASE $2 WHEN 'declared' THEN $4::timestamptz END WHERE id = ANY ($1::uuid[])`,
      [ids, state, actorId, asTimestamp(at)],
    );
  const rows = added.map(({ id, userId: chain, day, changes, leave, salt, isKept, setAside: others }) => {
    const reason = saltedDigest(salt, stored?.reason ?? '');
    const entries = isMade ? entryIdsOf(changes, others) : undefined;
    const data = leave
      ? {
          correction: id,
          leave: leave.leaveId,
          digests: { reason, ...leaveDigests(salt, leave) },
          replaced:
            leave.replaced.length > 0
              ? leave.replaced.map((one) => ({ id: one.leaveId, ...leaveDigests(salt, one) }))
              : undefined,
        }
      : { correction: id, day, items: itemsOf(changes), digests: { reason }, entries, isKept };
    return { chain, at, actor: actorId, kind: KIND_BY_STATE[state], data } as const;
  });
  await appendToChains(tx, rows);
  if (verdict.selfDecided)
    for (const { id, userId, salt, ...one } of added) {
      const entries = one.leave ? undefined : entryIdsOf(one.changes, one.setAside);
      const leave = one.leave?.leaveId;
      await recordStep(tx, { id, userId, actorId, at, action: 'agree', verdict, salt, entries, leave });
    }
  return ids;
}

/** The ledger holds only digests of leave, so that records of sickness can be erased. */
export const leaveDigests = (salt: Buffer, { old, new: wanted }: Pick<LeaveChange, 'old' | 'new'>) => ({
  old: old && saltedDigest(salt, leaveText(old)),
  new: wanted && saltedDigest(salt, leaveText(wanted)),
});

export const leaveText = ({ kind, first, last, half }: Leave): string =>
  canonicalJson({ kind, first, last, half });

export const entryIdsOf = (changes: readonly EntryChange[], others: readonly SetAside[]): string[] => [
  ...changes.map(({ entryId }) => entryId),
  ...others.map(({ id }) => id),
];

/** Call this before adding a later entry: the database refuses that entry while an earlier one is open. */
export async function setAside(tx: Transaction, now: EpochMs, entries: readonly SetAside[]): Promise<void> {
  const text =
    'UPDATE counted_entry SET set_aside_at = least(set_aside_at, $2), updated_at = $3 WHERE id = $1';
  for (const { id, at } of entries) await tx.run(text, [id, asTimestamp(at), asTimestamp(now)]);
}

export interface CorrectionStep {
  readonly id: string;
  readonly userId: string;
  readonly actorId: string;
  readonly at: EpochMs;
  readonly action: CorrectionAction;
  readonly verdict: Verdict;
  readonly reason?: string | undefined;
  /** Null for a step without a reason. */
  readonly salt: Buffer | null;
  readonly items?: readonly EntryChange[] | undefined;
  /** Ids of entries whose times this step applies or undoes. */
  readonly entries?: readonly string[] | undefined;
  /** Id of the leave that the step changes. */
  readonly leave?: string | undefined;
}

export async function recordStep(tx: Transaction, step: CorrectionStep): Promise<void> {
  const { id, userId, actorId, at, action, verdict, salt, items, entries, leave } = step;
  const { reason: text } = ruleOf(action);
  const reason = text && step.reason;
  const [stored] = await tx.run<{ decision_reason: string | null; objection: string | null }>(
    `UPDATE correction SET state = $2, self_decided = $3, updated_at = $4,
       decided_by = CASE WHEN $5 THEN $6::uuid END, decided_at = CASE WHEN $5 THEN $4::timestamptz END,
       sent_back_by = CASE WHEN $2 = 'sent-back' THEN $6 ELSE sent_back_by END,
       decision_reason = CASE WHEN $2 <> 'asked' THEN coalesce($7, decision_reason) END, objection = coalesce($8, objection)
     WHERE id = $1 RETURNING decision_reason, objection`,
    [
      id,
      verdict.state,
      verdict.selfDecided,
      asTimestamp(at),
      isSettledBy(action, verdict.state),
      actorId,
      text === 'decisionReason' ? reason : null,
      text === 'objection' ? reason : null,
    ],
  );
  const written = text === 'objection' ? stored?.objection : stored?.decision_reason;
  await appendToLedger(tx, {
    chain: userId,
    at,
    actor: actorId,
    kind: ACTIONS[action].kind,
    data: {
      correction: id,
      leave,
      items: items && itemsOf(items),
      digests:
        salt && text && reason !== undefined ? { [text]: saltedDigest(salt, written ?? '') } : undefined,
      selfDecided: verdict.selfDecided ? true : undefined,
      entries,
    },
  });
}

export async function replaceItems(tx: Transaction, id: string, changes: readonly EntryChange[]) {
  await tx.run('DELETE FROM correction_item WHERE correction_id = $1', [id]);
  await insertItems(tx, [{ id, changes }]);
}

const insertItems = (
  tx: Transaction,
  of: readonly (Pick<NewCorrection, 'changes' | 'leave'> & { readonly id: string })[],
): Promise<object[]> =>
  tx.run(
    `INSERT INTO correction_item (correction_id, n, entry_id, old, new)
     SELECT id, n, entry_id, nullif(old, 'null'), nullif(new, 'null')
     FROM jsonb_to_recordset($1) AS item (id uuid, n integer, entry_id uuid, old jsonb, new jsonb)`,
    [
      JSON.stringify(
        of.flatMap(({ id, changes, leave }) =>
          (leave
            ? [leave, ...leave.replaced].map((one) => ({ entryId: one.leaveId, old: one.old, new: one.new }))
            : itemsOf(changes)
          ).map(({ entryId, ...times }, index) => ({ id, n: index + 1, entry_id: entryId, ...times })),
        ),
      ),
    ],
  );

const itemsOf = (changes: readonly EntryChange[]) =>
  changes.map(({ entryId, old, new: wanted }) => ({
    entryId,
    old: old && toWireTimes(old),
    new: wanted && toWireTimes(wanted),
  }));
