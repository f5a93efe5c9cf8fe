import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SessionView } from '#contract/accounts/accounts';
import { toEpochMs } from '#contract/wire';
import type { Context } from '../../platform/context.ts';
import { withinLimit } from '../../platform/async/deadline.ts';
import { networkAndDevice, isConfirmed, type Session, type SessionOf } from '../../platform/http/caller.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { Refusal, refuse, toRefusal } from '../../platform/http/refusal.ts';
import { commandRunner } from '../../ledger/idempotency/commands.ts';
import { mailAccountChange } from '../../platform/mail/mailer.ts';
import { chooseLanguage, issueEmployeeId } from './commands.ts';
import type { Cookies } from './sessions.ts';
import { ownPasswordRoutes } from './own-password-routes.ts';
import { giveResetLink, giveTemporaryPassword } from './password-commands.ts';
import {
  passwordFault,
  passwordMinimum,
  hashPassword,
  temporaryPasswordFor,
} from '../credentials/passwords.ts';
import {
  newResetLink,
  openReset,
  requestReset,
  RESET_LIFE_MINUTES,
  resetPassword,
} from './password-reset.ts';
import { readSettings } from '../../workplace/settings/queries.ts';
import { usersById } from '../employees/queries.ts';
import { updateName } from '../employees/commands.ts';
import { registrationOptions, register } from './registration.ts';
import { endSession } from '../credentials/session-commands.ts';
import { tokenHash } from '../credentials/tokens.ts';
import { runAsCaller } from '../credentials/hashing-queue.ts';
import { networkOf } from '../../platform/rate-limiter.ts';
import { sharedHourlyLimit } from '../../platform/database/shared-limiter.ts';
import { emailHashOf, createPasswordResetLimit, createSignInLimits } from './sign-in-limits.ts';
import { relyingPartyOf } from '../second-factor/passkeys.ts';
import type { SecretBox } from '../second-factor/secret-key.ts';
import { passSecondStep } from './second-step.ts';
import { signIn, type SignInResult, type Browser } from './sign-in.ts';
import { createSignInCookies } from './single-sign-on/sign-in-cookies.ts';
import { createProvider } from './single-sign-on/provider.ts';
import { createConnector, singleSignOnRoutes } from './single-sign-on/routes.ts';

const IDS_PER_REGISTRATION = 10;

/** With HIDE_ACCOUNTS, a registration with a known address mails its owner: at most this often per hour. */
const REGISTRATION_MAILS_PER_EMAIL = 2;

const SIGN_OUT_ADDRESS_WAIT_MS = 1_000;

/** Limit per person: each rename writes a ledger row and a notification. */
const RENAMES_PER_HOUR = 10;

