import { randomUUID } from 'node:crypto';
import { problemMessage } from '#contract/problems';
import type { User } from '#contract/records';
import { PERSON_VIEW_DAYS } from '#contract/employees';
import { toEpochMs, toInstantText, toWireEmployment } from '#contract/wire';
import type { Day } from '#domain/time/units';
import { addDays, weekOf, type DayRange, type FirstWeekday } from '#domain/time/workplace-day';
import { plannedDays } from '#domain/expected/schedules';
import { hashPassword, temporaryPasswordFor } from '../credentials/passwords.ts';
import {
  calendarOf,
  daysAround,
  isWithinDays,
  rangeAround,
  spanOf,
  toWireCalendar,
} from '../../workplace/calendars.ts';
import type { Context } from '../../context.ts';
import { networkAndDevice } from '../../platform/http/caller.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { refuse, refuseFields, Refusal } from '../../platform/http/refusal.ts';
import { changesPart, cursorPart } from '../../record/ledger/queries.ts';
import { mailAccountChange } from '../../platform/mail/account-changes.ts';
import { refused } from '../../platform/refused.ts';
import { commandRunner } from '../../platform/idempotency/commands.ts';
import { areSettingsStored } from '../../workplace/settings/loading.ts';
import { closedPeriodsPart, personCorrectionsPart } from '../../hours/time-entries/correction-queries.ts';
import { openEntries, personEntriesPart } from '../../hours/time-entries/queries.ts';
import { addEmployee, decideRegistration } from './adding-commands.ts';
import { setRole, updateEmployee, type UpdateResult } from './commands.ts';
import { saveLeads } from '../leads/commands.ts';
import { leadsPart } from '../leads/queries.ts';
import { employmentIn, employmentPart } from '../employment/queries.ts';
import { allEmployees, isEmailTaken, personPart } from './queries.ts';
import { leavePart, plansOf } from '../../workplace/expected/queries.ts';

type EmployeeRefusalCode = Extract<UpdateResult, { ok: false }>['code'] | 'request_id_reused';

const FIELD_BY_CODE: Partial<Record<EmployeeRefusalCode, string>> = {
  registration_email_in_use: 'email',
  command_line_only: 'email',
  employee_id_in_use: 'employeeId',
  own_deactivation: 'isActive',
  last_admin: 'isActive',
  admin_role_fixed: 'role',
  invalid_input: 'role',
};

function refusalFor(code: EmployeeRefusalCode): Refusal {
  const message = code === 'invalid_input' ? 'Role can only be set to employee' : problemMessage(code);
  const field = FIELD_BY_CODE[code];
  return refuse(code, { message, ...(field === undefined ? {} : { fields: { [field]: message } }) });
}

function personViewRange(today: Day, firstWeekday?: FirstWeekday): DayRange {
  const [week, first] = [weekOf(today, firstWeekday), addDays(today, 1 - PERSON_VIEW_DAYS)];
  return { first: first < week.first ? first : week.first, last: week.last };
}

export function employeeRoutes(context: Context) {
  const { config, database, clock, seal, security, sessionsChanged } = context;
  const run = commandRunner(context);
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
      // The settings, with the first weekday, are read only below. The default weekday can be used here:
      // it changes only the last day of the range, and no entry is in the future.
      const range = rangeAround(now, (day) => personViewRange(day));
      const span = spanOf(range.first, range.last);
      const found = await reader().read({
        settings: context.settings.part(),
        person: personPart(input.id),
        entries: personEntriesPart(input.id, span),
        corrections: personCorrectionsPart(input.id, span),
        closed: closedPeriodsPart(input.id, span),
        changes: changesPart(input.id, span),
        leave: leavePart(input.id, range),
        leads: leadsPart(input.id),
        employment: employmentPart(input.id),
      });
      if (found instanceof Refusal) return found;
      const { settings, person, entries, corrections, closed, changes, leave, leads, employment } = found;
      if (!person) return refuse('employee_not_found');
      const { today } = daysAround(settings, now);
      const { first, last } = personViewRange(today.day, settings.firstWeekday);
      const plans = { ...(await plansOf(database.pool, settings)), leave };
      const days = plannedDays(plans, input.id, calendarOf(settings).days(first, last));
      return {
        now: toInstantText(now),
        calendar: toWireCalendar(settings, today, days),
        settings,
        settingsLoaded: areSettingsStored(settings),
        ...person,
        employment: toWireEmployment(employmentIn(settings, employment)),
        entries: entries.filter((entry) => entry.clockOut === null || isWithinDays(entry, days)),
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
      const temporaryPassword =
        config.temporaryPassword ??
        temporaryPasswordFor(requestId, [details.name, details.email, (await context.workplace()).name]);
      const added = await run(session(), requestId, details, async (sender) => {
        // Check the address before the costly hash. The unique index decides between concurrent requests.
        if (await isEmailTaken(database.pool, details.email)) return refused('registration_email_in_use');
        const hash = await hashPassword(temporaryPassword);
        return addEmployee(database, sender, details, hash);
      });
      if (!added.ok) return 'fields' in added ? refuseFields(added.fields) : refusalFor(added.code);
      return { user: added.user, temporaryPassword };
    },

    updateEmployee: async ({ input: { requestId, ...wanted }, session, request }) => {
      const updated = await run(session(), requestId, wanted, async (sender) => {
        const done = await updateEmployee(database, sender, session(), wanted);
        if (done.ok) mailAccountChanges(context, done.before, done.user);
        if (done.ok && done.before.email !== done.user.email) {
          const who = { userId: wanted.id, actor: sender.actor, ...networkAndDevice(request) };
          security.note({ kind: 'address_changed', ...who });
        }
        return done;
      });
      if (!updated.ok) return 'fields' in updated ? refuseFields(updated.fields) : refusalFor(updated.code);
      sessionsChanged();
      return { user: updated.user };
    },

    setRole: async ({ input: { requestId, ...wanted }, session, request }) => {
      const done = await run(session(), requestId, wanted, async (sender) => {
        const { role } = wanted;
        const set = await setRole(database, sender, session(), wanted);
        if (set.ok && set.before.role !== role) {
          mailAccountChange(context, role, [set.user.email]);
          const actor = session().user.id;
          const detail = role === 'admin' ? 'Now an administrator' : 'Now an employee';
          const { id: userId } = wanted;
          security.note({ kind: 'role_changed', userId, actor, detail, ...networkAndDevice(request) });
        }
        return set;
      });
      if (!done.ok) return refuse(done.code);
      sessionsChanged();
      return { user: done.user };
    },

    decideRegistration: async ({ input: { requestId, ...decision }, session }) => {
      const decided = await run(session(), requestId, decision, async (sender) => {
        const done = await decideRegistration(database, sender, decision);
        const outcome = decision.isApproved ? 'approved' : 'refused';
        if (done.ok) mailAccountChange(context, outcome, [done.user.email]);
        return done;
      });
      return decided.ok ? { user: decided.user } : refuse(decided.code);
    },

    saveLeads: async ({ input: { requestId, ...change }, session }) => {
      const saved = await run(session(), requestId, { saveLeads: change }, (sender) =>
        saveLeads(database, sender, change),
      );
      return saved.ok ? { leads: saved.leads } : refuse(saved.code);
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
