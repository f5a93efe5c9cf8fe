/** A page of the team report holds as many days as fit in about a second, so that punches never wait for a report. */
import { setImmediate as turn } from 'node:timers/promises';
import type { Settings } from '#contract/records';
import type { CheckedInputOf } from '#contract/routes';
import type { TeamReportPage } from '#contract/reports/reports';
import { toInstantText } from '#contract/wire';
import { type ReportRules, ruleTexts } from '#domain/report/rules';
import { type TeamFigures, sumOfFigures } from '#domain/report/team-report';
import { type DayWindows, figuresOfSums, dayWindows } from '#domain/report/team-sums';
import type { Day, EpochMs } from '#domain/time/units';
import { type DayRange, type WorkplaceDay, addDays } from '#domain/time/workplace-day';
import { calendarOf, timeContextAt } from '../../platform/calendars.ts';
import { pick } from '../../platform/database/sql.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { readSettings } from '../../workplace/settings/queries.ts';
import { MOST_WINDOWS, type PersonOfRange, type SumsRequest, entrySums, peopleOfRange } from './queries.ts';
import type { TimeContext } from '#domain/entry/left-open';
import { expectedOn } from '#domain/expected/expected';
import type { WorkHistory } from '#domain/expected/work-rule';
import {
  planGroupOf,
  plannedDays,
  scheduleGroupOf,
  withLeave,
  withoutSchedules,
  type PersonalPlans,
} from '#domain/expected/schedules';
import { groupBy } from '#domain/report/groups';
import { personalPlansOf } from '../../workplace/expected/queries.ts';

/** Days to try in one query. A query has room for `MOST_WINDOWS` windows, and nearly every day has two. */
const MOST_DAYS = MOST_WINDOWS / 2;

function inOneSlice(days: readonly DayWindows[]): readonly DayWindows[] {
  let windows = 0;
  const beyond = days.findIndex((day) => (windows += day.windows.length) > MOST_WINDOWS);
  return beyond < 0 ? days : days.slice(0, beyond);
}

interface Rules {
  readonly plans: PersonalPlans;
  readonly rules: ReportRules;
  readonly settings: WorkHistory;
}

interface FiguresInput extends Rules {
  readonly days: readonly WorkplaceDay[];
  readonly people: readonly Pick<PersonOfRange, 'id' | 'employment'>[];
  readonly present: TimeContext;
}

/** Groups people who have the same planned days. Without people, returns one empty group. */
function groupsOf<Person extends { readonly id: string }>(
  people: readonly Person[],
  plans: PersonalPlans,
  range: DayRange,
): readonly (readonly Person[])[] {
  if (people.length === 0) return [people];
  return [...groupBy(people, ({ id }) => planGroupOf(plans, id, range)).values()];
}

/** Planned days of people who share a plan. By the Standard rules, a schedule's holidays count, but not its hours. */
function daysOf(
  [person]: readonly { readonly id: string }[],
  { plans, rules }: Rules,
  days: readonly WorkplaceDay[],
): readonly WorkplaceDay[] {
  const id = person?.id ?? '';
  const halves = (plans.leave.get(id) ?? []).filter(({ half }) => half !== null);
  const own = plannedDays({ ...plans, leave: new Map([[id, halves]]) }, id, days);
  return rules === 'standard' ? withoutSchedules(own) : own;
}

/** Days of one person of the group. Nobody is late or absent on a whole day of leave. */
function ownDays(slice: readonly DayWindows[], { plans }: Rules, userId: string): readonly DayWindows[] {
  if (!plans.leave.has(userId)) return slice;
  return slice.map(({ day, windows, ...rest }) => {
    const [own = day] = withLeave(plans, userId, [day]);
    return {
      ...rest,
      day: own,
      windows: own.leave?.half === null ? windows.map((one) => ({ ...one, isLate: false })) : windows,
    };
  });
}

/** Days of each group with their windows of time. All groups get the same days: as many as one query can hold. */
function windowsOf(
  groups: readonly (readonly { readonly id: string }[])[],
  days: readonly WorkplaceDay[],
  reportRules: Rules,
): readonly (readonly DayWindows[])[] {
  const windows = groups.map((group) =>
    inOneSlice(dayWindows(daysOf(group, reportRules, days), reportRules.rules, reportRules.settings)),
  );
  const length = Math.min(...windows.map((one) => one.length));
  return windows.map((one) => one.slice(0, length));
}

export async function figuresOfPeople(
  tx: Transaction,
  { days, people, present, ...rules }: FiguresInput,
): Promise<Map<string, TeamFigures>> {
  const [first, last] = [days[0]?.day ?? '', days.at(-1)?.day ?? ''];
  const groups = groupsOf(people, rules.plans, { first, last });
  const parts = new Map<string, TeamFigures[]>(people.map(({ id }) => [id, []]));
  for (let next = 0; next < days.length;) {
    const windows = windowsOf(groups, days.slice(next, next + MOST_DAYS), rules);
    for (const [at, group] of groups.entries()) {
      const slice = windows[at] ?? [];
      const userIds = group.map(({ id }) => id);
      const sums = await entrySums(tx, { days: slice, rules: rules.rules, present, userIds });
      for (const { id, employment } of group) {
        const person = { employment, today: last, settings: rules.settings };
        parts.get(id)?.push(figuresOfSums(ownDays(slice, rules, id), person, sums.get(id)));
      }
    }
    next += windows[0]?.length ?? days.length;
  }
  return new Map([...parts].map(([id, figures]) => [id, sumOfFigures(figures)]));
}

