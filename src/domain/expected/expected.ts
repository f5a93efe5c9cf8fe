/** Tells what a workplace expects of a person on a day. No other module knows about weekdays. */
import { freeHalf } from './holidays.ts';
import { SETTINGS_DEFAULTS } from '../settings/settings.ts';
import {
  MINUTES_PER_DAY,
  MINUTES_PER_HOUR,
  parseTimeText,
  requireMinuteOfDay,
  type Day,
  type MinuteOfDay,
  type Minutes,
} from '../time/units.ts';
import type { WorkplaceDay, DayLeave } from '../time/workplace-day.ts';
import { ruleOn, type WorkHistory, type WorkHours } from './work-rule.ts';

export interface Expected {
  /** Target of the day; 0 on a day off. */
  readonly minutes: Minutes;
  /** Minutes of the target that must be worked: the target without leave. */
  readonly due: Minutes;
  /** Length of a shift, even on days without one. */
  readonly shift: Minutes;
  /** Undefined without a valid start time, and on whole days of leave or holiday. */
  readonly start: MinuteOfDay | undefined;
  /** On the next day if `end` is before `start`. */
  readonly end: MinuteOfDay | undefined;
  readonly isFlexible: boolean;
  /** Last minute of a punctual arrival, 1440 or more if past midnight; undefined if nobody can be late. */
  readonly punctualUntil: number | undefined;
  /** People who have not come by this minute are missing; undefined if nobody can be missing. */
  readonly missingAfter: number | undefined;
  readonly pause: BreakWindow;
  /** Worked minutes of the day after which overtime starts. */
  readonly overtimeAfter: Minutes;
  /** A clock-in on this day shows a warning, as at weekends. */
  readonly showsWarning: boolean;
  readonly holiday?: string;
  /** Name of the person's schedule. */
  readonly schedule?: string;
  readonly leave?: DayLeave;
}

export interface BreakWindow {
  readonly start: MinuteOfDay;
  /** End minute, exclusive; on the next day if before `start`. */
  readonly end: MinuteOfDay;
  readonly minutes: Minutes;
}

const DEFAULT_SHIFT_MINUTES = 8 * MINUTES_PER_HOUR;

/** An end before the start is on the next day [D2.8]; 8 h for invalid or equal times (spec §9). */
export function shiftMinutes({
  workStartTime,
  workEndTime,
}: Pick<WorkHours, 'workStartTime' | 'workEndTime'>): Minutes {
  const [start, end] = [minuteOf(workStartTime), minuteOf(workEndTime)];
  if (start === undefined || end === undefined || start === end) return DEFAULT_SHIFT_MINUTES;
  return (end - start + MINUTES_PER_DAY) % MINUTES_PER_DAY;
}

function minuteOf(text: string): MinuteOfDay | undefined {
  const parsed = parseTimeText(text);
  return parsed.ok ? parsed.minute : undefined;
}

const finiteOr = (value: unknown, fallback: number): number =>
  typeof value === 'number' && Number.isFinite(value) ? value : fallback;

export function breakWindow(hours: Pick<WorkHours, 'breakStartTime' | 'breakDuration'>): BreakWindow {
  const start = minuteOf(hours.breakStartTime) ?? requireMinuteOfDay(SETTINGS_DEFAULTS.breakStartTime);
  const minutes = finiteOr(hours.breakDuration, SETTINGS_DEFAULTS.breakDuration);
  return { start, end: (start + minutes) % MINUTES_PER_DAY, minutes };
}

const overtimeThreshold = ({ overtimeThresholdHours: threshold }: WorkHours): Minutes =>
  finiteOr(threshold, SETTINGS_DEFAULTS.overtimeThresholdHours) * MINUTES_PER_HOUR;

function timesOf(
  { start, end, isFlexible }: Pick<Expected, 'start' | 'end' | 'isFlexible'>,
  hours: WorkHours,
) {
  const threshold = finiteOr(hours.lateThresholdMinutes, Number.NaN);
  const last = start === undefined || Number.isNaN(threshold) ? undefined : start + threshold;
  const isOnOneDay = start !== undefined && end !== undefined && end > start;
  return {
    start,
    end,
    isFlexible,
    punctualUntil: isFlexible ? undefined : last,
    missingAfter: !isFlexible ? last : isOnOneDay ? end : undefined,
  };
}

/** Computes a workday or day off from the hours alone, without schedule, leave and holidays. */
export function expectedOfHours(hours: WorkHours, isWorkday = true): Expected {
  const shift = shiftMinutes(hours);
  const minutes = isWorkday ? shift : 0;
  const [start, end] = [minuteOf(hours.workStartTime), minuteOf(hours.workEndTime)];
  return {
    minutes,
    due: minutes,
    shift,
    ...timesOf({ start, end, isFlexible: hours.allowFlexibleHours }, hours),
    // Nobody is late or missing where nothing is expected.
    ...(isWorkday ? {} : { punctualUntil: undefined, missingAfter: undefined }),
    pause: breakWindow(hours),
    overtimeAfter: shift + overtimeThreshold(hours),
    showsWarning: !isWorkday && !hours.weekendWorkAllowed,
  };
}

