/** Signing in (spec §5, §8). */
import { setTimeout } from 'node:timers/promises';
import type { User } from '#contract/records';
import type { Context } from '../../context.ts';
import { refuse, type Refusal } from '../../platform/http/refusal.ts';
import { dummyHash, verifyPassword, type PasswordAttempt } from '../credentials/passwords.ts';
import { credentialsOf, type Credentials, type CredentialsOfBrowser } from './queries.ts';
import { openSession } from '../credentials/session-commands.ts';
import { tokenHash } from '../credentials/tokens.ts';
import { asCaller } from '../credentials/turns.ts';
import { uncounted } from '../../platform/async/deadline.ts';
import { askSecondStep, needsSecondStep } from '../second-factor/questions.ts';
import { callerOf, type SignInAttempt, type SignInLimits } from './sign-in-limits.ts';

/** An office signs in at nine from one address. The browser waits for 60 s. */
const PATIENCE_MS = 50_000;

export interface SignInRequest {
  readonly email: string;
  readonly password: string;
  readonly address: string;
  readonly presentedTokens: { readonly session: string | undefined; readonly device: string | undefined };
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

export function tooMany(limits: SignInLimits, attempt: SignInAttempt): Refusal | undefined {
  const seconds = limits.waitFor(attempt);
  return seconds > 0 ? refuse('sign_in_too_many', { retryAfterSeconds: seconds }) : undefined;
}

async function signInAllowed(
  context: Context,
  limits: SignInLimits,
  { password, presentedTokens }: SignInRequest,
  { found, ...attempt }: SignInAttempt & { readonly found: CredentialsOfBrowser | null },
) {
  const { config, database, clock } = context;
  const passwordAttempt: PasswordAttempt = {
    isAllowed: () => limits.waitFor(attempt) === 0,
    failed: () => limits.failed(attempt),
  };
  const verdict = await verdictOn(found, password, config.hideAccounts, passwordAttempt);
  if (verdict === 'throttled') return tooMany(limits, attempt) ?? refuse('sign_in_too_many');
  if (verdict !== 'right' || !found) {
    if (config.hideAccounts) return refuse('sign_in_rejected');
    return refuse(verdict === 'unknown' ? 'sign_in_unknown_user' : 'sign_in_wrong_password');
  }
  // Only somebody with the right password learns this.
  if (!found.user.isActive) return refuse(inactiveCode(found.user));
  if (found.passwordExpiresAt !== null && found.passwordExpiresAt <= clock.now())
    return refuse('temporary_password_expired');
  if (needsSecondStep(found, clock.now())) return askSecondStep(context, found);
  const { user, passwordHash, mustChangePassword } = found;
  const who = { userId: user.id, passwordHash };
  const opened = await openSession(database.pool, clock.now(), config, who, presentedTokens);
  if (!opened.ok) return refuse(opened.code);
  limits.succeeded(attempt);
  return { ...opened, user, mustChangePassword };
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