/** Milliseconds for one page, which is made in slices of days. After this time no further slice begins. */
const PAGE_MS = 900;
/** Speed of the last slice: people times days per millisecond. The first value is the speed of a slow machine. */
let pace = 110;
/** People per turn of the event loop, so that punches never wait. */
const PEOPLE_PER_TURN = 1_000;

const NO_FIGURES = sumOfFigures([]);

interface Row {
  readonly id: string;
  readonly person: PersonOfRange;
  figures: TeamFigures;
  isRunning: boolean;
  isEndMissing: boolean;
}

export async function teamPage(
  tx: Transaction,
  { startDate, endDate, rules, includeFormer, from = startDate }: CheckedInputOf<'teamReport'>,
  now: EpochMs,
  fallback: Settings | null,
): Promise<TeamReportPage> {
  const began = performance.now();
  const settings = fallback ?? (await readSettings(tx));
  const known = fallback ? undefined : settings;
  const calendar = calendarOf(settings);
  const range = { first: startDate, last: endDate };
  const people = await peopleOfRange(tx, settings, range, includeFormer === 'true');
  const fresh = { figures: NO_FIGURES, isRunning: false, isEndMissing: false };
  const rows: Row[] = people.map((person) => ({ id: person.id, person, ...fresh }));
  const count = Math.max(1, people.length);
  const within = (milliseconds: number): number => Math.max(1, Math.floor((pace * milliseconds) / count));
  const present = timeContextAt(settings, now);
  const plans = await personalPlansOf(tx, settings, [{ day: startDate }, { day: endDate }]);
  const reportRules = { plans, rules, settings };
  const groups = groupsOf(rows, plans, range);
  const { today } = present;

  let next = from;
  do {
    const sliceBegan = performance.now();
    const last = addDays(next, Math.min(within(began + PAGE_MS - sliceBegan), MOST_DAYS) - 1);
    const windows = windowsOf(groups, calendar.days(next, last < endDate ? last : endDate), reportRules);
    for (const [at, group] of groups.entries()) {
      const userIds = groups.length > 1 ? group.map(({ id }) => id) : undefined;
      const slice = { days: windows[at] ?? [], rules, present, userIds };
      await addSlice(tx, group, slice, reportRules, today.day);
    }
    const length = windows[0]?.length ?? 1;
    next = addDays(next, length);
    pace = (count * length) / (performance.now() - sliceBegan);
  } while (next <= endDate && performance.now() - began < PAGE_MS);

  const isAnybodyExpected = groups.some((group) =>
    daysOf(group, reportRules, [today]).some((day) => expectedOn(day, settings).minutes > 0),
  );
  return {
    now: toInstantText(now),
    timeZone: calendar.zone,
    basis: settings.version,
    next: next <= endDate ? next : null,
    rows: rows.map(toWireRow),
    includesToday: startDate <= today.day && today.day <= endDate && isAnybodyExpected,
    hasHolidays: [plans, ...plans.schedules.map((one) => one.holidays)].some((list) =>
      list?.holidays.some(({ day }) => day >= startDate && day <= endDate),
    ),
    hasSchedules: people.some(({ id }) => scheduleGroupOf(plans, id, range) !== ''),
    ruleText: ruleTexts(rules, known, range),
  };
}

async function addSlice(
  tx: Transaction,
  rows: readonly Row[],
  question: SumsRequest,
  rules: Rules,
  today: Day,
): Promise<void> {
  const sums = await entrySums(tx, question);
  for (const [index, row] of rows.entries()) {
    if (index % PEOPLE_PER_TURN === PEOPLE_PER_TURN - 1) await turn();
    const { employment } = row.person;
    const own = sums.get(row.person.id);
    const days = ownDays(question.days, rules, row.person.id);
    const figures = figuresOfSums(days, { employment, settings: rules.settings, today }, own);
    row.figures = row.figures === NO_FIGURES ? figures : sumOfFigures([row.figures, figures]);
    row.isRunning ||= own?.isRunning ?? false;
    row.isEndMissing ||= own?.isEndMissing ?? false;
  }
}

const toWireRow = ({ person, figures, ...row }: Row): TeamReportPage['rows'][number] => ({
  userId: person.id,
  ...pick(person, ['name', 'employeeId', 'department']),
  leftAt: person.leftAt === null ? null : toInstantText(person.leftAt),
  ...pick(row, ['isRunning', 'isEndMissing']),
  ...figures,
});
