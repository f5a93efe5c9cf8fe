import * as z from 'zod/mini';
import { text } from '../fields.ts';
import { Id, Instant } from '../records.ts';
import { AppCode, PasskeyName } from './second-factor-forms.ts';

export const RECOVERY_CODE_COUNT = 10;
const token = text().check(z.maxLength(100));

/** Credential that the browser's WebAuthn makes. A library of the server checks its other fields. */
const Credential = z.looseObject({ id: text().check(z.maxLength(1400)) });

/** `code`: from the authenticator app, or a recovery code. */
export const SecondStepInput = z.strictObject({
  challenge: token,
  code: z.optional(AppCode.shape.code),
  passkey: z.optional(Credential),
  isOwnDevice: z.boolean(),
  /** Also connects the account with the identity that the single sign-on provider sent. */
  isConnecting: z.optional(z.boolean()),
});

export const AppSecret = z.strictObject({ secret: z.string(), address: z.string() });
export type AppSecret = z.infer<typeof AppSecret>;
/** `secret`: the secret that was shown (`AppSecret`). 20 bytes are 32 characters in base 32. */
export const AppConfirmation = z.extend(AppCode, {
  secret: text().check(z.regex(/^[A-Z2-7]{32}$/)),
});

export const NewPasskey = z.extend(PasskeyName, { challenge: token, passkey: Credential });

export const FactorId = z.strictObject({ id: Id });

export const SecondFactors = z.strictObject({
  factors: z.array(
    z.strictObject({
      id: Id,
      kind: z.enum(['app', 'passkey']),
      name: z.string(),
      /** Null for an authenticator app. Browsers use the id to refuse a second passkey on the same device. */
      credentialId: z.nullable(z.string()),
      addedAt: Instant,
      usedAt: z.nullable(Instant),
    }),
  ),
  recoveryCodesLeft: z.int(),
  /** New recovery codes, shown only once. */
  recoveryCodes: z.optional(z.array(z.string())),
});
export type SecondFactors = z.infer<typeof SecondFactors>;
