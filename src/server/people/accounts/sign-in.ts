/** Signing in (spec §5, §8). */
import { setTimeout } from 'node:timers/promises';
import type { SecondStep } from '#contract/accounts/accounts';
import type { User } from '#contract/records';
import { TRUSTED_DEVICE_DAYS } from '#contract/security/second-factor-forms';
import type { SecurityKind } from '#contract/security/kinds';
import type { EpochMs } from '#domain/time/units';
import type { Context } from '../../platform/context.ts';
import type { NetworkAndDevice } from '../../platform/http/caller.ts';
import { refuse, type Refusal } from '../../platform/http/refusal.ts';
import { dummyHash, verifyPassword, type PasswordAttempt } from '../credentials/passwords.ts';
import { credentialsOf, isLocalAdmin, type Credentials, type CredentialsOfBrowser } from './queries.ts';
import { openSession } from '../credentials/session-commands.ts';
import { MS_PER_DAY, tokenHash } from '../credentials/tokens.ts';
import { runAsCaller } from '../credentials/hashing-queue.ts';
import { pauseDeadline } from '../../platform/async/deadline.ts';
import type { RelyingParty } from '../second-factor/passkeys.ts';
import { storeSecondStep } from '../second-factor/commands.ts';
import { factorsOf, type PendingSecondStep } from '../second-factor/queries.ts';
import { callerOf, type SignInAttempt, type SignInLimits } from './sign-in-limits.ts';

/** Longest wait for hashing, when a whole office signs in at nine. Shorter than the 60 s that browsers wait. */
const HASHING_WAIT_MAX_MS = 50_000;

export interface SignInRequest {
  readonly email: string;
  readonly password: string;
  readonly address: string;
  readonly browser: Browser;
  /** Connects the account with a single sign-on identity. Runs only after the right password. */
  readonly connect?: ((user: User) => Promise<Refusal | undefined>) | undefined;
}

/** The browser's cookies, its network and device, and the site of its passkeys. */
export interface Browser {
  readonly session: string | undefined;
  readonly device: string | undefined;
  readonly from: NetworkAndDevice;
  readonly party: RelyingParty | null;
}

export async function signIn(context: Context, limits: SignInLimits, request: SignInRequest) {
  const { email, address, browser } = request;
  const { pool } = context.database;
  const device = browser.device === undefined ? null : tokenHash(browser.device);
  // Only a browser with a device cookie needs this read before the limits: a known device has its own rate limit.
  const early = device && (await credentialsOf(pool, email, device));
  const attempt: SignInAttempt = { email, address, knownDevice: early?.isKnownDevice ? device : null };
  return (
    refuseTooManySignIns(context, request, attempt, await limits.knownWaitFor(attempt)) ??
    runAsCaller({ ...callerOf(attempt), maxWaitMs: HASHING_WAIT_MAX_MS }, async () => {
      const delay = limits.delayOf(attempt);
      if (delay > 0) await pauseDeadline(() => setTimeout(delay));
      return signInWithinLimits(context, limits, request, {
        ...attempt,
        found: device ? early : await credentialsOf(pool, email),
      });
    })
  );
}

export function refuseTooManySignIns(
  { security }: Pick<Context, 'security'>,
  { email, browser }: Pick<SignInRequest, 'email' | 'browser'>,
  attempt: SignInAttempt,
  retryAfterSeconds: number,
): Refusal | undefined {
  if (retryAfterSeconds === 0) return undefined;
  security.note({ kind: 'sign_in_locked', email, isKnown: attempt.knownDevice !== null, ...browser.from });
  return refuse('sign_in_too_many', { retryAfterSeconds });
}

