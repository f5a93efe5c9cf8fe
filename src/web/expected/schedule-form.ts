import type { SchedulesView } from '#contract/expected/schedules';
import { shiftMinutes } from '#domain/expected/expected';
import type { ScheduleChange } from '#domain/expected/schedules';
import { isEnterableDay, type ScheduleDay } from '#domain/time/workplace-day';
import {
  MINUTES_PER_DAY,
  MINUTES_PER_HOUR,
  parseTimeText,
  type Minutes,
  formatDuration,
  type Day,
} from '#domain/time/units';
import { ruleOn } from '#domain/expected/work-rule';
import { formatTimeText } from './standard-hours.tsx';
import { weekdayName } from '#domain/time/weekday';

export const DAY_KINDS = ['Day off', 'Fixed hours', 'Flexible'] as const;
export type DayKind = (typeof DAY_KINDS)[number];

export interface DayFormValues {
  readonly kind: DayKind;
  readonly start: string;
  readonly end: string;
  /** Expected hours, for example '7:30'. Empty if they are the whole time from start to end. */
  readonly hours: string;
  /** Empty if the break of the work settings applies. */
  readonly breakStart: string;
  readonly breakMinutes: string;
}

export interface ScheduleFormValues {
  readonly name: string;
  readonly isRetired: boolean;
  readonly from: string;
  readonly days: readonly DayFormValues[];
}

const OFF: DayFormValues = {
  kind: 'Day off',
  start: '',
  end: '',
  hours: '',
  breakStart: '',
  breakMinutes: '',
};
const WORKDAY: DayFormValues = { ...OFF, kind: 'Fixed hours', start: '09:00', end: '17:00' };

export const createWeek = (): DayFormValues[] =>
  [1, 2, 3, 4, 5, 6, 7].map((day) => (day < 6 ? WORKDAY : OFF));

const hoursText = (minutes: Minutes): string =>
  `${Math.floor(minutes / MINUTES_PER_HOUR)}:${String(minutes % MINUTES_PER_HOUR).padStart(2, '0')}`;

function toDayFormValues({ minutes, start, end, breakStart, breakMinutes }: ScheduleDay): DayFormValues {
  if (minutes === 0) return OFF;
  const pause = { breakStart: breakStart ?? '', breakMinutes: String(breakMinutes ?? '') };
  if (start === undefined || end === undefined)
    return { ...OFF, ...pause, kind: 'Flexible', hours: hoursText(minutes) };
  const isWhole = shiftMinutes({ workStartTime: start, workEndTime: end }) === minutes;
  return { ...OFF, ...pause, kind: 'Fixed hours', start, end, hours: isWhole ? '' : hoursText(minutes) };
}

/** Form values of the schedule's last version, which may begin in the future. */
export function toScheduleFormValues(
  { schedules, today }: SchedulesView,
  id: string | null,
): ScheduleFormValues {
  const schedule = schedules.find((one) => one.id === id);
  const last = schedule?.versions.at(-1);
  const from = last && last.from > today ? last.from : today;
  if (!schedule || !last) return { name: '', isRetired: false, from, days: createWeek() };
  return {
    name: schedule.name,
    isRetired: schedule.isRetired,
    from,
    days: last.days.map(toDayFormValues),
  };
}

const HOURS = /^(?<hours>\d{1,2})(:(?<minutes>[0-5]\d))?$/;
/** Reads '7' or '7:30' as minutes. Undefined if invalid, zero or more than 24 hours. */
function parseHours(text: string): Minutes | undefined {
  const { hours = 0, minutes = 0 } = HOURS.exec(text.trim())?.groups ?? {};
  const sum = Number(hours) * MINUTES_PER_HOUR + Number(minutes);
  return sum > 0 && sum <= MINUTES_PER_DAY ? sum : undefined;
}

export const defaultHoursText = ({ start, end }: DayFormValues): string =>
  parseTimeText(start).ok && parseTimeText(end).ok && start !== end
    ? hoursText(shiftMinutes({ workStartTime: start, workEndTime: end }))
    : '8:00';

function dayError({ kind, start, end, hours, breakStart, breakMinutes }: DayFormValues): string | undefined {
  if (kind === 'Day off') return undefined;
  if (kind === 'Fixed hours') {
    if (!parseTimeText(start).ok || !parseTimeText(end).ok) return 'Enter start and end as HH:mm';
    if (start === end) return 'Start and end must differ';
  }
  if ((kind === 'Flexible' || hours.trim() !== '') && parseHours(hours) === undefined)
    return 'Enter the hours as 7:30';
  if (breakStart === '' && breakMinutes.trim() === '') return undefined;
  if (!parseTimeText(breakStart).ok) return 'Enter the start of the break as HH:mm';
  return /^\d{1,3}$/.test(breakMinutes.trim()) ? undefined : 'Enter the break in minutes';
}

export function scheduleErrors({ name, from, days }: ScheduleFormValues): Partial<Record<string, string>> {
  const errors: Record<string, string> = {};
  if (name.trim() === '') errors['name'] = 'Name is required';
  if (!isEnterableDay(from)) errors['from'] = 'Choose a day';
  for (const [at, day] of days.entries()) {
    const error = dayError(day);
    if (error !== undefined) errors[`day ${at}`] = error;
  }
  return errors;
}

function toScheduleDay({ kind, start, end, hours, breakStart, breakMinutes }: DayFormValues): ScheduleDay {
  if (kind === 'Day off') return { minutes: 0 };
  const pause = breakStart === '' ? {} : { breakStart, breakMinutes: Number(breakMinutes) };
  if (kind === 'Flexible') return { minutes: parseHours(hours) ?? 0, ...pause };
  const whole = shiftMinutes({ workStartTime: start, workEndTime: end });
  return { minutes: parseHours(hours) ?? whole, start, end, ...pause };
}

export const toScheduleChange = (id: string, { days, ...typed }: ScheduleFormValues): ScheduleChange => ({
  ...typed,
  id,
  name: typed.name.trim(),
  days: days.map(toScheduleDay),
});

function dayText({ minutes, start, end }: ScheduleDay): string {
  if (minutes === 0) return 'off';
  return start === undefined || end === undefined
    ? `${formatDuration(minutes)}, any time`
    : `${formatTimeText(start)} - ${formatTimeText(end)}`;
}

/** 'Mon - Thu 08:00 - 14:00; Fri 4h, any time; Sat - Sun off'. */
function weekText(days: readonly ScheduleDay[]): string {
  const parts: { first: number; last: number; text: string }[] = [];
  for (const [at, day] of days.entries()) {
    const text = dayText(day);
    const last = parts.at(-1);
    if (last?.text === text) last.last = at;
    else parts.push({ first: at, last: at, text });
  }
  return parts
    .map(({ first, last, text }) => {
      const names = [...new Set([first, last])].map((at) => weekdayName(at + 1));
      return `${names.join(' - ')} ${text}`;
    })
    .join('; ');
}

export const splitIntoWeeks = <Item>(days: readonly Item[]): readonly (readonly Item[])[] =>
  days.length > 7 ? [days.slice(0, 7), days.slice(7)] : [days];

export const weekTexts = (days: readonly ScheduleDay[]): string[] =>
  splitIntoWeeks(days).map((week, at) => {
    const sum = week.reduce((minutes, day) => minutes + day.minutes, 0);
    return `${days.length > 7 ? `Week ${at + 1}: ` : ''}${weekText(week)} (${formatDuration(sum)})`;
  });

export function countPeopleBySchedule({ people }: SchedulesView, day: Day): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { assignments } of people) {
    const id = ruleOn(assignments, day)?.scheduleId;
    if (id) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}
