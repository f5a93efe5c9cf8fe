import { randomUUID } from 'node:crypto';
import { problemMessage } from '#contract/problems';
import type { User } from '#contract/records';
import { PERSON_DAYS } from '#contract/employees';
import { toEpochMs, toInstantText } from '#contract/wire';
import type { Day } from '#domain/time/units';
import { addDays, weekOf, type DayRange, type FirstWeekday } from '#domain/time/workplace-day';
import { plannedDays } from '#domain/expected/schedules';
import { hashPassword, temporaryPasswordFor } from '../credentials/passwords.ts';
import {
  calendarOf,
  daysAround,
  isOfDays,
  rangeAround,
  spanAround,
  toWireCalendar,
} from '../../workplace/calendars.ts';
import type { Context } from '../../context.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { refuse, refuseFields, Refusal } from '../../platform/http/refusal.ts';
import { changesPart, cursorPart } from '../../record/ledger/queries.ts';
import { mailAccountChange } from '../../platform/mail/account-changes.ts';
import { refused } from '../../platform/refused.ts';
import { once } from '../../platform/idempotency/commands.ts';
import { idempotencyKeyOf } from '../../platform/idempotency/queries.ts';
import { areStored } from '../../workplace/settings/loading.ts';
import { closedPeriodsPart, personCorrectionsPart } from '../../hours/time-entries/correction-queries.ts';
import { openEntries, personEntriesPart } from '../../hours/time-entries/queries.ts';
import { addEmployee, decideRegistration } from './adding-commands.ts';
import { setRole, updateEmployee, type UpdateResult } from './commands.ts';
import { leadsPart } from '../leads/queries.ts';
import { allEmployees, isEmailTaken, personPart } from './queries.ts';
import { leavePart, plansOf } from '../../workplace/expected/queries.ts';

type Code = Extract<UpdateResult, { ok: false }>['code'] | 'request_id_reused';

const FIELDS: Partial<Record<Code, string>> = {
  registration_email_in_use: 'email',
  employee_id_in_use: 'employeeId',
  own_deactivation: 'isActive',
  last_admin: 'isActive',
  admin_role_fixed: 'role',
  invalid_input: 'role',
};

function refusalFor(code: Code): Refusal {
  const message = code === 'invalid_input' ? 'Role can only be set to employee' : problemMessage(code);
  const field = FIELDS[code];
  return refuse(code, { message, ...(field === undefined ? {} : { fields: { [field]: message } }) });
}

function datesOfPerson(today: Day, firstWeekday?: FirstWeekday): DayRange {
  const [week, first] = [weekOf(today, firstWeekday), addDays(today, 1 - PERSON_DAYS)];
  return { first: first < week.first ? first : week.first, last: week.last };
}

