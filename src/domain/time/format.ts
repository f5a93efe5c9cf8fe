/** Instants and days as people read them (spec §9), always in a named zone (see `zoneAt`), never the machine's. */
import { byLocale, locale } from '#texts/say';
import {
  parseTimeText,
  minuteText,
  type Day,
  type EpochMs,
  type HourFormat,
  type MinuteOfDay,
  type TimeText,
} from './units.ts';
import { zoneAt } from './zone-rules.ts';
import { isDay } from './workplace-day.ts';

/** Invalid date or instant. The message is the specification's (spec §8). */
export class InvalidTimeValue extends RangeError {
  override readonly name = 'InvalidTimeValue';
  constructor() {
    super('Invalid time value');
  }
}

/** Caches formatters by zone: making one costs far more than using it, and a workplace has few zones. */
export function formatterByZone(options: Intl.DateTimeFormatOptions, inLocale = 'en-US') {
  const formatters = new Map<string, Intl.DateTimeFormat>();
  return (timeZone: string): Intl.DateTimeFormat => {
    const known = formatters.get(timeZone);
    if (known) return known;
    const made = new Intl.DateTimeFormat(inLocale, { ...options, timeZone });
    formatters.set(timeZone, made);
    return made;
  };
}

/** As `formatterByZone`, in the language of the surroundings. English dates have two digits (spec §9). */
function forReaders(options: Intl.DateTimeFormatOptions, english: Intl.DateTimeFormatOptions = {}) {
  const formatters = byLocale((name) =>
    formatterByZone({ ...options, ...(name === 'en-US' && english) }, name),
  );
  return (timeZone: string): Intl.DateTimeFormat => formatters(locale())(timeZone);
}

const TIME = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
const STYLES = {
  time: formatterByZone(TIME),
  clock: formatterByZone({ ...TIME, second: '2-digit' }),
  date: forReaders({ year: 'numeric', month: 'short', day: 'numeric' }, { day: '2-digit' }),
  // Swedish dates are written as ISO 8601 writes them.
  isoDate: formatterByZone({ year: 'numeric', month: '2-digit', day: '2-digit' }, 'sv-SE'),
  fullDate: forReaders({ weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' }),
  dayTitle: forReaders({ weekday: 'long', month: 'short', day: 'numeric' }),
  weekday: forReaders({ weekday: 'long' }),
  shortWeekday: forReaders({ weekday: 'short' }),
  month: forReaders({ year: 'numeric', month: 'long' }),
  monthDay: forReaders({ month: 'short', day: 'numeric' }),
  shortDate: forReaders({ month: 'short', day: 'numeric' }, { day: '2-digit' }),
} as const;

const LAST_INSTANT = 8.64e15;

function format(style: keyof typeof STYLES, value: EpochMs | Day, zone: string): string {
  if (typeof value === 'number') {
    if (!(Math.abs(value) <= LAST_INSTANT)) throw new InvalidTimeValue();
    return STYLES[style](zoneAt(zone, value)).format(value);
  }
  if (!isDay(value)) throw new InvalidTimeValue();
  // A day is a date already and must not be shifted by a zone.
  return STYLES[style]('UTC').format(Date.parse(`${value}T00:00:00Z`));
}

/** Hour format of the screens in this browser. The server never sets this variable, so there it stays '24h'. */
let screenHourFormat: HourFormat = '24h';
export const setHourFormat = (hours: HourFormat): void => void (screenHourFormat = hours);

/** '09:05', or '9:05 AM' in the 12-hour format. @throws InvalidTimeValue, or RangeError for an invalid zone. */
export const formatTime = (instant: EpochMs, zone: string): string =>
  timeInHourFormat(wallTime(instant, zone));

export const formatMinute = (minute: MinuteOfDay): string => minuteText(minute, screenHourFormat);

/** Always '09:05', for files and computations (spec §9). @throws like `formatTime`. */
export const wallTime = (instant: EpochMs, zone: string): TimeText => format('time', instant, zone);

/** '09:05:07' or '9:05:07 AM', for clocks that tick. @throws InvalidTimeValue. */
export function formatClock(instant: EpochMs, zone: string): string {
  const text = format('clock', instant, zone);
  const [time, half] = timeInHourFormat(text.slice(0, 5)).split('\u00A0');
  return `${time}${text.slice(5)}${half === undefined ? '' : `\u00A0${half}`}`;
}

/** Shows 'HH:mm' in the chosen hour format. Returns any other text unchanged. */
export function timeInHourFormat(time: TimeText): string {
  const parsed = parseTimeText(time);
  return parsed.ok ? formatMinute(parsed.minute) : time;
}

/** 'Nov 05, 2026'. An instant is shown in the zone; a day ignores the zone. @throws InvalidTimeValue. */
export const formatDate = (value: EpochMs | Day, zone: string): string => format('date', value, zone);

/** The date an instant has in a zone, 'YYYY-MM-DD'. @throws InvalidTimeValue. */
export const dayIn = (instant: EpochMs, zone: string): Day => format('isoDate', instant, zone);

/** Returns the date of an instant if it differs from that of `than`, else null. @throws InvalidTimeValue. */
export function dateIfDifferent(instant: EpochMs, than: EpochMs | Day, zone: string): string | null {
  const date = formatDate(instant, zone);
  return date === formatDate(than, zone) ? null : date;
}

/** 'Friday, November 20, 2026' [D5.1]. @throws InvalidTimeValue. */
export const formatFullDate = (value: EpochMs | Day, zone: string): string => format('fullDate', value, zone);

/** 'Tuesday, Nov 24'. @throws InvalidTimeValue. */
export const formatDayTitle = (day: Day): string => format('dayTitle', day, 'UTC');

/** Name of the zone in force at an instant, for screens: 'America/New York'. */
export const formatZone = (instant: EpochMs, zone: string): string =>
  zoneAt(zone, instant).replaceAll('_', ' ');

/** 'Nov 16, 2026 - Nov 22, 2026'. @throws InvalidTimeValue. */
export const formatDayRange = (first: Day, last: Day): string =>
  `${formatDate(first, 'UTC')} - ${formatDate(last, 'UTC')}`;

/** 'Tuesday'. @throws InvalidTimeValue. */
export const formatWeekday = (day: Day): string => format('weekday', day, 'UTC');

/** 'Tue'. @throws InvalidTimeValue. */
export const formatShortWeekday = (day: Day): string => format('shortWeekday', day, 'UTC');

/** 'Nov 5'. @throws InvalidTimeValue. */
export const formatMonthDay = (day: Day): string => format('monthDay', day, 'UTC');

/** 'Nov 05', for columns. @throws InvalidTimeValue. */
export const formatShortDate = (day: Day): string => format('shortDate', day, 'UTC');

/** 'October 2026', from any day of that month. @throws InvalidTimeValue. */
export const formatMonth = (day: Day): string => format('month', day, 'UTC');
