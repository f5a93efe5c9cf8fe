/** Calendar of absences. Colleagues see only who is away. Admins, team leads and the owner see the kind of leave. */
import type { CalendarScope, LeaveCalendar } from '#contract/leave/calendar';
import { CALENDAR_NAMES } from '#domain/leave/leave-text';
import type { Settings } from '#contract/records';
import {
  holidaysOf,
  NO_LEAVE,
  plannedDays,
  scheduleGroupOf,
  type PersonalPlans,
} from '#domain/expected/schedules';
import { toIcs, type DayEvent } from '#domain/file/ics';
import type { LeaveKind } from '#domain/leave/kinds';
import { kindOf, type CountedLeave, type Leave } from '#domain/leave/leave';
import { holidayText } from '#domain/expected/holidays';
import { scheduledDayLetters, markAwayDays } from '#domain/leave/month';
import { isEmployedOn, type Employment } from '#domain/people/employment';
import { compareNames } from '#domain/people/employee';
import type { EpochMs } from '#domain/time/units';
import { addDays, monthOf, type DayRange, type WorkplaceDay } from '#domain/time/workplace-day';
import { employmentIn } from '../../people/employment/queries.ts';
import type { Queryable } from '../../platform/database/connection.ts';
import { calendarOf } from '../../platform/calendars.ts';
import { leaveWithin, personalPlansOf, plansOf } from '../../workplace/expected/queries.ts';
import type { Viewer } from '../../people/leads/queries.ts';
import { requestedLeave, calendarPeople } from './queries.ts';

export async function leaveCalendar(
  tx: Queryable,
  settings: Settings,
  now: EpochMs,
  wanted: string | undefined,
  { visibleUserIds, studio }: Viewer,
): Promise<LeaveCalendar> {
  const calendar = calendarOf(settings);
  const { day: today } = calendar.dayAt(now);
  const month = wanted ?? today.slice(0, 7);
  const range = monthOf(`${month}-01`);
  const days = calendar.days(range.first, range.last);
  // For an admin, this reads everybody: the list of studios that an admin can choose is made from these people.
  const found = await calendarPeople(tx, visibleUserIds && studio, visibleUserIds ?? []);
  const listed = found
    .filter(({ department }) => visibleUserIds !== null || studio === null || department === studio)
    .toSorted((one, other) => compareNames(one.name, other.name) || (one.id < other.id ? -1 : 1));
  const ids = listed.map(({ id }) => id);
  const plans = await personalPlansOf(tx, settings, days, ids);
  const requested = await requestedLeave(tx, range, visibleUserIds);
  const lettersOf = createDayLetters(plans, days, range, settings);
  const visible = new Set(visibleUserIds ?? ids);
  const shown = createLeaveView(plans.leaveKinds);
  return {
    today,
    month,
    studios: [...new Set(found.map(({ department }) => department))].toSorted(),
    holidays: holidaysOf(plans, undefined)
      .filter(({ day }) => day >= range.first && day <= range.last)
      .map((holiday) => ({ day: holiday.day, name: holidayText(holiday) })),
    people: listed.map(({ id, name, employeeId, employment }) => {
      const colleague = { id, name, days: lettersOf(id, employmentIn(settings, employment)) };
      if (!visible.has(id)) return colleague;
      const leave = (plans.leave.get(id) ?? []).map(shown);
      return { ...colleague, employeeId, leave, requests: (requested.get(id) ?? []).map(shown) };
    }),
  };
}

/** Computes planned days once for all people with the same schedule. Only their leave and employment differ. */
function createDayLetters(
  plans: PersonalPlans,
  days: readonly WorkplaceDay[],
  range: DayRange,
  settings: Settings,
): (userId: string, employment: Employment) => string {
  const known = new Map<string, string>();
  return (userId, employment) => {
    const group = scheduleGroupOf(plans, userId, range);
    const planned =
      known.get(group) ??
      scheduledDayLetters(plannedDays({ ...plans, leave: NO_LEAVE }, userId, days), settings);
    known.set(group, planned);
    const letters = markAwayDays(planned, days, plans.leave.get(userId) ?? []);
    return days.map((day, at) => (isEmployedOn(employment, day) ? letters : planned).charAt(at)).join('');
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
    (leave.get(id) ?? []).map((one) => eventOf(one, `${name}: on leave`, false)),
  );
  return toIcs(CALENDAR_NAMES.people, events, now);
}

const eventOf = ({ id, first, last, half }: CountedLeave, summary: string, isBusy: boolean): DayEvent => ({
  id,
  isBusy,
  first,
  last,
  summary: half === null ? summary : `${summary} (${half})`,
});
