/** The setting of the pay period: monthly, every two weeks or weekly. */
import type { Day } from '../time/units.ts';
import type { FirstWeekday } from '../time/workplace-day.ts';

export const PAY_PERIODS = ['monthly', 'two-weekly', 'weekly'] as const;

export type PayPeriod = (typeof PAY_PERIODS)[number];

/** Holds until the next rule begins. */
export type PayRule = {
  readonly period: PayPeriod;
  readonly from: Day;
  /** Stored in the rule, so that a change of this setting does not move past periods. */
  readonly firstWeekday: FirstWeekday;
};
