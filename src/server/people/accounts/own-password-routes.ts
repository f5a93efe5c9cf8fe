import { say } from '#texts/say';
import type { SessionView } from '#contract/accounts/accounts';
import type { User } from '#contract/records';
import type { Context } from '../../platform/context.ts';
import { networkAndDevice, type Session } from '../../platform/http/caller.ts';
import type { Call, Handlers } from '../../platform/http/handlers.ts';
import { refuse, Refusal } from '../../platform/http/refusal.ts';
import { mailAccountChange } from '../../platform/mail/mailer.ts';
import { changePassword } from './password-commands.ts';
import { passwordFault, hashPassword, verifyPassword } from '../credentials/passwords.ts';
import { confirmSession } from '../credentials/session-commands.ts';
import { credentialsById, findKnownDevice, type Credentials } from './queries.ts';
import type { Cookies } from './sessions.ts';
import { runAsCaller } from '../credentials/hashing-queue.ts';
import type { SignInLimits } from './sign-in-limits.ts';

export function ownPasswordRoutes(
  context: Context,
  limits: SignInLimits,
  cookies: Cookies,
  view: (user: User) => Promise<SessionView>,
) {
  const { config, database, clock } = context;

  const faultOf = async ({ user }: Session, password: string) =>
    passwordFault(config.passwordPolicy, password, [user.name, user.email, (await context.workplace()).name]);

  /** Wrong passwords count as failed sign-ins, so that an open session does not allow unlimited guesses. */
  async function verifyCurrentPassword(
    call: Call<'confirmIdentity' | 'changePassword'>,
  ): Promise<Credentials | Refusal> {
    const { input, session, request, address } = call;
    const found = await credentialsById(database.pool, session().user.id);
    if (!found) return refuse('not_signed_in');
    const { email } = found.user;
    const knownDevice = await findKnownDevice(database.pool, cookies.device(request), email);
    const attempt = { email, address, knownDevice };
    const verdict = await verifyPassword(found.passwordHash, input.currentPassword, limits.of(attempt));
    if (verdict === 'throttled')
      return refuse('sign_in_too_many', { retryAfterSeconds: await limits.waitFor(attempt) });
    if (verdict === 'wrong') {
      const isKnown = knownDevice !== null;
      const userId = found.user.id;
      context.security.note({ kind: 'sign_in_failed', userId, isKnown, ...networkAndDevice(request) });
      return refuse('current_password_wrong', {
        fields: { currentPassword: say('problem.current_password_wrong') },
      });
    }
    return found;
  }

  async function renewSession(
    { session, input, request, reply }: Call<'chooseFirstPassword' | 'changePassword'>,
    how: 'changed' | 'first',
    expectedHash: string,
  ): Promise<SessionView | Refusal> {
    const hash = await hashPassword(input.password);
    const changed = await changePassword(database, clock.now(), session(), how, expectedHash, hash);
    if (!changed.ok) return refuse(changed.code);
    context.wake();
    context.sessionsChanged();
    const { user } = session();
    context.security.note({ kind: 'password_changed', userId: user.id, ...networkAndDevice(request) });
    if (how === 'changed') mailAccountChange(context, 'own-password', [user.email]);
    cookies.setSession(reply, changed.token);
    return view(user);
  }

  return {
    chooseFirstPassword: (call) =>
      runAsCaller({ place: call.session().id, account: '' }, async () => {
        const { password } = call.input;
        const fault = await faultOf(call.session(), password);
        if (fault) return fault;
        const found = await credentialsById(database.pool, call.session().user.id);
        if (!found) return refuse('not_signed_in');
        const same = await verifyPassword(found.passwordHash, password, null);
        if (same === 'right') {
          const message = say('password.notTheTemporary');
          return refuse('invalid_input', { fields: { password: message }, message });
        }
        return renewSession(call, 'first', found.passwordHash);
      }),

    changePassword: (call) =>
      runAsCaller({ place: call.session().id, account: '' }, async () => {
        const fault = await faultOf(call.session(), call.input.password);
        if (fault) return fault;
        const found = await verifyCurrentPassword(call);
        return found instanceof Refusal ? found : renewSession(call, 'changed', found.passwordHash);
      }),

    confirmIdentity: (call) =>
      runAsCaller({ place: call.session().id, account: '' }, async () => {
        const found = await verifyCurrentPassword(call);
        if (found instanceof Refusal) return found;
        await confirmSession(database.pool, call.session().id, clock.now(), found.passwordHash);
        return {};
      }),
  } satisfies Partial<Handlers>;
}