/** Hours in force on a day. A later change does not affect earlier days. */
export const hoursOn = (settings: WorkHistory, day: Day): WorkHours =>
  ruleOn(settings.workRules, day) ?? settings;

/** Caches only the last hours, since a report usually asks for the same hours many times in a row. */
let lastCache: { readonly hours: WorkHours; readonly workday: Expected; readonly free: Expected } | undefined;

function expectedBySettings(hours: WorkHours, isWorkday: boolean): Expected {
  if (lastCache?.hours !== hours)
    lastCache = { hours, workday: expectedOfHours(hours), free: expectedOfHours(hours, false) };
  return isWorkday ? lastCache.workday : lastCache.free;
}

/** Monday to Friday (spec §5), but not a day that the zone skipped (Apia, 2011-12-30): nobody could have come. */
const isWeekday = ({ weekday, start, end }: ExpectedDay): boolean => weekday < 6 && end > start;

type ExpectedDay = Pick<WorkplaceDay, 'day' | 'weekday' | 'start' | 'end' | 'holiday' | 'schedule' | 'leave'>;

export function expectedOn(day: ExpectedDay, settings: WorkHistory): Expected {
  const hours = hoursOn(settings, day.day);
  const base = day.schedule
    ? expectedBySchedule(day.schedule, hours)
    : expectedBySettings(hours, isWeekday(day));
  const held = day.holiday ? withHoliday(base, day.holiday, hours) : base;
  return day.leave && held.minutes > 0 ? withLeave(held, day.leave, hours) : held;
}

/** Uses the schedule's hours. The work settings add the thresholds, and the times that the schedule leaves out. */
function expectedBySchedule(day: NonNullable<ExpectedDay['schedule']>, hours: WorkHours): Expected {
  const { minutes, breakStart, breakMinutes = 0 } = day;
  const usual = expectedBySettings(hours, minutes > 0);
  const [start, end] = [day.start, day.end].map((text) => (text === undefined ? undefined : minuteOf(text)));
  const isFlexible = hours.allowFlexibleHours || start === undefined;
  return {
    ...usual,
    ...timesOf({ start, end, isFlexible }, hours),
    minutes,
    due: minutes,
    shift: minutes || usual.shift,
    pause:
      breakStart === undefined
        ? usual.pause
        : breakWindow({ breakStartTime: breakStart, breakDuration: breakMinutes }),
    overtimeAfter: minutes + overtimeThreshold(hours),
    schedule: day.name,
  };
}

/** Middle of the shift, where a half day begins or ends. If that is after midnight, the start of the shift instead. */
function middleOf({ start, end }: Pick<Expected, 'start' | 'end'>): MinuteOfDay | undefined {
  if (start === undefined || end === undefined) return start;
  const middle = start + Math.ceil(((end - start + MINUTES_PER_DAY) % MINUTES_PER_DAY) / 2);
  return middle >= MINUTES_PER_DAY ? start : middle;
}

/** Times of the shift without its free half; none if all of it is free. */
function timesWithout(half: 'morning' | 'afternoon' | null, base: Expected, hours: WorkHours) {
  if (half === null) return NO_TIMES;
  const middle = middleOf(base);
  if (half === 'morning') return timesOf({ ...base, start: middle }, hours);
  return timesOf({ ...base, end: middle === base.start ? base.end : middle }, hours);
}

/** Leave does not reduce the target: its time is credited in addition to worked time. */
function withLeave(base: Expected, leave: DayLeave, hours: WorkHours): Expected {
  const free = leave.afternoon === undefined ? leave.half : null;
  return {
    ...base,
    ...timesWithout(free, base, hours),
    due: free === null ? 0 : base.minutes / 2,
    showsWarning: false,
    leave,
  };
}

function withHoliday(
  base: Expected,
  holiday: NonNullable<ExpectedDay['holiday']>,
  hours: WorkHours,
): Expected {
  const minutes = holiday.isHalf ? base.minutes / 2 : 0;
  return {
    ...base,
    ...timesWithout(minutes > 0 ? freeHalf(holiday) : null, base, hours),
    minutes,
    due: minutes,
    overtimeAfter: minutes + overtimeThreshold(hours),
    showsWarning: false,
    holiday: holiday.name,
  };
}

const NO_TIMES = { start: undefined, end: undefined, punctualUntil: undefined, missingAfter: undefined };
