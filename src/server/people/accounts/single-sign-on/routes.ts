import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SessionView } from '#contract/accounts/accounts';
import type { ProblemCode } from '#contract/problems';
import {
  CONNECT_OUTCOME,
  SINGLE_SIGN_ON_FRAGMENT,
  singleSignOnText,
} from '#contract/accounts/single-sign-on';
import type { Context } from '../../../platform/context.ts';
import type { Call, Handlers } from '../../../platform/http/handlers.ts';
import { Refusal, refuse } from '../../../platform/http/refusal.ts';
import { toShortLogText } from '../../../platform/log.ts';
import { networkAndDevice } from '../../../platform/http/caller.ts';
import { storeResponse, idempotencyKeyOf, NOBODY } from '../../../ledger/idempotency/commands.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { networkOf } from '../../../platform/rate-limiter.ts';
import type { SharedLimiter } from '../../../platform/database/shared-limiter.ts';
import { runAsCaller } from '../../credentials/hashing-queue.ts';
import type { SignInLimits } from '../sign-in-limits.ts';
import { signIn, type SignInResult, type Browser, type SignInRequest, completeSignIn } from '../sign-in.ts';
import { connectIdentity, findConnectedAccountId, registerIdentity } from './commands.ts';
import type { SignInCookies, UnconnectedIdentity } from './sign-in-cookies.ts';
import type { Provider, ProviderProfile } from './provider.ts';
import { readSettings } from '../../../workplace/settings/queries.ts';
import { hashPassword } from '../../credentials/passwords.ts';
import { newToken } from '../../credentials/tokens.ts';
import { credentialsById, credentialsOf } from '../queries.ts';

/** Refusals of an account's sign-in, which the security log already has. */
const ACCOUNT_REFUSALS: readonly ProblemCode[] = [
  'account_disabled',
  'account_awaits_approval',
  'temporary_password_expired',
  'sign_in_failed',
];

interface SingleSignOnDependencies {
  readonly provider: Provider | null;
  readonly signInCookies: SignInCookies;
  readonly limits: SignInLimits;
  readonly registrations: SharedLimiter;
  readonly browserOf: (request: FastifyRequest) => Browser;
  /** Gives the browser its session. */
  readonly startSession: (
    request: FastifyRequest,
    reply: FastifyReply,
    signedIn: SignInResult,
  ) => Promise<SessionView>;
}

/** Returns a function that connects identity and account. Call it only after the password and any second factor. */
export const createConnector =
  ({ database, clock, wake }: Context, newcomer: UnconnectedIdentity): SignInRequest['connect'] =>
  async ({ id, email }) => {
    const isDone = email === newcomer.email && (await connectIdentity(database, clock.now(), newcomer, id));
    if (!isDone) return refuse('sign_in_expired');
    wake();
    return undefined;
  };

