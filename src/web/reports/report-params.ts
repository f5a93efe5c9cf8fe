/** The report form's values in the address, and the history of reports generated since the page was loaded. */
import { type DayRange, isDay } from '#domain/time/workplace-day';
import type { Params } from '#web/browser/place.ts';
import { createStore, useStore } from '#web/browser/store.ts';
import { type ReportQuery, parseReport } from './report-address.ts';
import { rememberReport } from '#domain/report/report';
import { authState, onAuthChange } from '#web/session/auth.ts';
import type { ReportResult } from '#contract/reports/result';

/** The history is only in memory (spec §3): a reload, or a change of the signed-in person, empties it. */
interface History {
  readonly reports: readonly ReportResult[];
  readonly open: ReportResult | null;
}

const EMPTY_HISTORY: History = { reports: [], open: null };
const history = createStore(EMPTY_HISTORY);
let historyOwnerId = authState().user?.id;

onAuthChange(() => {
  const present = authState().user?.id;
  if (present === historyOwnerId) return;
  historyOwnerId = present;
  history.set(EMPTY_HISTORY);
});

export const useReportHistory = (): History => useStore(history);

export const storeReport = (report: ReportResult): void =>
  history.set({ reports: rememberReport(history.get().reports, report), open: report });

export const showReport = (report: ReportResult): void => history.set({ ...history.get(), open: report });

export const replaceReport = (report: ReportResult): void =>
  history.set({
    reports: history.get().reports.map((one) => (one.id === report.id ? report : one)),
    open: report,
  });

/** The open report stays on the screen. */
export const clearHistory = (): void => history.set({ ...history.get(), reports: [] });

export interface ReportFormValues extends ReportQuery {
  readonly subject: 'one' | 'all';
  readonly userId: string;
}

export const REPORT_PARAMS = ['of', 'employee', 'from', 'to', 'rules', 'former', 'report', 'sort'] as const;
type QueryParams = Partial<Record<(typeof REPORT_PARAMS)[number], string>>;

/** Takes each value from the address, else from the shown report, else from the defaults. */
export function valuesOf(
  { of, employee, from, to, rules, former, report }: QueryParams,
  range: DayRange,
): ReportFormValues {
  const shown = parseReport(report);
  const isTeam = shown?.userId === null;
  const subject = isTeam ? 'all' : 'one';
  return {
    subject: of === 'all' || of === 'one' ? of : subject,
    userId: employee ?? shown?.userId ?? '',
    startDate: dayOr(from, shown?.startDate ?? range.first),
    endDate: dayOr(to, shown?.endDate ?? range.last),
    rules: rules === 'settings' || rules === 'standard' ? rules : (shown?.rules ?? 'standard'),
    includeFormer: former === undefined ? isTeam && shown.includeFormer : former === 'included',
  };
}

/** A date that the user emptied stays empty. */
const dayOr = (text: string | undefined, fallback: string): string =>
  text !== undefined && (text === '' || isDay(text)) ? text : fallback;

export function paramsOf(changed: Partial<ReportFormValues>): Params {
  const { subject, userId, startDate, endDate, rules, includeFormer } = changed;
  return {
    ...(subject && { of: subject }),
    ...(userId !== undefined && { employee: userId }),
    ...(startDate !== undefined && { from: startDate }),
    ...(endDate !== undefined && { to: endDate }),
    ...(rules && { rules }),
    ...(includeFormer !== undefined && { former: includeFormer ? 'included' : 'left-out' }),
  };
}

export const paramsOfReport = (report: string): Params => ({
  ...Object.fromEntries(REPORT_PARAMS.map((name) => [name, undefined])),
  report,
});

export const queryOf = ({ subject, userId, includeFormer, ...request }: ReportFormValues): ReportQuery => ({
  ...request,
  userId: subject === 'one' ? userId : null,
  includeFormer: subject === 'all' && includeFormer,
});
