/** Writes the steps of a correction: its tables, which change what counts by themselves, and its rows of the ledger. */
import type { EntryChange } from '#domain/correction';
import type { CorrectionAction, CorrectionDecision, CorrectionState } from '#domain/correction-state';
import type { Day, EpochMs } from '#domain/time';
import { named } from '../database/pool.ts';
import type { Transaction } from '../database/transaction.ts';
import { asTimestamp } from '../database/wire-types.ts';
import { appendToLedger } from '../ledger/commands.ts';
import { saltedDigest, type CorrectionKind } from '../ledger/entry.ts';
import { wireTimesOrNull } from './queries.ts';

type Verdict = Extract<CorrectionDecision, { ok: true }>;

/** A correction that somebody asks for or makes. */
export interface Beginning {
  readonly id: string;
  readonly userId: string;
  readonly day: Day;
  readonly actorId: string;
  readonly at: EpochMs;
  readonly reason: string;
  readonly salt: Buffer;
}

/** It waits for the other side, counts at once, or is settled by the only admin there is. */
export async function begin(
  tx: Transaction,
  { id, userId, day, actorId, at, reason, salt }: Beginning,
  changes: readonly EntryChange[],
  { state, selfDecided }: Verdict,
): Promise<void> {
  const [kept] = await named<{ reason: string }>(
    tx,
    'insert_correction',
    `
    INSERT INTO correction (id, user_id, day, asked_by, asked_at, reason, salt, updated_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $5) RETURNING reason`,
    [id, userId, day, actorId, asTimestamp(at), reason, salt],
  );
  await insertItems(tx, id, changes);
  const entries = changes.map(({ entryId }) => entryId);
  const row = { chain: userId, at, actor: actorId };
  const asked = { correction: id, day, items: itemsOf(changes) };
  const digests = { reason: saltedDigest(salt, kept?.reason ?? '') };
  if (state === 'made') {
    await named(tx, 'make_correction', `UPDATE correction SET state = 'made' WHERE id = $1`, [id]);
    await appendToLedger(tx, { ...row, kind: 'correction_made', data: { ...asked, digests, entries } });
    return;
  }
  await appendToLedger(tx, { ...row, kind: 'correction_asked', data: { ...asked, digests } });
  if (selfDecided)
    await step(tx, {
      id,
      userId,
      actorId,
      at,
      action: 'agree',
      verdict: { ok: true, state, selfDecided },
      reason: undefined,
      salt,
      items: undefined,
      entries,
    });
}

/** What somebody has done about a correction. */
export interface Step {
  readonly id: string;
  readonly userId: string;
  readonly actorId: string;
  readonly at: EpochMs;
  readonly action: CorrectionAction;
  readonly verdict: Verdict;
  readonly reason: string | undefined;
  readonly salt: Buffer;
  /** Where they are other ones than before. */
  readonly items: readonly EntryChange[] | undefined;
  /** Whose times begin or cease to count by it. */
  readonly entries: readonly string[] | undefined;
}

const KINDS: Readonly<Record<CorrectionAction, CorrectionKind>> = {
  agree: 'correction_agreed',
  'send-back': 'correction_sent_back',
  decline: 'correction_declined',
  object: 'correction_objected',
  withdraw: 'correction_withdrawn',
  'take-back': 'correction_taken_back',
};
const SETTLED: ReadonlySet<CorrectionState> = new Set<CorrectionState>([
  'agreed',
  'declined',
  'withdrawn',
  'taken-back',
]);

/** Where it is said why, by the action: what an employee says against a correction stands beside the others. */
const TEXTS: Partial<Readonly<Record<CorrectionAction, 'decisionReason' | 'objection'>>> = {
  'send-back': 'decisionReason',
  decline: 'decisionReason',
  object: 'objection',
};

export async function step(tx: Transaction, taken: Step): Promise<void> {
  const { id, userId, actorId, at, action, verdict, salt, items, entries } = taken;
  const text = TEXTS[action];
  const said = text === undefined ? undefined : taken.reason;
  const [kept] = await named<{ decision_reason: string | null; objection: string | null }>(
    tx,
    'step_of_correction',
    `
    UPDATE correction SET state = $2, self_decided = $3, updated_at = $4, version = version + 1,
      decided_by = CASE WHEN $5 THEN $6::uuid END, decided_at = CASE WHEN $5 THEN $4::timestamptz END,
      sent_back_by = CASE WHEN $2 = 'sent-back' THEN $6 ELSE sent_back_by END,
      decision_reason = coalesce($7, decision_reason), objection = coalesce($8, objection)
    WHERE id = $1 RETURNING decision_reason, objection`,
    [
      id,
      verdict.state,
      verdict.selfDecided,
      asTimestamp(at),
      SETTLED.has(verdict.state),
      actorId,
      text === 'decisionReason' ? said : null,
      text === 'objection' ? said : null,
    ],
  );
  const written = text === 'objection' ? kept?.objection : kept?.decision_reason;
  await appendToLedger(tx, {
    chain: userId,
    at,
    actor: actorId,
    kind: KINDS[action],
    data: {
      correction: id,
      items: items && itemsOf(items),
      digests: text && said !== undefined ? { [text]: saltedDigest(salt, written ?? '') } : undefined,
      selfDecided: verdict.selfDecided ? true : undefined,
      entries,
    },
  });
}

/** Other times in place of those that nobody has agreed to. */
export async function replaceItems(
  tx: Transaction,
  id: string,
  changes: readonly EntryChange[],
): Promise<void> {
  await named(tx, 'forget_items', 'DELETE FROM correction_item WHERE correction_id = $1', [id]);
  await insertItems(tx, id, changes);
}

const insertItems = (tx: Transaction, id: string, changes: readonly EntryChange[]): Promise<object[]> =>
  named(
    tx,
    'insert_items',
    `
    INSERT INTO correction_item (correction_id, n, entry_id, old, new)
    SELECT $1, n, entry_id, nullif(old, 'null'), nullif(new, 'null')
    FROM jsonb_to_recordset($2) AS item (n integer, entry_id uuid, old jsonb, new jsonb)`,
    [
      id,
      JSON.stringify(
        itemsOf(changes).map(({ entryId, old, new: wanted }, index) => ({
          n: index + 1,
          entry_id: entryId,
          old,
          new: wanted,
        })),
      ),
    ],
  );

const itemsOf = (changes: readonly EntryChange[]) =>
  changes.map(({ entryId, old, new: wanted }) => ({
    entryId,
    old: wireTimesOrNull(old),
    new: wireTimesOrNull(wanted),
  }));
