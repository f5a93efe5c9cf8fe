import * as z from 'zod/mini';
import { text } from '../fields.ts';
import { isProblemCode, problemText } from '../problems.ts';

/** @param code any text, since it comes from the URL */
export const singleSignOnText = (code: string): string =>
  problemText(isProblemCode(code) ? code : 'sign_in_unfinished');

/** Start of the login URL's fragment. After it: a problem code, or 'connect' to ask for the account's password. */
export const SINGLE_SIGN_ON_FRAGMENT = 'single-sign-on';
export const CONNECT_OUTCOME = 'connect';

export const SingleSignOnStart = z.strictObject({
  /** The code in the invitation link that the browser opened. */
  invitation: z.optional(text().check(z.maxLength(100))),
});
/** Any fields that the provider sends; `openid-client` checks them. */
export const SingleSignOnReply = z.object({});
