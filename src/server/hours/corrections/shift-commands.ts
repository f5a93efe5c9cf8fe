import { say } from '#texts/say';
/** Corrects punches that a wrong clock stamped, by person and day (`punctual shift-punches`). */
import type { ProblemCode } from '#contract/problems';
import type { Settings } from '#contract/records';
import { applyChanges } from '#domain/correction/correction';
import { checkRequest } from '#domain/correction/check';
import { decideInitialState } from '#domain/correction/decision';
import { isCounting } from '#domain/correction/state';
import { shiftedDays, type PunchShift } from '#domain/entry/punch-shift';
import { compareNames } from '#domain/people/employee';
import { MS_PER_MINUTE, type Day, type EpochMs } from '#domain/time/units';
import { calendarOf, timeContextAt, type Span } from '../../platform/calendars.ts';
import type { Queryable } from '../../platform/database/connection.ts';
import type { Database } from '../../platform/database/pool.ts';
import { inTransaction, tryTransaction, type Transaction } from '../../platform/database/transaction.ts';
import { lockChains } from '../../ledger/commands.ts';
import { readSettings } from '../../workplace/settings/queries.ts';
import { earliestCorrectableDay, refusalText, type FaultDetails } from './changes.ts';
import { actorOf, closedPeriodSpans, findUserIdsCorrectedFor, entriesPunchedWithin } from './queries.ts';
import { insertCorrections, type NewCorrection } from './step-commands.ts';

export interface PunchShiftRequest {
  readonly shift: PunchShift;
  readonly actorId: string;
  readonly reason: string;
  readonly now: EpochMs;
}

/** The command moves either all entries of the person, or none (see `refusal`). */
export interface PersonPunchShift {
  readonly userId: string;
  readonly name: string;
  readonly entries: number;
  readonly refusal: string | null;
}

type PlannedPunchShift = PersonPunchShift & { readonly days: readonly Omit<NewCorrection, 'userId'>[] };

export const previewPunchShift = (
  database: Database,
  request: PunchShiftRequest,
  userIds?: readonly string[],
) =>
  inTransaction(
    database,
    async (tx) => (await planPunchShift(tx, await readSettings(tx), request, userIds)).map(withoutDays),
    'REPEATABLE READ READ ONLY',
  );

/** Number of transactions: each one blocks the punches of only a sixteenth of all people. */
const TRANSACTION_COUNT = 16;
const transactionIndexOf = (userId: string): number => Number.parseInt(userId.slice(-1), TRANSACTION_COUNT);

/** Can be repeated after a crash: nobody's punches are moved twice for the same reason. */
export async function shiftPunches(
  database: Database,
  request: PunchShiftRequest,
  userIds?: readonly string[],
) {
  const people = await previewPunchShift(database, request, userIds);
  const results: PersonPunchShift[] = [];
  for (let part = 0; part < TRANSACTION_COUNT; part += 1) {
    const some = people.filter(({ userId }) => transactionIndexOf(userId) === part);
    if (some.length === 0) continue;
    const ids = some.map(({ userId }) => userId);
    const done = await tryTransaction(database, (tx) => shiftPunchesOf(tx, request, ids));
    if (done.ok) results.push(...done.people);
    else {
      const refusal = refusalText(done.code, undefined, await readSettings(database.pool));
      results.push(...some.map((person) => ({ ...person, refusal })));
    }
  }
  return results.toSorted((one, other) => compareNames(one.name, other.name));
}

async function shiftPunchesOf(tx: Transaction, request: PunchShiftRequest, userIds: readonly string[]) {
  const { actorId, now, reason } = request;
  await lockChains(tx, userIds);
  const plan = await planPunchShift(tx, await readSettings(tx), request, userIds);
  const actor = await actorOf(tx, actorId, now);
  for (const people of [
    plan.filter(({ userId }) => userId !== actorId),
    plan.filter(({ userId }) => userId === actorId),
  ]) {
    const verdict = decideInitialState(people[0]?.userId ?? '', actor);
    if (!verdict.ok) continue;
    // Write day by day, in the order of `shiftedDays`, so that no moved entry overlaps an entry not yet moved.
    for (let nth = 0; people.some(({ days }) => nth < days.length); nth += 1) {
      const requests = people.flatMap(({ userId, days }) => {
        const day = days[nth];
        return day ? [{ userId, ...day }] : [];
      });
      await insertCorrections(tx, { actorId, at: now, reason }, requests, verdict);
    }
  }
  return { ok: true, people: plan.map(withoutDays) } as const;
}

function withoutDays(planned: PlannedPunchShift): PersonPunchShift {
  const { days: _, ...person } = planned;
  return person;
}

function affectedSpan({ from, to, minutes }: PunchShift): Span {
  const by = minutes * MS_PER_MINUTE;
  return { from: from + Math.min(by, 0), to: to + MS_PER_MINUTE + Math.max(by, 0) };
}

async function planPunchShift(
  tx: Queryable,
  settings: Settings,
  { shift, actorId, reason, now }: PunchShiftRequest,
  userIds: readonly string[] | undefined,
): Promise<PlannedPunchShift[]> {
  const calendar = calendarOf(settings);
  const dayOf = (at: EpochMs): Day => calendar.dayAt(at).day;
  const affected = affectedSpan(shift);
  const actor = await actorOf(tx, actorId, now);
  const people = (await entriesPunchedWithin(tx, affected, userIds, timeContextAt(settings, now)))
    .map((person) => ({ ...person, days: shiftedDays(person.entries, shift, dayOf) }))
    .filter(({ days }) => days.length > 0);
  // An entry can begin long before the span, so search closed periods from the earliest clock-in.
  const clockIns = people.flatMap(({ entries }) => entries[0]?.clockIn ?? []);
  const from = clockIns.reduce((first, at) => Math.min(first, at), affected.from);
  const ids = people.map(({ userId }) => userId);
  const closed = await closedPeriodSpans(tx, ids, { ...affected, from });
  const moved = await findUserIdsCorrectedFor(tx, { actorId, reason, userIds: ids });
  const earliest = earliestCorrectableDay(now, settings);
  return people.map(({ userId, name, entries, days }) => {
    const person = { userId, name, entries: days.reduce((sum, { changes }) => sum + changes.length, 0) };
    const refuse = (code: ProblemCode, fault?: FaultDetails): PlannedPunchShift => ({
      ...person,
      days: [],
      refusal: refusalText(code, fault, settings),
    });
    if (moved.has(userId)) return { ...person, days: [], refusal: say('shift.alreadyCorrected') };
    const beginning = decideInitialState(userId, actor);
    if (!beginning.ok) return refuse(beginning.code);
    const own = closed.filter((span) => span.userId === userId);
    let counting = entries;
    const checked: Omit<NewCorrection, 'userId'>[] = [];
    for (const { day, changes } of days) {
      const verdict = checkRequest({ dayOf, now, earliest, closed: own, changes, entries: counting, day });
      if (!verdict.ok) return refuse(verdict.code, { fault: verdict, changes });
      checked.push({ day, changes, setAside: verdict.setAside });
      // An undecided request changes no entries yet, so the check of later days leaves out its changes.
      if (isCounting(beginning.state)) counting = applyChanges(counting, changes);
    }
    return { ...person, days: checked, refusal: null };
  });
}
