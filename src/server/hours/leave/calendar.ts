/** Calendar of hours and absences. Colleagues see only who is away, and owners their kinds of leave. Admins and leads see all. */
import { say } from '#texts/say';
import { CALENDAR_PAGE_SIZE, type CalendarScope, type LeaveCalendar } from '#contract/leave/calendar';
import type { CheckedInputOf } from '#contract/routes';
import { toInstantText, toWireEmployment } from '#contract/wire';
import { CALENDAR_NAMES } from '#domain/leave/leave-text';
import type { Settings } from '#contract/records';
import {
  holidaysOf,
  NO_LEAVE,
  plannedDays,
  scheduleGroupOf,
  withLeave,
  type PersonalPlans,
} from '#domain/expected/schedules';
import { toIcs, type DayEvent } from '#domain/file/ics';
import type { LeaveKind } from '#domain/leave/kinds';
import { kindOf, type CountedLeave, type Leave } from '#domain/leave/leave';
import { holidayText } from '#domain/expected/holidays';
import { scheduledDayLetters, markAwayDays } from '#domain/leave/month';
import { isEmployedOn, type Employment } from '#domain/people/employment';
import { compareNames } from '#domain/people/employee';
import type { Day, EpochMs } from '#domain/time/units';
import { addDays, monthOf, weekOf, type DayRange, type WorkplaceDay } from '#domain/time/workplace-day';
import { employmentIn } from '../../people/employment/queries.ts';
import type { Queryable } from '../../platform/database/connection.ts';
import { calendarOf, timeContextAt, toWireCalendar, zoneTextOf } from '../../platform/calendars.ts';
import { pick } from '../../platform/database/sql.ts';
import { leaveWithin, personalPlansOf, plansOf } from '../../workplace/expected/queries.ts';
import type { Viewer } from '../../people/leads/queries.ts';
import { barEntries } from '../time-entries/queries.ts';
import { requestedLeave, calendarPeople } from './queries.ts';

type CalendarQuery = Pick<CheckedInputOf<'leaveCalendar'>, 'span' | 'day' | 'studio' | 'page'>;

/** Days of 'ahead': about two months. */
const AHEAD_DAYS = 62;

function rangeOf({ span, day }: CalendarQuery & { readonly day: Day }, { firstWeekday }: Settings): DayRange {
  if (span === 'ahead') return { first: day, last: addDays(day, AHEAD_DAYS - 1) };
  return span === 'week' ? weekOf(day, firstWeekday) : monthOf(day);
}

export async function leaveCalendar(
  tx: Queryable,
  settings: Settings,
  now: EpochMs,
  { page, ...query }: CalendarQuery,
  { userId, visibleUserIds, studio }: Viewer & { readonly userId: string },
): Promise<LeaveCalendar> {
  const calendar = calendarOf(settings);
  const { day: today } = calendar.dayAt(now);
  const range = rangeOf({ ...query, day: query.day ?? today }, settings);
  const days = calendar.days(range.first, range.last);
  // For an admin, this reads everybody: the list of studios that an admin can choose is made from these people.
  const found = await calendarPeople(tx, visibleUserIds && studio, visibleUserIds ?? []);
  const listed = found
    .filter(({ department }) => query.studio === undefined || department === query.studio)
    .toSorted((one, other) => compareNames(one.name, other.name) || (one.id < other.id ? -1 : 1));
  const from = (page ?? 0) * CALENDAR_PAGE_SIZE;
  const people = page === undefined ? listed : listed.slice(from, from + CALENDAR_PAGE_SIZE);
  const ids = people.map(({ id }) => id);
  const visible = new Set(visibleUserIds ?? ids);
  const led = ids.filter((id) => page !== undefined && visible.has(id) && id !== userId);
  const plans = await personalPlansOf(tx, settings, days, ids);
  const requested = await requestedLeave(tx, range, visibleUserIds);
  const bars = await barEntries(tx, led, days, timeContextAt(settings, now));
  const planned = createPlannedDays(plans, days, range, settings);
  const shown = createLeaveView(plans.leaveKinds);
  return {
    today,
    ...range,
    studios: [...new Set(found.map(({ department }) => department))].toSorted(compareNames),
    holidays: holidaysOf(plans, undefined)
      .filter(({ day }) => day >= range.first && day <= range.last)
      .map((holiday) => ({ day: holiday.day, name: holidayText(holiday) })),
    isLead: visibleUserIds?.some((id) => id !== userId) ?? true,
    count: listed.length,
    people: people.map(({ id, name, employeeId, employment: record }) => {
      const employment = employmentIn(settings, record);
      const colleague = { id, name, days: planned.lettersOf(id, employment) };
      if (!visible.has(id)) return colleague;
      const leave = (plans.leave.get(id) ?? []).map(shown);
      const requests = (requested.get(id) ?? []).map(shown);
      const hours = { ...planned.hoursOf(id), employment: toWireEmployment(employment) };
      const its = bars.get(id);
      return {
        ...colleague,
        employeeId,
        leave,
        requests,
        ...(its && { hours: { ...hours, ...its } }),
      };
    }),
    ...(led.length > 0 && {
      work: {
        now: toInstantText(now),
        timeZone: zoneTextOf(settings),
        settings,
        plans: planned.plans.map((one) => toWireCalendar(settings, calendar.dayAt(now), one).days),
      },
    }),
  };
}

