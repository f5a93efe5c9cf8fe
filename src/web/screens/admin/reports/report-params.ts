/** What is chosen in the report form, and how the address says it. */
import type { ReportRules } from '#domain/report-rules';
import { isDay, type DayRange } from '#domain/workplace-day';
import type { Params } from '#web/browser/place.ts';

export type Subject = 'one' | 'all';

export interface ReportFormValues {
  readonly subject: Subject;
  readonly userId: string;
  readonly startDate: string;
  readonly endDate: string;
  readonly rules: ReportRules;
  readonly includeFormer: boolean;
}

export const REPORT_PARAMS = ['of', 'employee', 'from', 'to', 'rules', 'former'] as const;
type Said = Partial<Record<(typeof REPORT_PARAMS)[number], string>>;

/** Where the address says nothing, or nothing of use, it is as the form begins. */
export const valuesOf = (
  { of, employee, from, to, rules, former }: Said,
  range: DayRange,
): ReportFormValues => ({
  subject: of === 'all' ? 'all' : 'one',
  userId: employee ?? '',
  startDate: dayOr(from, range.first),
  endDate: dayOr(to, range.last),
  rules: rules === 'settings' ? 'settings' : 'standard',
  includeFormer: former === 'included',
});

/** A date that somebody emptied stays empty. */
const dayOr = (said: string | undefined, otherwise: string): string =>
  said !== undefined && (said === '' || isDay(said)) ? said : otherwise;

export function paramsOf(changed: Partial<ReportFormValues>): Params {
  const { subject, userId, startDate, endDate, rules, includeFormer } = changed;
  return {
    ...(subject && { of: subject === 'all' ? subject : undefined }),
    ...(userId !== undefined && { employee: userId === '' ? undefined : userId }),
    ...(startDate !== undefined && { from: startDate }),
    ...(endDate !== undefined && { to: endDate }),
    ...(rules && { rules: rules === 'settings' ? rules : undefined }),
    ...(includeFormer !== undefined && { former: includeFormer ? 'included' : undefined }),
  };
}
