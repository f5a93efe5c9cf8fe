/** The setting that says by which periods a workplace pays. */
import type { Day } from '../time/units.ts';
import type { FirstWeekday } from '../time/workplace-day.ts';

/** In the order of the select. */
export const PAY_PERIODS = ['monthly', 'two-weekly', 'weekly'] as const;

export type PayPeriod = (typeof PAY_PERIODS)[number];

/** By which periods a workplace pays from a day on, until the next rule holds. */
export type PayRule = {
  readonly period: PayPeriod;
  readonly from: Day;
  /** On which weeks start: kept with the rule, so that to see weeks otherwise moves no period that was settled. */
  readonly firstWeekday: FirstWeekday;
};
