/** The setting that says by which periods a workplace pays. */
import type { Day } from '../time/units.ts';
import type { FirstWeekday } from '../time/workplace-day.ts';

export const PAY_PERIODS = ['monthly', 'two-weekly', 'weekly'] as const;

export type PayPeriod = (typeof PAY_PERIODS)[number];

/** Holds until the next rule begins. */
export type PayRule = {
  readonly period: PayPeriod;
  readonly from: Day;
  /** Kept with the rule, so that changing the setting moves no settled period. */
  readonly firstWeekday: FirstWeekday;
};