export function employeeRoutes(context: Context) {
  const { config, database, clock, seal, wake, sessionsChanged } = context;
  return {
    employees: ({ reader }) => {
      const first = { cursor: cursorPart(seal), settings: context.settings.part() };
      return reader().inSnapshot(first, async (tx, { cursor, settings }) => {
        const now = clock.now();
        const { today } = daysAround(settings, now);
        return {
          cursor,
          now: toInstantText(now),
          calendar: toWireCalendar(settings, today, [today]),
          employees: await allEmployees(tx),
          openEntries: await openEntries(tx),
          nightShiftHours: settings.nightShiftHours,
        };
      });
    },

    person: async ({ input, reader }) => {
      const now = clock.now();
      // No entry is in the future, so any first weekday will do.
      const span = spanAround(now, (day) => datesOfPerson(day));
      const found = await reader().read({
        cursor: cursorPart(seal),
        settings: context.settings.part(),
        person: personPart(input.id),
        entries: personEntriesPart(input.id, span),
        corrections: personCorrectionsPart(input.id, span),
        closed: closedPeriodsPart(input.id, span),
        changes: changesPart(input.id, span),
        leave: leavePart(
          input.id,
          rangeAround(now, (day) => datesOfPerson(day)),
        ),
        leads: leadsPart(input.id),
      });
      if (found instanceof Refusal) return found;
      const { cursor, settings, person, entries, corrections, closed, changes, leave, leads } = found;
      if (!person) return refuse('employee_not_found');
      const { today } = daysAround(settings, now);
      const { first, last } = datesOfPerson(today.day, settings.firstWeekday);
      const plans = { ...(await plansOf(database.pool, settings)), leave };
      const days = plannedDays(plans, input.id, calendarOf(settings).days(first, last));
      return {
        cursor,
        now: toInstantText(now),
        calendar: toWireCalendar(settings, today, days),
        settings,
        settingsLoaded: areStored(settings),
        ...person,
        entries: entries.filter((entry) => entry.clockOut === null || isOfDays(entry, days)),
        corrections,
        closed,
        changes: changes.filter(({ at }) => toEpochMs(at) >= (days[0]?.start ?? now)),
        schedules: (plans.assignments.get(input.id) ?? []).map(({ from, scheduleId }) => ({
          from,
          name: plans.schedules.find(({ id }) => id === scheduleId)?.name ?? null,
        })),
        leads: [...leads],
        mailsBy: context.mailer.by,
      };
    },

    addEmployee: async ({ input, session }) => {
      const { role: _, requestId = randomUUID(), ...details } = input;
      const actor = session().user.id;
      const key = idempotencyKeyOf(actor, requestId, details);
      const temporaryPassword =
        config.temporaryPassword ??
        temporaryPasswordFor(requestId, [details.name, details.email, (await context.workplace()).name]);
      const added = await once(database, key, async () => {
        // Checked before the costly hash; the unique index has the last word.
        if (await isEmailTaken(database.pool, details.email)) return refused('registration_email_in_use');
        const hash = await hashPassword(temporaryPassword);
        return addEmployee(database, clock.now(), actor, details, hash, key);
      });
      if (!added.ok) return 'fields' in added ? refuseFields(added.fields) : refusalFor(added.code);
      wake();
      return { user: added.user, temporaryPassword };
    },

    updateEmployee: async ({ input, session }) => {
      const { requestId, id, version, ...wanted } = input;
      const key = idempotencyKeyOf(session().user.id, requestId, { id, version, ...wanted });
      const updated = await once(database, key, async () => {
        const done = await updateEmployee(database, clock.now(), session(), id, version, wanted, key);
        if (done.ok) mailAccountChanges(context, done.before, done.user);
        return done;
      });
      if (!updated.ok) return 'fields' in updated ? refuseFields(updated.fields) : refusalFor(updated.code);
      wake();
      sessionsChanged();
      return { user: updated.user };
    },

    setRole: async ({ input, session }) => {
      const { requestId, id, role } = input;
      const key = idempotencyKeyOf(session().user.id, requestId, { id, role });
      const done = await once(database, key, async () => {
        const set = await setRole(database, clock.now(), session(), id, role, key);
        if (set.ok && set.before.role !== role) mailAccountChange(context, role, [set.user.email]);
        return set;
      });
      if (!done.ok) return refuse(done.code);
      wake();
      sessionsChanged();
      return { user: done.user };
    },

    decideRegistration: async ({ input: { requestId, id, isApproved }, session }) => {
      const actor = session().user.id;
      const key = idempotencyKeyOf(actor, requestId, { id, isApproved });
      const decided = await once(database, key, async () => {
        const done = await decideRegistration(database, clock.now(), actor, id, isApproved, key);
        if (done.ok) mailAccountChange(context, isApproved ? 'approved' : 'refused', [done.user.email]);
        return done;
      });
      if (!decided.ok) return refuse(decided.code);
      wake();
      return { user: decided.user };
    },
  } satisfies Partial<Handlers>;
}

function mailAccountChanges(context: Context, before: User, { email, role, isActive }: User): void {
  const addresses = [before.email, email];
  if (before.awaitsApproval && isActive) return mailAccountChange(context, 'approved', addresses);
  if (before.email !== email) mailAccountChange(context, 'address', addresses);
  if (role === 'admin' && before.isActive !== isActive)
    mailAccountChange(context, isActive ? 'reactivated' : 'deactivated', addresses);
}
