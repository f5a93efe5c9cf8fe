import { say } from '#texts/say';

declare const quantity: unique symbol;

/** An instant: milliseconds since 1970-01-01T00:00Z, a whole number. */
export type EpochMs = number & { readonly [quantity]?: 'EpochMs' };

/** An elapsed time in minutes. It keeps fractions until it is shown. */
export type Minutes = number & { readonly [quantity]?: 'Minutes' };

/** A whole minute on the workplace's wall clock, 0 (00:00) to 1439 (23:59). */
export type MinuteOfDay = number & { readonly [quantity]?: 'MinuteOfDay' };

/** A workplace day, 'YYYY-MM-DD'. */
export type Day = string & { readonly [quantity]?: 'Day' };

/** A wall-clock time, 'HH:mm'. */
export type TimeText = string & { readonly [quantity]?: 'TimeText' };

export const MS_PER_MINUTE = 60_000;
export const MS_PER_HOUR = 3_600_000;
/** Length of a UTC date. A workplace day may be shorter or longer. */
export const MS_PER_DATE = 86_400_000;
export const MINUTES_PER_HOUR = 60;
export const MINUTES_PER_DAY = 1_440;

/** Invalid wall-clock time. The message is the specification's (spec §5). */
export class InvalidTimeError extends Error {
  override readonly name = 'InvalidTimeError';
}

export type ParsedTime =
  | { readonly ok: true; readonly minute: MinuteOfDay }
  | { readonly ok: false; readonly message: string };

const TIME_PATTERN = /^([01]\d|2[0-3]):([0-5]\d)$/;

/** Parses 'HH:mm' (00:00 to 23:59) to a minute of the day, or returns the message to show (spec §5). */
export function parseTimeText(text: unknown): ParsedTime {
  if (typeof text !== 'string' || text === '') return { ok: false, message: say('typedTime.empty') };
  const found = TIME_PATTERN.exec(text);
  if (!found) return { ok: false, message: say('typedTime.wrong', { text }) };
  return { ok: true, minute: Number(found[1]) * MINUTES_PER_HOUR + Number(found[2]) };
}

/** @throws InvalidTimeError with the specification's message (spec §5) */
export function requireMinuteOfDay(text: unknown): MinuteOfDay {
  const parsed = parseTimeText(text);
  if (!parsed.ok) throw new InvalidTimeError(parsed.message);
  return parsed.minute;
}

export const isMinuteOfDay = (value: unknown): value is MinuteOfDay =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) < MINUTES_PER_DAY;

/** 540 -> '09:00'. Wraps around at midnight: 1470 -> '00:30', for a break over midnight. */
export function timeText(minute: MinuteOfDay): TimeText {
  const within = ((Math.floor(minute) % MINUTES_PER_DAY) + MINUTES_PER_DAY) % MINUTES_PER_DAY;
  const hours = Math.floor(within / MINUTES_PER_HOUR);
  return `${String(hours).padStart(2, '0')}:${String(within % MINUTES_PER_HOUR).padStart(2, '0')}`;
}

/** Hour formats of the screens, the specification's default first (spec §9). */
export const HOUR_FORMATS = ['24h', '12h'] as const;

export type HourFormat = (typeof HOUR_FORMATS)[number];

/** 545 -> '09:05', or '9:05 AM' with a non-breaking space. */
export function minuteText(minute: MinuteOfDay, hours: HourFormat): string {
  const text = timeText(minute);
  if (hours === '24h') return text;
  const hour = Number(text.slice(0, 2));
  return `${hour % 12 || 12}${text.slice(2)}\u00A0${hour < 12 ? 'AM' : 'PM'}`;
}

/** 'Xh Ym', 'Xh' or 'Ym' (spec §9), rounded down: 90 -> '1h 30m', 60 -> '1h', 59.9 -> '59m', 0 -> '0m'. */
export function formatDuration(minutes: Minutes): string {
  const whole = Number.isFinite(minutes) ? Math.max(0, Math.floor(minutes)) : 0;
  const hours = Math.floor(whole / MINUTES_PER_HOUR);
  const rest = whole % MINUTES_PER_HOUR;
  const [h, m] = [String(hours), String(rest)];
  if (hours === 0) return say('duration.minutes', { m });
  return rest === 0 ? say('duration.hours', { h }) : say('duration.hoursMinutes', { h, m });
}

/** Like `formatDuration`, with seconds, rounded down: 479.5 -> '7h 59m 30s', 0.5 -> '30s', 60 -> '1h'. */
export function formatWithSeconds(minutes: Minutes): string {
  // 1e-6 corrects binary fractions: 30,000 ms must not become 29 s.
  const seconds = Number.isFinite(minutes) ? Math.max(0, Math.floor(minutes * 60 + 1e-6)) : 0;
  const rest = seconds % 60;
  if (rest === 0) return formatDuration(seconds / 60);
  const s = String(rest);
  return seconds < 60
    ? say('duration.seconds', { s })
    : say('duration.withSeconds', { time: formatDuration(Math.floor(seconds / 60)), s });
}

/** A running time as a stopwatch shows it, in whole seconds, rounded down: 2_527_900 ms -> '0:42:07'. */
export function formatStopwatch(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return [hours, ...[minutes, seconds % 60].map((part) => String(part).padStart(2, '0'))].join(':');
}

/** Hours and minutes with a colon, rounded down, as spreadsheets and payroll programs read them: 2_250.9 -> '37:30'. */
export function formatClockHours(minutes: Minutes): string {
  const whole = Math.max(0, Math.floor(minutes));
  return `${Math.floor(whole / MINUTES_PER_HOUR)}:${String(whole % MINUTES_PER_HOUR).padStart(2, '0')}`;
}

export const hasSeconds = (minutes: Minutes): boolean => Math.floor(minutes * 60 + 1e-6) % 60 !== 0;

/** Minutes by which a column's rows, each cut to whole minutes, fall short of their exact total. */
export const minutesNotShown = (rows: readonly Minutes[], total: Minutes): Minutes =>
  Math.floor(total) - rows.reduce((sum, minutes) => sum + Math.floor(minutes), 0);

/** Hours by which rows of hours with two decimals miss their total: 0.03, or -0.01 if they exceed it. */
export function hoursNotShown(rows: readonly Minutes[], total: Minutes): number {
  const hundredths = (minutes: Minutes): number => Math.round(Number(shownHours(minutes)) * 100);
  return rows.reduce((rest, minutes) => rest - hundredths(minutes), hundredths(total)) / 100;
}

/** Label of the extra line that makes a column of rounded durations add up. */
export const secondsNotShown = (): string => say('duration.secondsNotShown');

/** Minutes as hours: 510 with 1 decimal -> '8.5'. Rounds halves up: 3 minutes with 1 decimal -> '0.1'. */
export const hoursText = (minutes: Minutes, decimals: number): string =>
  roundedHours(minutes, decimals).toFixed(decimals);

/** Hours of the whole minutes that are shown: 479.9 -> '7.98' next to '7h 59m', never '8.00'. */
export const shownHours = (minutes: Minutes): string => hoursText(Math.floor(minutes), 2);

/** Adds 1e-9 to correct binary fractions: 1.005 must round to 1.01. */
export function roundedHours(minutes: Minutes, decimals: number): number {
  const scale = 10 ** decimals;
  return Math.round((minutes * scale) / MINUTES_PER_HOUR + 1e-9) / scale;
}
