/**
 * Moves punches that a clock stamped wrongly, of many people, as a correction of each person and day concerned. Whose
 * cannot be moved keeps them all.
 */
import type { ProblemCode } from '#contract/problems';
import type { Settings } from '#contract/records';
import { applyChanges } from '#domain/correction/correction';
import { checkRequest } from '#domain/correction/check';
import { beginCorrection } from '#domain/correction/decision';
import { isCounting } from '#domain/correction/state';
import { shiftedDays, type PunchShift } from '#domain/entry/punch-shift';
import { MS_PER_MINUTE, type Day, type EpochMs } from '#domain/time/units';
import { calendarOf, presentOf, type Span } from '../../workplace/calendars.ts';
import type { Database, Queryable } from '../../platform/database/pool.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { lockChains } from '../../record/ledger/commands.ts';
import { refused, type Refused } from '../../platform/refused.ts';
import { keepAnswer } from '../../platform/idempotency/commands.ts';
import type { Asked } from '../../platform/idempotency/queries.ts';
import { readSettings } from '../../workplace/settings/queries.ts';
import { earliestDay } from './changes.ts';
import { refusedByDatabase, type Faulty } from './commands.ts';
import { actorOf, closedSpans, punchesWithin } from './queries.ts';
import { begin, type Beginning } from './step-commands.ts';

/** Whose punches are to be moved: which of their days change, in their order, or why none can. */
export interface Weighed {
  readonly userId: string;
  readonly name: string;
  readonly days: readonly Omit<Beginning, 'userId'>[];
  readonly refusal: (Refused<ProblemCode> & { readonly fault?: Faulty }) | null;
}

/** The same by a number of entries, as it is kept as an answer. */
export type ToldOf = Omit<Weighed, 'days'> & { readonly entries: number };
export const toldOf = ({ days, ...told }: Weighed): ToldOf => ({
  ...told,
  entries: days.reduce((sum, { changes }) => sum + changes.length, 0),
});

export interface Moving {
  readonly shift: PunchShift;
  readonly actorId: string;
  readonly now: EpochMs;
}

/** All that moved punches can meet. */
function reachOf({ from, to, minutes }: PunchShift): Span {
  const by = minutes * MS_PER_MINUTE;
  return { from: from + Math.min(by, 0), to: to + MS_PER_MINUTE + Math.max(by, 0) };
}

/**
 * What would become of people's punches, by name.
 * @param userIds everybody's without
 */
export async function weighShift(
  tx: Queryable,
  settings: Settings,
  { shift, actorId, now }: Moving,
  userIds: readonly string[] | undefined,
): Promise<Weighed[]> {
  const calendar = calendarOf(settings);
  const dayOf = (at: EpochMs): Day => calendar.dayAt(at).day;
  const reach = reachOf(shift);
  const actor = await actorOf(tx, actorId, now);
  const people = (await punchesWithin(tx, reach, userIds, presentOf(settings, now)))
    .map((person) => ({ ...person, days: shiftedDays(person.entries, shift, dayOf) }))
    .filter(({ days }) => days.length > 0);
  // An entry with a punch there may have begun long before.
  const begins = people.flatMap(({ entries }) => entries[0]?.clockIn ?? []);
  const from = begins.reduce((first, begin) => Math.min(first, begin), reach.from);
  const ids = people.map(({ userId }) => userId);
  const closed = await closedSpans(tx, ids, { ...reach, from });
  const whole = { dayOf, now, earliest: earliestDay(now, settings) };
  return people.map(({ userId, name, entries, days }) => {
    const cannot = (refusal: Weighed['refusal']): Weighed => ({ userId, name, days: [], refusal });
    const beginning = beginCorrection(userId, actor);
    if (!beginning.ok) return cannot(refused(beginning.code));
    const own = { ...whole, closed: closed.filter((span) => span.userId === userId) };
    let counting = entries;
    const weighed: Omit<Beginning, 'userId'>[] = [];
    for (const { day, changes } of days) {
      const verdict = checkRequest({ ...own, changes, entries: counting, day });
      if (!verdict.ok) return cannot({ ...refused(verdict.code), fault: { fault: verdict, changes } });
      weighed.push({ day, changes, setAside: verdict.setAside });
      // What is only asked for is in the way of nothing.
      if (isCounting(beginning.state)) counting = applyChanges(counting, changes);
    }
    return { userId, name, days: weighed, refusal: null };
  });
}

/** Moves the punches of these people, all in one transaction; an admin's own are only asked for. */
export function shiftPunchesOf(
  database: Database,
  { reason, ...moving }: Moving & { readonly reason: string },
  userIds: readonly string[],
  asked: Asked | undefined,
): Promise<{ readonly ok: true; readonly told: readonly ToldOf[] } | Refused<ProblemCode>> {
  const { actorId, now } = moving;
  return refusedByDatabase(() =>
    inTransaction(database, async (tx) => {
      await lockChains(tx, userIds);
      const told = await weighShift(tx, await readSettings(tx), moving, userIds);
      const actor = await actorOf(tx, actorId, now);
      for (const people of [
        told.filter(({ userId }) => userId !== actorId),
        told.filter(({ userId }) => userId === actorId),
      ]) {
        const verdict = beginCorrection(people[0]?.userId ?? '', actor);
        if (!verdict.ok) continue;
        // A day of each at a time, the one first towards which they move: none meets one that is yet to be moved.
        for (let nth = 0; people.some(({ days }) => nth < days.length); nth += 1) {
          const beginnings = people.flatMap(({ userId, days }) => {
            const day = days[nth];
            return day ? [{ userId, ...day }] : [];
          });
          await begin(tx, { actorId, at: now, reason }, beginnings, verdict);
        }
      }
      return keepAnswer(tx, asked, now, { ok: true, told: told.map(toldOf) });
    }),
  );
}
