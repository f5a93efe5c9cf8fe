import { say } from '#texts/say';
import { randomUUID } from 'node:crypto';
import type { Settings } from '#contract/records';
import type { CheckedInputOf } from '#contract/routes';
import { allowanceIn, withAllowance } from '#domain/leave/allowance-rule';
import { yearOf } from '#domain/time/workplace-day';
import type { HolidayList } from '#domain/expected/holidays';
import {
  changedSchedule,
  withAssignment,
  withHolidayList,
  withSchedule,
  type AssignmentChange,
  type Plans,
  type Schedule,
  type ScheduleChange,
} from '#domain/expected/schedules';
import type { Database } from '../../platform/database/pool.ts';
import { inTransaction, type Transaction } from '../../platform/database/transaction.ts';
import { asTimestamp } from '../../platform/database/wire-types.ts';
import { storeResponse, type Sender } from '../../ledger/idempotency/commands.ts';
import { refused, type Refused } from '../../platform/refused.ts';
import { appendToLedger, lockChain } from '../../ledger/commands.ts';
import { SETTINGS_CHAIN, type LedgerEvent, type Recorded } from '../../ledger/entry.ts';
import { calendarOf } from '../../platform/calendars.ts';
import { MissingSettings, readSettings } from '../settings/queries.ts';
import { describeClosedPeriod, readStoredPlans, type StoredPlans } from './queries.ts';

/** `version`: the version of the settings that the change is based on. */
export type PlansSender = Sender & { readonly version: number };

type PlansEvent = {
  [Kind in PlansKind]: { readonly kind: Kind; readonly data: Omit<Recorded[Kind], 'plansId' | 'version'> };
}[PlansKind];
type PlansKind = 'holidays_updated' | 'schedule_saved' | 'schedule_assigned' | 'leave_settings_saved';

type NotSaved = Refused<'invalid_input' | 'employee_not_found'> & {
  readonly fields?: Readonly<Record<string, string>>;
};
const refusedFields = (fields: Readonly<Record<string, string>>): NotSaved => ({
  ...refused('invalid_input'),
  fields,
});

/** Refuses unless `version` is current. `change` writes tables and returns the ledger event; null: no change. */
async function changePlans(
  database: Database,
  { at, actor, version, key }: PlansSender,
  change: (tx: Transaction, plans: StoredPlans, settings: Settings) => Promise<PlansEvent | NotSaved | null>,
) {
  return inTransaction(database, async (tx) => {
    await lockChain(tx, SETTINGS_CHAIN);
    const settings = await readSettings(tx);
    if (settings.version !== version) return refused('settings_changed');
    // Closing a period locks the settings, too, so no period is closed before this change is saved.
    await tx.run('SELECT FROM settings FOR UPDATE');
    const changed = await change(tx, await readStoredPlans(tx), settings);
    if (changed === null) return storeResponse(tx, key, at, { ok: true });
    if ('ok' in changed) return changed;
    const plansId = randomUUID();
    const [saved] = await tx.run<{ readonly version: number }>(
      'UPDATE settings SET plans_id = $1, version = version + 1, updated_at = $2 RETURNING version',
      [plansId, asTimestamp(at)],
    );
    if (!saved) throw new MissingSettings();
    const data = { ...changed.data, plansId, version: saved.version };
    await appendToLedger(tx, {
      chain: SETTINGS_CHAIN,
      at,
      actor,
      ...({ kind: changed.kind, data } as LedgerEvent),
    });
    return storeResponse(tx, key, at, { ok: true });
  });
}

/** Refuses changes to days of a closed period. */
export const saveHolidays = (
  database: Database,
  sender: PlansSender,
  wanted: HolidayList,
  scheduleId: string | null = null,
) =>
  changePlans(database, sender, async (tx, before, settings) => {
    const known = before.schedules.find(({ id }) => id === scheduleId);
    if (scheduleId !== null && !known) return refusedFields({ scheduleId: say('refused.scheduleUnknown') });
    const change = withHolidayList(before, wanted, known);
    if (JSON.stringify(change.plans) === JSON.stringify(before)) return null;
    const { region, holidays, schedules } = change.plans;
    const schedule = schedules.find(({ id }) => id === scheduleId);
    const closed = await describeClosedPeriod(tx, before, change, settings);
    if (closed !== null) return refusedFields({ holidays: closed });
    if (schedule) return writeSchedule(tx, schedule);
    await tx.run('DELETE FROM holiday');
    await tx.run(
      'INSERT INTO holiday (day, name, is_half, is_afternoon) SELECT * FROM unnest($1::date[], $2::text[], $3::boolean[], $4::boolean[])',
      [
        holidays.map(({ day }) => day),
        holidays.map(({ name }) => name),
        holidays.map(({ isHalf }) => isHalf),
        holidays.map(({ isAfternoon = false }) => isAfternoon),
      ],
    );
    await tx.run('UPDATE settings SET holiday_region = $1', [region]);
    return { kind: 'holidays_updated', data: { region, holidays } };
  });

