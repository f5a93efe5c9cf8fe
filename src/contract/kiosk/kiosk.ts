import { say } from '#texts/say';
import * as z from 'zod/mini';
import { PUNCHES } from '#domain/entry/time-entry';
import { BADGE_PATTERN, PIN_PATTERN } from '#domain/kiosk/identity';
import { KIOSK_NAMES } from '#domain/kiosk/options';
import { HOUR_FORMATS } from '#domain/time/units';
import { LANGUAGE_CODES } from '#texts/languages';
import { singleLine } from '../fields.ts';
import { DayText, Id, Instant, RequestId } from '../records.ts';
import { KEPT_REASON_LABEL, type KeptReason } from './reasons.ts';

export const PunchKind = z.enum(PUNCHES);
export const Pin = z.string().check(z.regex(PIN_PATTERN, { error: () => say('field.pinDigits') }));
export const BadgeCode = z.string().check(z.regex(BADGE_PATTERN));

export const EmployeeId = singleLine('field.employeeIdTooLong', 40);

/** Says who stands at the kiosk. */
export const Who = z.union([
  z.strictObject({ badge: BadgeCode, pin: z.optional(Pin) }),
  z.strictObject({ userId: Id, pin: Pin }),
  z.strictObject({ employeeId: EmployeeId, pin: Pin }),
]);
export type Who = z.infer<typeof Who>;

/**
 * The same and the press itself (`pressText`), as JSON encrypted for the server's key (RSA-OAEP, SHA-256, base64url): a
 * tablet keeps nothing readable, and nothing that could be sent with another press.
 */
export const SealedWho = z.strictObject({ sealed: z.string().check(z.regex(/^[\w-]{512}$/)) });

const KioskOptions = z.strictObject({
  names: z.enum(KIOSK_NAMES),
  badgeNeedsPin: z.boolean(),
  badgeClocksOut: z.boolean(),
  showsLateness: z.boolean(),
  hasSound: z.boolean(),
  confirmSeconds: z.int().check(z.gte(2), z.lte(10)),
});

/** Studios and hubs whose people may use a kiosk. Empty: everybody. */
const KioskScope = z
  .array(z.strictObject({ scope: z.enum(['studio', 'hub']), id: Id }))
  .check(z.maxLength(100));
export type KioskScope = z.infer<typeof KioskScope>;
export const kioskForm = {
  name: singleLine().check(z.minLength(1, { error: () => say('field.kioskNameMissing') })),
  scope: KioskScope,
  options: KioskOptions,
};

/** Result of a press that was kept without a network. */
const KeptOutcome = z.strictObject({
  requestId: RequestId,
  outcome: z.enum(['recorded', 'requested', 'refused']),
  /** Why it is no punch; null for one that is. */
  reason: z.nullable(z.enum(Object.keys(KEPT_REASON_LABEL) as KeptReason[])),
});
export type KeptOutcome = z.infer<typeof KeptOutcome>;

const ListedKiosk = z.strictObject({
  id: Id,
  version: z.int(),
  ...kioskForm,
  createdAt: Instant,
  revokedAt: z.nullable(Instant),
  seenAt: z.nullable(Instant),
  /** Build of the page that the tablet shows. */
  pageVersion: z.string(),
  /** The newest kept presses, at most 50, newest first. */
  kept: z.array(
    z.extend(KeptOutcome, {
      punch: PunchKind,
      /** Null for an unknown badge or PIN. */
      person: z.nullable(z.strictObject({ id: Id, name: z.string() })),
      claimedAt: Instant,
      receivedAt: Instant,
      correctionId: z.nullable(Id),
    }),
  ),
});
export const KiosksView = z.strictObject({ kiosks: z.array(ListedKiosk) });
export type KiosksView = z.infer<typeof KiosksView>;

/** All that a kiosk shows before anybody comes: nothing about a person. */
export const KioskView = z.strictObject({
  now: Instant,
  version: z.string(),
  name: z.string(),
  options: KioskOptions,
  workplace: z.strictObject({
    name: z.string(),
    language: z.enum(LANGUAGE_CODES),
    hourFormat: z.enum(HOUR_FORMATS),
    /** See `zoneAt`. */
    zones: z.string(),
  }),
  /** Public key for `SealedWho` (SPKI, base64url). */
  sealKey: z.string(),
});
export type KioskView = z.infer<typeof KioskView>;

/** Texts are in the person's language. */
const spoken = { name: z.string(), language: z.enum(LANGUAGE_CODES) };
const Forgotten = z.strictObject({
  entryId: Id,
  day: DayText,
  /** 'When did you leave?', and possible times of the wall clock to tap. */
  question: z.string(),
  times: z.array(z.strictObject({ time: z.string(), label: z.string() })),
  later: z.string(),
});
export const KioskAnswer = z.discriminatedUnion('outcome', [
  z.strictObject({
    outcome: z.literal('recorded'),
    ...spoken,
    punch: PunchKind,
    at: Instant,
    /** 'Clocked in at 08:59', then lines such as the hours of today. */
    title: z.string(),
    lines: z.array(z.string()),
    forgotten: z.nullable(Forgotten),
  }),
  /** The person is in: what they may do now. */
  z.strictObject({
    outcome: z.literal('choose'),
    ...spoken,
    title: z.string(),
    choices: z.array(z.strictObject({ punch: PunchKind, label: z.string() })),
  }),
  /** The same badge within 10 s: nothing was changed. */
  z.strictObject({ outcome: z.literal('repeated'), ...spoken, title: z.string() }),
]);
export type KioskAnswer = z.infer<typeof KioskAnswer>;

/** Times are of the device: they are claims, which the server compares. */
export const KeptClaim = z.strictObject({
  requestId: RequestId,
  /** Rises by one with each press that this device keeps. */
  counter: z.int().check(z.gte(1)),
  punch: PunchKind,
  /** By the device's clock and `offsetMs`. */
  at: Instant,
  /** The server's clock less the device's, at the last answer; null without an answer. */
  offsetMs: z.nullable(z.int()),
  /** The server's time of that answer, and milliseconds since then of a clock that never jumps; null after a reload. */
  answeredAt: z.nullable(Instant),
  steadyMs: z.nullable(z.int()),
});
export type KeptClaim = z.infer<typeof KeptClaim>;
export const KeptOutcomes = z.strictObject({ outcomes: z.array(KeptOutcome) });

export const PinState = z.enum(['none', 'temporary', 'own']);
/** A person's PIN and badges. Holds no secret. */
export const PersonBadges = z.strictObject({
  /** Without a kiosk in use, nobody needs a PIN. */
  hasKiosk: z.boolean(),
  pin: PinState,
  badges: z.array(
    z.strictObject({
      id: Id,
      kind: z.enum(['badge', 'card']),
      createdAt: Instant,
      createdBy: z.nullable(z.string()),
    }),
  ),
});
export type PersonBadges = z.infer<typeof PersonBadges>;
