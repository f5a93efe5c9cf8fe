/** Codes of authenticator apps (RFC 6238). */
import { Secret, TOTP } from 'otpauth';
import type { EpochMs } from '#domain/time/units';

/** Returns 20 random bytes in base 32. */
export const newSecret = (): string => new Secret({ size: 20 }).base32;

/** Returns the URL for the app's QR code. @param label the person's account, as the app shows it */
export const setupUrlOf = (secret: string, issuer: string, label: string): string =>
  new TOTP({ issuer, label, secret }).toString();

/** A phone's clock can be wrong by this number of 30-second time steps. */
const ALLOWED_DRIFT_STEPS = 1;

/** Time step that the code belongs to; null for a wrong code. */
export function timeStepOf(secret: string, code: string, now: EpochMs): number | null {
  const off = TOTP.validate({
    token: code,
    secret: Secret.fromBase32(secret),
    timestamp: now,
    window: ALLOWED_DRIFT_STEPS,
  });
  return off === null ? null : TOTP.counter({ timestamp: now }) + off;
}
