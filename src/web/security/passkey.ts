/** Asks the browser for passkeys. Only `withPasskeys` loads this code, since the library is large. */
import { say } from '#texts/say';
import { bufferToBase64URLString, startAuthentication, startRegistration } from '@simplewebauthn/browser';
import type { SecondStep } from '#contract/accounts/accounts';
import type { InputOf } from '#contract/routes';
import type { SecondFactors } from '#contract/security/second-factor';
import { call } from '#web/api.ts';
import { PRODUCT_NAME } from '#web/product.ts';
import { applyAndBroadcast, authState } from '#web/session/auth.ts';

const PUBLIC_KEY = { type: 'public-key' } as const;
/** Ed25519, ECDSA with P-256 and RSA: the algorithms that the server can check. */
const pubKeyCredParams = [-8, -7, -257].map((alg) => ({ ...PUBLIC_KEY, alg }));
const userVerification = 'required';

export type SecondStepOptions = Pick<InputOf<'passSecondStep'>, 'isOwnDevice' | 'isConnecting'>;

/** @param step second step after the password; undefined if the passkey alone signs in */
export async function signInByPasskey(step: SecondStep | undefined, options: SecondStepOptions) {
  const started = step ? ({ ok: true, value: step } as const) : await call('startPasskey', {});
  if (!started.ok) return { problem: started.failure.message };
  const { challenge } = started.value;
  const allowCredentials = step?.passkeys.map((id) => ({ ...PUBLIC_KEY, id })) ?? [];
  const optionsJSON = { challenge, allowCredentials, userVerification } as const;
  const passkey = await startAuthentication({ optionsJSON }).catch(() => null);
  if (!passkey) return { problem: say('passkey.notUsed') };
  const passed = await call('passSecondStep', { challenge, passkey: { ...passkey }, ...options });
  if (!passed.ok) return { problem: passed.failure.message };
  applyAndBroadcast(passed.value);
  return undefined;
}

/** @returns what the server needs to store the passkey, or the problem */
export async function makePasskey(passkeys: SecondFactors['factors']) {
  const [started, { user }] = [await call('startPasskey', {}), authState()];
  if (!started.ok || !user) return { problem: started.ok ? null : started.failure.message };
  const { challenge } = started.value;
  const id = bufferToBase64URLString(new TextEncoder().encode(user.id).buffer);
  const optionsJSON = {
    challenge,
    rp: { name: PRODUCT_NAME },
    user: { id, name: user.email, displayName: user.name },
    pubKeyCredParams,
    excludeCredentials: passkeys.map(({ credentialId }) => ({ ...PUBLIC_KEY, id: credentialId ?? '' })),
    // The device stores the account with the passkey, so that the passkey can also sign in without a password.
    authenticatorSelection: { residentKey: 'required', userVerification },
  } as const;
  const problemOf = ({ name }: Error): string =>
    name === 'InvalidStateError' ? say('passkey.alreadyThere') : say('passkey.notMade');
  return startRegistration({ optionsJSON }).then(
    (passkey) => ({ challenge, passkey: { ...passkey } }),
    (error: Error) => ({ problem: problemOf(error) }),
  );
}
