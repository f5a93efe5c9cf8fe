/** Each step is one transaction that locks the employee's chain first, so that it sees concurrent decisions and punches. */
import type { Correction } from '#contract/corrections/corrections';
import type { CheckedInputOf } from '#contract/routes';
import type { ProblemCode } from '#contract/problems';
import { toDomainChange } from '#contract/wire';
import { rebaseOntoCurrent, reverseChanges, type EntryChange } from '#domain/correction/correction';
import { checkBeforeCounting, type CorrectionFault } from '#domain/correction/check';
import { decideInitialState, canUndo, decideCorrection } from '#domain/correction/decision';
import { ruleOf, isCounting, type CorrectionAction } from '#domain/correction/state';
import type { EpochMs } from '#domain/time/units';
import { timeContextAt } from '../../platform/calendars.ts';
import { pick } from '../../platform/database/sql.ts';
import type { Database } from '../../platform/database/pool.ts';
import { tryTransaction, type Transaction } from '../../platform/database/transaction.ts';
import { lockChain, lockChains } from '../../ledger/commands.ts';
import { refuseTooManySteps } from '../../ledger/queries.ts';
import { refused, type Refused } from '../../platform/refused.ts';
import { storeResponse, type Sender } from '../../ledger/idempotency/commands.ts';
import { readSettings } from '../../workplace/settings/queries.ts';
import { correctionsById } from './record-queries.ts';
import {
  spanOfAll,
  validateRequest,
  type FaultDetails,
  type ValidationResult,
  refusalText,
} from './changes.ts';
import {
  actorOf,
  closedPeriodSpans,
  deciderOf,
  countedTimes,
  hasLaterSteps,
  countOpenRequests,
  findCorrectionOwner,
} from './queries.ts';
import { entryIdsOf, insertCorrections, recordStep, replaceItems, setAside } from './step-commands.ts';
import type { Settings } from '#contract/records';
import { refuse, toRefusal, type Refusal } from '../../platform/http/refusal.ts';

export type CorrectionResult =
  | { readonly ok: true; readonly correction: Correction }
  | (Refused<ProblemCode> & { readonly fault?: FaultDetails });

export const OPEN_REQUESTS_MAX = 20;

/** Refuses after too many correction steps of the employee in an hour, and with too many open requests. */
export const refuseTooManyRequests = async (tx: Transaction, userId: string, now: EpochMs) =>
  (await refuseTooManySteps(tx, userId, now)) ??
  ((await countOpenRequests(tx, userId)) >= OPEN_REQUESTS_MAX ? refused('requests_too_many') : null);

/** An employee's request needs an admin's decision. An admin's correction of somebody else takes effect at once. */
export function askCorrection(
  database: Database,
  sender: Sender,
  { userId = sender.actor, day, reason, changes }: CheckedInputOf<'askCorrection'>,
): Promise<CorrectionResult> {
  const { at, actor } = sender;
  return tryTransaction(database, async (tx) => {
    if (!(await lockChain(tx, userId))) return refused('employee_not_found');
    const verdict = decideInitialState(userId, await actorOf(tx, actor, at));
    if (!verdict.ok) return refused(verdict.code);
    const limitRefusal = actor === userId ? await refuseTooManyRequests(tx, userId, at) : null;
    if (limitRefusal) return limitRefusal;
    const validated = await validateRequest(tx, at, await readSettings(tx), { userId, day, changes });
    if (!validated.ok) return refusedByFault(validated, validated.changes);
    const request = { ...validated, userId, day };
    const [id = ''] = await insertCorrections(tx, { actorId: actor, at, reason }, [request], verdict);
    return storeAnswer(tx, id, sender);
  });
}

export interface Decision {
  readonly id: string;
  readonly version: number;
  readonly action: CorrectionAction;
  readonly reason: string | undefined;
}

export function decide(
  database: Database,
  sender: Sender,
  { id, version, action, reason }: Decision,
): Promise<CorrectionResult> {
  const { at, actor: actorId } = sender;
  return tryTransaction(database, async (tx) => {
    const found = await findDecidableCorrection(tx, sender, { id, version, action });
    if (!found.ok) return found;
    const { correction, verdict, salt } = found;
    // Refuse 'send-back' here: it needs other times, which only the function `sendBack` receives.
    if (action === 'send-back') return refused('correction_changed');
    if (ruleOf(action).needsReason && reason === undefined) return refused('correction_reason_required');
    const { userId } = correction;
    const counts = { before: isCounting(correction.state), after: isCounting(verdict.state) };
    const changes = correction.items.map(toDomainChange);
    const effect =
      counts.before === counts.after ? null : await resolveEffect(tx, at, userId, changes, counts.after);
    if (effect && !effect.ok) return refusedByFault(effect, changes);
    if (effect) await setAside(tx, at, effect.setAside);
    if (effect?.isRebased) await replaceItems(tx, id, effect.changes);
    const items = effect?.isRebased ? effect.changes : undefined;
    const entries = effect && !correction.leave ? entryIdsOf(changes, effect.setAside) : undefined;
    const leave = correction.leave?.leaveId;
    await recordStep(tx, { id, userId, actorId, at, action, verdict, reason, salt, items, entries, leave });
    return storeAnswer(tx, id, sender);
  });
}

