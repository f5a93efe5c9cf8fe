/** The second step of a sign-in: a code of the authenticator app, or a recovery code. */
import type { CheckedInputOf } from '#contract/routes';
import type { Context } from '../../context.ts';
import { createKeyedMutex } from '../../platform/async/coalesce.ts';
import { Refusal, refuse } from '../../platform/http/refusal.ts';
import { tokenHash } from '../credentials/tokens.ts';
import { stepOf } from '../second-factor/app-codes.ts';
import { recoveryHash, spendProof, type Proof } from '../second-factor/commands.ts';
import { factorsOf, findStep } from '../second-factor/queries.ts';
import type { SecretBox } from '../second-factor/secret-key.ts';
import { credentialsById, findKnownDevice } from './queries.ts';
import type { SignInAttempt, SignInLimits } from './sign-in-limits.ts';
import { admit, tooMany, type SignInRequest } from './sign-in.ts';

export interface SecondStepRequest
  extends CheckedInputOf<'passSecondStep'>, Pick<SignInRequest, 'address' | 'browser' | 'connect'> {}

/** Guesses sent at once are counted one after another. */
const perAccount = createKeyedMutex();

export async function passSecondStep(
  context: Context,
  limits: SignInLimits,
  box: SecretBox,
  request: SecondStepRequest,
) {
  const { database, clock, security } = context;
  const { address, browser, connect, isOwnDevice } = request;
  const token = tokenHash(request.challenge);
  const step = await findStep(database.pool, token, clock.now());
  const found = step && (await credentialsById(database.pool, step.userId));
  if (!found) return refuse('second_step_expired');
  const { email, id: userId } = found.user;
  const knownDevice = await findKnownDevice(database.pool, browser.device, email);
  const attempt: SignInAttempt = { email, address, knownDevice };
  const isKnown = knownDevice !== null;
  const refusal = await perAccount(userId, async () => {
    const seconds = await limits.waitFor(attempt);
    if (seconds > 0) return tooMany(context, { email, browser }, attempt, seconds);
    const proof = await proofOf(context, box, userId, request.code);
    if (proof instanceof Refusal) return proof;
    const used = proof ? await spendProof(database, clock.now(), { token, userId, proof }) : undefined;
    if (used?.ok) return undefined;
    if (used?.code === 'second_step_expired') return refuse(used.code);
    security.note({ kind: 'second_step_failed', userId, isKnown, ...browser.from });
    await limits.failed(attempt);
    return refuse('second_step_wrong');
  });
  if (refusal) return refusal;
  context.wake();
  const { passwordHash } = step;
  return admit(context, { ...found, passwordHash }, browser, { isKnown, connect, isOwnDevice });
}

/** Null for a wrong code. */
async function proofOf(
  { database, clock }: Context,
  box: SecretBox,
  userId: string,
  code: string,
): Promise<Proof | Refusal | null> {
  const digits = code.replace(/\s/g, '');
  if (!/^\d+$/.test(digits)) return { recovery: recoveryHash(code) };
  const app = (await factorsOf(database.pool, userId)).find(({ kind }) => kind === 'app');
  if (!app) return null;
  const secret = box.open(app.key, userId);
  if (secret === null) return refuse('second_factor_unreadable');
  const counter = stepOf(secret, digits, clock.now());
  return counter === null ? null : { factor: app, counter };
}
