import type { Context } from '../../context.ts';
import { refuse, Refusal } from '../../platform/http/refusal.ts';
import { tellOfAccountChange } from '../../platform/mail/account-changes.ts';
import { changePassword } from './password-commands.ts';
import { passwordFault } from './password-policy.ts';
import { hashPassword, verifyPassword, type PasswordAttempt } from '../credentials/passwords.ts';
import { confirmSession } from '../credentials/session-commands.ts';
import { credentialsById, isKnownDevice, type Credentials } from './queries.ts';
import { tokenHash } from '../credentials/tokens.ts';
import type { Session } from '../../platform/http/session.ts';
import type { SignInAttempt, SignInLimits } from './sign-in-limits.ts';

export interface PasswordRequest {
  readonly session: Session;
  readonly password: string;
}

export interface Confirmation {
  readonly session: Session;
  readonly currentPassword: string;
  readonly address: string;
  readonly device: string | undefined;
}

const faultOf = async (
  { config, workplace }: Context,
  { session: { user }, password }: PasswordRequest,
): Promise<Refusal | undefined> =>
  passwordFault(config.passwordPolicy, password, [user.name, user.email, (await workplace()).name]);

/** @returns the session's new token */
export async function changeOwnPassword(
  context: Context,
  limits: SignInLimits,
  request: PasswordRequest & Confirmation,
): Promise<{ readonly token: string } | Refusal> {
  const fault = await faultOf(context, request);
  if (fault) return fault;
  const right = await checkOwnPassword(context, limits, request);
  if (right instanceof Refusal) return right;
  return renew(context, request.session, 'changed', right.passwordHash, request.password);
}

export async function confirmIdentity(
  context: Context,
  limits: SignInLimits,
  request: Confirmation,
): Promise<Refusal | Record<string, never>> {
  const right = await checkOwnPassword(context, limits, request);
  if (right instanceof Refusal) return right;
  const { database, clock } = context;
  await confirmSession(database.pool, request.session.id, clock.now(), right.passwordHash);
  return {};
}

async function checkOwnPassword(
  context: Context,
  limits: SignInLimits,
  request: Confirmation,
): Promise<Credentials | Refusal> {
  const { session, currentPassword, address } = request;
  const { pool } = context.database;
  const found = await credentialsById(pool, session.user.id);
  if (!found) return refuse('not_signed_in');
  const device = request.device === undefined ? null : tokenHash(request.device);
  // Counts like sign-in attempts: an open session must not allow unlimited guesses.
  const attempt: SignInAttempt = {
    email: found.user.email,
    address,
    knownDevice: device && (await isKnownDevice(pool, device, found.user.email)) ? device : null,
  };
  const passwordAttempt: PasswordAttempt = {
    isAllowed: () => limits.waitFor(attempt) === 0,
    failed: () => limits.failed(attempt),
  };
  const verdict = await verifyPassword(found.passwordHash, currentPassword, passwordAttempt);
  if (verdict === 'throttled')
    return refuse('sign_in_too_many', { retryAfterSeconds: limits.waitFor(attempt) });
  if (verdict === 'wrong')
    return refuse('current_password_wrong', { fields: { currentPassword: 'Incorrect password.' } });
  return found;
}

/** @returns the session's new token */
export async function chooseFirstPassword(
  context: Context,
  { session, password }: PasswordRequest,
): Promise<{ readonly token: string } | Refusal> {
  const fault = await faultOf(context, { session, password });
  if (fault) return fault;
  const found = await credentialsById(context.database.pool, session.user.id);
  if (!found) return refuse('not_signed_in');
  const same = await verifyPassword(found.passwordHash, password, {
    isAllowed: () => true,
    failed: () => {},
  });
  if (same === 'right') {
    const message = 'Choose a password other than the temporary one';
    return refuse('invalid_input', { fields: { password: message }, message });
  }
  return renew(context, session, 'first', found.passwordHash, password);
}

async function renew(
  context: Context,
  session: Session,
  how: 'changed' | 'first',
  expectedHash: string,
  password: string,
): Promise<{ readonly token: string } | Refusal> {
  const changed = await changePassword(
    context.database,
    context.clock.now(),
    session,
    how,
    expectedHash,
    await hashPassword(password),
  );
  if (!changed.ok) return refuse(changed.code);
  context.wake();
  context.sessionsChanged();
  if (how === 'changed') tellOfAccountChange(context, 'own-password', [session.user.email]);
  return { token: changed.token };
}
