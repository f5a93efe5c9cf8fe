import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SessionView } from '#contract/accounts';
import { toEpochMs } from '#contract/wire';
import type { Context } from '../../context.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { Refusal, refuse, refusalOf } from '../../platform/http/refusal.ts';
import { isConfirmed, type SessionOf } from '../../platform/http/session.ts';
import { commandRunner } from '../../platform/idempotency/commands.ts';
import { mailAccountChange } from '../../platform/mail/account-changes.ts';
import { issueEmployeeId } from './commands.ts';
import type { Cookies } from './sessions.ts';
import { ownPasswordRoutes } from './own-password-routes.ts';
import { giveResetLink, giveTemporaryPassword } from './password-commands.ts';
import { passwordFault, passwordMinimum } from './password-policy.ts';
import { newLink, openReset, requestReset, RESET_LIFE_MINUTES, resetPassword } from './password-reset.ts';
import { readSettings } from '../../workplace/settings/queries.ts';
import { usersById } from '../employees/queries.ts';
import { updateName } from '../employees/commands.ts';
import { joining, register } from './registration.ts';
import { hashPassword, temporaryPasswordFor } from '../credentials/passwords.ts';
import { endSession } from '../credentials/session-commands.ts';
import { tokenHash } from '../credentials/tokens.ts';
import { asCaller } from '../credentials/turns.ts';
import { hourlyLimit, networkOf } from '../../platform/rate-limiter.ts';
import { accountOf, createPasswordResetLimit, createSignInLimits } from './sign-in-limits.ts';
import type { SecretBox } from '../second-factor/secret-key.ts';
import type { Credentials } from './queries.ts';
import { passSecondStep } from './second-step.ts';
import { signIn } from './sign-in.ts';

const IDS_PER_REGISTRATION = 10;

/** Mails to one existing address per hour (HIDE_ACCOUNTS), against flooding. */
const LETTERS_PER_ADDRESS = 2;

interface Opened extends Pick<Credentials, 'user' | 'mustChangePassword'> {
  readonly token: string;
  readonly device: string;
}

/** Per person: each is a ledger row and a notification. */
const RENAMES_PER_HOUR = 10;

