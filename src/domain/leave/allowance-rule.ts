/** How much leave a workplace gives in a year. */
import { say } from '#texts/say';
import { formatDuration, MINUTES_PER_HOUR, roundedHours } from '../time/units.ts';
import type { AllowanceUnit } from './kinds.ts';
import { daysText, numberText } from './leave.ts';

/** Days in steps of a quarter, or minutes if the unit is hours, so that sums are exact. */
export type LeaveAmount = number;

export type Allowance = {
  readonly unit: AllowanceUnit;
  /** Allowance for a full year with five days a week. 0: the workplace has no allowance. */
  readonly amount: LeaveAmount;
  /** Unused leave is valid until the end of this month of the next year. 0: unused leave is not carried over. */
  readonly carriedMonths: number;
};

/** Holds from a year on, until the next rule. */
export type AllowanceRule = Allowance & { readonly year: number };

const NO_ALLOWANCE: Allowance = { unit: 'days', amount: 0, carriedMonths: 3 };

export function allowanceIn(rules: readonly AllowanceRule[], year: number): Allowance {
  const { unit, amount, carriedMonths } = rules.findLast((rule) => rule.year <= year) ?? NO_ALLOWANCE;
  return { unit, amount, carriedMonths };
}

/** Returns the rules after a change from `year` on. Earlier years keep their rules. */
export function withAllowance(
  rules: readonly AllowanceRule[],
  wanted: Allowance,
  year: number,
): readonly AllowanceRule[] {
  const earlier = rules.filter((rule) => rule.year < year);
  const changed = [...earlier, { year, ...wanted }];
  const isSame = JSON.stringify(allowanceIn(earlier, year)) === JSON.stringify(allowanceIn(changed, year));
  return isSame ? earlier : changed;
}

/** '12½ days', '-1 day', '96h 30m'. */
export function amountText(amount: LeaveAmount, unit: AllowanceUnit): string {
  const size = Math.abs(amount);
  return `${amount < 0 ? '-' : ''}${unit === 'days' ? daysText(size) : formatDuration(size)}`;
}

/** Reads '12.5' or '12,5' as days. If the unit is hours, reads hours and returns minutes. */
export const parseAmount = (text: string, unit: AllowanceUnit): LeaveAmount => {
  const number = Number(text.trim().replace(',', '.') || Number.NaN);
  return unit === 'days' ? number : Math.round(number * MINUTES_PER_HOUR);
};

export const isAmount = (text: string): boolean => Number.isFinite(parseAmount(text, 'days'));

export const amountInputText = (amount: LeaveAmount, unit: AllowanceUnit): string =>
  String(unit === 'days' ? amount : roundedHours(amount, 2));

/** '12½ of 30 days left', '3 days overdrawn'. */
export function remainingText(left: LeaveAmount, total: LeaveAmount, unit: AllowanceUnit): string {
  if (left < 0) return say('allowanceLeft.overdrawn', { amount: amountText(-left, unit) });
  return say('allowanceLeft.left', {
    left: unit === 'days' ? numberText(left) : formatDuration(left),
    total: amountText(total, unit),
  });
}
