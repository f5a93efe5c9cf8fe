import * as z from 'zod/mini';
import { enteredDay, rangeChecks } from '../days.ts';
import { CalendarScope } from '../leave/calendar.ts';
import { Id, Instant, PagePosition } from '../records.ts';
import { securityKinds } from './kinds.ts';

/** `network`: an IP address or network. `device`: such as 'Chrome on Linux'. Both '' if unknown. */
const origin = { network: z.string(), device: z.string() };

/** `at` and `until`: times of the first and the last of `count` repetitions. */
const event = {
  id: Id,
  at: Instant,
  until: Instant,
  kind: z.string(),
  ...origin,
  /** True if the account had signed in on this device before; null for events that do not record this. */
  isKnown: z.nullable(z.boolean()),
  detail: z.string(),
  count: z.int(),
};

export const OwnSession = z.strictObject({
  id: Id,
  ...origin,
  signedInAt: Instant,
  lastSeenAt: Instant,
  isThis: z.boolean(),
});
export type OwnSession = z.infer<typeof OwnSession>;

export const OwnSignIn = z.strictObject(event);
export type OwnSignIn = z.infer<typeof OwnSignIn>;

/** Sessions: the present browser first, others by last use. Sign-ins: newest first. */
export const OwnSecurity = z.strictObject({
  timeZone: z.string(),
  sessions: z.array(OwnSession),
  signIns: z.array(OwnSignIn),
  calendarAddresses: z.array(z.strictObject({ scope: CalendarScope.shape.scope, madeAt: Instant })),
});
export type OwnSecurity = z.infer<typeof OwnSecurity>;

/** Ends the session with this id; default: all sessions but that of this browser. */
export const SessionsEnd = z.strictObject({ id: z.optional(Id) });

const filters = {
  kind: z.optional(z.enum(securityKinds())),
  userId: z.optional(Id),
  /** Workplace days, inclusive. */
  from: z.optional(enteredDay()),
  to: z.optional(enteredDay()),
};
/** `before`: the `next` of the previous page. */
export const SecurityLogQuery = z
  .strictObject({
    ...filters,
    before: z.optional(PagePosition),
    limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(200)), 50),
  })
  .check(...rangeChecks('from', 'to'));
export type SecurityLogQuery = z.infer<typeof SecurityLogQuery>;

export const SecurityLogFileQuery = z.strictObject(filters).check(...rangeChecks('from', 'to'));
export const SECURITY_FILE_ROWS = 20_000;

const person = z.nullable(z.strictObject({ id: Id, name: z.string(), employeeId: z.string() }));
/** `person` owns the account. `actor` is set if somebody else acted. */
export const ListedSecurityEvent = z.strictObject({ ...event, person, actor: person });
export type ListedSecurityEvent = z.infer<typeof ListedSecurityEvent>;

/** Events: newest first. */
export const SecurityLogPage = z.strictObject({
  timeZone: z.string(),
  events: z.array(ListedSecurityEvent),
  next: z.nullable(PagePosition),
});