export function sendBack(
  database: Database,
  sender: Sender,
  { id, version, reason, changes: given }: CheckedInputOf<'sendBackCorrection'>,
): Promise<CorrectionResult> {
  const { at, actor: actorId } = sender;
  return tryTransaction(database, async (tx) => {
    const action = 'send-back';
    const found = await findDecidableCorrection(tx, sender, { id, version, action });
    if (!found.ok) return found;
    const { correction, verdict, salt, isKept } = found;
    const { userId, day } = correction;
    const wanted = { userId, day, changes: given, request: correction, isKept };
    const validated = await validateRequest(tx, at, await readSettings(tx), wanted);
    if (!validated.ok) return refusedByFault(validated, validated.changes);
    await replaceItems(tx, id, validated.changes);
    const items = validated.changes;
    await recordStep(tx, { id, userId, actorId, at, action, verdict, reason, salt, items });
    return storeAnswer(tx, id, sender);
  });
}

const refusedByFault = (fault: CorrectionFault, changes: readonly EntryChange[]): CorrectionResult => ({
  ...refused(fault.code),
  fault: { fault, changes },
});

async function findDecidableCorrection(
  tx: Transaction,
  { at: now, actor: actorId }: Sender,
  { id, version, action }: Omit<Decision, 'reason'>,
) {
  const known = await findCorrectionOwner(tx, id);
  if (!known) return refused('correction_not_found');
  await lockChains(tx, [known.userId, actorId]);
  const tooMany = actorId === known.userId ? await refuseTooManySteps(tx, actorId, now) : null;
  if (tooMany) return tooMany;
  const correction = await correctionOf(tx, id);
  const present = timeContextAt(await readSettings(tx), now);
  const actor = await deciderOf(tx, actorId, known.userId, present);
  const verdict = decideCorrection(correction, action, actor);
  if (!verdict.ok) return refused(verdict.code);
  if (correction.version !== version) return refused('correction_changed');
  const decidedAt = Date.parse(correction.decidedAt ?? '');
  const decided = { ...correction, decidedBy: correction.decidedBy?.id, decidedAt };
  if (action === 'undo' && (!canUndo(decided, actorId, now) || (await hasLaterSteps(tx, id))))
    return refused('correction_undo_over');
  return { ok: true, correction, verdict, ...pick(known, ['salt', 'isKept']) } as const;
}

async function correctionOf(tx: Transaction, id: string): Promise<Correction> {
  const [correction] = await correctionsById(tx, [id]);
  if (!correction) throw new Error('A correction was written and is gone.');
  return correction;
}

type Effect = (Extract<ValidationResult, { ok: true }> & { readonly isRebased: boolean }) | CorrectionFault;

/** Validates that the changes can be applied or undone. When applying, adds punches made since the request. */
async function resolveEffect(
  tx: Transaction,
  now: EpochMs,
  userId: string,
  requested: readonly EntryChange[],
  isApplying: boolean,
): Promise<Effect> {
  const wanted = isApplying ? requested : reverseChanges(requested);
  const span = spanOfAll(wanted.flatMap(({ old, new: to }) => [old, to]).filter((times) => times !== null));
  const ids = wanted.map(({ entryId }) => entryId);
  const entries = await countedTimes(tx, userId, ids, span, timeContextAt(await readSettings(tx), now));
  const currentOf = (change: EntryChange) => entries.find(({ id }) => id === change.entryId);
  const rebased = wanted.map((change) =>
    isApplying ? rebaseOntoCurrent(change, currentOf(change)) : change,
  );
  const missing = rebased.indexOf(null);
  if (missing >= 0) return { ok: false, code: 'correction_changed_meanwhile', item: missing };
  const changes = rebased.filter((change) => change !== null);
  const closed = await closedPeriodSpans(tx, [userId], span);
  const verdict = checkBeforeCounting({ changes, entries, closed }, isApplying);
  const isRebased = changes.some((change, index) => change !== wanted[index]);
  return verdict.ok ? { ...verdict, changes, isRebased } : verdict;
}

export const storeAnswer = async (tx: Transaction, id: string, { key, at }: Sender) =>
  storeResponse(tx, key, at, { ok: true, correction: await correctionOf(tx, id) });

export function correctionRefusal(
  { code, retryAt, fault }: Extract<CorrectionResult, { ok: false }>,
  settings: Settings,
  now: EpochMs,
): Refusal {
  if (retryAt !== undefined) return toRefusal({ code, retryAt }, now, settings);
  const message = refusalText(code, fault, settings);
  return refuse(code, { message, ...(fault ? { fields: { [fieldOf(fault)]: message } } : {}) });
}

/** Name of the faulty form field: 'changes.0' or 'changes.0.breaks.1'. */
const fieldOf = ({ fault: { item, pause } }: FaultDetails): string =>
  `changes.${item}${pause === undefined ? '' : `.breaks.${pause}`}`;
