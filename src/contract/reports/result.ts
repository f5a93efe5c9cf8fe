/** A generated report, from which the browser makes its screen and the server its files. */
import { say } from '#texts/say';
import type { Correction } from '../corrections/corrections.ts';
import type { EmployeeReportView, TeamReportPage } from './reports.ts';
import { toDomainEmployment, toDomainEntry, toEpochMs } from '../wire.ts';
import { holidayText } from '#domain/expected/holidays';
import { STANDARD_START_MINUTE } from '#domain/day/punctuality';
import { daysText } from '#domain/leave/leave';
import { formatDate, formatDayRange } from '#domain/time/format';
import { groupBy } from '#domain/report/groups';
import { type Report, type ReportRow, buildReport } from '#domain/report/report';
import {
  REPORT_RULES_LABEL,
  type ReportRules,
  type RuleText,
  startMinuteOf,
  withRangeFacts,
} from '#domain/report/rules';
import { defaultSettings } from '#domain/settings/settings';
import { TEAM_FIGURES, teamName, type TeamRow } from '#domain/report/team-report';
import { formatDuration, timeText, type Day, type EpochMs } from '#domain/time/units';
import { dayContaining } from '#domain/time/workplace-day';
import { type CorrectedRow, type EntryCorrection, correctedRows } from '../corrections/rows.ts';

/** An entry that adds no hours: it was removed, or it is requested but not approved. */
export interface UncountedRow {
  /** The removed or requested entry. */
  readonly other: CorrectedRow;
  readonly day: Day;
  readonly minutes: 0;
  readonly breakMinutes: 0;
}

export type ShownRow<Row extends ReportRow> =
  | (Row & { readonly corrections: readonly EntryCorrection[] })
  | UncountedRow;

/** Adds corrections, removed and requested entries, newest first. @param dayOf returns undefined outside the range */
export function withCorrections<Row extends ReportRow>(
  rows: readonly Row[],
  corrections: readonly Correction[],
  zone: string,
  dayOf: (instant: EpochMs) => Day | undefined,
): ShownRow<Row>[] {
  const byId = new Map(rows.map((row) => [row.entry.id, row]));
  return correctedRows(
    rows.map(({ entry }) => entry),
    corrections,
    zone,
    (at) => dayOf(at) !== undefined,
  ).flatMap((corrected): ShownRow<Row>[] => {
    const row = byId.get(corrected.id);
    if (row) return [{ ...row, corrections: corrected.corrections }];
    const day = dayOf(corrected.times.clockIn);
    return day === undefined ? [] : [{ other: corrected, day, minutes: 0, breakMinutes: 0 }];
  });
}

/** `includeFormer` adds former employees to a team report, and allows a report about one former employee. */
export interface ReportRequest {
  readonly startDate: Day;
  readonly endDate: Day;
  readonly rules: ReportRules;
  readonly includeFormer: boolean;
}

export type EmployeeReportResult = ReturnType<typeof employeeReportResult>;

export interface TeamReportResult extends ReportRequest {
  readonly kind: 'team';
  readonly id: string;
  readonly zone: string;
  readonly generatedAt: EpochMs;
  readonly rows: readonly TeamRow[];
  readonly ruleText: RuleText;
}

export type ReportResult = EmployeeReportResult | TeamReportResult;

export function employeeReportResult(
  view: EmployeeReportView,
  { startDate, endDate, rules, includeFormer }: ReportRequest,
  id: string,
) {
  const { employee, calendar } = view;
  const settings = view.settings ?? defaultSettings(calendar.timeZone);
  const now = toEpochMs(view.now);
  const employment = toDomainEmployment(employee.employment);
  const report = buildReport({
    employee: { id: employee.id, name: employee.name, employment },
    entries: view.entries.map(toDomainEntry),
    days: calendar.days,
    today: calendar.today,
    rules,
    settings: view.settings ?? undefined,
    now,
  });
  return {
    kind: 'employee' as const,
    id,
    startDate,
    endDate,
    rules,
    includeFormer,
    zone: calendar.timeZone,
    generatedAt: now,
    report,
    corrections: view.corrections,
    closed: view.closed,
    employee,
    days: calendar.days,
    today: calendar.today,
    /** Default settings if the settings could not be loaded. The 'Late' tag then checks only the hour. */
    settings,
    settingsLoaded: view.settings !== null,
    /** Start of the working day; undefined if nobody can be late, or if days start at different times. */
    startMinute: startMinuteOf(rules, settings, calendar.days),
  };
}

