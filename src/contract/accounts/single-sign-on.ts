import * as z from 'zod/mini';
import { text } from '../fields.ts';
import { PROBLEM_TEXTS } from '../problem-texts.ts';

/** Problems of signing in at the provider (OpenID Connect). The login page reads the code from its URL. */
export const SINGLE_SIGN_ON_TEXTS = {
  sign_in_unreachable: [502, 'The sign-in page cannot be reached at the moment. Try again later.'],
  sign_in_unfinished: [400, 'This sign-in did not work. Nobody was signed in. Try again.'],
  sign_in_expired: [400, 'This sign-in took too long. Nobody was signed in. Start again.'],
  sign_in_unverified: [
    403,
    'Your email address is not verified where you signed in. Ask your IT department to verify it.',
  ],
  sign_in_off: [
    403,
    'This email and password do not sign in here. Only a local administrator has a password.',
  ],
  registration_too_many: [429, 'Too many registrations from this network. Try again later.'],
  registration_closed: [403, 'Registration is closed. Ask an administrator for an account.'],
  invitation_invalid: [403, 'This invitation is no longer valid. Ask an administrator for the current link.'],
} as const satisfies Record<string, readonly [status: number, message: string]>;

const TEXTS: Readonly<Record<string, readonly [number, string]>> = {
  ...PROBLEM_TEXTS,
  ...SINGLE_SIGN_ON_TEXTS,
};

/** @param code any text, since it comes from the URL */
export const singleSignOnText = (code: string): string =>
  (Object.hasOwn(TEXTS, code) ? TEXTS[code]?.[1] : undefined) ?? SINGLE_SIGN_ON_TEXTS.sign_in_unfinished[1];

/** Start of the login URL's fragment. After it: a problem code, or 'connect' to ask for the account's password. */
export const SINGLE_SIGN_ON_FRAGMENT = 'single-sign-on';
export const CONNECT_OUTCOME = 'connect';

export const SingleSignOnStart = z.strictObject({
  /** The code in the invitation link that the browser opened. */
  invitation: z.optional(text().check(z.maxLength(100))),
});
/** Any fields that the provider sends; `openid-client` checks them. */
export const SingleSignOnReply = z.object({});