export function accountRoutes(context: Context, sessionOf: SessionOf, cookies: Cookies, box: SecretBox) {
  const { config, database, clock, version, security } = context;
  const { hideAccounts } = config;
  const signInLimits = createSignInLimits(database.pool);
  const consumeReset = createPasswordResetLimit(database.pool);
  const limit = (name: string, points: number) => sharedHourlyLimit(database.pool, name, points);
  const registrations = limit('registrations', config.registrationsPerHour);
  const issues = limit('employee ids', config.registrationsPerHour * IDS_PER_REGISTRATION);
  const renames = limit('renames', RENAMES_PER_HOUR);
  const registrationLetters = limit('registration letters', REGISTRATION_MAILS_PER_EMAIL);
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
    workplace: {
      ...(await context.workplace()),
      sendsMail: context.mailer.by === 'mail',
      ...(config.signIn === 'oidc' ? { registration: 'off' } : {}),
    },
    ...(config.oidcIssuer === null
      ? {}
      : { singleSignOn: { name: config.oidcName, isOnly: config.signIn === 'oidc' } }),
  });
  const notePasswordGiven = (
    userId: string,
    session: () => Session,
    request: FastifyRequest,
    detail: string,
  ): void => {
    const actor = session().user.id;
    security.note({ kind: 'password_changed', userId, actor, detail, ...networkAndDevice(request) });
  };
  const browserOf = (request: FastifyRequest): Browser => ({
    session: cookies.session(request),
    device: cookies.device(request),
    from: networkAndDevice(request),
    party: relyingPartyOf(config, request.headers),
  });
  const startSession = async (request: FastifyRequest, reply: FastifyReply, outcome: SignInResult) => {
    if ('secondStep' in outcome) return { ...(await view(null)), ...outcome };
    cookies.setSession(reply, outcome.token);
    cookies.setDevice(reply, outcome.device);
    if (cookies.session(request) !== undefined) context.sessionsChanged();
    return view(outcome.user, outcome.mustChangePassword);
  };
  const provider = createProvider(context);
  const signInCookies = createSignInCookies(context, cookies);
  return {
    whoAmI: async ({ request }) => {
      const session = await sessionOf(request);
      return view(session?.user ?? null, session?.mustChangePassword);
    },

    signIn: async ({ input, request, reply, address }) => {
      const signedIn = await withMinimumDuration(hideAccounts || config.signIn === 'oidc', () =>
        signIn(context, signInLimits, { ...input, address, browser: browserOf(request) }),
      );
      return signedIn instanceof Refusal ? signedIn : startSession(request, reply, signedIn);
    },

    passSecondStep: async ({ input, request, reply, address }) => {
      const newcomer = input.isConnecting ? signInCookies.newcomer(request) : undefined;
      const passed = await passSecondStep(context, signInLimits, box, {
        ...input,
        address,
        browser: browserOf(request),
        connect: newcomer && createConnector(context, newcomer),
      });
      if (newcomer && !(passed instanceof Refusal)) signInCookies.clearNewcomer(reply);
      return passed instanceof Refusal ? passed : startSession(request, reply, passed);
    },

    signOut: async ({ request, reply }) => {
      const token = cookies.session(request);
      if (token !== undefined) await endSession(database.pool, tokenHash(token));
      cookies.clearSession(reply);
      context.sessionsChanged();
      const idToken = signInCookies.takeIdToken(request, reply);
      // Ask the provider for its sign-out page, but only for a limited time, in case the provider does not answer.
      const leaving = idToken === undefined ? undefined : provider?.signOutAddress(idToken);
      const continueAt =
        leaving && (await withinLimit(leaving, SIGN_OUT_ADDRESS_WAIT_MS).catch(() => undefined));
      return { ...(await view(null)), ...(continueAt === undefined ? {} : { continueAt }) };
    },

    ...singleSignOnRoutes(context, {
      provider,
      signInCookies,
      limits: signInLimits,
      registrations,
      browserOf,
      startSession,
    }),

    joining: ({ input }) => registrationOptions(context, input.invitation),

    issueEmployeeId: async ({ address }) => {
      const seconds = await issues.consume(networkOf(address));
      if (seconds > 0) return refuse('registration_too_many', { retryAfterSeconds: seconds });
      if ((await readSettings(database.pool)).registration === 'off') return refuse('registration_closed');
      return { employeeId: await issueEmployeeId(database.pool, clock.now()) };
    },

    register: async ({ input, address }) => {
      if (config.signIn === 'oidc') return refuse('sign_in_off');
      const fault = passwordFault(config.passwordPolicy, input.password, [
        input.name,
        input.email,
        (await context.workplace()).name,
      ]);
      if (fault) return fault;
      const user = await withMinimumDuration(hideAccounts, () =>
        runAsCaller({ place: networkOf(address), account: emailHashOf(input) }, () =>
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
    completePasswordReset: async ({ input, request, address }) => {
      const done = await runAsCaller({ place: networkOf(address), account: input.token }, () =>
        resetPassword(context, input.token, input.password),
      );
      if (!(done instanceof Refusal))
        security.note({
          kind: 'password_changed',
          email: done.email,
          detail: 'By a mailed or given link',
          ...networkAndDevice(request),
        });
      return done;
    },

    ...ownPasswordRoutes(context, signInLimits, cookies, view),

    giveTemporaryPassword: async ({ input, session, request }) => {
      // Nobody resets their own password here: changing it needs the current password.
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
      notePasswordGiven(id, session, request, 'Temporary password');
      context.sessionsChanged();
      return { user: given.user, temporaryPassword };
    },

    giveResetLink: async ({ input, session, request }) => {
      // If the server sends mail, only the person gets a link, never an admin.
      if (context.mailer.by === 'mail') return refuse('forbidden');
      if (!isConfirmed(session(), clock.now())) return refuse('confirmation_required');
      const made = newResetLink(clock.now(), context.address());
      const given = await giveResetLink(database, clock.now(), session().user.id, input.id, made);
      if (!given.ok) return refuse(given.code);
      notePasswordGiven(input.id, session, request, 'Link to choose a new one');
      context.wake();
      return { link: made.link, minutes: RESET_LIFE_MINUTES };
    },

    updateProfile: async ({ input, session }) => {
      const { user } = session();
      // Write nothing if the name is unchanged, for example in a retry.
      if (input.name === user.name) return { user };
      const seconds = await renames.consume(user.id);
      const now = clock.now();
      const tooMany = { code: 'renames_too_many', retryAt: now + seconds * 1000 } as const;
      if (seconds > 0) return toRefusal(tooMany, now, await readSettings(database.pool));
      const updated = await updateName(database, now, user.id, input.name);
      if (!updated.ok) return refuse(updated.code);
      context.wake();
      return { user: updated.user };
    },

    chooseLanguage: async ({ input, session }) => {
      await chooseLanguage(database.pool, session().user.id, input.language);
      return {};
    },
  } satisfies Partial<Handlers>;
}

/** Milliseconds that a response takes at least. A password check and a commit take less. */
const RESPONSE_MIN_MS = 150;

/** The response time must reveal neither accounts (HIDE_ACCOUNTS) nor local admins (SIGN_IN=oidc). */
async function withMinimumDuration<Result>(hidden: boolean, work: () => Promise<Result>): Promise<Result> {
  if (!hidden) return work();
  const [result] = await Promise.allSettled([
    work(),
    new Promise((resolve) => void setTimeout(resolve, RESPONSE_MIN_MS)),
  ]);
  if (result.status === 'rejected') throw result.reason;
  return result.value;
}
