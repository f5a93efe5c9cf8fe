/** Kinds of leave and terms of allowances. Only types and constants, since every browser loads this file. */

/** Name, colour and `isRetired` may change. Other fields never change, since past leave was counted with them. */
export type LeaveKind = {
  readonly id: string;
  readonly name: string;
  readonly color: LeaveColor;
  /** Leave of this kind counts at once, without approval, as sickness does. */
  readonly isDeclared: boolean;
  /** Leave of this kind adds its time to the worked time. */
  readonly isCredited: boolean;
  readonly usesAllowance: boolean;
  /** Not offered any more. */
  readonly isRetired: boolean;
};

export const LEAVE_COLORS = ['green', 'red', 'grey', 'blue', 'yellow', 'purple'] as const;
export type LeaveColor = (typeof LEAVE_COLORS)[number];

export const LEAVE_HALVES = ['morning', 'afternoon'] as const;
export type LeaveHalf = (typeof LEAVE_HALVES)[number];

export const ALLOWANCE_UNITS = ['days', 'hours'] as const;
export type AllowanceUnit = (typeof ALLOWANCE_UNITS)[number];

export const ALLOWANCE_LINE_KINDS = [
  'allowance',
  'carried',
  'expired',
  'taken',
  'planned',
  'waiting',
] as const;