/** Computes planned days once for all people with the same schedule. Only their leave and employment differ. */
function createPlannedDays(
  plans: PersonalPlans,
  days: readonly WorkplaceDay[],
  range: DayRange,
  settings: Settings,
) {
  const groups: string[] = [];
  const planned: { readonly days: readonly WorkplaceDay[]; readonly letters: string }[] = [];
  const planOf = (userId: string) => {
    const group = scheduleGroupOf(plans, userId, range);
    const known = groups.indexOf(group);
    const at = known < 0 ? groups.push(group) - 1 : known;
    const own = planned[at]?.days ?? plannedDays({ ...plans, leave: NO_LEAVE }, userId, days);
    const plan = (planned[at] ??= { days: own, letters: scheduledDayLetters(own, settings) });
    return { at, ...plan };
  };
  return {
    get plans() {
      return planned.map((one) => one.days);
    },
    lettersOf: (userId: string, employment: Employment): string => {
      const { letters: usual } = planOf(userId);
      const letters = markAwayDays(usual, days, plans.leave.get(userId) ?? []);
      return days.map((day, at) => (isEmployedOn(employment, day) ? letters : usual).charAt(at)).join('');
    },
    hoursOf: (userId: string) => {
      const plan = planOf(userId);
      const leave = withLeave(plans, userId, plan.days).filter((day) => day.leave);
      return { plan: plan.at, leave: leave.map((one) => pick(one, ['day', 'leave'])) };
    },
  };
}

const createLeaveView =
  (kinds: readonly LeaveKind[]) =>
  ({ kind, first, last, half }: Leave) => {
    const { name, color } = kindOf(kinds, kind) ?? { name: kind, color: 'grey' as const };
    return { name, color, first, last, half };
  };

const FILE_PAST_DAYS = 62;
const FILE_FUTURE_DAYS = 366;

/** Calendar file: the owner's leave with its kind, or only 'on leave' for each of `people` (null: everybody). */
export async function leaveFile(
  tx: Queryable,
  settings: Settings,
  now: EpochMs,
  { userId, scope }: { readonly userId: string; readonly scope: CalendarScope },
  people: readonly string[] | null,
): Promise<string> {
  const { day: today } = calendarOf(settings).dayAt(now);
  const range = { first: addDays(today, -FILE_PAST_DAYS), last: addDays(today, FILE_FUTURE_DAYS) };
  const leave = await leaveWithin(tx, range, scope === 'own' ? [userId] : people);
  if (scope === 'own') {
    const shown = createLeaveView((await plansOf(tx, settings)).leaveKinds);
    const own = (leave.get(userId) ?? []).map((one) => eventOf(one, shown(one).name, true));
    return toIcs(CALENDAR_NAMES.own, own, now);
  }
  const events = (await calendarPeople(tx, people && '', people ?? [])).flatMap(({ id, name }) =>
    (leave.get(id) ?? []).map((one) => eventOf(one, say('calendarFile.onLeave', { name }), false)),
  );
  return toIcs(CALENDAR_NAMES.people, events, now);
}

const eventOf = ({ id, first, last, half }: CountedLeave, summary: string, isBusy: boolean): DayEvent => ({
  id,
  isBusy,
  first,
  last,
  summary:
    half === null
      ? summary
      : say(half === 'morning' ? 'holidayName.morning' : 'holidayName.afternoon', { name: summary }),
});
