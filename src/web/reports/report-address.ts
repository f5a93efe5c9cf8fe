/** The shown report in the address: `#reports?report=<person or all>.2026-10-01.2026-10-31`. */
import type { ReportRequest, ReportResult } from '#contract/reports/result';
import type { ReportRules } from '#domain/report/rules';
import { type DayRange, isEnterableDay } from '#domain/time/workplace-day';
import { call } from '#web/api.ts';
import { goTo } from '#web/browser/navigation.ts';
import { isUuid } from '#web/browser/place.ts';

export interface ReportQuery extends ReportRequest {
  /** Null for the report on everybody. */
  readonly userId: string | null;
}

const ALL = 'all';

export const reportAddress = ({ userId, startDate, endDate, rules, includeFormer }: ReportQuery): string =>
  [
    userId ?? ALL,
    startDate,
    endDate,
    ...(rules === 'settings' ? ['settings'] : []),
    ...(includeFormer ? ['former'] : []),
  ].join('.');

export function parseReport(text: string | undefined): ReportQuery | null {
  const [of = '', startDate = '', endDate = '', ...more] = text?.split('.') ?? [];
  if ((of !== ALL && !isUuid(of)) || !isEnterableDay(startDate) || !isEnterableDay(endDate)) return null;
  return {
    userId: of === ALL ? null : of,
    startDate,
    endDate,
    rules: more.includes('settings') ? 'settings' : 'standard',
    includeFormer: more.includes('former'),
  };
}

/** Reports opened from other screens. 'Previous reports' lists them, but not a report that a reload generates. */
const openedReports = new Set<string>();

/** Work settings as soon as there are schedules: the Standard rules know none, as no other screen does. */
export async function rulesToOpenBy(): Promise<ReportRules> {
  const answer = await call('schedules', {});
  return answer.ok && answer.value.schedules.length > 0 ? 'settings' : 'standard';
}

/**
 * @param userId null for everybody
 * @param sort order of the rows of a report on everybody, such as '-lateArrivals'
 */
export async function openReportOf(
  userId: string | null,
  { first, last }: DayRange,
  includeFormer = false,
  sort?: string,
) {
  const rules = await rulesToOpenBy();
  const report = reportAddress({ userId, startDate: first, endDate: last, rules, includeFormer });
  openedReports.add(report);
  goTo(['reports'], sort === undefined ? { report } : { report, sort });
}

/** True at the first call for a report opened from another screen, false afterwards. */
export const takeOpenedReport = (report: string): boolean => openedReports.delete(report);

export const addressOf = (result: ReportResult): string =>
  reportAddress({ ...result, userId: result.kind === 'employee' ? result.report.userId : null });
