/** One page of the report over all employees: as many people as are quickly read and reckoned, so that punches never wait for a report. */
import { setImmediate as turn } from 'node:timers/promises';
import type { TeamReportPage } from '#contract/reports';
import { toInstantText } from '#contract/wire';
import { ruleTexts, type ReportRules } from '#domain/report-rules';
import { teamFigures } from '#domain/team-report';
import type { Day, EpochMs } from '#domain/time';
import { calendarOf } from '../calendars.ts';
import type { Transaction } from '../database/transaction.ts';
import { readSettings } from '../settings/queries.ts';
import { countPeopleOfRange, packedEntries, peopleOfRange } from './queries.ts';

export interface TeamPageQuestion {
  readonly startDate: Day;
  readonly endDate: Day;
  readonly rules: ReportRules;
  readonly includeFormer: boolean;
  readonly after: string | null;
  readonly now: EpochMs;
}

/** People times days of one page: some hundred milliseconds. */
const PERSON_DAYS = 30_000;
const PEOPLE_AT_MOST = 1_000;
/** People reckoned before other requests get their turn. */
const AT_A_STRETCH = 20;

export async function teamPage(tx: Transaction, question: TeamPageQuestion): Promise<TeamReportPage> {
  const { rules, now } = question;
  const settings = await readSettings(tx);
  const calendar = calendarOf(settings.timeZone);
  const days = calendar.days(question.startDate, question.endDate);
  const from = days[0]?.start ?? 0;
  const to = days.at(-1)?.end ?? 0;
  const today = calendar.dayAt(now).day;
  const people = { from, to, includeFormer: question.includeFormer };
  const limit = Math.max(1, Math.min(PEOPLE_AT_MOST, Math.floor(PERSON_DAYS / days.length)));
  // One more than fits tells whether there is another page.
  const found = await peopleOfRange(tx, people, question.after, limit + 1);
  const chosen = found.slice(0, limit);
  const entriesOf = await packedEntries(tx, chosen.map(({ id }) => id), from, to);
  const total = await countPeopleOfRange(tx, people);
  const rows: TeamReportPage['rows'] = [];
  for (const [index, { id, name, employeeId, department, createdAt, leftAt }] of chosen.entries()) {
    if (index % AT_A_STRETCH === AT_A_STRETCH - 1) await turn();
    const entries = entriesOf.get(id) ?? [];
    rows.push({
      userId: id, name, employeeId, department,
      leftAt: leftAt === null ? null : toInstantText(leftAt),
      isRunning: entries.some(({ clockOut }) => clockOut === null),
      ...teamFigures({ employee: { id, name, createdAt, leftAt }, entries, days, today, rules, settings, now }),
    });
  }
  return {
    now: toInstantText(now),
    timeZone: settings.timeZone,
    basis: settings.version,
    total,
    next: found.length > limit ? (chosen.at(-1)?.id ?? null) : null,
    rows,
    ruleText: ruleTexts(rules, settings),
  };
}
