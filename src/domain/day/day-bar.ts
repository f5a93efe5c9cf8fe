/** A day as segments on a line of time. Positions are minutes of the wall clock since midnight, 1440 and more after it. */
import {
  breakMs,
  countsUntil,
  type EntryEnd,
  isEndMissing,
  isRunning,
  type TimeEntry,
  workedMs,
} from '../entry/time-entry.ts';
import { expectedOn, type Expected } from '../expected/expected.ts';
import { freeHalf, holidayText } from '../expected/holidays.ts';
import type { WorkHistory } from '../expected/work-rule.ts';
import type { LeaveHalf } from '../leave/kinds.ts';
import { dayLeaveText, dayParts, excusedMinutes } from '../leave/leave.ts';
import {
  MINUTES_PER_DAY,
  MINUTES_PER_HOUR,
  MS_PER_MINUTE,
  type EpochMs,
  type Minutes,
} from '../time/units.ts';
import { instantAtMinute, isWithin, type WorkplaceDay } from '../time/workplace-day.ts';

export type SegmentKind =
  | 'expected'
  | 'holiday'
  | 'leave'
  | 'missing'
  | 'worked'
  | 'break'
  /** The end is missing: from the clock-in to where the day would have ended. */
  | 'left-open'
  /** Times that a request would make count. */
  | 'requested';

export interface Segment {
  readonly kind: SegmentKind;
  readonly from: number;
  readonly to: number;
  /** True if the day has no times for it, so that it spans the whole axis. */
  readonly isWholeDay?: true;
  /** Set for worked time, breaks, missing ends and requests. */
  readonly entryId?: string;
  readonly isCorrected?: boolean;
  readonly isRunning?: boolean;
  /** Name of the holiday or of the kind of leave. */
  readonly of?: string;
}

/** Times of an entry. `isCorrected` is true if they differ from the punches. */
export type BarEntry = EntryEnd &
  Pick<TimeEntry, 'id' | 'clockIn' | 'breaks'> & { readonly isCorrected?: boolean };

export interface DayBarInput {
  /** The person's day, with their schedule, holiday and leave. */
  readonly day: WorkplaceDay;
  /** Only to place what ends after midnight on a night when clocks change. */
  readonly next?: WorkplaceDay | undefined;
  /** Entries that count; those that began on other days are ignored [D1.7]. */
  readonly entries: readonly BarEntry[];
  /** New times of waiting requests. */
  readonly requested?: readonly BarEntry[];
  readonly settings: WorkHistory;
  /** False if nothing is expected, as before the employment. */
  readonly isEmployed?: boolean;
  /** Where the caller knows more of the person than this day's entries tell. */
  readonly isMissing?: boolean;
  readonly now: EpochMs;
}

export interface DayBar extends Pick<DayBarInput, 'day' | 'next'> {
  /** In the order of drawing. */
  readonly segments: readonly Segment[];
  /** Entries of the day, earliest first. */
  readonly entries: readonly BarEntry[];
  readonly requested: readonly BarEntry[];
  readonly workedMinutes: Minutes;
  readonly breakMinutes: Minutes;
  readonly targetMinutes: Minutes;
  /** Worked time and leave less the target. Null while the day can still make up for what lacks. */
  readonly balanceMinutes: Minutes | null;
  /** Holiday and leave, 'Christmas Eve (afternoon)'. Empty without either. */
  readonly free: readonly string[];
  readonly isMissing: boolean;
}

/** Minute of the wall clock on the axis of `day`. Times before the day are negative. */
export function minuteOnAxis(instant: EpochMs, day: WorkplaceDay, next?: WorkplaceDay): number {
  const isAfter = instant >= day.end;
  const { start, startMinute, shifts } = isAfter
    ? (next ?? { start: day.end, startMinute: 0, shifts: [] })
    : day;
  const jumped = shifts.reduce((sum, { at, minutes }) => (instant >= at ? sum + minutes : sum), startMinute);
  return Math.floor((instant - start) / MS_PER_MINUTE) + jumped + (isAfter ? MINUTES_PER_DAY : 0);
}

