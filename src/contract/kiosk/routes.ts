import * as z from 'zod/mini';
import { say } from '#texts/say';
import { PUNCH_REFUSALS } from '#domain/entry/time-entry';
import { PAIRING_PATTERN } from '#domain/kiosk/identity';
import { KEPT_AT_ONCE } from '#domain/kiosk/kept-press';
import { enteredDay } from '../days.ts';
import { singleLine, text, wallClockTime } from '../fields.ts';
import { Id, Instant, RequestId } from '../records.ts';
import { get, LONG_REQUEST_MS, post } from '../route.ts';
import * as kiosk from './kiosk.ts';

/** Refusals of routes that ask who somebody is. */
const WHO_REFUSALS = [
  'badge_unknown',
  'kiosk_pin_wrong',
  'kiosk_pin_required',
  'kiosk_pin_temporary',
  'kiosk_pin_wait',
  'kiosk_badges_only',
  'kiosk_not_for_you',
] as const;

const keptPresses = <Press extends z.core.$ZodType>(press: Press) =>
  z.array(press).check(z.minLength(1), z.maxLength(KEPT_AT_ONCE));

export const kioskRoutes = {
  pairKiosk: post('/api/kiosk/pairing', 'public', {
    summary: 'A code for an administrator, who makes this browser a kiosk by it.',
    output: z.strictObject({ code: z.string(), until: Instant }),
    refusals: ['too_many_requests'],
  }),
  kioskContact: post('/api/kiosk/contact', 'kiosk', {
    summary: 'What a kiosk shows, and that it is there.',
    isRepeatable: true,
    /** `queued`: presses that the kiosk still keeps. Only a contact without any counts as heard. */
    input: z.strictObject({ queued: z.int().check(z.gte(0)), pageVersion: text() }),
    output: kiosk.KioskView,
  }),
  kioskPeople: get('/api/kiosk/people', 'kiosk', {
    summary: 'People who may use this kiosk, by a search or all; none where names are hidden.',
    input: z.strictObject({ search: z.optional(singleLine()) }),
    output: z.strictObject({ people: z.array(z.strictObject({ id: Id, name: z.string() })) }),
  }),
  kioskPunch: post('/api/kiosk/punch', 'kiosk', {
    summary: 'Punch at a kiosk, by badge or PIN.',
    takesRequestId: true,
    /** Without `punch`: what the person's state suggests, or a question. */
    input: z.strictObject({ requestId: RequestId, who: kiosk.Who, punch: z.optional(kiosk.PunchKind) }),
    output: kiosk.KioskAnswer,
    isPunch: true,
    refusals: [...WHO_REFUSALS, ...PUNCH_REFUSALS, 'punches_too_many', 'kiosk_not_for_admins'],
  }),
  kioskKept: post('/api/kiosk/kept', 'kiosk', {
    summary: 'Presses that the kiosk kept without a network, in their order.',
    isRepeatable: true,
    /** `deviceNow`: the device's time of sending, with the offset of the presses. */
    input: z.strictObject({
      deviceNow: Instant,
      presses: keptPresses(z.extend(kiosk.KeptClaim, { who: kiosk.SealedWho })),
    }),
    output: kiosk.KeptOutcomes,
    refusals: ['too_many_requests'],
    servesRevoked: true,
    limitMs: LONG_REQUEST_MS,
  }),
  kioskPin: post('/api/kiosk/pin', 'kiosk', {
    summary: 'Choose a PIN in place of a temporary one.',
    input: z.strictObject({ who: kiosk.Who, pin: kiosk.Pin }),
    output: z.strictObject({ pin: kiosk.PinState }),
    refusals: [...WHO_REFUSALS, 'pin_too_simple'],
  }),
  kioskLeft: post('/api/kiosk/left', 'kiosk', {
    summary: 'Say at a kiosk when one left, for an entry that was left open.',
    takesRequestId: true,
    input: z.strictObject({
      requestId: RequestId,
      who: kiosk.Who,
      entryId: Id,
      day: enteredDay(),
      time: wallClockTime('field.timeYouLeft'),
    }),
    output: z.strictObject({ title: z.string() }),
    refusals: [...WHO_REFUSALS, 'entry_not_found', 'entry_already_closed', 'entry_still_running'],
    isForm: true,
  }),
  kioskBadge: post('/api/kiosk/badge', 'kiosk', {
    summary: "Register a badge for somebody, by an administrator's badge and PIN.",
    /** `whose`: by employee ID where the kiosk hides names. */
    input: z.strictObject({
      admin: kiosk.Who,
      badge: kiosk.BadgeCode,
      whose: z.union([z.strictObject({ userId: Id }), z.strictObject({ employeeId: kiosk.EmployeeId })]),
    }),
    output: z.strictObject({ name: z.string() }),
    refusals: [...WHO_REFUSALS, 'kiosk_admin_needed', 'badge_in_use', 'employee_not_found'],
  }),
  kioskWhoIsIn: post('/api/kiosk/inside', 'kiosk', {
    summary: "Who is in, by an administrator's badge and PIN.",
    isRepeatable: true,
    input: z.strictObject({ admin: kiosk.Who }),
    output: z.strictObject({
      now: Instant,
      people: z.array(z.strictObject({ name: z.string(), department: z.string(), since: Instant })),
    }),
    refusals: [...WHO_REFUSALS, 'kiosk_admin_needed'],
  }),
  kiosks: get('/api/kiosks', 'admin', {
    summary: 'All kiosks, and what became of presses that they kept.',
    output: kiosk.KiosksView,
  }),
  addKiosk: post('/api/kiosks', 'admin', {
    summary: 'Make the browser that shows this code a kiosk.',
    takesRequestId: true,
    input: z.strictObject({
      requestId: z.optional(RequestId),
      ...kiosk.kioskForm,
      code: z.string().check(
        z.overwrite((typed) => typed.toUpperCase().replace(/[\s-]/g, '')),
        z.regex(PAIRING_PATTERN, { error: () => say('field.pairingCode') }),
      ),
    }),
    output: z.strictObject({ id: Id }),
    refusals: ['kiosk_code_unknown', 'confirmation_required', 'too_many_requests'],
    isForm: true,
    limitMs: LONG_REQUEST_MS,
  }),
  saveKiosk: post('/api/kiosks/update', 'admin', {
    summary: 'Change who may use a kiosk, and how.',
    takesRequestId: true,
    /** `version` of the kiosk that the form shows. */
    input: z.strictObject({
      requestId: z.optional(RequestId),
      id: Id,
      version: z.int(),
      ...kiosk.kioskForm,
    }),
    output: z.strictObject({ version: z.int() }),
    refusals: ['kiosk_not_found', 'kiosk_changed'],
    isForm: true,
  }),
  revokeKiosk: post('/api/kiosks/revoke', 'admin', {
    summary: 'Take a kiosk its right to punch.',
    isRepeatable: true,
    input: z.strictObject({ id: Id }),
    output: z.strictObject({ revokedAt: Instant }),
    refusals: ['kiosk_not_found'],
  }),
  personBadges: get('/api/employees/badges', 'admin', {
    summary: 'How somebody is known at kiosks.',
    input: z.strictObject({ id: Id }),
    output: kiosk.PersonBadges,
    refusals: ['employee_not_found'],
  }),
  removeBadge: post('/api/employees/badges/remove', 'admin', {
    summary: "Remove somebody's badge or card.",
    isRepeatable: true,
    input: z.strictObject({ id: Id, badgeId: Id }),
    output: kiosk.PersonBadges,
    refusals: ['employee_not_found'],
  }),
  giveTemporaryPin: post('/api/employees/pin', 'admin', {
    summary: 'A temporary PIN, which its person has to change at a kiosk.',
    takesRequestId: true,
    input: z.strictObject({ requestId: z.optional(RequestId), id: Id }),
    output: z.strictObject({ pin: kiosk.Pin }),
    refusals: ['employee_not_found', 'confirmation_required', 'command_line_only'],
  }),
  makeCards: post('/api/employees/cards', 'admin', {
    summary: 'New cards with QR codes as a PDF, ten on a page.',
    input: z.strictObject({ userIds: z.array(Id).check(z.minLength(1), z.maxLength(500)) }),
    output: z.string(),
    kind: 'file',
    refusals: ['employee_not_found', 'confirmation_required'],
    limitMs: LONG_REQUEST_MS,
  }),
  ownBadges: get('/api/account/badges', 'signed-in', {
    summary: 'How I am known at kiosks.',
    output: kiosk.PersonBadges,
  }),
  choosePin: post('/api/account/pin', 'signed-in', {
    summary: 'Choose my PIN for kiosks.',
    input: z.strictObject({ pin: kiosk.Pin }),
    output: kiosk.PersonBadges,
    refusals: ['confirmation_required', 'pin_too_simple'],
    isForm: true,
  }),
  sendKept: post('/api/clock/kept', 'employee', {
    summary: 'Presses that my own device kept without a network; each becomes a request.',
    isRepeatable: true,
    input: z.strictObject({ presses: keptPresses(kiosk.KeptClaim) }),
    output: kiosk.KeptOutcomes,
    refusals: ['too_many_requests'],
  }),
} as const;
