import * as z from 'zod/mini';
import { Id, RequestId } from '../records.ts';
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

export const kioskRoutes = {
  pairKiosk: post('/api/kiosk/pairing', 'public', {
    summary: 'A code for an administrator, who makes this browser a kiosk by it.',
    output: kiosk.PairingCode,
    refusals: ['too_many_requests'],
  }),
  kioskContact: post('/api/kiosk/contact', 'kiosk', {
    summary: 'What a kiosk shows, and that it is there.',
    isRepeatable: true,
    input: kiosk.KioskContact,
    output: kiosk.KioskView,
  }),
  kioskPeople: get('/api/kiosk/people', 'kiosk', {
    summary: 'People who may use this kiosk, by a search or all; none where names are hidden.',
    input: kiosk.KioskPeopleQuery,
    output: kiosk.KioskPeople,
  }),
  kioskPunch: post('/api/kiosk/punch', 'kiosk', {
    summary: 'Punch at a kiosk, by badge or PIN.',
    takesRequestId: true,
    input: kiosk.KioskPunch,
    output: kiosk.KioskAnswer,
    isPunch: true,
    refusals: [
      ...WHO_REFUSALS,
      'already_clocked_in',
      'not_clocked_in',
      'on_break',
      'not_on_break',
      'punches_too_many',
      'kiosk_not_for_admins',
    ],
  }),
  kioskKept: post('/api/kiosk/kept', 'kiosk', {
    summary: 'Presses that the kiosk kept without a network, in their order.',
    isRepeatable: true,
    input: kiosk.KioskKept,
    output: kiosk.KeptOutcomes,
    servesRevoked: true,
    limitMs: LONG_REQUEST_MS,
  }),
  kioskPin: post('/api/kiosk/pin', 'kiosk', {
    summary: 'Choose a PIN in place of a temporary one.',
    input: kiosk.KioskPin,
    output: z.strictObject({ pin: kiosk.PinState }),
    refusals: [...WHO_REFUSALS, 'pin_too_simple'],
  }),
  kioskLeft: post('/api/kiosk/left', 'kiosk', {
    summary: 'Say at a kiosk when one left, for an entry that was left open.',
    takesRequestId: true,
    input: kiosk.KioskLeft,
    output: z.strictObject({ title: z.string() }),
    refusals: [...WHO_REFUSALS, 'entry_not_found', 'entry_already_closed', 'entry_still_running'],
    isForm: true,
  }),
  kioskBadge: post('/api/kiosk/badge', 'kiosk', {
    summary: "Register a badge for somebody, by an administrator's badge and PIN.",
    input: kiosk.KioskBadge,
    output: z.strictObject({ name: z.string() }),
    refusals: [...WHO_REFUSALS, 'kiosk_admin_needed', 'badge_in_use', 'employee_not_found'],
  }),
  kioskWhoIsIn: post('/api/kiosk/inside', 'kiosk', {
    summary: "Who is in, by an administrator's badge and PIN.",
    isRepeatable: true,
    input: z.strictObject({ admin: kiosk.Who }),
    output: kiosk.WhoIsIn,
    refusals: [...WHO_REFUSALS, 'kiosk_admin_needed'],
  }),
  kiosks: get('/api/kiosks', 'admin', {
    summary: 'All kiosks, and what became of presses that they kept.',
    output: kiosk.KiosksView,
  }),
  addKiosk: post('/api/kiosks', 'admin', {
    summary: 'Make the browser that shows this code a kiosk.',
    takesRequestId: true,
    input: kiosk.NewKiosk,
    output: z.strictObject({ id: Id }),
    refusals: ['kiosk_code_unknown', 'confirmation_required', 'too_many_requests'],
    isForm: true,
    limitMs: LONG_REQUEST_MS,
  }),
  saveKiosk: post('/api/kiosks/update', 'admin', {
    summary: 'Change who may use a kiosk, and how.',
    takesRequestId: true,
    input: kiosk.KioskUpdate,
    output: z.strictObject({ version: z.int() }),
    refusals: ['kiosk_not_found', 'kiosk_changed'],
    isForm: true,
  }),
  revokeKiosk: post('/api/kiosks/revoke', 'admin', {
    summary: 'Take a kiosk its right to punch.',
    isRepeatable: true,
    input: z.strictObject({ id: Id }),
    output: z.strictObject({ revokedAt: kiosk.Kiosk.shape.createdAt }),
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
    input: kiosk.NewCards,
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
    input: kiosk.OwnKept,
    output: kiosk.KeptOutcomes,
  }),
} as const;
