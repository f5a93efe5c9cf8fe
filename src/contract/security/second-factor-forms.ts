/** Forms of second factors. Separate from the response schemas, which the first screen does not load. */
import * as z from 'zod/mini';
import { singleLine, text } from '../fields.ts';

/** For this many days, a device that the person marked as their own needs no second factor. */
export const TRUSTED_DEVICE_DAYS = 30;

/** A code of the authenticator app, or a recovery code. */
export const AppCode = z.strictObject({
  code: text().check(z.minLength(1, 'Enter the code'), z.maxLength(40, 'This is not a code')),
});

export const PasskeyName = z.strictObject({
  name: singleLine('Name', 60).check(z.minLength(1, 'Enter a name')),
});