/** Returns the instant at a minute of the axis: the inverse of `minuteOnAxis`, but for hours that repeat. */
export function instantOnAxis(minute: number, day: WorkplaceDay, next?: WorkplaceDay): EpochMs {
  if (minute < MINUTES_PER_DAY) return instantAtMinute(minute, day);
  const after = minute - MINUTES_PER_DAY;
  return next ? instantAtMinute(after, next) : day.end + after * MS_PER_MINUTE;
}

/** Start and end of the shift; undefined without both. An end before the start is on the next day. */
function spanOf({ start, end }: Expected): readonly [number, number] | undefined {
  if (start === undefined || end === undefined) return undefined;
  return [start, end > start ? end : end + MINUTES_PER_DAY];
}

/** Half of a span, or all of it. */
function partOf(span: readonly [number, number] | undefined, half: LeaveHalf | null) {
  const [from, to] = span ?? [0, MINUTES_PER_DAY];
  const middle = from + Math.ceil((to - from) / 2);
  return {
    from: half === 'afternoon' ? middle : from,
    to: half === 'morning' ? middle : to,
    ...(span === undefined && { isWholeDay: true as const }),
  };
}

/** Returns the expected shift, and the holiday and leave within it. */
function plannedSegments(day: WorkplaceDay, settings: WorkHistory): Segment[] {
  const { holiday, leave } = day;
  const withoutLeave = expectedOn({ ...day, leave: undefined }, settings);
  const usual = holiday
    ? expectedOn({ ...day, holiday: undefined, leave: undefined }, settings)
    : withoutLeave;
  const [expected, span] = [expectedOn(day, settings), spanOf(usual)];
  const due = expected.due > 0 ? spanOf(expected) : undefined;
  return [
    ...(due ? [{ kind: 'expected' as const, from: due[0], to: due[1] }] : []),
    ...(holiday
      ? [{ kind: 'holiday' as const, ...partOf(span, freeHalf(holiday)), of: holidayText(holiday) }]
      : []),
    ...(withoutLeave.minutes > 0 ? dayParts(leave) : []).map(({ name, half }) => ({
      kind: 'leave' as const,
      ...partOf(span, half ?? (leave?.afternoon ? 'morning' : null)),
      of: name,
    })),
  ];
}

/** Minutes for which an entry without end is drawn if nothing tells when the day would have ended. */
const OPEN_MINUTES = 2 * MINUTES_PER_HOUR;

/** Worked time and breaks of an entry. Positions never go back, even where clocks do. */
function entrySegments(entry: BarEntry, { day, next, now }: DayBarInput): Segment[] {
  const { id: entryId, breaks, isCorrected = false } = entry;
  const at = (instant: EpochMs) => minuteOnAxis(instant, day, next);
  const until = countsUntil(entry, now);
  if (until === null) return [];
  const from = at(entry.clockIn);
  const to = Math.max(from, at(until));
  const within = (instant: EpochMs) => Math.min(to, Math.max(from, at(instant)));
  const runs = isRunning(entry);
  return [
    { kind: 'worked', from, to, entryId, isCorrected, isRunning: runs },
    ...breaks
      .filter(({ end }) => end !== null || runs)
      .map(({ start, end }) => ({
        kind: 'break' as const,
        from: within(start),
        to: Math.max(within(start), within(end ?? until)),
        entryId,
        isRunning: end === null,
      })),
  ];
}

/** Ends where the shift ends, or before the next entry. */
function openSegment(entry: BarEntry, following: BarEntry | undefined, input: DayBarInput): Segment {
  const from = minuteOnAxis(entry.clockIn, input.day, input.next);
  const end = spanOf(expectedOn(input.day, input.settings))?.[1] ?? 0;
  const to = end > from + MINUTES_PER_HOUR ? end : from + OPEN_MINUTES;
  const latest = following ? minuteOnAxis(following.clockIn, input.day, input.next) : to;
  return { kind: 'left-open', from, to: Math.max(from + 1, Math.min(to, latest)), entryId: entry.id };
}

/** Ends now while the shift lasts, since the person may still come. */
function missingSegment(expected: Expected, { day, next, now }: DayBarInput): Segment {
  const whole = { kind: 'missing' as const, ...partOf(spanOf(expected), null) };
  const to = Math.min(whole.to, minuteOnAxis(now, day, next));
  return whole.isWholeDay || to === whole.to ? whole : { ...whole, to, isRunning: true };
}

