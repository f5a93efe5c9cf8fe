import { compareNames } from '#domain/people/employee';
import { plannedDays } from '#domain/expected/schedules';
import type { Settings } from '#contract/records';
import { leftOpenReason } from '#domain/entry/left-open';
import {
  isPeriodObjected,
  periodState,
  type PeriodStateInput,
  type PeriodRecord,
} from '#domain/period/pay-period';
import type { EpochMs } from '#domain/time/units';
import { timeContextAt } from '../../platform/calendars.ts';
import type { Queryable } from '../../platform/database/connection.ts';
import { personalPlansOf } from '../../workplace/expected/queries.ts';
import { peopleOfRange, type PersonOfRange } from '../reports/queries.ts';
import {
  countLaterCorrections,
  NO_OPEN_COUNTS,
  openEntriesOfPeriod,
  openCountsByUser,
  storedPeriods,
  timesDigestsOf,
  type StoredPeriod,
} from './queries.ts';
import type { Period } from './ranges.ts';
import { figuresDigest, toPeriodRecord } from './records.ts';

export interface PersonOfPeriod extends Omit<PeriodStateInput, 'reason'> {
  readonly person: PersonOfRange;
  readonly stored: StoredPeriod | undefined;
  readonly record: PeriodRecord;
  readonly isClockedIn: boolean;
  readonly answeredSince: number;
}

/** People employed on a day of the period, also those who are admins now. Leaves out people who were never approved. */
export async function peopleOfPeriod(tx: Queryable, now: EpochMs, settings: Settings, period: Period) {
  const everybody = await peopleOfRange(tx, settings, period, true, true);
  const people = everybody.filter(({ employment }) => employment.length > 0);
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
  const timesFrom = await timesDigestsOf(tx, [period], ids);
  const plans = await personalPlansOf(tx, settings, period.days, ids);
  return people
    .map((person) => {
      const own = stored.get(person.id);
      const its = timesFrom(person.id, period.from);
      const planned = its && plannedDays(plans, person.id, period.days);
      const digests = planned ? [figuresDigest(its, planned, person, settings), its.former] : [];
      const record = toPeriodRecord(own, digests);
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
