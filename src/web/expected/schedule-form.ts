import { say } from '#texts/say';
import type { SchedulesView } from '#contract/expected/schedules';
import { shiftMinutes } from '#domain/expected/expected';
import type { ScheduleChange } from '#domain/expected/schedules';
import { isEnterableDay, type ScheduleDay } from '#domain/time/workplace-day';
import {
  MINUTES_PER_DAY,
  MINUTES_PER_HOUR,
  type Minutes,
  formatClockHours,
  parseTimeText,
  formatDuration,
  requireMinuteOfDay,
  timeText,
  type Day,
  type TimeText,
} from '#domain/time/units';
import { ruleOn } from '#domain/expected/work-rule';
import { isSameValue } from '#web/forms/draft.ts';
import { completeTime } from '#web/forms/typed-time.ts';
import { formatTimeText } from './standard-hours.tsx';
import { weekdayName } from '#domain/time/weekday';

interface TimeSpan {
  readonly start: TimeText;
  readonly end: TimeText;
}

/** Reads '9-17', '9:00 to 17:00' and '0900 1700'. Null for anything else. */
function parseSpan(text: string): TimeSpan | null {
  const times = text.trim().split(/\s*(?:-|–|to|\s)\s*/u);
  const [start = '', end = ''] = times.map(completeTime);
  return times.length === 2 && parseTimeText(start).ok && parseTimeText(end).ok ? { start, end } : null;
}

/** '9-17' becomes '09:00-17:00'. Other text stays. */
export function completeSpan(text: string): string {
  const span = parseSpan(text);
  return span ? `${span.start}-${span.end}` : text.trim();
}

/** Days of a week that have the same hours. Days in no line are off. */
export interface ScheduleLine {
  /** ISO weekdays in their order. */
  readonly days: readonly number[];
  /** '09:00-17:00'. Empty if people may come at any time. */
  readonly times: string;
  /** '12:00-12:30'. Empty if the break of the work settings applies. */
  readonly pause: string;
  /** Expected hours, for example '7:30'. Empty if they are the whole time from start to end. */
  readonly hours: string;
}

export interface ScheduleFormValues {
  readonly name: string;
  readonly isRetired: boolean;
  readonly from: string;
  /** One week, or two that come in turn. */
  readonly weeks: readonly (readonly ScheduleLine[])[];
}

export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;
export const EMPTY_LINE: ScheduleLine = { days: [], times: '', pause: '', hours: '' };
const WORKWEEK = [{ ...EMPTY_LINE, days: WEEKDAYS.slice(0, 5), times: '09:00-17:00' }];

const toSpan = (start: TimeText, minutes: Minutes): string =>
  `${start}-${timeText(requireMinuteOfDay(start) + minutes)}`;

/** Minutes from one time to the next such time, 0 for equal ones. */
const minutesBetween = (start: TimeText, end: TimeText): Minutes =>
  (requireMinuteOfDay(end) - requireMinuteOfDay(start) + MINUTES_PER_DAY) % MINUTES_PER_DAY;

const shiftOf = ({ start, end }: TimeSpan): Minutes =>
  shiftMinutes({ workStartTime: start, workEndTime: end });

function toLine({ minutes, start, end, breakStart, breakMinutes = 0 }: ScheduleDay): ScheduleLine {
  const span = start === undefined || end === undefined ? null : { start, end };
  return {
    ...EMPTY_LINE,
    times: span ? `${span.start}-${span.end}` : '',
    pause: breakStart === undefined ? '' : toSpan(breakStart, breakMinutes),
    hours: span && shiftOf(span) === minutes ? '' : formatClockHours(minutes),
  };
}

/** Returns the fewest lines that say the same as these days. */
function toLines(week: readonly ScheduleDay[]): readonly ScheduleLine[] {
  const lines = new Map<string, ScheduleLine>();
  for (const [at, day] of week.entries()) {
    if (day.minutes === 0) continue;
    const line = toLine(day);
    const key = JSON.stringify(line);
    lines.set(key, { ...line, days: [...(lines.get(key)?.days ?? []), at + 1] });
  }
  return [...lines.values()];
}

/** Two equal weeks become one. */
export function toWeeks(days: readonly ScheduleDay[]): ScheduleFormValues['weeks'] {
  const [first, second] = [toLines(days.slice(0, 7)), toLines(days.slice(7))];
  return days.length > 7 && !isSameValue(first, second) ? [first, second] : [first];
}

/** Form values of the schedule's last version, which may begin in the future. */
export function toScheduleFormValues(
  { schedules, today }: SchedulesView,
  id: string | null,
): ScheduleFormValues {
  const schedule = schedules.find((one) => one.id === id);
  const last = schedule?.versions.at(-1);
  const from = last && last.from > today ? last.from : today;
  if (!schedule || !last) return { name: '', isRetired: false, from, weeks: [WORKWEEK] };
  return { name: schedule.name, isRetired: schedule.isRetired, from, weeks: toWeeks(last.days) };
}

const HOURS = /^(?<hours>\d{1,2})(:(?<minutes>[0-5]\d))?$/;
/** Reads '7' or '7:30' as minutes. Undefined if invalid, zero or more than 24 hours. */
function parseHours(text: string): Minutes | undefined {
  const { hours = 0, minutes = 0 } = HOURS.exec(text.trim())?.groups ?? {};
  const sum = Number(hours) * MINUTES_PER_HOUR + Number(minutes);
  return sum > 0 && sum <= MINUTES_PER_DAY ? sum : undefined;
}

