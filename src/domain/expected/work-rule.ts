/** Settings that decide the hours and thresholds of a day, with their history. */
import type { Day, Minutes, TimeText } from '../time/units.ts';
import type { DayRange } from '../time/workplace-day.ts';

export type WorkHours = {
  readonly workStartTime: TimeText;
  readonly workEndTime: TimeText;
  readonly breakStartTime: TimeText;
  readonly breakDuration: Minutes;
  readonly lateThresholdMinutes: Minutes;
  readonly overtimeThresholdHours: number;
  readonly allowFlexibleHours: boolean;
  readonly weekendWorkAllowed: boolean;
};

/** Holds from a day on, until the next rule. The first rule has no start day: ''. */
export type WorkRule = WorkHours & { readonly from: Day | '' };

/** If `workRules` is empty, the hours never changed. */
export type WorkHistory = WorkHours & { readonly workRules: readonly WorkRule[] };

/** The rule that holds on a day: the last that began on it or before. */
export const ruleOn = <Rule extends { readonly from: Day | '' }>(
  rules: readonly Rule[],
  day: Day,
): Rule | undefined => rules.findLast(({ from }) => from <= day);

/** Rules that hold on some day of the range, oldest first. */
export const rulesWithin = <Rule extends { readonly from: Day | '' }>(
  rules: readonly Rule[],
  { first, last }: DayRange,
): readonly Rule[] =>
  rules.filter(({ from }, at) => from <= last && !((rules[at + 1]?.from ?? '~') <= first));

const ruleOf = (hours: WorkHours, from: Day | ''): WorkRule => ({
  from,
  workStartTime: hours.workStartTime,
  workEndTime: hours.workEndTime,
  breakStartTime: hours.breakStartTime,
  breakDuration: hours.breakDuration,
  lateThresholdMinutes: hours.lateThresholdMinutes,
  overtimeThresholdHours: hours.overtimeThresholdHours,
  allowFlexibleHours: hours.allowFlexibleHours,
  weekendWorkAllowed: hours.weekendWorkAllowed,
});

const isSame = (one: WorkHours, other: WorkHours): boolean =>
  JSON.stringify(ruleOf(one, '')) === JSON.stringify(ruleOf(other, ''));

/** Returns the rules after a change: the new hours hold from the day `from` on. */
export function withWorkRule(before: WorkHistory, hours: WorkHours, from: Day): readonly WorkRule[] {
  if (isSame(before, hours)) return before.workRules;
  const earlier =
    before.workRules.length > 0 ? before.workRules.filter((rule) => rule.from < from) : [ruleOf(before, '')];
  const last = earlier.at(-1);
  const rules = last && isSame(last, hours) ? earlier : [...earlier, ruleOf(hours, from)];
  return rules.length > 1 ? rules : [];
}
