import { randomUUID } from 'node:crypto';
import { problemMessage } from '#contract/problems';
import type { User } from '#contract/records';
import { toInstantText } from '#contract/wire';
import { hashPassword, temporaryPasswordFor } from '../credentials/passwords.ts';
import { daysAround, toWireCalendar } from '../calendars.ts';
import type { Context } from '../context.ts';
import type { Handlers } from '../http/handlers.ts';
import { refuse, type Refusal } from '../http/refusal.ts';
import { cursorPart } from '../ledger/queries.ts';
import { tellOfAccountChange } from '../mail/account-changes.ts';
import { refused } from '../refused.ts';
import { once } from '../requests/commands.ts';
import { askedOf } from '../requests/queries.ts';
import { orByDefaults } from '../settings/loading.ts';
import { settingsPart } from '../settings/queries.ts';
import { openEntries } from '../time-entries/queries.ts';
import { addEmployee } from './adding-commands.ts';
import { updateEmployee, type Updated } from './commands.ts';
import { allEmployees, isEmailTaken } from './queries.ts';

type Code = Extract<Updated, { ok: false }>['code'] | 'request_id_reused';

/** Where the form shows it; the others concern the person as a whole. */
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

export function employeeRoutes(context: Context): Handlers<'employees' | 'addEmployee' | 'updateEmployee'> {
  const { config, database, clock, seal, wake, sessionsChanged } = context;
  return {
    employees: ({ asker }) =>
      orByDefaults(context, (defaults) => {
        const first = { cursor: cursorPart(seal), settings: settingsPart(defaults) };
        return asker().inSnapshot(first, async (tx, { cursor, settings: { timeZone, nightShiftHours } }) => {
          const now = clock.now();
          const { today } = daysAround(timeZone, now);
          return {
            cursor,
            now: toInstantText(now),
            calendar: toWireCalendar(timeZone, today, [today]),
            employees: await allEmployees(tx),
            openEntries: await openEntries(tx),
            nightShiftHours,
          };
        });
      }),

    addEmployee: async ({ input, session }) => {
      const { role: _, requestId = randomUUID(), ...details } = input;
      const actor = session().user.id;
      const asked = askedOf(actor, requestId, details);
      const temporaryPassword = config.temporaryPassword ?? temporaryPasswordFor(requestId);
      const added = await once(database, asked, async () => {
        // Asked before the costly hash; the index that refuses twins has the last word.
        if (await isEmailTaken(database.pool, details.email)) return refused('registration_email_in_use');
        const hash = await hashPassword(temporaryPassword);
        return addEmployee(database, clock.now(), actor, details, hash, asked);
      });
      if (!added.ok) return refusalFor(added.code);
      wake();
      return { user: added.user, temporaryPassword };
    },

    updateEmployee: async ({ input, session }) => {
      const { requestId, id, version, ...wanted } = input;
      const asked = askedOf(session().user.id, requestId, { id, version, ...wanted });
      const updated = await once(database, asked, async () => {
        const done = await updateEmployee(database, clock.now(), session(), id, version, wanted, asked);
        if (done.ok) tellOf(context, done.before, done.user);
        return done;
      });
      if (!updated.ok) return refusalFor(updated.code);
      wake();
      sessionsChanged();
      return { user: updated.user };
    },
  };
}

/** By mail, of what gives power over an account: to the former address too. */
function tellOf(context: Context, before: User, { email, role, isActive }: User): void {
  const addresses = [before.email, email];
  if (before.email !== email) tellOfAccountChange(context, 'address', addresses);
  if (role === 'admin' && before.isActive !== isActive)
    tellOfAccountChange(context, isActive ? 'reactivated' : 'deactivated', addresses);
}
