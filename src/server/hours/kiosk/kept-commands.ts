/** Makes requests of presses that a device kept without a network and that are no punches. */
import type { KeptClaim, KeptOutcome } from '#contract/kiosk/kiosk';
import type { Settings } from '#contract/records';
import { toDomainChange } from '#contract/wire';
import { checkRequest, LONGEST_ENTRY_MS, type CorrectionVerdict } from '#domain/correction/check';
import { applyChanges, rebaseOntoCurrent, type EntryChange } from '#domain/correction/correction';
import { changesBetween, foldPresses } from '#domain/kiosk/fold-presses';
import { KEPT_AT_MOST_MS, type KeptReason } from '#domain/kiosk/kept-press';
import type { Day, EpochMs } from '#domain/time/units';
import { findAnswer, idempotencyKeyOf, storeResponse } from '../../ledger/idempotency/commands.ts';
import { lockChain } from '../../ledger/commands.ts';
import { refuseTooManySteps } from '../../ledger/queries.ts';
import { calendarOf, timeContextAt } from '../../platform/calendars.ts';
import type { Queryable } from '../../platform/database/connection.ts';
import type { Database } from '../../platform/database/pool.ts';
import { inTransaction, tryTransaction, type Transaction } from '../../platform/database/transaction.ts';
import { asTimestamp } from '../../platform/database/wire-types.ts';
import { orderedId } from '../../platform/ordered-id.ts';
import { readSettings } from '../../workplace/settings/queries.ts';
import { earliestCorrectableDay } from '../corrections/changes.ts';
import { OPEN_REQUESTS_MAX } from '../corrections/commands.ts';
import { closedPeriodSpans, countedTimes, countOpenRequests } from '../corrections/queries.ts';
import { insertCorrections, recordStep } from '../corrections/step-commands.ts';
import { keptText } from './kept-text.ts';
import { keptOutcomes, undecidedKeptRequests, type KeptRequest } from './queries.ts';

export interface KeptPressRecord extends Pick<KeptClaim, 'requestId' | 'counter' | 'punch'> {
  readonly claimedAt: EpochMs;
}

export interface WaitingPress extends KeptPressRecord {
  readonly reason: KeptReason;
}

interface Delivery {
  readonly userId: string;
  /** Null for a device of the person's own. */
  readonly kiosk: { readonly id: string; readonly name: string } | null;
  readonly received: EpochMs;
}

interface Decided extends KeptOutcome {
  readonly press: KeptPressRecord;
  readonly correctionId: string | null;
}

export const refusedPress = (press: KeptPressRecord, reason: KeptReason): Decided => ({
  press,
  requestId: press.requestId,
  outcome: 'refused',
  reason,
  correctionId: null,
});

/**
 * Asks for the presses of one person: one request a day, on top of what counts and of earlier requests of this kind,
 * which it replaces. Leaves out presses that are to be sent again later.
 */
export async function requestKept(
  database: Database,
  delivery: Delivery,
  presses: readonly WaitingPress[],
): Promise<KeptOutcome[]> {
  const { userId, received } = delivery;
  const done = await tryTransaction(database, async (tx) => {
    await lockChain(tx, userId);
    const known = await knownOutcomes(tx, delivery, presses);
    const fresh = presses.filter(({ requestId }) => !known.some((one) => one.requestId === requestId));
    if (fresh.length === 0 || (await refuseTooManySteps(tx, userId, received)))
      return { ok: true, outcomes: known } as const;
    const decided = await askForPresses(tx, delivery, fresh);
    await writeOutcomes(tx, delivery, decided);
    return { ok: true, outcomes: [...known, ...decided] } as const;
  });
  if (done.ok) return done.outcomes.map(toOutcome);
  // The database refused what the rules allowed: an administrator still sees the presses in the kiosk's list.
  return inTransaction(database, async (tx) => {
    const refused = presses.map((press) => refusedPress(press, 'no_request'));
    await writeOutcomes(tx, delivery, refused);
    return refused.map(toOutcome);
  });
}

const toOutcome = ({ requestId, outcome, reason }: KeptOutcome): KeptOutcome => ({
  requestId,
  outcome,
  reason,
});

async function askForPresses(
  tx: Transaction,
  { userId, kiosk, received }: Delivery,
  presses: readonly WaitingPress[],
): Promise<Decided[]> {
  if ((await countOpenRequests(tx, userId)) >= OPEN_REQUESTS_MAX)
    return presses.map((press) => refusedPress(press, 'requests_too_many'));
  const settings = await readSettings(tx);
  const { plans, unfit } = await planRequests(tx, { userId, received, settings }, presses);
  const decided = unfit.map((press) => refusedPress(press, 'no_request'));
  for (const { day, presses: ofDay, changes, replaced, verdict } of plans) {
    if (!verdict.ok) {
      const reason = verdict.code === 'period_closed' ? 'closed_period' : 'no_request';
      decided.push(...ofDay.map((press) => refusedPress(press, reason)));
      continue;
    }
    const earlier = replaced.map(({ reason }) => reason);
    const reason = keptText(ofDay, kiosk?.name ?? null, earlier, { received, settings });
    for (const one of replaced) await withdraw(tx, userId, received, one);
    const [correctionId = null] = await insertCorrections(
      tx,
      { actorId: userId, at: received, reason },
      [{ userId, day, changes, setAside: verdict.setAside, isKept: true }],
      { ok: true, state: 'asked', selfDecided: false },
    );
    decided.push(
      ...ofDay.map(({ reason: why, ...press }): Decided => ({
        press,
        requestId: press.requestId,
        outcome: 'requested',
        reason: why,
        correctionId,
      })),
    );
  }
  return decided;
}

