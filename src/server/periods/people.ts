/** Everybody of a period: how theirs stands, and what is open in it. */
import type { Settings } from '#contract/records';
import { isPeriodObjected, periodState, UNTOUCHED_PERIOD, type PeriodQuestion } from '#domain/pay-period';
import type { EpochMs } from '#domain/time';
import type { Queryable } from '../database/pool.ts';
import { peopleOfRange, type PersonOfRange } from '../reports/queries.ts';
import { NOTHING_OPEN, openOfAll, periodsOfAll, type StoredPeriod } from './queries.ts';
import { todayOf, type Period } from './ranges.ts';

export interface PersonOfPeriod extends Omit<PeriodQuestion, 'reason'> {
  readonly person: PersonOfRange;
  readonly stored: StoredPeriod | undefined;
}

/** Whoever belonged to the workplace on one of its days, by name, those who became admins since too; nobody whose registration was never approved. */
export async function peopleOfPeriod(
  tx: Queryable,
  now: EpochMs,
  settings: Settings,
  period: Period,
): Promise<PersonOfPeriod[]> {
  const everybody = await peopleOfRange(tx, period.from, period.to, true, true);
  const people = everybody.filter(({ createdAt, leftAt }) => leftAt === null || leftAt > createdAt);
  return standing(tx, now, settings, period, people);
}

/** How it stands for these people. */
export async function standing(
  tx: Queryable,
  now: EpochMs,
  settings: Settings,
  period: Period,
  people: readonly PersonOfRange[],
): Promise<PersonOfPeriod[]> {
  const stored = await periodsOfAll(tx, period.first);
  const open = await openOfAll(tx, period);
  const today = todayOf(settings, now);
  return people
    .map((person) => {
      const own = stored.get(person.id);
      const record = own ?? UNTOUCHED_PERIOD;
      return {
        person,
        stored: own,
        state: periodState(period, record, today),
        isObjected: isPeriodObjected(record),
        open: open.get(person.id) ?? NOTHING_OPEN,
      };
    })
    .toSorted((one, other) => byName.compare(one.person.name, other.person.name) || byId(one, other));
}

const byName = new Intl.Collator('en', { sensitivity: 'base', numeric: true });
const byId = (one: PersonOfPeriod, other: PersonOfPeriod): number =>
  one.person.id < other.person.id ? -1 : 1;
