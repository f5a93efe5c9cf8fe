/** iCalendar files (RFC 5545) of events that last whole days. */
import type { EpochMs } from '../time/units.ts';
import { addDays, type DayRange } from '../time/workplace-day.ts';

export interface DayEvent extends DayRange {
  /** Stable, so that a calendar program replaces the event instead of adding another. */
  readonly id: string;
  readonly summary: string;
  /** False if the event must not mark the subscriber as busy (§3.8.2.7). */
  readonly isBusy: boolean;
}

/** Longest line in octets, without the line break (§3.1). */
const OCTETS_MAX = 75;
const SHORT_LINE = /^[ -~]{0,75}$/;

/** Escapes a text for use as a value (§3.3.11). */
const escapeText = (text: string): string =>
  text.replace(/[\\;,]|\r\n?|\n|\p{Cc}/gu, (found) =>
    /[\\;,]/.test(found) ? `\\${found}` : /[\r\n]/.test(found) ? '\\n' : '',
  );

function octetsOf(letter: string): number {
  const code = letter.codePointAt(0) ?? 0;
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x1_0000 ? 3 : 4;
}

/** Breaks long lines between characters, since some programs cannot read a character that is split over two lines. */
function foldLine(line: string): string {
  if (SHORT_LINE.test(line)) return line;
  let octets = 0;
  let text = '';
  for (const letter of line) {
    octets += octetsOf(letter);
    if (octets > OCTETS_MAX) {
      text += '\r\n ';
      octets = 1 + octetsOf(letter);
    }
    text += letter;
  }
  return text;
}

const dateOf = (day: string): string => day.replaceAll('-', '');

const linesOf = ({ id, first, last, summary, isBusy }: DayEvent, stamp: string): string[] => [
  'BEGIN:VEVENT',
  `UID:${id}@punctual`,
  `DTSTAMP:${stamp}`,
  `DTSTART;VALUE=DATE:${dateOf(first)}`,
  // The end is exclusive: the first day after the event (§3.6.1).
  `DTEND;VALUE=DATE:${dateOf(addDays(last, 1))}`,
  foldLine(`SUMMARY:${escapeText(summary)}`),
  ...(isBusy ? [] : ['TRANSP:TRANSPARENT']),
  'END:VEVENT',
];

/** @param name of the calendar, as programs show it */
export function toIcs(name: string, events: readonly DayEvent[], now: EpochMs): string {
  const stamp = new Date(now).toISOString().replace(/[-:]|\.\d+/g, '');
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Punctual//Leave//EN',
    'METHOD:PUBLISH',
    foldLine(`X-WR-CALNAME:${escapeText(name)}`),
    ...events.flatMap((event) => linesOf(event, stamp)),
    'END:VCALENDAR',
    '',
  ].join('\r\n');
}
