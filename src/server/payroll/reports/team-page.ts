/** A page of the team report holds as many days as fit in about a second, so that punches never wait for a report. */
import { setImmediate as turn } from 'node:timers/promises';
import type { Settings } from '#contract/records';
import type { TeamReportPage } from '#contract/reports';
import { toInstantText } from '#contract/wire';
import { type ReportRules, ruleTexts } from '#domain/report/rules';
import { type TeamFigures, sumOfFigures } from '#domain/report/team-report';
import { type DayWindows, figuresOfSums, dayWindows } from '#domain/report/team-sums';
import type { Day, EpochMs } from '#domain/time/units';
import { type WorkplaceDay, addDays } from '#domain/time/workplace-day';
import { calendarOf, presentOf } from '../../workplace/calendars.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { readSettings } from '../../workplace/settings/queries.ts';
import { MOST_WINDOWS, type PersonOfRange, type SumsQuestion, entrySums, peopleOfRange } from './queries.ts';
import type { Present } from '#domain/entry/left-open';
import type { AbsenceQuestion } from '#domain/day/absence';
import { expectedOn } from '#domain/expected/expected';
import type { WorkHistory } from '#domain/expected/work-rule';
import { withHolidays } from '#domain/expected/holidays';
import { holidaysOf } from '../../workplace/holidays/queries.ts';

/** Nearly all days have two windows. */
const MOST_DAYS = MOST_WINDOWS / 2;

function inOneSlice(days: readonly DayWindows[]): readonly DayWindows[] {
  let windows = 0;
  const beyond = days.findIndex((day) => (windows += day.windows.length) > MOST_WINDOWS);
  return beyond < 0 ? days : days.slice(0, beyond);
}

interface FiguresQuestion {
  /** With their holidays. */
  readonly days: readonly WorkplaceDay[];
  readonly people: readonly Pick<PersonOfRange, 'id' | 'createdAt' | 'leftAt'>[];
  readonly rules: ReportRules;
  readonly settings: WorkHistory;
  readonly present: Present;
}

export async function figuresOfPeople(
  tx: Transaction,
  { days, people, rules, settings, present }: FiguresQuestion,
): Promise<Map<string, TeamFigures>> {
  const today = days.at(-1)?.day ?? '';
  const userIds = people.map(({ id }) => id);
  const parts = new Map<string, TeamFigures[]>(userIds.map((id) => [id, []]));
  for (let next = 0; next < days.length;) {
    const slice = inOneSlice(dayWindows(days.slice(next, next + MOST_DAYS), rules, settings));
    const sums = await entrySums(tx, { days: slice, rules, present, userIds });
    for (const { id, createdAt, leftAt } of people)
      parts.get(id)?.push(figuresOfSums(slice, { createdAt, leftAt, today, settings }, sums.get(id)));
    next += slice.length;
  }
  return new Map([...parts].map(([id, figures]) => [id, sumOfFigures(figures)]));
}

export interface TeamPageQuestion {
  readonly startDate: Day;
  readonly endDate: Day;
  readonly from: Day;
  readonly rules: ReportRules;
  readonly includeFormer: boolean;
  readonly now: EpochMs;
  readonly fallback: Settings | null;
}

/** A page ends with the slice that passes this; milliseconds. */
const PAGE_MS = 900;
/** People times days per millisecond, from the last slices; starts with a slow machine's. */
let pace = 110;
/** People per turn of the event loop, so that punches never wait. */
const PEOPLE_PER_TURN = 1_000;

const NOTHING = sumOfFigures([]);

interface Row {
  readonly person: PersonOfRange;
  figures: TeamFigures;
  isRunning: boolean;
  isEndMissing: boolean;
}

export async function teamPage(tx: Transaction, question: TeamPageQuestion): Promise<TeamReportPage> {
  const began = performance.now();
  const { startDate, endDate, rules, now, fallback } = question;
  const settings = fallback ?? (await readSettings(tx));
  const known = fallback ? undefined : settings;
  const calendar = calendarOf(settings);
  const people = await peopleOfRange(
    tx,
    calendar.day(startDate).start,
    calendar.day(endDate).end,
    question.includeFormer,
  );
  const rows: Row[] = people.map((person) => ({
    person,
    figures: NOTHING,
    isRunning: false,
    isEndMissing: false,
  }));
  const count = Math.max(1, people.length);
  const within = (milliseconds: number): number => Math.max(1, Math.floor((pace * milliseconds) / count));
  const present = presentOf(settings, now);
  const holidays = await holidaysOf(tx, settings);
  const [today = present.today] = withHolidays(holidays, [present.today]);

  let next = question.from;
  do {
    const sliceBegan = performance.now();
    const last = addDays(next, Math.min(within(began + PAGE_MS - sliceBegan), MOST_DAYS) - 1);
    const asked = withHolidays(holidays, calendar.days(next, last < endDate ? last : endDate));
    const days = inOneSlice(dayWindows(asked, rules, settings));
    await addSlice(tx, rows, { days, rules, present }, { settings, today: today.day });
    next = addDays(next, days.length);
    pace = (count * days.length) / (performance.now() - sliceBegan);
  } while (next <= endDate && performance.now() - began < PAGE_MS);

  return {
    now: toInstantText(now),
    timeZone: calendar.zone,
    basis: settings.version,
    next: next <= endDate ? next : null,
    rows: rows.map(toWireRow),
    includesToday: startDate <= today.day && today.day <= endDate && expectedOn(today, settings).minutes > 0,
    hasHolidays: holidays.some(({ day }) => day >= startDate && day <= endDate),
    ruleText: ruleTexts(rules, known, { first: startDate, last: endDate }),
  };
}

async function addSlice(
  tx: Transaction,
  rows: readonly Row[],
  question: SumsQuestion,
  asked: Pick<AbsenceQuestion, 'settings' | 'today'>,
): Promise<void> {
  const sums = await entrySums(tx, question);
  for (const [index, row] of rows.entries()) {
    if (index % PEOPLE_PER_TURN === PEOPLE_PER_TURN - 1) await turn();
    const { createdAt, leftAt } = row.person;
    const own = sums.get(row.person.id);
    const figures = figuresOfSums(question.days, { createdAt, leftAt, ...asked }, own);
    row.figures = row.figures === NOTHING ? figures : sumOfFigures([row.figures, figures]);
    row.isRunning ||= own?.isRunning ?? false;
    row.isEndMissing ||= own?.isEndMissing ?? false;
  }
}

const toWireRow = ({
  person: { id, name, employeeId, department, leftAt },
  figures,
  isRunning,
  isEndMissing,
}: Row): TeamReportPage['rows'][number] => ({
  userId: id,
  name,
  employeeId,
  department,
  leftAt: leftAt === null ? null : toInstantText(leftAt),
  isRunning,
  isEndMissing,
  ...figures,
});
