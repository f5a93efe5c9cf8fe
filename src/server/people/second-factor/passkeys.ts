/** Passkeys (WebAuthn). A passkey checks finger, face or PIN, so it signs in without a password. */
import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { Config } from '../../platform/config.ts';
import type { Factor } from './queries.ts';

export type RelyingParty = NonNullable<ReturnType<typeof relyingPartyOf>>;

/** Null for IP addresses and plain http, where browsers offer no passkeys. The guard has checked the Origin before. */
export function relyingPartyOf({ publicUrl }: Pick<Config, 'publicUrl'>, headers: IncomingHttpHeaders) {
  const address = publicUrl ?? headers.origin;
  if (address === undefined) return null;
  const { protocol, hostname, origin } = new URL(address);
  const isSafe = protocol === 'https:' || hostname === 'localhost';
  const isName = isIP(hostname.replace(/^\[(.*)\]$/, '$1')) === 0;
  return isSafe && isName ? { expectedOrigin: origin, expectedRPID: hostname } : null;
}

/** The browser's answer to a challenge, and what the server expects of it. */
interface AnswerToVerify extends RelyingParty {
  readonly expectedChallenge: string;
  readonly response: { readonly id: string };
}

/** Null if the answer is for another challenge or another site. */
export async function verifyNewPasskey(answer: AnswerToVerify) {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const response = answer.response as RegistrationResponseJSON;
  const made = await verifyRegistrationResponse({ ...answer, response }).catch(() => null);
  if (!made?.verified) return null;
  const { id: credentialId, publicKey, counter } = made.registrationInfo.credential;
  return { credentialId, key: Buffer.from(publicKey), counter };
}

/** Returns the passkey's counter, or null for a wrong answer. `spendProof` refuses a counter that went back. */
export async function verifyPasskey(answer: AnswerToVerify, { key }: Factor): Promise<number | null> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const response = answer.response as AuthenticationResponseJSON;
  const credential = { id: response.id, publicKey: new Uint8Array(key), counter: 0 };
  const proved = await verifyAuthenticationResponse({ ...answer, response, credential }).catch(() => null);
  return proved?.verified ? proved.authenticationInfo.newCounter : null;
}
