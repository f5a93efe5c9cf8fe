/** Makes requests of presses that a device kept without a network and that are no punches. */
import type { Correction } from '#contract/corrections/corrections';
import type { KeptClaim, KeptOutcome } from '#contract/kiosk/kiosk';
import type { KeptReason } from '#contract/kiosk/reasons';
import type { Settings } from '#contract/records';
import { toDomainChange } from '#contract/wire';
import { checkRequest, LONGEST_ENTRY_MS } from '#domain/correction/check';
import {
  applyChanges,
  rebaseOntoCurrent,
  type CountedTimes,
  type EntryChange,
} from '#domain/correction/correction';
import { changesBetween, foldPresses } from '#domain/kiosk/fold-presses';
import { KEPT_AT_MOST_MS } from '#domain/kiosk/kept-press';
import type { Day, EpochMs } from '#domain/time/units';
import { lockChain } from '../../ledger/commands.ts';
import { refuseTooManySteps } from '../../ledger/queries.ts';
import { calendarOf, timeContextAt } from '../../platform/calendars.ts';
import type { Queryable } from '../../platform/database/connection.ts';
import type { Database } from '../../platform/database/pool.ts';
import { tryTransaction, type Transaction } from '../../platform/database/transaction.ts';
import { asTimestamp } from '../../platform/database/wire-types.ts';
import { orderedId } from '../../platform/ordered-id.ts';
import { readSettings } from '../../workplace/settings/queries.ts';
import { earliestCorrectableDay } from '../corrections/changes.ts';
import { OPEN_REQUESTS_MAX } from '../corrections/commands.ts';
import { closedPeriodSpans, countedTimes, countOpenRequests } from '../corrections/queries.ts';
import { undecidedKeptRequests } from '../corrections/record-queries.ts';
import { insertCorrections, recordStep } from '../corrections/step-commands.ts';
import { keptText } from './answers.ts';
import { keptOutcomes } from './queries.ts';

export interface Delivery {
  /** Null for a device of the person's own. */
  readonly kiosk: { readonly id: string; readonly name: string } | null;
  readonly received: EpochMs;
}

/** A press that is no punch. */
export interface KeptPress extends Pick<KeptClaim, 'requestId' | 'counter' | 'punch'> {
  readonly claimedAt: EpochMs;
  readonly reason: KeptReason;
}

interface DecidedPress extends Omit<KeptPress, 'reason'> {
  readonly reason: KeptReason | null;
  readonly outcome: KeptOutcome['outcome'];
  readonly correctionId?: string | undefined;
}

const refuseAll = (presses: readonly KeptPress[], reason: KeptReason): DecidedPress[] =>
  presses.map((press) => ({ ...press, reason, outcome: 'refused' }));

/**
 * Asks for the presses of one person: one request a day, on top of what counts and of earlier requests of this kind,
 * which it replaces. Leaves out presses that are to be sent again later.
 */
export async function requestKept(
  database: Database,
  userId: string,
  delivery: Delivery,
  presses: readonly KeptPress[],
): Promise<void> {
  const { kiosk, received } = delivery;
  const done = await tryTransaction(database, async (tx) => {
    await lockChain(tx, userId);
    const known = await keptOutcomes(tx, kiosk?.id ?? userId, presses);
    const fresh = presses.filter(({ requestId }) => !known.some((one) => one.requestId === requestId));
    if (fresh.length > 0 && !(await refuseTooManySteps(tx, userId, received)))
      await writeKeptPresses(tx, userId, delivery, await askForPresses(tx, userId, delivery, fresh));
    return { ok: true };
  });
  // The database refused what the rules allowed: no press is without an outcome.
  if (!done.ok) await writeKeptPresses(database.pool, userId, delivery, refuseAll(presses, 'no_request'));
}

async function askForPresses(
  tx: Transaction,
  userId: string,
  { kiosk, received }: Delivery,
  presses: readonly KeptPress[],
): Promise<DecidedPress[]> {
  if ((await countOpenRequests(tx, userId)) >= OPEN_REQUESTS_MAX)
    return refuseAll(presses, 'requests_too_many');
  const settings = await readSettings(tx);
  const plans = await planRequests(tx, userId, received, settings, presses);
  const fitting = new Set(plans.flatMap((plan) => plan.presses));
  const decided = refuseAll(
    presses.filter((press) => !fitting.has(press)),
    'no_request',
  );
  for (const { day, presses: ofDay, changes, replaced, verdict } of plans) {
    if (!verdict.ok) {
      decided.push(...refuseAll(ofDay, verdict.code === 'period_closed' ? 'closed_period' : 'no_request'));
      continue;
    }
    const by = { userId, actorId: userId, at: received };
    const withdrawn = { ok: true, state: 'withdrawn', selfDecided: false } as const;
    for (const { id } of replaced)
      await recordStep(tx, { ...by, id, action: 'withdraw', verdict: withdrawn, salt: null });
    const [correctionId] = await insertCorrections(
      tx,
      { ...by, reason: keptText(ofDay, kiosk?.name, replaced, { received, settings }) },
      [{ userId, day, changes, setAside: verdict.setAside, isKept: true }],
      { ok: true, state: 'asked', selfDecided: false },
    );
    decided.push(...ofDay.map((press) => ({ ...press, outcome: 'requested' as const, correctionId })));
  }
  return decided;
}

