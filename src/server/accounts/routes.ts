import type { Context } from '../context.ts';
import type { Handlers } from '../http/handlers.ts';
import { Refusal, refuse } from '../http/refusal.ts';
import { issueEmployeeId, registerEmployee } from './commands.ts';
import { strongPasswordFault } from './password-policy.ts';
import { hashPassword } from './passwords.ts';
import { isEmailTaken, isIssued } from './queries.ts';
import { endSession } from './session-commands.ts';
import { tokenHash } from './session.ts';
import { sessionOf } from './sessions.ts';
import { createSignInLimits, hourlyLimit, takeOne } from './sign-in-limits.ts';
import { signIn } from './sign-in.ts';

/** Going back and forth in the wizard takes a new id each time. */
const IDS_PER_REGISTRATION = 10;

type AccountRoute = 'whoAmI' | 'signIn' | 'signOut' | 'issueEmployeeId' | 'register';

export function accountRoutes(context: Context): Handlers<AccountRoute> {
  const { config, database, clock, cookies, version } = context;
  const signInLimits = createSignInLimits();
  const registrations = hourlyLimit(config.registrationsPerHour);
  const issues = hourlyLimit(config.registrationsPerHour * IDS_PER_REGISTRATION);

  return {
    whoAmI: async ({ request }) => ({ user: (await sessionOf(context, request))?.user ?? null, version }),

    signIn: async ({ input, request, reply, address }) => {
      const brought = { session: cookies.session(request), device: cookies.device(request) };
      const signedIn = await signIn(context, signInLimits, { ...input, address, brought });
      if (signedIn instanceof Refusal) return signedIn;
      cookies.setSession(reply, signedIn.token);
      cookies.setDevice(reply, signedIn.device);
      if (brought.session !== undefined) context.sessionsChanged();
      return { user: signedIn.user, version };
    },

    signOut: async ({ request, reply }) => {
      const token = cookies.session(request);
      if (token !== undefined) await endSession(database.pool, tokenHash(token));
      cookies.clearSession(reply);
      context.sessionsChanged();
      return { user: null, version };
    },

    issueEmployeeId: async ({ address }) => {
      const seconds = await takeOne(issues, address);
      if (seconds > 0) return refuse('registration_too_many', { retryAfterSeconds: seconds });
      return { employeeId: await issueEmployeeId(database.pool, clock.now()) };
    },

    register: async ({ input, address }) => {
      const fault = config.passwordPolicy === 'strong' ? strongPasswordFault(input.password) : undefined;
      if (fault !== undefined) return refuse('invalid_input', { fields: { password: fault }, message: fault });
      const seconds = await takeOne(registrations, address);
      if (seconds > 0) return refuse('registration_too_many', { retryAfterSeconds: seconds });
      // Asked before the costly hash, and again in the transaction that writes.
      if (!(await isIssued(database.pool, input.employeeId, clock.now()))) return refuse('employee_id_not_issued');
      if (await isEmailTaken(database.pool, input.email)) return refuse('registration_email_in_use');
      const { password, ...account } = input;
      const created = await registerEmployee(database, clock, { ...account, passwordHash: await hashPassword(password) });
      if (created.ok) {
        context.wake();
        return { user: created.user };
      }
      return refuse(created.taken === 'email' ? 'registration_email_in_use' : 'employee_id_not_issued');
    },
  };
}
