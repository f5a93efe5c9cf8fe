/** Schedules: hours of people that differ from the work settings. */
import type {
  DayLeave,
  DayPart,
  DayRange,
  WorkplaceDay,
  Holiday,
  ScheduleDay,
} from '../time/workplace-day.ts';
import { MS_PER_DATE, type Day } from '../time/units.ts';
import { firstChangedDay, normalizeHoliday, withHoliday, type HolidayList } from './holidays.ts';
import { expectedOn } from './expected.ts';
import type { AllowanceRule } from '../leave/allowance-rule.ts';
import type { LeaveKind } from '../leave/kinds.ts';
import { kindOf, DEFAULT_LEAVE_KINDS, type CountedLeave, type LeaveByPerson } from '../leave/leave.ts';
import { ruleOn, rulesWithin, type WorkHistory } from './work-rule.ts';

/** 7 or 14 days from a Monday on, valid until the next version. The first version has no start day: ''. */
export type ScheduleVersion = { readonly from: Day | ''; readonly days: readonly ScheduleDay[] };

export type Schedule = {
  readonly id: string;
  readonly name: string;
  /** Not offered any more. People who have the schedule keep it. */
  readonly isRetired: boolean;
  readonly versions: readonly ScheduleVersion[];
  /** Null if people with this schedule have the holidays of the workplace. */
  readonly holidays: HolidayList | null;
};

/** The person has this schedule from the day `from` on; null means the hours of the work settings. */
export type Assignment = { readonly from: Day; readonly scheduleId: string | null };

/** Everything besides the settings that decides what is expected: schedules, holidays and leave rules. */
export interface Plans extends HolidayList {
  readonly schedules: readonly Schedule[];
  /** Assignments by person, earliest first. Most people have no assignment. */
  readonly assignments: ReadonlyMap<string, readonly Assignment[]>;
  readonly leaveKinds: readonly LeaveKind[];
  /** Earliest first. */
  readonly allowances: readonly AllowanceRule[];
}

/** Plans, with the leave of people on the days in question. */
export interface PersonalPlans extends Plans {
  readonly leave: LeaveByPerson;
}

export const NO_LEAVE: LeaveByPerson = new Map();

export const NO_PLANS: PersonalPlans = {
  region: '',
  holidays: [],
  schedules: [],
  assignments: new Map(),
  leaveKinds: DEFAULT_LEAVE_KINDS,
  allowances: [],
  leave: NO_LEAVE,
};

export const SCHEDULE_DAYS = [7, 14] as const;
export const ASSIGNMENTS_MAX = 500;

/** On this Monday, the first week of every two-week schedule begins. */
const FIRST_MONDAY = Date.UTC(2024, 0, 1);

const daysSinceFirstMonday = (day: Day): number =>
  (Date.parse(`${day}T00:00:00.000Z`) - FIRST_MONDAY) / MS_PER_DATE;

/** 0 or 1: the week of a two-week schedule that begins on this Monday. */
export const scheduleWeekOf = (monday: Day): number => (((daysSinceFirstMonday(monday) / 7) % 2) + 2) % 2;

export function scheduleDayOn({ versions }: Pick<Schedule, 'versions'>, day: Day): ScheduleDay | undefined {
  const days = ruleOn(versions, day)?.days ?? [];
  return days.at(daysSinceFirstMonday(day) % days.length);
}

export function scheduleOn(plans: Plans, userId: string, day: Day): Schedule | undefined {
  const id = ruleOn(plans.assignments.get(userId) ?? [], day)?.scheduleId;
  return plans.schedules.find((one) => one.id === id);
}

/** Holidays of people who have this schedule. People without a schedule have those of the workplace. */
export const holidaysOf = (plans: Plans, schedule: Schedule | undefined): readonly Holiday[] =>
  (schedule?.holidays ?? plans).holidays;

/** Adds holidays, and the schedule and leave of one person, to the days. */
export function plannedDays(
  plans: PersonalPlans,
  userId: string | null,
  days: readonly WorkplaceDay[],
): readonly WorkplaceDay[] {
  const planned = days.map((one) => {
    const schedule = userId === null ? undefined : scheduleOn(plans, userId, one.day);
    const its = schedule && scheduleDayOn(schedule, one.day);
    const day = withHoliday(holidaysOf(plans, schedule), one);
    // A day that the time zone skipped has no schedule, since nobody can come on it.
    return its && one.end > one.start ? { ...day, schedule: { ...its, name: schedule.name } } : day;
  });
  return withLeave(plans, userId ?? '', planned);
}

export function leaveOnDay(
  leave: readonly CountedLeave[],
  kinds: readonly LeaveKind[],
  day: Day,
): DayLeave | undefined {
  const [one, other] = leave.flatMap(({ first, last, kind, half }): DayPart[] => {
    const its = first <= day && day <= last ? kindOf(kinds, kind) : undefined;
    return its ? [{ kind, name: its.name, isCredited: its.isCredited, half }] : [];
  });
  if (!one || !other) return one;
  return one.half === 'morning' ? { ...one, afternoon: other } : { ...other, afternoon: one };
}

/** Adds the leave of one person to the days. */
export function withLeave(
  { leave, leaveKinds }: PersonalPlans,
  userId: string,
  days: readonly WorkplaceDay[],
): readonly WorkplaceDay[] {
  const taken = leave.get(userId) ?? [];
  if (taken.length === 0) return days;
  return days.map((day) => {
    const found = leaveOnDay(taken, leaveKinds, day.day);
    return found ? { ...day, leave: found } : day;
  });
}