export function accountRoutes(context: Context, sessionOf: SessionOf, cookies: Cookies, box: SecretBox) {
  const { config, database, clock, version } = context;
  const { hideAccounts } = config;
  const signInLimits = createSignInLimits();
  const consumeReset = createPasswordResetLimit();
  const registrations = hourlyLimit(config.registrationsPerHour);
  const issues = hourlyLimit(config.registrationsPerHour * IDS_PER_REGISTRATION);
  const renames = hourlyLimit(RENAMES_PER_HOUR);
  const registrationLetters = hourlyLimit(LETTERS_PER_ADDRESS);
  const view = async (user: SessionView['user'], mustChangePassword = false): Promise<SessionView> => ({
    user,
    mustChangePassword,
    mustAddFactor: user?.secondFactorBy !== undefined && toEpochMs(user.secondFactorBy) <= clock.now(),
    passwordMinimum: passwordMinimum(config.passwordPolicy),
    lastsDays: {
      session: config.sessionDays,
      idle: config.sessionIdleDays,
      device: config.knownDeviceDays,
    },
    version,
    workplace: await context.workplace(),
  });
  const enter = (request: FastifyRequest, reply: FastifyReply, opened: Opened): Promise<SessionView> => {
    const isReplaced = cookies.session(request) !== undefined;
    cookies.setSession(reply, opened.token);
    cookies.setDevice(reply, opened.device);
    if (isReplaced) context.sessionsChanged();
    return view(opened.user, opened.mustChangePassword);
  };
  return {
    whoAmI: async ({ request }) => {
      const session = await sessionOf(request);
      return view(session?.user ?? null, session?.mustChangePassword);
    },

    signIn: async ({ input, request, reply, address }) => {
      const presentedTokens = { session: cookies.session(request), device: cookies.device(request) };
      const signedIn = await withMinimumDuration(hideAccounts, () =>
        signIn(context, signInLimits, {
          ...input,
          address,
          presentedTokens,
        }),
      );
      if (signedIn instanceof Refusal) return signedIn;
      if ('secondStep' in signedIn) return { ...(await view(null)), ...signedIn };
      return enter(request, reply, signedIn);
    },

    passSecondStep: async ({ input, request, reply, address }) => {
      const presentedTokens = { session: cookies.session(request), device: cookies.device(request) };
      const who = { ...input, address, presentedTokens };
      const passed = await passSecondStep(context, signInLimits, box, who);
      return passed instanceof Refusal ? passed : enter(request, reply, passed);
    },

    signOut: async ({ request, reply }) => {
      const token = cookies.session(request);
      if (token !== undefined) await endSession(database.pool, tokenHash(token));
      cookies.clearSession(reply);
      context.sessionsChanged();
      return view(null);
    },

    joining: ({ input }) => joining(context, input.invitation),

    issueEmployeeId: async ({ address }) => {
      const seconds = issues.consume(networkOf(address));
      if (seconds > 0) return refuse('registration_too_many', { retryAfterSeconds: seconds });
      if ((await readSettings(database.pool)).registration === 'off') return refuse('registration_closed');
      return { employeeId: await issueEmployeeId(database.pool, clock.now()) };
    },

    register: async ({ input, address }) => {
      const fault = passwordFault(config.passwordPolicy, input.password, [
        input.name,
        input.email,
        (await context.workplace()).name,
      ]);
      if (fault) return fault;
      const user = await withMinimumDuration(hideAccounts, () =>
        asCaller({ place: networkOf(address), account: accountOf(input) }, () =>
          register(context, registrationLetters, input, () => registrations.consume(networkOf(address))),
        ),
      );
      return user instanceof Refusal ? user : { user };
    },

    requestPasswordReset: ({ input, request, address }) =>
      withMinimumDuration(hideAccounts, () =>
        requestReset(context, consumeReset, { email: input.email, address, device: cookies.device(request) }),
      ),
    openPasswordReset: ({ input }) => openReset(context, input.token),
    completePasswordReset: ({ input, address }) =>
      asCaller({ place: networkOf(address), account: input.token }, () =>
        resetPassword(context, input.token, input.password),
      ),

    ...ownPasswordRoutes(context, signInLimits, cookies, view),

    giveTemporaryPassword: async ({ input, session }) => {
      // Changing one's own needs the current password.
      if (input.id === session().user.id) return refuse('forbidden');
      if (!isConfirmed(session(), clock.now())) return refuse('confirmation_required');
      const { id, requestId = randomUUID() } = input;
      const [user] = await usersById(database.pool, [id]);
      const names = [user?.name ?? '', user?.email ?? '', (await context.workplace()).name];
      const temporaryPassword = temporaryPasswordFor(requestId, names);
      const run = commandRunner(context);
      const given = await run(session(), requestId, { newPasswordOf: id }, async (sender) => {
        const hash = await hashPassword(temporaryPassword);
        const done = await giveTemporaryPassword(database, sender, id, hash);
        if (done.ok) mailAccountChange(context, 'password', [done.user.email]);
        return done;
      });
      if (!given.ok) return refuse(given.code);
      context.sessionsChanged();
      return { user: given.user, temporaryPassword };
    },

    giveResetLink: async ({ input, session }) => {
      // With mail, only the person gets the link.
      if (context.mailer.by === 'mail') return refuse('forbidden');
      if (!isConfirmed(session(), clock.now())) return refuse('confirmation_required');
      const made = newLink(clock.now(), context.address());
      const given = await giveResetLink(database, clock.now(), session().user.id, input.id, made);
      if (!given.ok) return refuse(given.code);
      context.wake();
      return { link: made.link, minutes: RESET_LIFE_MINUTES };
    },

    updateProfile: async ({ input, session }) => {
      const { user } = session();
      // No change, or a retry.
      if (input.name === user.name) return { user };
      const seconds = renames.consume(user.id);
      const now = clock.now();
      const tooMany = { code: 'renames_too_many', from: now + seconds * 1000 } as const;
      if (seconds > 0) return refusalOf(tooMany, now, await readSettings(database.pool));
      const updated = await updateName(database, now, user.id, input.name);
      if (!updated.ok) return refuse(updated.code);
      context.wake();
      return { user: updated.user };
    },
  } satisfies Partial<Handlers>;
}

/** Longer than a password check and a commit take. */
const MINIMUM_MS = 150;

/** With HIDE_ACCOUNTS the answer's time must not reveal an account. */
async function withMinimumDuration<Result>(hidden: boolean, work: () => Promise<Result>): Promise<Result> {
  if (!hidden) return work();
  const [result] = await Promise.allSettled([
    work(),
    new Promise((resolve) => void setTimeout(resolve, MINIMUM_MS)),
  ]);
  if (result.status === 'rejected') throw result.reason;
  return result.value;
}
