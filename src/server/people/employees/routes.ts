import { say } from '#texts/say';
import { randomUUID } from 'node:crypto';
import { problemText } from '#contract/problems';
import type { User } from '#contract/records';
import { hashPassword, temporaryPasswordFor } from '../credentials/passwords.ts';
import type { Context } from '../../platform/context.ts';
import { networkAndDevice } from '../../platform/http/caller.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { refuse, refuseFields, type Refusal } from '../../platform/http/refusal.ts';
import { mailAccountChange } from '../../platform/mail/mailer.ts';
import { refused } from '../../platform/refused.ts';
import { commandRunner } from '../../ledger/idempotency/commands.ts';
import { addEmployee, decideRegistration } from './adding-commands.ts';
import { setRole, updateEmployee, type UpdateResult } from './commands.ts';
import { saveLeads } from '../leads/commands.ts';
import { isEmailTaken } from './queries.ts';

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
  const message = code === 'invalid_input' ? say('field.roleEmployee') : problemText(code);
  const field = FIELD_BY_CODE[code];
  return refuse(code, { message, ...(field === undefined ? {} : { fields: { [field]: message } }) });
}

export function employeeRoutes(context: Context) {
  const { config, database, security, sessionsChanged } = context;
  const run = commandRunner(context);
  return {
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