export function dayBar(input: DayBarInput): DayBar {
  const { day, settings, now, isEmployed = true } = input;
  const expected = expectedOn(day, settings);
  const ofDay = (entries: readonly BarEntry[]) =>
    entries
      .filter(({ clockIn }) => isWithin(clockIn, day))
      .toSorted((one, other) => one.clockIn - other.clockIn);
  const entries = ofDay(input.entries);
  const requested = ofDay(input.requested ?? []);
  const workedMinutes = entries.reduce((sum, entry) => sum + workedMs(entry, now), 0) / MS_PER_MINUTE;
  const excused = excusedMinutes(day, settings, workedMinutes);
  const targetMinutes = isEmployed ? expected.minutes : 0;
  const balance = workedMinutes + excused - targetMinutes;
  const isOver = now >= day.end && !entries.some(({ clockOut }) => clockOut === null);
  const isMissing =
    input.isMissing ??
    (isEmployed && entries.length === 0 && expected.due > 0 && now >= missingFrom(expected, day));
  return {
    day,
    next: input.next,
    segments: [
      ...(isEmployed ? plannedSegments(day, settings) : []),
      ...(isMissing ? [missingSegment(expected, input)] : []),
      ...entries.flatMap((entry, at) =>
        isEndMissing(entry) ? openSegment(entry, entries[at + 1], input) : entrySegments(entry, input),
      ),
      ...requested.flatMap((entry) =>
        entrySegments(entry, input)
          .filter(({ kind }) => kind === 'worked')
          .map((one) => ({ ...one, kind: 'requested' as const })),
      ),
    ],
    entries,
    requested,
    workedMinutes,
    breakMinutes: entries.reduce((sum, entry) => sum + breakMs(entry, now), 0) / MS_PER_MINUTE,
    targetMinutes,
    balanceMinutes: isOver || balance >= 0 ? balance : null,
    free: isEmployed ? freeTexts(day) : [],
    isMissing,
  };
}

/** Whole minutes: worked less due is the balance. Leave lowers what is due; a day not over has due what was worked. */
export function barTotals(bars: readonly DayBar[]) {
  const sumOf = (figure: 'workedMinutes' | 'balanceMinutes') =>
    Math.floor(bars.reduce((sum, bar) => sum + (bar[figure] ?? 0), 0) + 1e-9);
  const [workedMinutes, balanceMinutes] = [sumOf('workedMinutes'), sumOf('balanceMinutes')];
  return { workedMinutes, dueMinutes: workedMinutes - balanceMinutes, balanceMinutes };
}

/** First instant at which somebody who has not come is missing. */
function missingFrom({ missingAfter }: Expected, day: WorkplaceDay): EpochMs {
  const isToday = missingAfter !== undefined && missingAfter < MINUTES_PER_DAY - 1;
  return isToday ? instantAtMinute(missingAfter + 1, day) : day.end;
}

const freeTexts = ({ holiday, leave }: WorkplaceDay): string[] => [
  ...(holiday ? [holidayText(holiday)] : []),
  ...(leave ? [dayLeaveText(leave)] : []),
];

/** Whole hours, in minutes since midnight. */
export interface TimeAxis {
  readonly from: number;
  readonly to: number;
}

const AXIS_HOURS_MIN = 10;
/** Shown if there are no times at all. */
const USUAL_AXIS: TimeAxis = { from: 8 * MINUTES_PER_HOUR, to: 18 * MINUTES_PER_HOUR };

/** Returns the axis of a view: from the earliest to the latest expected or worked hour, at least ten hours. */
export function timeAxis(segments: Iterable<Pick<Segment, 'from' | 'to' | 'isWholeDay'>>): TimeAxis {
  let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const one of segments) {
    if (one.isWholeDay) continue;
    from = Math.min(from, one.from);
    to = Math.max(to, one.to);
  }
  if (from > to) return USUAL_AXIS;
  const first = Math.floor(from / MINUTES_PER_HOUR);
  const last = Math.max(first + 1, Math.ceil(to / MINUTES_PER_HOUR));
  const lacking = Math.max(0, AXIS_HOURS_MIN - (last - first));
  const before = Math.min(Math.floor(lacking / 2), Math.max(0, first));
  return {
    from: (first - before) * MINUTES_PER_HOUR,
    to: (last + lacking - before) * MINUTES_PER_HOUR,
  };
}
