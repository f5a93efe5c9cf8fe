import * as z from 'zod/mini';
import { Id, Instant } from './records.ts';

/** Words for people: 'Chrome on Linux'. '' where they are not known. */
const seen = { network: z.string(), device: z.string() };

/** `at` and `until`: the first and the last of `count`. */
const event = {
  id: Id,
  at: Instant,
  until: Instant,
  kind: z.string(),
  ...seen,
  /** Whether the account had signed in there before; null where it does not matter. */
  isKnown: z.nullable(z.boolean()),
  detail: z.string(),
  count: z.int(),
};

export const OwnSession = z.strictObject({
  id: Id,
  ...seen,
  signedInAt: Instant,
  lastSeenAt: Instant,
  isThis: z.boolean(),
});
export type OwnSession = z.infer<typeof OwnSession>;

export const OwnSignIn = z.strictObject(event);
export type OwnSignIn = z.infer<typeof OwnSignIn>;

/** The present browser first, others by last use; sign-ins newest first. */
export const OwnSecurity = z.strictObject({
  timeZone: z.string(),
  sessions: z.array(OwnSession),
  signIns: z.array(OwnSignIn),
});
export type OwnSecurity = z.infer<typeof OwnSecurity>;

/** Without an id: all but this browser's. */
export const SessionsEnd = z.strictObject({ id: z.optional(Id) });
