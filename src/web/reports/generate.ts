import { say } from '#texts/say';
import type { InputOf } from '#contract/routes';
import type { TeamReportPage } from '#contract/reports/reports';
import { withPage } from '#domain/report/team-report';
import { daysBetween } from '#domain/time/workplace-day';
import { call, type Failure } from '#web/api.ts';
import { newRequestId } from '#web/browser/request-id.ts';
import type { ReportQuery } from './report-address.ts';
import {
  employeeReportResult,
  teamReportResult,
  type ReportRequest,
  type ReportResult,
  type TeamReportResult,
} from '#contract/reports/result';

type Generated<Result> =
  | { readonly ok: true; readonly result: Result }
  | { readonly ok: false; readonly failure: Failure };

export async function generateReport(
  { userId, ...request }: ReportQuery,
  work: JobControl,
): Promise<Generated<ReportResult>> {
  if (userId === null) return generateTeamReport(request, work);
  const { startDate, endDate } = request;
  const includeFormer = request.includeFormer ? 'true' : 'false';
  const answer = await call('employeeReport', { userId, startDate, endDate, includeFormer });
  if (!answer.ok) return answer;
  return { ok: true, result: employeeReportResult(answer.value, request, newRequestId()) };
}

export interface JobControl {
  /** Reports the share of the work that is done, 0 to 1; for the CSV of entries, the number of loaded entries. */
  readonly progress: (share: number) => void;
  readonly signal: AbortSignal;
}

const MAX_TRIES = 3;

/** Loads the team report page by page; starts again when the settings change meanwhile. Rejects when aborted. */
export async function generateTeamReport(
  request: ReportRequest,
  work: JobControl,
): Promise<Generated<TeamReportResult>> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const answer = await loadAllPages(request, work);
    if (answer !== 'changed') return answer;
  }
  return { ok: false, failure: { kind: 'unreachable', message: say('problem.server_error') } };
}

async function loadAllPages(
  request: ReportRequest,
  { progress, signal }: JobControl,
): Promise<Generated<TeamReportResult> | 'changed'> {
  const { startDate, endDate, rules } = request;
  const includeFormer = request.includeFormer ? 'true' : 'false';
  const input: InputOf<'teamReport'> = { startDate, endDate, rules, includeFormer };
  const days = daysBetween(startDate, endDate).length;
  let rows: TeamReportPage['rows'] = [];
  let first: TeamReportPage | undefined;
  for (let from: string | null = startDate; from !== null;) {
    const answer = await call('teamReport', first ? { ...input, from, now: first.now } : input, { signal });
    if (!answer.ok) return answer;
    const page: TeamReportPage = answer.value;
    first ??= page;
    if (page.basis !== first.basis) return 'changed';
    rows = withPage(rows, page.rows);
    from = page.next;
    progress(from === null ? 1 : daysBetween(startDate, from).length / days);
  }
  if (!first) return 'changed';
  return { ok: true, result: teamReportResult(rows, first, request, newRequestId()) };
}
