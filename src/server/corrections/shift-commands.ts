/**
 * Moves punches that a clock stamped wrongly, of many people: each person's in a transaction of its own, as a correction
 * of each day concerned. Whose cannot be moved keeps them all.
 */
import type { Settings } from '#contract/records';
import { applyChanges, type CountedTimes } from '#domain/correction';
import { checkRequest } from '#domain/correction-check';
import { beginCorrection, isCounting } from '#domain/correction-state';
import { shiftedDays, type PunchShift, type ShiftedDay } from '#domain/punch-shift';
import { MS_PER_MINUTE, type EpochMs } from '#domain/time';
import { calendarOf, type Span } from '../calendars.ts';
import type { Database, Queryable } from '../database/pool.ts';
import { inTransaction } from '../database/transaction.ts';
import { lockChain } from '../ledger/commands.ts';
import { newSalt } from '../ledger/entry.ts';
import { orderedId } from '../ordered-id.ts';
import { refused, type Refused } from '../refused.ts';
import { keepAnswer } from '../requests/commands.ts';
import type { Asked } from '../requests/queries.ts';
import { readSettings } from '../settings/queries.ts';
import { earliestDay } from './changes.ts';
import { refusedByDatabase, type Faulty } from './commands.ts';
import { closedSpans, sidesOf } from './queries.ts';
import { punchesWithin, type PunchesOf } from './shift-queries.ts';
import { begin } from './step-commands.ts';
import type { ProblemCode } from '#contract/problems';

/** So many entries of somebody were moved, or why none. */
export type Shifted =
  | { readonly ok: true; readonly entries: number }
  | (Refused<ProblemCode> & { readonly fault?: Faulty });

type Weighed = Extract<Shifted, { ok: false }> | { readonly ok: true; readonly days: readonly ShiftedDay[] };

/** All that moved punches can meet. */
function reachOf({ from, to, minutes }: PunchShift): Span {
  const far = Math.abs(minutes) * MS_PER_MINUTE;
  return { from: from - far, to: to + MS_PER_MINUTE + far };
}

/** Everybody who has punches to be moved, by name. */
export async function peopleToShift(
  tx: Queryable,
  shift: PunchShift,
  userIds: readonly string[] | undefined,
  { timeZone }: Settings,
): Promise<PunchesOf[]> {
  const { dayAt } = calendarOf(timeZone);
  const people = await punchesWithin(tx, reachOf(shift), userIds);
  return people.filter(({ entries }) => shiftedDays(entries, shift, (at) => dayAt(at).day).length > 0);
}

/**
 * What would become of somebody's punches.
 * @param isApplied each day's changes count before the next is looked at
 */
export async function weighShift(
  tx: Queryable,
  now: EpochMs,
  settings: Settings,
  { userId, entries }: Pick<PunchesOf, 'userId' | 'entries'>,
  shift: PunchShift,
  isApplied: boolean,
): Promise<Weighed> {
  const calendar = calendarOf(settings.timeZone);
  const dayOf = (at: EpochMs) => calendar.dayAt(at).day;
  const days = shiftedDays(entries, shift, dayOf);
  const closed = await closedSpans(tx, userId, spanOf(entries, reachOf(shift)));
  const earliest = earliestDay(now, settings);
  let counting = entries;
  for (const { day, changes } of days) {
    const verdict = checkRequest({ changes, entries: counting, closed, day, dayOf, now, earliest });
    if (!verdict.ok) return { ...refused(verdict.code), fault: { fault: verdict, changes } };
    if (isApplied) counting = applyChanges(counting, changes);
  }
  return { ok: true, days };
}

/** An entry with a punch there may have begun long before. */
const spanOf = (entries: readonly CountedTimes[], { from, to }: Span): Span => ({
  from: Math.min(from, ...entries.map(({ clockIn }) => clockIn)),
  to,
});

/** Moves the punches of one person; an admin's own are only asked for. */
export function shiftPunchesOf(
  database: Database,
  now: EpochMs,
  actorId: string,
  userId: string,
  { shift, reason }: { readonly shift: PunchShift; readonly reason: string },
  asked?: Asked,
): Promise<Shifted> {
  return refusedByDatabase<Shifted>(() =>
    inTransaction(database, async (tx) => {
      const sides = await sidesOf(tx, userId, actorId);
      const { isAdmin, isOnlyAdmin } = sides;
      const verdict = beginCorrection(userId, { id: actorId, isAdmin, isOnlyAdmin });
      if (!verdict.ok) return refused(verdict.code);
      await lockChain(tx, userId);
      const settings = await readSettings(tx);
      const [found] = await punchesWithin(tx, reachOf(shift), [userId]);
      if (!found) return refused('correction_nothing_changed');
      const weighed = await weighShift(tx, now, settings, found, shift, isCounting(verdict.state));
      if (!weighed.ok) return weighed;
      for (const { day, changes } of weighed.days) {
        const made = { id: orderedId(now), userId, day, actorId, at: now, reason, salt: newSalt() };
        await begin(tx, made, changes, verdict);
      }
      const entries = weighed.days.reduce((sum, { changes }) => sum + changes.length, 0);
      return keepAnswer(tx, asked, now, { ok: true, entries });
    }),
  );
}