const withdraw = (tx: Transaction, userId: string, at: EpochMs, { id, salt }: KeptRequest): Promise<void> =>
  recordStep(tx, {
    id,
    userId,
    actorId: userId,
    at,
    action: 'withdraw',
    verdict: { ok: true, state: 'withdrawn', selfDecided: false },
    salt,
  });

interface DayPlan {
  readonly day: Day;
  readonly presses: readonly WaitingPress[];
  readonly changes: readonly EntryChange[];
  /** Undecided requests of the day: the new one holds their times too. */
  readonly replaced: readonly KeptRequest[];
  readonly verdict: CorrectionVerdict;
}

/** @returns a plan a day, and the presses that fit nowhere */
async function planRequests(
  tx: Queryable,
  { userId, received, settings }: Pick<Delivery, 'userId' | 'received'> & { readonly settings: Settings },
  presses: readonly WaitingPress[],
): Promise<{ readonly plans: DayPlan[]; readonly unfit: WaitingPress[] }> {
  const calendar = calendarOf(settings);
  const dayOf = (at: EpochMs): Day => calendar.dayAt(at).day;
  const undecided = await undecidedKeptRequests(tx, userId);
  const times = presses.map(({ claimedAt }) => Math.min(claimedAt, received));
  const span = { from: Math.min(...times) - LONGEST_ENTRY_MS, to: Math.max(...times) + LONGEST_ENTRY_MS };
  const ids = undecided.flatMap(({ items }) => items.map(({ entryId }) => entryId));
  const entries = await countedTimes(tx, userId, ids, span, timeContextAt(settings, received));
  const standing = undecided.flatMap((request) => {
    const changes = request.items.map((item) =>
      rebaseOntoCurrent(
        toDomainChange(item),
        entries.find(({ id }) => id === item.entryId),
      ),
    );
    return changes.some((change) => change === null)
      ? []
      : [{ request, changes: changes.filter((change) => change !== null) }];
  });
  const folded = foldPresses(
    applyChanges(
      entries,
      standing.flatMap(({ changes }) => changes),
    ),
    presses.map(({ punch }, index) => ({ punch, at: times[index] ?? received })),
    () => orderedId(received),
  );
  const dayOfPress = folded.changed.map((id) => {
    const entry = folded.entries.find((one) => one.id === id);
    return entry && dayOf(entry.clockIn);
  });
  const changes = changesBetween(entries, folded.entries);
  const closed = await closedPeriodSpans(tx, [userId], span);
  const earliest = [
    earliestCorrectableDay(received, settings),
    dayOf(received - KEPT_AT_MOST_MS),
  ].toSorted()[0];
  const plans = [...new Set(dayOfPress)]
    .filter((day) => day !== undefined)
    .map((day) => {
      const ofDay = changes.filter(({ new: wanted }) => wanted && dayOf(wanted.clockIn) === day);
      const question = {
        changes: ofDay,
        entries,
        closed,
        day,
        dayOf,
        now: received,
        earliest: earliest ?? day,
      };
      return {
        day,
        presses: presses.filter((_, index) => dayOfPress[index] === day),
        changes: ofDay,
        replaced: standing.map(({ request }) => request).filter((request) => request.day === day),
        verdict: checkRequest({ ...question, isKept: true }),
      };
    });
  return { plans, unfit: presses.filter((_, index) => dayOfPress[index] === undefined) };
}

const ownKey = (userId: string, { requestId, punch, claimedAt }: KeptPressRecord) =>
  idempotencyKeyOf(userId, requestId, { punch, claimedAt });

/** Presses of a person's own device have no row: their outcomes are answers to their request ids. */
async function knownOutcomes(
  tx: Transaction,
  { userId, kiosk }: Delivery,
  presses: readonly KeptPressRecord[],
): Promise<KeptOutcome[]> {
  if (kiosk)
    return keptOutcomes(
      tx,
      kiosk.id,
      presses.map(({ requestId }) => requestId),
    );
  const known: KeptOutcome[] = [];
  for (const press of presses) {
    const key = ownKey(userId, press);
    const found = key && (await findAnswer(tx, key));
    if (found) known.push((JSON.parse(found.response) as { outcome: KeptOutcome }).outcome);
  }
  return known;
}

async function writeOutcomes(
  tx: Transaction,
  { userId, kiosk, received }: Delivery,
  decided: readonly Decided[],
): Promise<void> {
  if (kiosk) return insertKeptPresses(tx, { kioskId: kiosk.id, userId, received }, decided);
  for (const one of decided)
    await storeResponse(tx, ownKey(userId, one.press), received, { ok: true, outcome: toOutcome(one) });
}

/** @param userId null for an unknown badge or PIN */
export async function insertKeptPresses(
  tx: Queryable,
  { kioskId, userId, received }: { kioskId: string; userId: string | null; received: EpochMs },
  decided: readonly Decided[],
): Promise<void> {
  await tx.run(
    `INSERT INTO kept_press (kiosk_id, request_id, counter, punch, user_id, claimed_at, received_at, outcome, reason, correction_id)
     SELECT $1, request_id, counter, punch, $2, claimed_at, $3, outcome, reason, correction_id
     FROM jsonb_to_recordset($4) AS press (request_id uuid, counter bigint, punch text, claimed_at timestamptz, outcome text, reason text, correction_id uuid)
     ON CONFLICT DO NOTHING`,
    [
      kioskId,
      userId,
      asTimestamp(received),
      JSON.stringify(
        decided.map(({ press, outcome, reason, correctionId }) => ({
          request_id: press.requestId,
          counter: press.counter,
          punch: press.punch,
          claimed_at: asTimestamp(press.claimedAt),
          outcome,
          reason,
          correction_id: correctionId,
        })),
      ),
    ],
  );
}
