/** Leave: days on which a person does not have to work. */
import { say } from '#texts/say';
import * as z from 'zod/mini';
import { LEAVE_DAYS_MAX } from '#domain/leave/check';
import { ALLOWANCE_LINE_KINDS, ALLOWANCE_UNITS, LEAVE_COLORS, LEAVE_HALVES } from '#domain/leave/kinds';
import { Correction, Leave, LeaveCost, Reason } from '../corrections/corrections.ts';
import { enteredRange, rangeChecks } from '../days.ts';
import { singleLine, NOTES_MAX, text } from '../fields.ts';
import { DayText, Id, RequestId } from '../records.ts';

const NAME_MAX = 40;
const KINDS_MAX = 30;
const KindId = text().check(z.minLength(1), z.maxLength(40));

export const LeaveKind = z.strictObject({
  id: KindId,
  name: singleLine('field.nameTooLong', NAME_MAX).check(
    z.minLength(1, { error: () => say('field.nameMissing') }),
  ),
  color: z.enum(LEAVE_COLORS),
  isDeclared: z.boolean(),
  isCredited: z.boolean(),
  usesAllowance: z.boolean(),
  isRetired: z.boolean(),
});

const Kinds = z.readonly(z.array(LeaveKind));

const AMOUNT_MAX = 366 * 24 * 60;
/** Days in steps of a quarter, or minutes if the unit is hours. */
const Amount = z
  .number({ error: () => say('field.number') })
  .check(
    z.multipleOf(0.25, { error: () => say('field.quarterDays') }),
    z.lte(AMOUNT_MAX, { error: () => say('field.tooMuch') }),
  );
const PositiveAmount = Amount.check(z.gte(0, { error: () => say('field.zeroOrMore') }));

/** `amount` is for a full year. 0 means that the workplace has no allowances. */
const Allowance = z.strictObject({
  unit: z.enum(ALLOWANCE_UNITS),
  amount: PositiveAmount,
  carriedMonths: z.int().check(z.gte(0), z.lte(12)),
});

export const LeaveSettingsView = z.strictObject({
  /** Version of the settings. */
  version: z.int(),
  kinds: Kinds,
  /** The allowance that applies this year. */
  allowance: Allowance,
});
export type LeaveSettingsView = z.infer<typeof LeaveSettingsView>;

/** All kinds in display order. A saved kind cannot change how it counts. The allowance applies from this year on. */
export const LeaveSettingsUpdate = z.strictObject({
  requestId: z.optional(RequestId),
  version: z.int(),
  kinds: Kinds.check(
    z.minLength(1, { error: () => say('field.leaveKindMissing') }),
    z.maxLength(KINDS_MAX, { error: () => say('field.tooManyLeaveKinds', { max: KINDS_MAX }) }),
    z.refine((kinds) => new Set(kinds.map(({ id }) => id)).size === kinds.length, {
      error: () => say('field.leaveKindTwice'),
    }),
    z.refine((kinds) => new Set(kinds.map(({ name }) => name.toLowerCase())).size === kinds.length, {
      error: () => say('field.leaveKindNameTwice'),
    }),
  ),
  allowance: Allowance,
});

const leaveReference = {
  /** Owner of the leave; default: the caller. Only admins may name somebody else. */
  userId: z.optional(Id),
  /** Leave to change or cancel; left out for new leave. */
  leaveId: z.optional(Id),
};

const leaveChecks = rangeChecks('first', 'last', LEAVE_DAYS_MAX);
const EnteredLeave = z.nullable(z.extend(Leave, enteredRange).check(...leaveChecks));

export const LeaveRequest = z.strictObject({
  requestId: z.optional(RequestId),
  ...leaveReference,
  /** Leave as the form showed it; null for new leave. */
  old: EnteredLeave,
  new: EnteredLeave,
  reason: text().check(
    z.trim(),
    z.maxLength(NOTES_MAX, { error: () => say('field.reasonTooLong', { max: NOTES_MAX }) }),
  ),
});

export const LeaveQuery = z
  .strictObject({
    ...leaveReference,
    kind: KindId,
    ...enteredRange,
    half: z.optional(z.enum(LEAVE_HALVES)),
  })
  .check(...leaveChecks);

/** `problem`: why the request would be refused; null if it would be accepted. */
export const LeavePreview = z.extend(LeaveCost, { problem: z.nullable(z.string()) });
export type LeavePreview = z.infer<typeof LeavePreview>;

export const PersonLeaveQuery = z.strictObject({ userId: z.optional(Id) });

const GrantedAmounts = z.strictObject({ amount: z.nullable(Amount), carried: z.nullable(Amount) });

/** A person's allowance in one year; see the domain's `AllowanceBalance`. */
export const AllowanceBalance = z.strictObject({
  year: z.int(),
  unit: z.enum(ALLOWANCE_UNITS),
  left: z.number(),
  total: z.number(),
  byRule: z.strictObject({ amount: z.number(), carried: z.number() }),
  granted: GrantedAmounts,
  lines: z.readonly(
    z.array(
      z.strictObject({
        what: z.enum(ALLOWANCE_LINE_KINDS),
        label: z.string(),
        detail: z.string(),
        amount: z.number(),
      }),
    ),
  ),
});
export type AllowanceBalance = z.infer<typeof AllowanceBalance>;

/** Sets a person's allowance for this or next year. Null restores the rule's amount. `before` detects conflicts. */
export const LeaveGranting = z.strictObject({
  requestId: z.optional(RequestId),
  userId: Id,
  year: z.int(),
  before: GrantedAmounts,
  amount: z.nullable(PositiveAmount),
  carried: z.nullable(Amount),
  reason: Reason,
});

/** A person's leave of the last and the next twelve months, sorted by day. */
export const LeaveView = z.strictObject({
  today: DayText,
  kinds: Kinds,
  leave: z.array(z.extend(Leave, { id: Id, days: z.number() })),
  /** Undecided requests for leave. */
  requests: z.array(Correction),
  /** Days whose leave cannot change any more: too long ago, or of a closed pay period. */
  locked: z.array(z.strictObject({ first: DayText, last: DayText })),
  /** Leave balances of this year and the next; empty if the workplace has no allowances. */
  allowances: z.array(AllowanceBalance),
});
export type LeaveView = z.infer<typeof LeaveView>;
export type ListedLeave = LeaveView['leave'][number];
