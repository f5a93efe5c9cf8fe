/**
 * One page of the report over all employees: everybody's figures of as many days as are added up within about a
 * second, so that a page is no long request and punches never wait for a report. So many days at a time are read,
 * in the order in which they were written.
 */
import { setImmediate as turn } from 'node:timers/promises';
import type { Settings } from '#contract/records';
import type { TeamReportPage } from '#contract/reports';
import { toInstantText } from '#contract/wire';
import { type ReportRules, ruleTexts } from '#domain/report/rules';
import { type TeamFigures, sumOfFigures } from '#domain/report/team-report';
import { type StretchedDay, figuresOfSums, overtimeStartBy, stretchedDays } from '#domain/report/team-sums';
import type { Day, EpochMs } from '#domain/time/units';
import { type WorkplaceDay, addDays } from '#domain/time/workplace-day';
import { calendarOf, presentOf } from '../../workplace/calendars.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { readSettings } from '../../workplace/settings/queries.ts';
import {
  MOST_STRETCHES,
  type PersonOfRange,
  type SumsQuestion,
  entrySums,
  peopleOfRange,
} from './queries.ts';
import type { Present } from '#domain/entry/left-open';
import type { WorkSettings } from '#domain/settings/settings';

/** The figures of the report over all employees, of some people and for who needs them at once: a closed period's. */
/** More would have more stretches than are added up at a time: nearly all days have two. */
const MOST_DAYS = MOST_STRETCHES / 2;

/** The first ones, as many as have no more stretches than are added up at a time. */
function inOneSlice(days: readonly StretchedDay[]): readonly StretchedDay[] {
  let stretches = 0;
  const beyond = days.findIndex((day) => (stretches += day.stretches.length) > MOST_STRETCHES);
  return beyond < 0 ? days : days.slice(0, beyond);
}

interface FiguresQuestion {
  /** Consecutive, and over. */
  readonly days: readonly WorkplaceDay[];
  readonly people: readonly Pick<PersonOfRange, 'id' | 'createdAt' | 'leftAt'>[];
  readonly rules: ReportRules;
  readonly settings: WorkSettings;
  readonly present: Present;
}

/** By whose they are. */
export async function figuresOfPeople(
  tx: Transaction,
  { days, people, rules, settings, present }: FiguresQuestion,
): Promise<Map<string, TeamFigures>> {
  const overtime = overtimeStartBy(rules, settings);
  const today = days.at(-1)?.day ?? '';
  const userIds = people.map(({ id }) => id);
  const parts = new Map<string, TeamFigures[]>(userIds.map((id) => [id, []]));
  for (let next = 0; next < days.length;) {
    const slice = inOneSlice(stretchedDays(days.slice(next, next + MOST_DAYS), rules, settings));
    const sums = await entrySums(tx, { days: slice, overtime, present, userIds });
    for (const { id, createdAt, leftAt } of people)
      parts.get(id)?.push(figuresOfSums(slice, { createdAt, leftAt, today }, sums.get(id)));
    next += slice.length;
  }
  return new Map([...parts].map(([id, figures]) => [id, sumOfFigures(figures)]));
}

export interface TeamPageQuestion {
  /** The whole report's days. */
  readonly startDate: Day;
  readonly endDate: Day;
  /** Where this page begins. */
  readonly from: Day;
  readonly rules: ReportRules;
  readonly includeFormer: boolean;
  /** The first page's, for all of them. */
  readonly now: EpochMs;
  /** What the work settings are taken to be where they cannot be loaded; null loads them. */
  readonly defaults: Settings | null;
}

/** A page ends with the slice of days that ends after this; milliseconds. */
const PAGE_MS = 900;
/** People times days that are added up in a millisecond: of the last ones, and before any as many as any machine does. */
let pace = 110;
/** People reckoned before other requests get their turn. */
const AT_A_STRETCH = 1_000;

/** Of no days: nothing is added to it, which ten thousand times takes as long as what is added is made in. */
const NOTHING = sumOfFigures([]);

interface Row {
  readonly person: PersonOfRange;
  figures: TeamFigures;
  isRunning: boolean;
  isEndMissing: boolean;
}

export async function teamPage(tx: Transaction, question: TeamPageQuestion): Promise<TeamReportPage> {
  const began = performance.now();
  const { startDate, endDate, rules, now, defaults } = question;
  const settings = defaults ?? (await readSettings(tx));
  const known = defaults ? undefined : settings;
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
  const overtime = overtimeStartBy(rules, settings);

  let next = question.from;
  do {
    const sliceBegan = performance.now();
    const last = addDays(next, Math.min(within(began + PAGE_MS - sliceBegan), MOST_DAYS) - 1);
    const asked = calendar.days(next, last < endDate ? last : endDate);
    const days = inOneSlice(stretchedDays(asked, rules, settings));
    await addSlice(tx, rows, { days, overtime, present }, present.today.day);
    next = addDays(next, days.length);
    pace = (count * days.length) / (performance.now() - sliceBegan);
  } while (next <= endDate && performance.now() - began < PAGE_MS);

  return {
    now: toInstantText(now),
    timeZone: calendar.zone,
    basis: settings.version,
    next: next <= endDate ? next : null,
    rows: rows.map(toWireRow),
    ruleText: ruleTexts(rules, known),
  };
}

async function addSlice(
  tx: Transaction,
  rows: readonly Row[],
  question: SumsQuestion,
  today: Day,
): Promise<void> {
  const sums = await entrySums(tx, question);
  for (const [index, row] of rows.entries()) {
    if (index % AT_A_STRETCH === AT_A_STRETCH - 1) await turn();
    const { createdAt, leftAt } = row.person;
    const own = sums.get(row.person.id);
    const figures = figuresOfSums(question.days, { createdAt, leftAt, today }, own);
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
