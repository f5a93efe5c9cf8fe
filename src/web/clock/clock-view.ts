import { say } from '#texts/say';
import type { LiveChange } from '#contract/monitoring/live';
import type { TimeEntry } from '#contract/records';
import type { ClockView } from '#contract/clock/clock';
import {
  currentEntry,
  statusOf,
  type TimeEntry as DomainEntry,
  totalWorkedMs,
} from '#domain/entry/time-entry';
import { expectedOn } from '#domain/expected/expected';
import { clockInWarnings } from '#domain/entry/activity';
import { leftOpenReason } from '#domain/entry/left-open';
import { dayOfRunningEntry } from '#domain/day/summary';
import { formatDate, formatTime } from '#domain/time/format';
import { formatDuration, MS_PER_MINUTE, type Day, type EpochMs } from '#domain/time/units';
import { dayContaining, minuteOfDayAt } from '#domain/time/workplace-day';
import { correctedRows, type CorrectedRow } from '#contract/corrections/rows';
import { changedEntries, hasNewDays } from '#web/live/changes.ts';

/** The dashboard's data in the types of the domain. */
export type Clock = ReturnType<typeof clockOf>;

/** Ignores an entry that is older than the known one: response and live change arrive in any order. */
export function withEntry(view: ClockView, entry: TimeEntry): ClockView {
  const known = view.entries.find(({ id }) => id === entry.id);
  if (known && known.updatedAt > entry.updatedAt) return view;
  const entries = known ? view.entries.map((one) => (one === known ? entry : one)) : [entry, ...view.entries];
  return { ...view, entries };
}

/** Applies a live change. Returns null if only the server can compute the new data; then refetch. */
export function applyToClock(view: ClockView, change: LiveChange): ClockView | null {
  if (
    change.period ||
    change.correction ||
    change.kind === 'leads_saved' ||
    change.kind === 'employee_updated' ||
    hasNewDays(change, view.calendar)
  )
    return null;
  const withSettings = change.settings ? { ...view, settings: change.settings, settingsLoaded: true } : view;
  const withEntries = changedEntries(change).reduce(withEntry, withSettings);
  return change.kind === 'clock_out_reminded'
    ? { ...withEntries, remindedOf: change.entry?.id ?? null }
    : withEntries;
}

/** Returns the ids of entries left open as one string, since `useNow` compares plain values. */
export function leftOpenIds(
  { calendar, settings: { nightShiftHours } }: ClockView,
  entries: readonly DomainEntry[],
  todayName: Day,
  now: EpochMs,
): string {
  const today = calendar.days.find(({ day }) => day === todayName);
  if (!today) return '';
  const present = { now, today, nightShiftHours };
  return entries
    .filter((entry) => leftOpenReason({ isActive: true }, entry, present))
    .map(({ id }) => id)
    .join();
}

export const withLeftOpenMarks = (
  entries: readonly DomainEntry[],
  leftOpen: string,
): readonly DomainEntry[] =>
  entries.map((entry) => (leftOpen.includes(entry.id) ? { ...entry, isLeftOpen: true } : entry));

/** `today` is a parameter, since `view` can be from yesterday. In `entries`, `isLeftOpen` is already set. */
export function clockOf(view: ClockView, entries: readonly DomainEntry[], today: Day, leftOpen = '') {
  const { days, timeZone } = view.calendar;
  const current = currentEntry(entries);
  const day = dayOfRunningEntry(entries, days, today);
  const isShownAt = (at: EpochMs) => dayContaining(at, days)?.day === day;
  const shownDayEntries = entries
    .filter(({ clockIn }) => isShownAt(clockIn))
    .toSorted((one, other) => other.clockIn - one.clockIn);
  const shownDayRows = correctedRows(shownDayEntries, view.corrections, timeZone, isShownAt);
  return {
    view,
    zone: timeZone,
    days,
    today,
    /** Yesterday while a night shift is under way. */
    shownDay: day,
    entries,
    leftOpen,
    /** Entries of the shown day, newest first. */
    shownDayEntries,
    shownDayRows,
    current,
    status: statusOf(current),
  };
}

/** Entries of earlier days that somebody closed today. */
export function closedTodayRows({
  entries,
  shownDayEntries,
  days,
  today,
  view,
  zone,
}: Clock): CorrectedRow[] {
  const closed = entries.filter(
    (entry) =>
      entry.closedBy &&
      !shownDayEntries.includes(entry) &&
      dayContaining(entry.closedBy.at, days)?.day === today,
  );
  return correctedRows(closed, view.corrections, zone, () => false);
}

/** Warnings that are shown as long as the entry is open (spec §4). */
export const weekendWarnings = (
  clockIn: EpochMs,
  { days, view: { settings } }: Pick<Clock, 'days' | 'view'>,
): string[] => {
  const day = dayContaining(clockIn, days);
  return day ? clockInWarnings(day, settings) : [];
};

/** Lines next to the status: since when it applies, or today's last clock-out. Empty if there is neither. */
export function statusLines(clock: Clock): string[] {
  const { current, zone } = clock;
  if (current) {
    const last = current.breaks.at(-1);
    if (last?.end === null) return [sinceText(clock, last.start)];
    return [
      sinceText(clock, current.clockIn),
      ...(last ? [say('clock.breakEnded', { time: formatTime(last.end, zone) })] : []),
    ];
  }
  const done = finishedDay(clock);
  if (!done) return [];
  const time = formatTime(done.at, zone);
  return [
    done.isOfToday
      ? say('clock.outAt', { time })
      : say('clock.outAtAfter', { time, worked: done.worked, day: formatDate(done.day, zone) }),
  ];
}

/** 'since 08:55', with the date when that was not today. */
function sinceText({ zone, days, today }: Clock, since: EpochMs): string {
  const time = formatTime(since, zone);
  return dayContaining(since, days)?.day === today
    ? say('clock.since', { time })
    : say('clock.sinceDate', { date: formatDate(since, zone), time });
}

/** True if the shift's end has passed, or its hours are worked. */
export function isShiftDone({ shownDayEntries, days, today, view }: Clock, now: EpochMs): boolean {
  const day = days.find((one) => one.day === today);
  if (!day) return false;
  const { due, start = 0, end = 0 } = expectedOn(day, view.settings);
  const hasEnded = start < end && minuteOfDayAt(now, day) >= end;
  return due > 0 && (hasEnded || totalWorkedMs(shownDayEntries, now) >= due * MS_PER_MINUTE);
}

/** Returns today's last clock-out and the hours of its entry's day. Undefined while an entry is open. */
export function finishedDay({ entries, days, today, current }: Clock) {
  const dayOf = (instant: EpochMs) => dayContaining(instant, days)?.day;
  const [last] = entries
    .flatMap(({ clockIn, clockOut }) => (clockOut === null ? [] : [{ clockIn, at: clockOut }]))
    .toSorted((one, other) => other.at - one.at);
  const day = last && dayOf(last.clockIn);
  if (current || !last || day === undefined || dayOf(last.at) !== today) return undefined;
  const its = entries.filter(({ clockIn }) => dayOf(clockIn) === day);
  const worked = formatDuration(totalWorkedMs(its, last.at) / MS_PER_MINUTE);
  return { at: last.at, day, isOfToday: day === today, worked };
}
