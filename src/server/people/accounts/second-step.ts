/** The second step of a sign-in, by code or passkey. A passkey alone can also be the only step. */
import type { CheckedInputOf } from '#contract/routes';
import type { Context } from '../../platform/context.ts';
import { createKeyedMutex } from '../../platform/async/coalesce.ts';
import { Refusal, refuse } from '../../platform/http/refusal.ts';
import { tokenHash } from '../credentials/tokens.ts';
import { timeStepOf } from '../second-factor/app-codes.ts';
import { recoveryHash, spendProof, type Proof } from '../second-factor/commands.ts';
import { verifyPasskey } from '../second-factor/passkeys.ts';
import { factorsOf, findSecondStep, findPasskey, type Factor } from '../second-factor/queries.ts';
import type { SecretBox } from '../second-factor/secret-key.ts';
import { credentialsById, findKnownDevice, isLocalAdmin } from './queries.ts';
import type { SignInAttempt, SignInLimits } from './sign-in-limits.ts';
import { completeSignIn, refuseTooManySignIns, type SignInRequest } from './sign-in.ts';

export interface SecondStepRequest
  extends CheckedInputOf<'passSecondStep'>, Pick<SignInRequest, 'address' | 'browser' | 'connect'> {}

/** Checks guesses for one account one after another: concurrent guesses must not exceed the limit. */
const perAccount = createKeyedMutex();

export async function passSecondStep(
  context: Context,
  limits: SignInLimits,
  box: SecretBox,
  request: SecondStepRequest,
) {
  const { config, database, clock, security } = context;
  const { address, browser, connect, isOwnDevice } = request;
  const { pool } = database;
  const token = tokenHash(request.challenge);
  const step = await findSecondStep(pool, token, clock.now());
  if (!step) return refuse('second_step_expired');
  const passkey = request.passkey && (await findPasskey(pool, request.passkey.id));
  const wrong = request.passkey ? 'passkey_wrong' : 'second_step_wrong';
  const owner = step.userId ?? passkey?.userId;
  const found = owner === undefined ? null : await credentialsById(pool, owner);
  if (!found) return refuse(wrong);
  const { email, id: userId } = found.user;
  const knownDevice = await findKnownDevice(pool, browser.device, email);
  const attempt: SignInAttempt = { email, address, knownDevice };
  const isKnown = knownDevice !== null;
  const refusal = await perAccount(userId, async () => {
    const seconds = await limits.waitFor(attempt);
    if (seconds > 0) return refuseTooManySignIns(context, { email, browser }, attempt, seconds);
    const proof = await proofOf(context, box, userId, request, passkey);
    if (proof instanceof Refusal) return proof;
    const used = proof ? await spendProof(database, clock.now(), { token, userId, proof }) : undefined;
    if (used?.ok) return undefined;
    if (used?.code === 'second_step_expired') return refuse(used.code);
    const detail = used && request.passkey ? 'The passkey may have been copied' : '';
    security.note({ kind: 'second_step_failed', userId, isKnown, detail, ...browser.from });
    await limits.countFailure(attempt);
    return refuse(wrong);
  });
  if (refusal) return refusal;
  context.wake();
  const isAlone = step.passwordHash === null;
  if (isAlone && config.signIn === 'oidc' && !(await isLocalAdmin(pool, userId))) {
    security.note({ kind: 'sign_in_refused', userId, isKnown, ...browser.from });
    return refuse('sign_in_off');
  }
  const passwordHash = step.passwordHash ?? found.passwordHash;
  return completeSignIn(context, { ...found, passwordHash }, browser, { isKnown, connect, isOwnDevice });
}

/** Null for a wrong code or passkey. */
async function proofOf(
  { database, clock }: Context,
  box: SecretBox,
  userId: string,
  { challenge: expectedChallenge, code, passkey: response, browser: { party } }: SecondStepRequest,
  passkey: Factor | undefined,
): Promise<Proof | Refusal | null> {
  if (response) {
    if (passkey?.userId !== userId || !party) return null;
    const counter = await verifyPasskey({ ...party, expectedChallenge, response }, passkey);
    return counter === null ? null : { factor: passkey, counter };
  }
  if (code === undefined) return null;
  const digits = code.replace(/\s/g, '');
  if (!/^\d+$/.test(digits)) return { recovery: recoveryHash(code) };
  const app = (await factorsOf(database.pool, userId)).find(({ kind }) => kind === 'app');
  if (!app) return null;
  const secret = box.open(app.key, userId);
  if (secret === null) return refuse('second_factor_unreadable');
  const counter = timeStepOf(secret, digits, clock.now());
  return counter === null ? null : { factor: app, counter };
}
