import { say } from '#texts/say';
import { dayIn, formatTime, formatWeekday, wallTime } from '#domain/time/format';
import { instantsShowing } from '#domain/time/repeated-time';
import {
  formatDuration,
  MS_PER_HOUR,
  MS_PER_MINUTE,
  parseTimeText,
  type Day,
  type EpochMs,
} from '#domain/time/units';
import { addDays } from '#domain/time/workplace-day';

/** A wall clock time in the workplace's zone. */
export interface DraftTime {
  readonly day: Day;
  readonly time: string;
  /** When the clocks go back, one wall clock time occurs twice: 'second' is the later one. Otherwise 'first'. */
  readonly which: 'first' | 'second';
}

export function toDraftTime(instant: EpochMs, zone: string): DraftTime {
  const [day, time] = [dayIn(instant, zone), wallTime(instant, zone)];
  const [, second] = instantsShowing(day, time, zone);
  return { day, time, which: second !== undefined && instant >= second ? 'second' : 'first' };
}

/** Null for an invalid time, such as one that the clocks skip. */
export function instantOf({ day, time, which }: DraftTime, zone: string): EpochMs | null {
  const instants = instantsShowing(day, completeTime(time), zone);
  return (which === 'second' ? instants[1] : instants[0]) ?? instants[0] ?? null;
}

/** '9', '930' and '0930' become '09:00' and '09:30'. Other text stays. */
export function completeTime(text: string): string {
  const found = /^\s*(\d{1,2})(?:[:.]?(\d\d))?\s*$/u.exec(text);
  if (!found) return text.trim();
  const completed = `${(found[1] ?? '').padStart(2, '0')}:${found[2] ?? '00'}`;
  return parseTimeText(completed).ok ? completed : text.trim();
}

/** False while nobody knows yet whether '1' will be 01:00 or 17:00. */
const isWholeTime = (text: string): boolean => text.trim().length > 2 && parseTimeText(completeTime(text)).ok;

/** Puts a time that is not later than `after` on the next day, as at the end of a night shift. */
export function toTimeAfter(typed: DraftTime, text: string, after: DraftTime): DraftTime {
  const [time, before] = [completeTime(text), completeTime(after.time)];
  if (!isWholeTime(text) || !isWholeTime(before)) return { ...typed, time: text };
  return { ...typed, time: text, day: time > before ? after.day : addDays(after.day, 1) };
}

const LONG_ENTRY_MS = 16 * MS_PER_HOUR;

/** Asks about an end on another day, and about long entries: 'Friday 09:00 to Saturday 05:00, 20h 0m?' */
export function spanQuestion(clockIn: EpochMs, clockOut: EpochMs | null, zone: string): string | null {
  if (clockOut === null || clockOut <= clockIn) return null;
  if (dayIn(clockOut, zone) === dayIn(clockIn, zone) && clockOut - clockIn <= LONG_ENTRY_MS) return null;
  const [from = '', to = ''] = [clockIn, clockOut].map((at) =>
    say('time.weekdayTime', { weekday: formatWeekday(dayIn(at, zone)), time: formatTime(at, zone) }),
  );
  const duration = formatDuration((clockOut - clockIn) / MS_PER_MINUTE);
  return say('time.spanQuestion', { from, to, duration });
}