export function defaultHours(times: string): string {
  const span = parseSpan(times);
  return span ? formatClockHours(shiftOf(span)) : '8:00';
}

const QUARTER = 15;

/** '30' becomes a break at the usual time, or in the middle of a shift that does not have that time. */
export function completeBreak(text: string, times: string, usualStart: TimeText): string {
  const typed = /^\s*(\d{1,3})\s*(?:m|min)?\s*$/u.exec(text)?.[1];
  if (typed === undefined) return completeSpan(text);
  const [minutes, span] = [Number(typed), parseSpan(times)];
  if (!span || minutesBetween(span.start, usualStart) + minutes <= shiftOf(span))
    return toSpan(usualStart, minutes);
  const before = Math.max(0, Math.floor((shiftOf(span) - minutes) / 2 / QUARTER) * QUARTER);
  return toSpan(timeText(requireMinuteOfDay(span.start) + before), minutes);
}

/** Assigns a weekday to one line, which takes it from all others, or to none. */
export const withDay = (
  lines: readonly ScheduleLine[],
  at: number,
  day: number,
  isIn: boolean,
): ScheduleLine[] =>
  lines.map((line, index) => ({
    ...line,
    days: WEEKDAYS.filter((one) => (one === day ? isIn && index === at : line.days.includes(one))),
  }));

function lineErrors({
  days,
  times,
  pause,
  hours,
}: ScheduleLine): Partial<Record<keyof ScheduleLine, string>> {
  const span = parseSpan(times);
  return {
    ...(days.length === 0 && { days: say('schedule.chooseDays') }),
    ...(!span && times !== '' && { times: say('schedule.enterTimes') }),
    ...(times === '' && hours === '' && { times: say('schedule.enterTimesOrHours') }),
    ...(span && span.start === span.end && { times: say('schedule.timesDiffer') }),
    ...(hours !== '' && parseHours(hours) === undefined && { hours: say('schedule.enterHours') }),
    ...(pause !== '' && !parseSpan(pause) && { pause: say('schedule.enterBreak') }),
  };
}

export function scheduleErrors({ name, from, weeks }: ScheduleFormValues): Partial<Record<string, string>> {
  const errors: Record<string, string> = {};
  if (name.trim() === '') errors['name'] = say('schedule.nameRequired');
  if (!isEnterableDay(from)) errors['from'] = say('field.chooseDay');
  for (const [week, lines] of weeks.entries())
    for (const [at, line] of lines.entries())
      for (const [field, error] of Object.entries(lineErrors(line))) errors[`${week} ${at} ${field}`] = error;
  return errors;
}

function toScheduleDay({ times, pause, hours }: ScheduleLine): ScheduleDay {
  const [span, rest] = [parseSpan(times), parseSpan(pause)];
  return {
    minutes: parseHours(hours) ?? (span ? shiftOf(span) : 0),
    ...span,
    ...(rest && { breakStart: rest.start, breakMinutes: minutesBetween(rest.start, rest.end) }),
  };
}

export const toScheduleDays = (weeks: ScheduleFormValues['weeks']): ScheduleDay[] =>
  weeks.flatMap((lines) =>
    WEEKDAYS.map((day) => {
      const line = lines.find(({ days }) => days.includes(day));
      return line ? toScheduleDay(line) : { minutes: 0 };
    }),
  );

export const toScheduleChange = (id: string, { weeks, ...typed }: ScheduleFormValues): ScheduleChange => ({
  ...typed,
  id,
  name: typed.name.trim(),
  days: toScheduleDays(weeks),
});

/** 'Mon - Thu, Sat'. */
export function daysText(days: readonly number[]): string {
  const runs: number[][] = [];
  for (const day of days) {
    const run = runs.at(-1);
    if (run?.at(-1) === day - 1) run.push(day);
    else runs.push([day]);
  }
  return runs
    .map((run) => [...new Set([run[0] ?? 0, run.at(-1) ?? 0])].map(weekdayName).join(' - '))
    .join(', ');
}

/** '08:00 - 14:00 (5h), break 10:00 - 10:15', or '4h, any time'. */
function hoursOfLine(line: ScheduleLine): string {
  const spanText = ({ start, end }: TimeSpan) => `${formatTimeText(start)} - ${formatTimeText(end)}`;
  const [span, rest] = [parseSpan(line.times), parseSpan(line.pause)];
  const hours = formatDuration(toScheduleDay(line).minutes);
  const times = span
    ? `${spanText(span)}${line.hours === '' ? '' : ` (${hours})`}`
    : say('schedule.hoursAnyTime', { hours });
  return rest ? say('schedule.withBreak', { times, break: spanText(rest) }) : times;
}

export const sumText = (days: readonly ScheduleDay[]): string =>
  formatDuration(days.reduce((minutes, day) => minutes + day.minutes, 0));

/** 'Mon - Thu 08:00 - 14:00; Fri 4h, any time (28h)', for each week. */
export const weekTexts = (days: readonly ScheduleDay[]): string[] =>
  toWeeks(days).map((lines, at, { length }) => {
    const texts = lines.map((line) => `${daysText(line.days)} ${hoursOfLine(line)}`);
    const hours = texts.join('; ') || say('schedule.noHours');
    const sum = sumText(toScheduleDays([lines]));
    return length > 1
      ? say('schedule.hoursOfWeek', { week: at + 1, hours, sum })
      : say('schedule.hoursAndSum', { hours, sum });
  });

export function countPeopleBySchedule({ people }: SchedulesView, day: Day): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { assignments } of people) {
    const id = ruleOn(assignments, day)?.scheduleId;
    if (id) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}
