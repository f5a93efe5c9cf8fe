/** Forgotten clock-outs: when to remind, and which end to suggest. Nobody is clocked out automatically. */
import { say } from '#texts/say';
import { formatDate, formatWeekday } from '../time/format.ts';
import { expectedOn } from '../expected/expected.ts';
import type { WorkHistory } from '../expected/work-rule.ts';
import { lastPunchInstant, type TimeEntry } from './time-entry.ts';
import { MINUTES_PER_DAY, MS_PER_MINUTE, type Day, type EpochMs, type MinuteOfDay } from '../time/units.ts';
import {
  addDays,
  dayContaining,
  instantAtMinute,
  isWithin,
  minuteOfDayAt,
  type WorkplaceDay,
} from '../time/workplace-day.ts';

/**
 * Returns the end of the shift that a clock-in belongs to. Null if the clock-in is closer to the end of the last shift
 * than to the start of the next one. Null if the shift would begin and end on days off.
 */
export function shiftEndOf(
  clockIn: EpochMs,
  settings: WorkHistory,
  days: readonly WorkplaceDay[],
): EpochMs | null {
  const at = days.findIndex((day) => isWithin(clockIn, day));
  const day = days[at];
  if (!day) return null;
  const minute = minuteOfDayAt(clockIn, day);
  for (const step of [-1, 0, 1]) {
    const began = days[at + step];
    const { start = 0, end, shift, minutes } = began ? expectedOn(began, settings) : NO_SHIFT;
    if (end === undefined) continue;
    const later = end <= start ? 1 : 0;
    const last = days[at + step + later];
    const ahead = end + (step + later) * MINUTES_PER_DAY - minute;
    if (!last || ahead <= 0) continue;
    if (ahead > (MINUTES_PER_DAY + shift) / 2 || minutes + expectedOn(last, settings).minutes === 0)
      return null;
    const instant = instantAtMinute(end, last);
    return instant > clockIn ? instant : null;
  }
  return null;
}

const NO_SHIFT = { start: 0, end: undefined, shift: 0, minutes: 0 };

type OpenEntry = Pick<TimeEntry, 'clockIn' | 'clockOut' | 'breaks'> & {
  readonly setAsideAt?: EpochMs | null | undefined;
};

export interface ReminderRules {
  readonly settings: WorkHistory;
  readonly reminderMinutes: number;
  /** Consecutive days, from the day before the clock-in to the day after it. */
  readonly days: readonly WorkplaceDay[];
}

/**
 * Returns when to remind. Takes the later of the shift's end and half a shift after the clock-in, and adds
 * `reminderMinutes`. With flexible hours and on days off, a whole shift replaces the half shift. Null if the entry no
 * longer runs.
 */
export function reminderDueAt(
  { clockIn, clockOut, setAsideAt }: OpenEntry,
  { settings, reminderMinutes, days }: ReminderRules,
): EpochMs | null {
  const day = dayContaining(clockIn, days);
  if (clockOut !== null || (setAsideAt ?? null) !== null || !day) return null;
  const { minutes, shift, isFlexible } = expectedOn(day, settings);
  const stay = clockIn + (shift * MS_PER_MINUTE) / (minutes > 0 && !isFlexible ? 2 : 1);
  return Math.max(stay, shiftEndOf(clockIn, settings, days) ?? stay) + reminderMinutes * MS_PER_MINUTE;
}

export const USUAL_CLOCK_OUT_DAYS = 28;
/** Without a clock-out on at least this many days, no usual end is suggested. */
const USUAL_CLOCK_OUTS_MIN = 5;
const USUAL_STEP_MINUTES = 5;

export interface ClockOutSuggestionInput {
  readonly entry: OpenEntry;
  readonly history: readonly Pick<TimeEntry, 'clockIn' | 'clockOut' | 'closedBy'>[];
  /** Consecutive days, from `USUAL_CLOCK_OUT_DAYS` before the clock-in to the day after it. */
  readonly days: readonly WorkplaceDay[];
  readonly settings: WorkHistory;
  readonly now: EpochMs;
}

export function suggestClockOuts(question: ClockOutSuggestionInput) {
  const { entry, settings, days, now } = question;
  const until = Math.min(now, entry.setAsideAt ?? now);
  const fitting = (at: EpochMs | null): EpochMs | null =>
    at !== null && at > lastPunchInstant(entry) && at <= until ? at : null;
  const shiftEnd = fitting(shiftEndOf(entry.clockIn, settings, days));
  const usual = fitting(usualClockOut(question));
  return { shiftEnd, usual: usual === shiftEnd ? null : usual };
}

/** Median clock-out on workdays of the last four weeks. Null with too few days, or for an entry on a day off. */
function usualClockOut({ entry, history, days, settings }: ClockOutSuggestionInput): EpochMs | null {
  const isWorkday = (one: WorkplaceDay): boolean => expectedOn(one, settings).minutes > 0;
  const day = dayContaining(entry.clockIn, days);
  if (!day || !isWorkday(day)) return null;
  const first = addDays(day.day, -USUAL_CLOCK_OUT_DAYS);
  const left = days
    .filter((one) => one.day >= first && one.day < day.day && isWorkday(one))
    .flatMap((one) => clockOutMinuteOn(one, history, days) ?? []);
  if (left.length < USUAL_CLOCK_OUTS_MIN) return null;
  const minute = Math.round(median(left) / USUAL_STEP_MINUTES) * USUAL_STEP_MINUTES;
  if (minute < MINUTES_PER_DAY) return instantAtMinute(minute, day);
  const next = dayContaining(day.end, days);
  return next ? instantAtMinute(minute - MINUTES_PER_DAY, next) : null;
}

/** Minute of a day's last clock-out, 1440 or more if after midnight. Null if the end was entered later, not punched. */
function clockOutMinuteOn(
  day: WorkplaceDay,
  history: ClockOutSuggestionInput['history'],
  days: readonly WorkplaceDay[],
): MinuteOfDay | null {
  const own = history.filter(({ clockIn }) => clockIn >= day.start && clockIn < day.end);
  const last = own.toSorted((one, other) => one.clockIn - other.clockIn).at(-1);
  if (!last || last.clockOut === null || last.closedBy) return null;
  const end = dayContaining(last.clockOut, days);
  if (!end || end.day > addDays(day.day, 1)) return null;
  return minuteOfDayAt(last.clockOut, end) + (end === day ? 0 : MINUTES_PER_DAY);
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
}

/** 'When did you leave yesterday?', '... on Tuesday?', or with the date if the day is a week or more ago. */
export function clockOutQuestion(day: Day, today: Day): string {
  if (day === today) return say('leftWhen.today');
  if (day === addDays(today, -1)) return say('leftWhen.yesterday');
  return day > addDays(today, -7) && day < today
    ? say('leftWhen.weekday', { weekday: formatWeekday(day) })
    : say('leftWhen.date', { date: formatDate(day, 'UTC') });
}
