/** Signing in (spec §5, §8). */
import { setTimeout } from 'node:timers/promises';
import type { User } from '#contract/records';
import type { Context } from '../../context.ts';
import { refuse, Refusal } from '../../platform/http/refusal.ts';
import { dummyHash, verifyPassword, type PasswordAttempt } from '../credentials/passwords.ts';
import { credentialsOf, isLocalAdmin, type Credentials } from './queries.ts';
import { openSession } from '../credentials/session-commands.ts';
import { tokenHash } from '../credentials/tokens.ts';
import { asCaller } from '../credentials/turns.ts';
import { uncounted } from '../../platform/async/deadline.ts';
import { callerOf, type SignInAttempt, type SignInLimits } from './sign-in-limits.ts';

/** An office signs in at nine from one address. The browser waits for 60 s. */
const PATIENCE_MS = 50_000;

export interface SignInRequest {
  readonly email: string;
  readonly password: string;
  readonly address: string;
  readonly presentedTokens: PresentedTokens;
  /** Connects the account with an identity, once the password has proved whose it is. */
  readonly connect?: (user: User) => Promise<Refusal | undefined>;
}

export interface PresentedTokens {
  readonly session: string | undefined;
  readonly device: string | undefined;
}

export async function signIn(context: Context, limits: SignInLimits, request: SignInRequest) {
  const { email, address, presentedTokens } = request;
  const { pool } = context.database;
  const device = presentedTokens.device === undefined ? null : tokenHash(presentedTokens.device);
  // Known devices have their own rate limit. Others are limited before any read.
  const early = device && (await credentialsOf(pool, email, device));
  const attempt: SignInAttempt = { email, address, knownDevice: early?.isKnownDevice ? device : null };
  return (
    tooMany(limits, attempt) ??
    asCaller({ ...callerOf(attempt), patienceMs: PATIENCE_MS }, async () => {
      const delay = limits.delayOf(attempt);
      if (delay > 0) await uncounted(() => setTimeout(delay));
      return signInAllowed(context, limits, request, {
        ...attempt,
        found: device ? early : await credentialsOf(pool, email),
      });
    })
  );
}

function tooMany(limits: SignInLimits, attempt: SignInAttempt): Refusal | undefined {
  const seconds = limits.waitFor(attempt);
  return seconds > 0 ? refuse('sign_in_too_many', { retryAfterSeconds: seconds }) : undefined;
}

async function signInAllowed(
  context: Context,
  limits: SignInLimits,
  { password, presentedTokens, connect }: SignInRequest,
  { found, ...attempt }: SignInAttempt & { readonly found: Credentials | null },
) {
  const { config, database } = context;
  const passwordAttempt: PasswordAttempt = {
    isAllowed: () => limits.waitFor(attempt) === 0,
    failed: () => limits.failed(attempt),
  };
  const isOff = config.signIn === 'oidc' && !connect;
  const usable = isOff && found && !(await isLocalAdmin(database.pool, found.user.id)) ? null : found;
  const verdict = await verdictOn(usable, password, config.hideAccounts, passwordAttempt);
  if (verdict === 'throttled') return tooMany(limits, attempt) ?? refuse('sign_in_too_many');
  if (verdict !== 'right' || !usable) {
    // One answer for all, which tells nobody who the local admins are.
    if (isOff) return refuse('sign_in_off');
    if (config.hideAccounts) return refuse('sign_in_rejected');
    return refuse(verdict === 'unknown' ? 'sign_in_unknown_user' : 'sign_in_wrong_password');
  }
  const opened = await admit(context, usable, presentedTokens, connect);
  if (!(opened instanceof Refusal)) limits.succeeded(attempt);
  return opened;
}

/** Opens a session for somebody who proved who they are. Only they learn of a deactivation. */
export async function admit(
  { config, database, clock }: Context,
  { user, passwordHash, passwordExpiresAt, mustChangePassword }: Credentials,
  presentedTokens: PresentedTokens,
  connect?: SignInRequest['connect'],
) {
  if (!user.isActive) return refuse(inactiveCode(user));
  if (passwordExpiresAt !== null && passwordExpiresAt <= clock.now())
    return refuse('temporary_password_expired');
  const refusal = await connect?.(user);
  if (refusal) return refusal;
  const who = { userId: user.id, passwordHash };
  const opened = await openSession(database.pool, clock.now(), config, who, presentedTokens);
  return opened.ok ? { ...opened, user, mustChangePassword } : refuse(opened.code);
}

export const inactiveCode = ({ awaitsApproval }: User): 'account_awaits_approval' | 'account_disabled' =>
  awaitsApproval ? 'account_awaits_approval' : 'account_disabled';

async function verdictOn(
  found: Credentials | null,
  password: string,
  hideAccounts: boolean,
  passwordAttempt: PasswordAttempt,
): Promise<'right' | 'wrong' | 'unknown' | 'throttled'> {
  if (found) return verifyPassword(found.passwordHash, password, passwordAttempt);
  if (hideAccounts) return verifyPassword(await dummyHash(), password, passwordAttempt, true);
  passwordAttempt.failed();
  return 'unknown';
}