/** Makes a plan a day. Presses that fit nowhere are in none. */
async function planRequests(
  tx: Queryable,
  userId: string,
  received: EpochMs,
  settings: Settings,
  presses: readonly KeptPress[],
) {
  const calendar = calendarOf(settings);
  const dayOf = (at: EpochMs): Day => calendar.dayAt(at).day;
  const pressed = presses.map(({ punch, claimedAt }) => ({ punch, at: Math.min(claimedAt, received) }));
  const times = pressed.map(({ at }) => at);
  const span = { from: Math.min(...times) - LONGEST_ENTRY_MS, to: Math.max(...times) + LONGEST_ENTRY_MS };
  const undecided = await undecidedKeptRequests(tx, userId);
  const ids = undecided.flatMap(({ items }) => items.map(({ entryId }) => entryId));
  const entries = await countedTimes(tx, userId, ids, span, timeContextAt(settings, received));
  const closed = await closedPeriodSpans(tx, [userId], span);
  const standing = undecided.flatMap((request) => {
    const changes = changesStillMeant(request, entries);
    return changes ? [{ request, changes }] : [];
  });
  const counting = applyChanges(
    entries,
    standing.flatMap(({ changes }) => changes),
  );
  const folded = foldPresses(counting, pressed, () => orderedId(received));
  const dayOfPress = folded.changed.map((id) => {
    const entry = folded.entries.find((one) => one.id === id);
    return entry && dayOf(entry.clockIn);
  });
  const changes = changesBetween(entries, folded.entries);
  const [earliest = ''] = [
    earliestCorrectableDay(received, settings),
    dayOf(received - KEPT_AT_MOST_MS),
  ].toSorted();
  const days = new Set(dayOfPress.filter((day) => day !== undefined));
  return [...days].map((day) => {
    const isOfDay = ({ new: wanted }: EntryChange): boolean =>
      wanted !== null && dayOf(wanted.clockIn) === day;
    // A night's clock-out that is asked for on the day before makes room for the next clock-in.
    const others = changes.filter((change) => !isOfDay(change) && change.new?.clockOut !== null);
    const asked = { day, changes: changes.filter(isOfDay) };
    const known = { entries: applyChanges(entries, others), closed, dayOf, now: received, earliest };
    return {
      ...asked,
      presses: presses.filter((_, index) => dayOfPress[index] === day),
      /** The new request holds their times too. */
      replaced: standing.map(({ request }) => request).filter((request) => request.day === day),
      verdict: checkRequest({ ...asked, ...known, isKept: true }),
    };
  });
}

/** Changes of an undecided request, rebased onto what counts now; null if one of them cannot be. */
function changesStillMeant({ items }: Correction, entries: readonly CountedTimes[]): EntryChange[] | null {
  const changes = items.flatMap((item) => {
    const current = entries.find(({ id }) => id === item.entryId);
    return rebaseOntoCurrent(toDomainChange(item), current) ?? [];
  });
  return changes.length === items.length ? changes : null;
}

/** Keeps the first outcome of each press. @param userId null for an unknown badge or PIN */
export const writeKeptPresses = (
  tx: Queryable,
  userId: string | null,
  { kiosk, received }: Delivery,
  presses: readonly DecidedPress[],
): Promise<object[]> =>
  tx.run(
    `INSERT INTO kept_press (kiosk_id, user_id, received_at, request_id, counter, punch, claimed_at, outcome, reason, correction_id)
     SELECT $1, $2, $3, "requestId", counter, punch, to_timestamp("claimedAt" / 1000.0), outcome, reason, "correctionId"
     FROM jsonb_to_recordset($4) AS press ("requestId" uuid, counter bigint, punch text, "claimedAt" bigint, outcome text, reason text, "correctionId" uuid)
     ON CONFLICT DO NOTHING`,
    [kiosk?.id ?? null, userId, asTimestamp(received), JSON.stringify(presses)],
  );
