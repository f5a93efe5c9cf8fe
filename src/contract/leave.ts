/** Leave: days on which a person need not come. */
import * as z from 'zod/mini';
import { LEAVE_COLORS, LEAVE_HALVES } from '#domain/leave/kinds';
import { Correction, Leave, LeaveCost } from './corrections.ts';
import { line, NOTES_MAX, text } from './fields.ts';
import { DayText, Id, RequestId } from './records.ts';

const NAME_MAX = 40;
const KINDS_MAX = 30;
const KindId = text().check(z.minLength(1), z.maxLength(40));

export const LeaveKind = z.strictObject({
  id: KindId,
  name: line('Name', NAME_MAX).check(z.minLength(1, 'Name is required')),
  color: z.enum(LEAVE_COLORS),
  isDeclared: z.boolean(),
  isCredited: z.boolean(),
  usesAllowance: z.boolean(),
  isRetired: z.boolean(),
});

const Kinds = z.readonly(z.array(LeaveKind));

export const LeaveKindsView = z.strictObject({
  /** Version of the settings. */
  version: z.int(),
  kinds: Kinds,
});
export type LeaveKindsView = z.infer<typeof LeaveKindsView>;

/** All kinds in their order. Known ones keep what they count. */
export const LeaveKindsUpdate = z.strictObject({
  requestId: z.optional(RequestId),
  version: z.int(),
  kinds: Kinds.check(
    z.minLength(1, 'Keep at least one kind'),
    z.maxLength(KINDS_MAX, `There can be ${KINDS_MAX} kinds`),
    z.refine((kinds) => new Set(kinds.map(({ id }) => id)).size === kinds.length, 'A kind is listed twice'),
    z.refine(
      (kinds) => new Set(kinds.map(({ name }) => name.toLowerCase())).size === kinds.length,
      'Two kinds have the same name',
    ),
  ),
});

const wanted = {
  /** Owner of the leave; default: the caller. Only for admins. */
  userId: z.optional(Id),
  /** Of leave that is changed or cancelled. */
  leaveId: z.optional(Id),
};

export const LeaveRequest = z.strictObject({
  requestId: z.optional(RequestId),
  ...wanted,
  /** Leave as the form showed it; null for new leave. */
  old: z.nullable(Leave),
  new: z.nullable(Leave),
  reason: text().check(z.trim(), z.maxLength(NOTES_MAX, `Reason must be at most ${NOTES_MAX} characters`)),
});

export const LeaveQuery = z.strictObject({
  ...wanted,
  kind: KindId,
  first: DayText,
  last: DayText,
  half: z.optional(z.enum(LEAVE_HALVES)),
});

/** `problem`: why it would be refused. */
export const LeavePreview = z.extend(LeaveCost, { problem: z.nullable(z.string()) });
export type LeavePreview = z.infer<typeof LeavePreview>;

export const LeaveOfQuery = z.strictObject({ userId: z.optional(Id) });

/** Somebody's leave of the last and the next twelve months, by day. */
export const LeaveView = z.strictObject({
  today: DayText,
  kinds: Kinds,
  leave: z.array(z.extend(Leave, { id: Id, days: z.number() })),
  /** Requests that wait. */
  requests: z.array(Correction),
});
export type LeaveView = z.infer<typeof LeaveView>;
export type ListedLeave = LeaveView['leave'][number];
