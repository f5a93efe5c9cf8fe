/** Forms of second factors. Separate from the response schemas, which the first screen does not load. */
import { say } from '#texts/say';
import * as z from 'zod/mini';
import { singleLine, text } from '../fields.ts';

/** For this many days, a device that the person marked as their own needs no second factor. */
export const TRUSTED_DEVICE_DAYS = 30;

/** A code of the authenticator app, or a recovery code. */
export const AppCode = z.strictObject({
  code: text().check(
    z.minLength(1, { error: () => say('field.codeMissing') }),
    z.maxLength(40, { error: () => say('field.notACode') }),
  ),
});

export const PasskeyName = z.strictObject({
  name: singleLine('field.nameTooLong', 60).check(
    z.minLength(1, { error: () => say('field.passkeyNameMissing') }),
  ),
});