/** Refuses a name that another schedule has, and changes to closed periods of people with this schedule. */
export const saveSchedule = (database: Database, sender: PlansSender, wanted: ScheduleChange) =>
  changePlans(database, sender, async (tx, plans, settings) => {
    const before = plans.schedules.find(({ id }) => id === wanted.id);
    const schedule = changedSchedule(plans, wanted);
    if (JSON.stringify(before) === JSON.stringify(schedule)) return null;
    if (plans.schedules.some(({ id, name }) => id !== wanted.id && name === wanted.name))
      return refusedFields({ name: say('refused.scheduleName') });
    const closed = await describeClosedPeriod(tx, plans, withSchedule(plans, wanted), settings);
    if (closed !== null) return refusedFields({ from: closed });
    return writeSchedule(tx, schedule);
  });

async function writeSchedule(tx: Transaction, schedule: Schedule): Promise<PlansEvent> {
  const { id, name, isRetired, versions, holidays } = schedule;
  await tx.run(
    `INSERT INTO schedule (id, name, is_retired, versions, holidays) VALUES ($1, $2, $3, $4, $5) ON CONFLICT (id) DO UPDATE
     SET name = excluded.name, is_retired = excluded.is_retired, versions = excluded.versions, holidays = excluded.holidays`,
    [id, name, isRetired, JSON.stringify(versions), holidays && JSON.stringify(holidays)],
  );
  return { kind: 'schedule_saved', data: { schedule } };
}

/** Refuses an unknown schedule or person, and changes to these people's closed periods. */
export const assignSchedule = (database: Database, sender: PlansSender, wanted: AssignmentChange) =>
  changePlans(database, sender, async (tx, plans, settings) => {
    const { userIds, from, scheduleId } = wanted;
    const change = withAssignment(plans, wanted);
    const textOf = ({ assignments }: Plans) => JSON.stringify(userIds.map((id) => assignments.get(id)));
    if (textOf(plans) === textOf(change.plans)) return null;
    if (scheduleId !== null && !plans.schedules.some(({ id, isRetired }) => id === scheduleId && !isRetired))
      return refusedFields({ scheduleId: say('refused.scheduleRetired') });
    const people = await tx.run('SELECT FROM account WHERE id = ANY ($1::uuid[])', [userIds]);
    if (people.length < userIds.length) return refused('employee_not_found');
    const closed = await describeClosedPeriod(tx, plans, change, settings);
    if (closed !== null) return refusedFields({ from: closed });
    await tx.run('DELETE FROM schedule_of WHERE user_id = ANY ($1::uuid[]) AND from_day >= $2', [
      userIds,
      from,
    ]);
    const changed = userIds.filter((id) => change.plans.assignments.get(id)?.at(-1)?.from === from);
    await tx.run(
      'INSERT INTO schedule_of (user_id, from_day, schedule_id) SELECT id, $2::date, $3::uuid FROM unnest($1::uuid[]) AS id',
      [changed, from, scheduleId],
    );
    return { kind: 'schedule_assigned', data: { userIds, from, scheduleId } };
  });

/** Refuses to remove a kind or to change how it counts, so that leave already taken counts as before. */
export const saveLeaveSettings = (
  database: Database,
  sender: PlansSender,
  { kinds: wanted, allowance }: Pick<CheckedInputOf<'saveLeaveSettings'>, 'kinds' | 'allowance'>,
) =>
  changePlans(database, sender, async (tx, { leaveKinds, allowances: before }, settings) => {
    const kinds = leaveKinds.map((known) => wanted.find(({ id }) => id === known.id));
    const isAltered = kinds.some(
      (kind, at) => !kind || COUNTING_FIELDS.some((name) => kind[name] !== leaveKinds[at]?.[name]),
    );
    if (isAltered) return refusedFields({ kinds: say('refused.leaveKindFixed') });
    const year = yearOf(calendarOf(settings).dayAt(sender.at).day);
    const allowances = withAllowance(before, allowance, year);
    if (allowanceIn(before, year).unit !== allowance.unit && (await hasGrants(tx, year)))
      return refusedFields({ unit: say('refused.allowanceUnit') });
    if (JSON.stringify([leaveKinds, before]) === JSON.stringify([wanted, allowances])) return null;
    await tx.run('UPDATE settings SET leave_kinds = $1, leave_allowances = $2', [
      JSON.stringify(wanted),
      JSON.stringify(allowances),
    ]);
    return { kind: 'leave_settings_saved', data: { kinds: wanted, allowances } };
  });

/** Whether somebody's allowance was set by hand for the year or later. */
const hasGrants = async (tx: Transaction, year: number): Promise<boolean> =>
  (await tx.run('SELECT FROM leave_grant WHERE year >= $1 LIMIT 1', [year])).length > 0;

const COUNTING_FIELDS = ['isDeclared', 'isCredited', 'usesAllowance'] as const;