/** Returns a key. People with equal keys have the same schedule on each day of the range; '' without schedules. */
export function scheduleGroupOf({ assignments }: Plans, userId: string, range: DayRange): string {
  const within = rulesWithin(assignments.get(userId) ?? [], range);
  if (!within.some(({ scheduleId }) => scheduleId !== null)) return '';
  return within.map(({ from, scheduleId }) => `${from > range.first ? from : ''} ${scheduleId}`).join();
}

/** Returns a key. People with equal keys have the same hours on each day, except on whole days of leave. */
export function planGroupOf(plans: PersonalPlans, userId: string, range: DayRange): string {
  const taken = plans.leave.get(userId) ?? [];
  const halves = taken.flatMap(({ first, half }) => (half === null ? [] : `${first} ${half}`));
  return [scheduleGroupOf(plans, userId, range), ...halves].join();
}

/** The Standard rules of reports ignore schedules. */
export const withoutSchedules = (days: readonly WorkplaceDay[]): readonly WorkplaceDay[] =>
  days.map((day) => (day.schedule ? { ...day, schedule: undefined } : day));

export interface ScheduleChange extends Omit<Schedule, 'versions' | 'holidays'> {
  /** First day of the new hours. Earlier days keep the old hours, unless nobody ever had the schedule. */
  readonly from: Day;
  readonly days: readonly ScheduleDay[];
}

export interface AssignmentChange extends Assignment {
  readonly userIds: readonly string[];
}

const peopleWithSchedule = ({ assignments }: Plans, id: string): string[] =>
  [...assignments].flatMap(([userId, its]) =>
    its.some(({ scheduleId }) => scheduleId === id) ? userId : [],
  );

/** Returns the schedule after a change of its name, days or retirement. */
export function changedSchedule(plans: Plans, { id, name, isRetired, from, days }: ScheduleChange): Schedule {
  const { versions = [], holidays = null } = plans.schedules.find((one) => one.id === id) ?? {};
  const earlier = peopleWithSchedule(plans, id).length === 0 ? [] : versions.filter((one) => one.from < from);
  const isSame = JSON.stringify(earlier.at(-1)?.days) === JSON.stringify(days);
  return {
    id,
    name,
    isRetired,
    versions: isSame ? earlier : [...earlier, { from: earlier.length === 0 ? '' : from, days }],
    holidays,
  };
}

export interface PlansChange {
  readonly plans: Plans;
  /** The first day that may change. */
  readonly from: Day;
  /** People whose days may change; null for everybody. */
  readonly userIds: readonly string[] | null;
}

export function withSchedule(plans: Plans, change: ScheduleChange): PlansChange {
  const others = plans.schedules.filter(({ id }) => id !== change.id);
  const schedules = [...others, changedSchedule(plans, change)];
  return { plans: { ...plans, schedules }, from: change.from, userIds: peopleWithSchedule(plans, change.id) };
}

/** From the day `from` on, replaces all schedules of these people. */
export function withAssignment(plans: Plans, { userIds, from, scheduleId }: AssignmentChange): PlansChange {
  const assignments = new Map(plans.assignments);
  for (const userId of userIds) {
    const earlier = (assignments.get(userId) ?? []).filter((one) => one.from < from);
    const isSame = (earlier.at(-1)?.scheduleId ?? null) === scheduleId;
    const its = isSame ? earlier : [...earlier, { from, scheduleId }];
    if (its.length > 0) assignments.set(userId, its);
    else assignments.delete(userId);
  }
  return { plans: { ...plans, assignments }, from, userIds };
}

/** Sets the holidays of a schedule (empty: uses the workplace's), or of the workplace if `schedule` is undefined. */
export function withHolidayList(
  plans: Plans,
  { region, holidays }: HolidayList,
  schedule: Schedule | undefined,
): PlansChange {
  const sorted = holidays.toSorted((one, other) => (one.day < other.day ? -1 : 1));
  const list = { region, holidays: sorted.map(normalizeHoliday) };
  const changed = schedule && { ...schedule, holidays: holidays.length === 0 ? null : list };
  const after = changed
    ? { ...plans, schedules: plans.schedules.map((one) => (one === schedule ? changed : one)) }
    : { ...plans, ...list };
  const from = firstChangedDay(holidaysOf(plans, schedule), holidaysOf(after, changed)) ?? '9999-12-31';
  return { plans: after, from, userIds: schedule ? peopleWithSchedule(plans, schedule.id) : null };
}

const fingerprintOf = (days: readonly WorkplaceDay[], settings: WorkHistory): string =>
  JSON.stringify(days.map((day) => ({ ...expectedOn(day, settings), holiday: '', schedule: '' })));

/** Returns a test whether the change alters the hours expected of a person on any day. New names do not count. */
export function createChangeDetector(before: Plans, after: Plans, settings: WorkHistory) {
  // Caches by group, since people of one group have the same days.
  const known = new Map<string, boolean>();
  return (userId: string, days: readonly WorkplaceDay[]): boolean => {
    const range = { first: days[0]?.day ?? '', last: days.at(-1)?.day ?? '' };
    const groups = [before, after].map((of) => scheduleGroupOf(of, userId, range));
    const key = [range.first, range.last, ...groups].join(' > ');
    // Compares without leave, since the minutes of leave follow from the hours.
    const fingerprint = (of: Plans): string =>
      fingerprintOf(plannedDays({ ...of, leave: NO_LEAVE }, userId, days), settings);
    const isChanged = known.get(key) ?? fingerprint(before) !== fingerprint(after);
    known.set(key, isChanged);
    return isChanged;
  };
}