/** @param rows of all pages @param page any of them */
export function teamReportResult(
  rows: TeamReportPage['rows'],
  page: TeamReportPage,
  { startDate, endDate, rules, includeFormer }: ReportRequest,
  id: string,
): TeamReportResult {
  return {
    kind: 'team',
    id,
    startDate,
    endDate,
    rules,
    includeFormer,
    zone: page.timeZone,
    generatedAt: toEpochMs(page.now),
    ruleText: withRangeFacts(rules, page.ruleText, {
      isRunning: rows.some(({ isRunning }) => isRunning),
      includesToday: page.includesToday,
      hasHolidays: page.hasHolidays,
      hasSchedules: page.hasSchedules,
    }),
    rows: rows.map((row) => ({ ...row, leftAt: row.leftAt === null ? null : toEpochMs(row.leftAt) })),
  };
}

/** The same members in any order give the same text. */
const inOrder = (_name: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    : value;

const textOf = (result: ReportResult): string => {
  if (result.kind === 'employee')
    return JSON.stringify([result.zone, result.employee, result.report, result.corrections], inOrder);
  const rows = result.rows.toSorted((one, other) => (one.userId < other.userId ? -1 : 1));
  const cells = rows.map((row) => [
    row.userId,
    row.name,
    row.employeeId,
    row.department,
    row.leftAt,
    ...TEAM_FIGURES.map((figure) => row[figure]),
  ]);
  return JSON.stringify([result.zone, result.ruleText], inOrder) + JSON.stringify(cells);
};

/** Differs if anything in the report's files differs: FNV-1a of all of it, since nobody gains by a collision. */
export function figuresVersion(result: ReportResult): string {
  const text = textOf(result);
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1)
    hash = Math.imul(hash ^ (text.codePointAt(at) ?? 0), 0x01000193);
  return (hash >>> 0).toString(16);
}

/** Returns the rows of the table of entries, newest first, with removed and requested entries. */
export const shownRows = ({ report, corrections, days, zone }: EmployeeReportResult): ShownRow<ReportRow>[] =>
  withCorrections(report.entries, corrections, zone, (at) => dayContaining(at, days)?.day);

export const personOf = (result: ReportResult) =>
  result.kind === 'employee'
    ? { id: result.report.userId, name: result.report.userName, employeeId: result.employee.employeeId }
    : null;

export const subjectOf = (result: ReportResult): string => personOf(result)?.name ?? teamName();

/** 'Oct 21, 2026 - Nov 20, 2026' */
export const rangeOf = ({ startDate, endDate }: Pick<ReportResult, 'startDate' | 'endDate'>): string =>
  formatDayRange(startDate, endDate);

export const rulesOf = ({ rules }: Pick<ReportResult, 'rules'>): string => REPORT_RULES_LABEL[rules];

/** Explains different counts: 'Late' tags follow the work settings, totals follow the report's rules (spec §9). */
export function lateTagNote({ report, settingsLoaded, days, rules }: EmployeeReportResult): string | null {
  if (report.entries.length === 0) return null;
  const { tag } = report.ruleText;
  if (!settingsLoaded) return say('lateTag.byHour', { tag });
  const tagged = report.entries.filter(({ isLate }) => isLate).length;
  if (tagged === report.lateArrivals) return null;
  if (rules === 'standard' && days.some(({ schedule }) => schedule !== undefined))
    return say('lateTag.bySchedule', {
      days: daysText(tagged),
      start: timeText(STANDARD_START_MINUTE),
      late: String(report.lateArrivals),
    });
  return say('lateTag.bySettings', { tag, count: tagged, late: String(report.lateArrivals) });
}

/** 'Holiday 5 days, Sick 1½ days. 48h count towards hours.'; null without leave. */
export function leaveText({ totals: { leaveDays, creditedMinutes } }: Report): string | null {
  if (leaveDays.length === 0) return null;
  const kinds = [...groupBy(leaveDays, ({ name }) => name)].map(
    ([name, days]) =>
      `${name} ${daysText(days.reduce((sum, { half }) => sum + (half === null ? 1 : 0.5), 0))}`,
  );
  const list = kinds.join(', ');
  return creditedMinutes > 0
    ? say('reportLeave.credited', { kinds: list, duration: formatDuration(creditedMinutes) })
    : say('reportLeave.all', { kinds: list });
}

/** 'Dec 25, 2026 Christmas Day, Dec 24, 2026 Christmas Eve (half day)' */
export const holidaysText = (holidays: Report['holidays']): string =>
  holidays.map(({ day, ...holiday }) => `${formatDate(day, 'UTC')} ${holidayText(holiday)}`).join(', ');
