/** Signing in (spec §5, §8). */
import { setTimeout } from 'node:timers/promises';
import type { User } from '#contract/records';
import type { SecurityKind } from '#contract/security';
import type { Context } from '../../context.ts';
import type { NetworkAndDevice } from '../../platform/http/caller.ts';
import { refuse, type Refusal } from '../../platform/http/refusal.ts';
import { dummyHash, verifyPassword, type PasswordAttempt } from '../credentials/passwords.ts';
import { credentialsOf, type Credentials } from './queries.ts';
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
  readonly from: NetworkAndDevice;
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
    tooMany(context, request, attempt, await limits.knownWaitFor(attempt)) ??
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

function tooMany(
  { security }: Pick<Context, 'security'>,
  { email, from }: SignInRequest,
  attempt: SignInAttempt,
  retryAfterSeconds: number,
): Refusal | undefined {
  if (retryAfterSeconds === 0) return undefined;
  security.note({ kind: 'sign_in_locked', email, isKnown: attempt.knownDevice !== null, ...from });
  return refuse('sign_in_too_many', { retryAfterSeconds });
}

async function signInAllowed(
  context: Context,
  limits: SignInLimits,
  request: SignInRequest,
  { found, ...attempt }: SignInAttempt & { readonly found: Credentials | null },
) {
  const { config, database, clock, security, afterAnswer } = context;
  const { password, presentedTokens, from } = request;
  const note = (kind: SecurityKind): void =>
    security.note({ kind, userId: found?.user.id ?? null, isKnown: attempt.knownDevice !== null, ...from });
  const verdict = await verdictOn(found, password, config.hideAccounts, limits.of(attempt));
  if (verdict === 'throttled')
    return tooMany(context, request, attempt, await limits.waitFor(attempt)) ?? refuse('sign_in_too_many');
  if (verdict !== 'right' || !found) {
    note(found ? 'sign_in_failed' : 'sign_in_unknown');
    if (config.hideAccounts) return refuse('sign_in_rejected');
    return refuse(verdict === 'unknown' ? 'sign_in_unknown_user' : 'sign_in_wrong_password');
  }
  // Only somebody with the right password learns this.
  const expired = found.passwordExpiresAt !== null && found.passwordExpiresAt <= clock.now();
  if (!found.user.isActive || expired) {
    note('sign_in_refused');
    return refuse(found.user.isActive ? 'temporary_password_expired' : inactiveCode(found.user));
  }
  const { user, passwordHash, mustChangePassword } = found;
  const who = { userId: user.id, passwordHash };
  const opened = await openSession(database.pool, clock.now(), config, who, presentedTokens, from);
  if (!opened.ok) return refuse(opened.code);
  afterAnswer.add('Remembering the network of a sign-in', async () => void (await limits.succeeded(attempt)));
  note('signed_in');
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
  return (await passwordAttempt.failed()) ? 'throttled' : 'unknown';
}
