import { compareNames } from '#domain/people/name-order';
import type { Settings } from '#contract/records';
import { leftOpenReason } from '#domain/entry/left-open';
import {
  isPeriodObjected,
  periodState,
  type PeriodStateInput,
  type PeriodRecord,
} from '#domain/period/pay-period';
import type { EpochMs } from '#domain/time/units';
import { timeContextAt } from '../../workplace/calendars.ts';
import type { Queryable } from '../../platform/database/pool.ts';
import { peopleOfRange, type PersonOfRange } from '../reports/queries.ts';
import {
  countLaterCorrections,
  figureHashesOf,
  NO_OPEN_COUNTS,
  openEntriesOfPeriod,
  openCountsByUser,
  storedPeriods,
  type StoredPeriod,
} from './queries.ts';
import type { Period } from './ranges.ts';
import { toPeriodRecord } from './records.ts';

export interface PersonOfPeriod extends Omit<PeriodStateInput, 'reason'> {
  readonly person: PersonOfRange;
  readonly stored: StoredPeriod | undefined;
  readonly record: PeriodRecord;
  readonly isClockedIn: boolean;
  readonly answeredSince: number;
}

/** People employed on a day of the period, also those who are admins now. Leaves out people who were never approved. */
export async function peopleOfPeriod(tx: Queryable, now: EpochMs, settings: Settings, period: Period) {
  const everybody = await peopleOfRange(tx, period.from, period.to, true, true);
  const people = everybody.filter(({ createdAt, leftAt }) => leftAt === null || leftAt > createdAt);
  return periodsOfPeople(tx, now, settings, period, people);
}

export async function periodsOfPeople(
  tx: Queryable,
  now: EpochMs,
  settings: Settings,
  period: Period,
  people: readonly PersonOfRange[],
): Promise<PersonOfPeriod[]> {
  const stored = await storedPeriods(tx, period.first);
  const entries = await openEntriesOfPeriod(tx, period);
  const open = await openCountsByUser(tx, period, entries);
  const present = timeContextAt(settings, now);
  const atWork = new Set(
    entries.flatMap(({ userId, clockIn, isSetAside }) =>
      isSetAside || leftOpenReason({ isActive: true }, { clockIn, clockOut: null }, present) ? [] : [userId],
    ),
  );
  const answered = await countLaterCorrections(tx, period.first);
  const confirmed = [...stored.values()].filter(({ confirmedFigures: figures }) => figures !== null);
  const ids = confirmed.map(({ userId }) => userId);
  const figures = await figureHashesOf(tx, [period], ids);
  return people
    .map((person) => {
      const own = stored.get(person.id);
      const record = toPeriodRecord(own, figures(person.id, period.from));
      return {
        person,
        stored: own,
        record,
        isClockedIn: atWork.has(person.id) && person.leftAt === null,
        answeredSince: answered.get(person.id) ?? 0,
        state: periodState(period, record, present.today.day),
        isObjected: isPeriodObjected(record),
        open: open.get(person.id) ?? NO_OPEN_COUNTS,
      };
    })
    .toSorted(
      ({ person: one }, { person: other }) =>
        compareNames(one.name, other.name) || (one.id < other.id ? -1 : 1),
    );
}