/** Browsers open the first two routes as pages, so these two answer with a redirect, never with JSON. */
export function singleSignOnRoutes(context: Context, dependencies: SingleSignOnDependencies) {
  const { database, clock, security } = context;
  const { provider, signInCookies, limits, registrations, browserOf, startSession } = dependencies;
  const goTo = (reply: FastifyReply, address: string): undefined => void reply.redirect(address, 303);
  const goHome = (reply: FastifyReply, problem?: string) =>
    goTo(reply, problem === undefined ? '/' : `/#${SINGLE_SIGN_ON_FRAGMENT}/${problem}`);

  async function handleCallback(
    provider: Provider,
    { request, reply, address, warn }: Call<'finishSingleSignOn'>,
  ) {
    const { search, searchParams } = new URL(request.raw.url ?? '', context.address());
    const attempt = signInCookies.takeAttempt(request, reply, searchParams.get('state') ?? '');
    if (!attempt) return refuse('sign_in_expired');
    try {
      const found = await provider.identityOf(search, attempt);
      // Accept each sign-in once, even if the provider accepts its code twice.
      const key = idempotencyKeyOf(NOBODY, `single sign-on ${attempt.state}`, {});
      await inTransaction(database, (tx) => storeResponse(tx, key, clock.now(), { ok: true }));
      signInCookies.storeIdToken(reply, found.idToken);
      const place = networkOf(address);
      return await runAsCaller({ place, account: found.identity.subject }, () =>
        admitIdentity(context, {
          found,
          invitation: attempt.invitation,
          browser: browserOf(request),
          consume: () => registrations.consume(place),
        }),
      );
    } catch (error) {
      const reason = searchParams.get('error')?.slice(0, 50) ?? '';
      warn(`A sign-in at the provider failed: ${toShortLogText(error)} ${reason}`);
      return refuse('sign_in_unfinished');
    }
  }

  return {
    startSingleSignOn: async ({ input, request, reply, warn }) => {
      if (!provider) return refuse('not_found');
      const attempt = { ...provider.newAttempt(), ...input };
      try {
        const address = await provider.signInAddress(attempt);
        signInCookies.storeAttempt(request, reply, attempt);
        return goTo(reply, address);
      } catch (error) {
        warn(`The OpenID Connect provider cannot be reached: ${toShortLogText(error)}`);
        return goHome(reply, 'sign_in_unreachable');
      }
    },

    finishSingleSignOn: async (call) => {
      const { request, reply } = call;
      if (!provider) return refuse('not_found');
      const outcome = await handleCallback(provider, call);
      if (outcome instanceof Refusal) {
        const detail = singleSignOnText(outcome.code);
        if (!ACCOUNT_REFUSALS.includes(outcome.code))
          security.note({ kind: 'single_sign_on_failed', detail, ...networkAndDevice(request) });
        return goHome(reply, outcome.code);
      }
      if ('newcomer' in outcome) {
        signInCookies.storeNewcomer(reply, outcome.newcomer);
        return goHome(reply, CONNECT_OUTCOME);
      }
      await startSession(request, reply, outcome);
      return goHome(reply);
    },

    connectIdentity: async ({ input, request, reply, address }) => {
      const newcomer = signInCookies.newcomer(request);
      if (!newcomer) return refuse('sign_in_expired');
      const signedIn = await signIn(context, limits, {
        email: newcomer.email,
        password: input.currentPassword,
        address,
        browser: browserOf(request),
        connect: createConnector(context, newcomer),
      });
      if (signedIn instanceof Refusal) return signedIn;
      if ('token' in signedIn) signInCookies.clearNewcomer(reply);
      return startSession(request, reply, signedIn);
    },
  } satisfies Partial<Handlers>;
}

interface SignInCallback {
  readonly found: Awaited<ReturnType<Provider['identityOf']>>;
  readonly invitation: string | undefined;
  readonly browser: Browser;
  /** Counts a registration for the rate limit. Returns the seconds to wait. */
  readonly consume: () => Promise<number>;
}

/** Finds or registers the account of an identity. If an account has the same email address, asks for its password. */
async function admitIdentity(context: Context, callback: SignInCallback) {
  const { pool } = context.database;
  const { found, browser } = callback;
  let account = await findConnectedAccountId(pool, found.identity);
  if (account === null) {
    const { email, name } = await found.person();
    // Refuse an address that the provider has not verified (null): the address could belong to anybody.
    if (email === null) return refuse('sign_in_unverified');
    const known = await credentialsOf(pool, email);
    // Never open an account by its address alone: the address may have passed to another person.
    if (known?.user.isActive) return { newcomer: { ...found.identity, email } };
    if (known) return completeSignIn(context, known, browser);
    const made = await register(context, callback, { name, email });
    if (made instanceof Refusal) return made;
    account = made;
  }
  const credentials = await credentialsById(pool, account);
  return credentials ? completeSignIn(context, credentials, browser) : refuse('sign_in_unfinished');
}

/** Follows the registration mode. Nobody knows the account's random password, so nobody can sign in with it. */
async function register(
  context: Context,
  { found, invitation, consume }: SignInCallback,
  person: ProviderProfile & { readonly email: string },
): Promise<string | Refusal> {
  const { database, clock } = context;
  const { registration, invitation: present } = await readSettings(database.pool);
  if (registration === 'off') return refuse('registration_closed');
  if (registration === 'invitation' && invitation !== context.invitation(present))
    return refuse('invitation_invalid');
  if ((await consume()) > 0) return refuse('registration_too_many');
  const passwordHash = await hashPassword(newToken());
  const account = { ...person, passwordHash, awaitsApproval: registration === 'approval' };
  const made = await registerIdentity(database, clock.now(), found.identity, account);
  if (!made.ok) return refuse('sign_in_unfinished');
  context.wake();
  return made.user.id;
}
