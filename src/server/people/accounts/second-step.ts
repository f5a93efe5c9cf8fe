/** The second step of a sign-in: a code of the authenticator app, or a recovery code. */
import type { CheckedInputOf } from '#contract/routes';
import type { Context } from '../../context.ts';
import { Refusal, refuse } from '../../platform/http/refusal.ts';
import { openSession } from '../credentials/session-commands.ts';
import { tokenHash } from '../credentials/tokens.ts';
import { stepOf } from '../second-factor/app-codes.ts';
import { recoveryHash, spendProof, type Proof } from '../second-factor/commands.ts';
import { factorsOf, findStep } from '../second-factor/queries.ts';
import type { SecretBox } from '../second-factor/secret-key.ts';
import { credentialsById, findKnownDevice } from './queries.ts';
import type { SignInAttempt, SignInLimits } from './sign-in-limits.ts';
import { inactiveCode, tooMany, type SignInRequest } from './sign-in.ts';

export interface SecondStepRequest
  extends CheckedInputOf<'passSecondStep'>, Pick<SignInRequest, 'address' | 'presentedTokens'> {}

export async function passSecondStep(
  context: Context,
  limits: SignInLimits,
  box: SecretBox,
  { challenge, code, isOwnDevice, address, presentedTokens }: SecondStepRequest,
) {
  const { config, database, clock } = context;
  const { pool } = database;
  const token = tokenHash(challenge);
  const step = await findStep(pool, token, clock.now());
  const found = step && (await credentialsById(pool, step.userId));
  if (!found) return refuse('second_step_expired');
  const { user, passwordExpiresAt, mustChangePassword } = found;
  if (!user.isActive) return refuse(inactiveCode(user));
  if (passwordExpiresAt !== null && passwordExpiresAt <= clock.now())
    return refuse('temporary_password_expired');
  const { email } = user;
  const knownDevice = await findKnownDevice(pool, presentedTokens.device, email);
  const attempt: SignInAttempt = { email, address, knownDevice };
  const proof = await proofOf(context, limits, box, { attempt, userId: user.id, code });
  if (proof instanceof Refusal) return proof;
  const used = await spendProof(database, clock.now(), { token, userId: user.id, proof });
  if (!used.ok) {
    if (used.code === 'second_step_wrong') limits.failed(attempt);
    return refuse(used.code);
  }
  context.wake();
  const who = { userId: user.id, passwordHash: step.passwordHash };
  const opened = await openSession(pool, clock.now(), config, who, presentedTokens, isOwnDevice);
  if (!opened.ok) return refuse(opened.code);
  limits.succeeded(attempt);
  return { ...opened, user, mustChangePassword };
}

interface Attempted {
  readonly attempt: SignInAttempt;
  readonly userId: string;
  readonly code: string;
}

/** Wrong codes count like wrong passwords. */
async function proofOf(
  { database, clock }: Context,
  limits: SignInLimits,
  box: SecretBox,
  { attempt, userId, code }: Attempted,
): Promise<Proof | Refusal> {
  const app = (await factorsOf(database.pool, userId)).find(({ kind }) => kind === 'app');
  // After the last wait, so that guesses sent at once are counted before the next is looked at.
  const refusal = tooMany(limits, attempt);
  if (refusal) return refusal;
  const digits = code.replace(/\s/g, '');
  if (!/^\d+$/.test(digits)) return { recovery: recoveryHash(code) };
  const secret = app && box.open(app.key, userId);
  if (secret === null) return refuse('second_factor_unreadable');
  const counter = secret === undefined ? null : stepOf(secret, digits, clock.now());
  if (app && counter !== null) return { factor: app, counter };
  limits.failed(attempt);
  return refuse('second_step_wrong');
}