async function signInWithinLimits(
  context: Context,
  limits: SignInLimits,
  request: SignInRequest,
  { found, ...attempt }: SignInAttempt & { readonly found: CredentialsOfBrowser | null },
) {
  const { config, database, security } = context;
  const { password, browser, connect } = request;
  const isKnown = attempt.knownDevice !== null;
  const isOff = config.signIn === 'oidc' && !connect;
  const usable = isOff && found && !(await isLocalAdmin(database.pool, found.user.id)) ? null : found;
  const verdict = await checkPassword(usable, password, config.hideAccounts || isOff, limits.of(attempt));
  if (verdict === 'throttled')
    return (
      refuseTooManySignIns(context, request, attempt, await limits.waitFor(attempt)) ??
      refuse('sign_in_too_many')
    );
  if (verdict !== 'right' || !usable) {
    const kind = found ? 'sign_in_failed' : 'sign_in_unknown';
    security.note({ kind, userId: found?.user.id ?? null, isKnown, ...browser.from });
    // Refuse all accounts in the same way, so that nobody learns who the local admins are.
    if (isOff) return refuse('sign_in_off');
    if (config.hideAccounts) return refuse('sign_in_rejected');
    return refuse(verdict === 'unknown' ? 'sign_in_unknown_user' : 'sign_in_wrong_password');
  }
  const { factorAt } = usable;
  return completeSignIn(context, usable, browser, { isKnown, connect, factorAt });
}

export interface SignedIn extends Pick<Credentials, 'user' | 'mustChangePassword'> {
  readonly token: string;
  readonly device: string;
}

export type SignInResult = SignedIn | { readonly secondStep: SecondStep };

interface SignInConditions {
  readonly isKnown?: boolean | null;
  readonly connect?: SignInRequest['connect'];
  /** Time when the person's own device last passed a second factor. If left out, no second step is needed. */
  readonly factorAt?: EpochMs | null;
  readonly isOwnDevice?: boolean;
}

/** Opens a session after a valid proof, or asks for the second step. Reveals a deactivation only after the proof. */
export async function completeSignIn(
  context: Context,
  { user, passwordHash, passwordExpiresAt, mustChangePassword }: Credentials,
  browser: Browser,
  { isKnown = null, connect, factorAt, isOwnDevice = false }: SignInConditions = {},
): Promise<SignInResult | Refusal> {
  const { config, database, clock, security } = context;
  const note = (kind: SecurityKind): void =>
    security.note({ kind, userId: user.id, isKnown, ...browser.from });
  const expired = passwordExpiresAt !== null && passwordExpiresAt <= clock.now();
  if (!user.isActive || expired) {
    note('sign_in_refused');
    return refuse(user.isActive ? 'temporary_password_expired' : inactiveCode(user));
  }
  const who = { userId: user.id, passwordHash };
  if (factorAt !== undefined && needsSecondStep(user, factorAt, clock.now()))
    return { secondStep: await askSecondStep(context, who, browser.party) };
  const refusal = await connect?.(user);
  if (refusal) return refusal;
  const opened = await openSession(database.pool, clock.now(), config, who, {
    ...browser,
    isOwnDevice,
    // After a second step, the browser must get a new token: the old one may be known to somebody else.
    isKnown: isKnown === true && factorAt !== undefined,
  });
  if (!opened.ok) return refuse(opened.code);
  note('signed_in');
  return { ...opened, user, mustChangePassword };
}

/** False on the person's own device for some days after `factorAt`, when that device last passed a second factor. */
const needsSecondStep = (user: User, factorAt: EpochMs | null, now: EpochMs): boolean =>
  user.hasSecondFactor === true && (factorAt === null || now >= factorAt + TRUSTED_DEVICE_DAYS * MS_PER_DAY);

async function askSecondStep(
  { database: { pool }, clock }: Context,
  step: PendingSecondStep & { readonly userId: string },
  party: RelyingParty | null,
): Promise<SecondStep> {
  const factors = await factorsOf(pool, step.userId);
  return {
    challenge: await storeSecondStep(pool, clock.now(), step),
    hasApp: factors.some(({ kind }) => kind === 'app'),
    passkeys: party ? factors.flatMap(({ credentialId }) => credentialId ?? []) : [],
  };
}

export const inactiveCode = ({ awaitsApproval }: User): 'account_awaits_approval' | 'account_disabled' =>
  awaitsApproval ? 'account_awaits_approval' : 'account_disabled';

async function checkPassword(
  found: Credentials | null,
  password: string,
  hideAccounts: boolean,
  passwordAttempt: PasswordAttempt,
): Promise<'right' | 'wrong' | 'unknown' | 'throttled'> {
  if (found) return verifyPassword(found.passwordHash, password, passwordAttempt);
  if (hideAccounts) return verifyPassword(await dummyHash(), password, passwordAttempt, true);
  return (await passwordAttempt.countFailure()) ? 'throttled' : 'unknown';
}
