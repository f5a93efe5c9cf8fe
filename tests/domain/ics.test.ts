/** iCalendar files, as other programs read them (RFC 5545). */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toIcs, type DayEvent } from '#domain/file/ics';

const NOW = Date.parse('2026-11-20T09:05:07.123Z');
const event = (changes: Partial<DayEvent> = {}): DayEvent => ({
  id: 'one',
  first: '2026-12-24',
  last: '2026-12-31',
  summary: 'Holiday',
  isBusy: true,
  ...changes,
});
const unfolded = (text: string): string[] => text.replaceAll('\r\n ', '').split('\r\n');
const summaryOf = (summary: string): string | undefined =>
  unfolded(toIcs('My leave', [event({ summary })], NOW)).find((line) => line.startsWith('SUMMARY:'));

describe('an iCalendar file', () => {
  it('has its events as whole days, and ends each the day after', () => {
    expect(toIcs('My leave', [event()], NOW)).toBe(
      [
        'BEGIN:VCALENDAR',
        'VERSION:2.0',
        'PRODID:-//Punctual//Leave//EN',
        'METHOD:PUBLISH',
        'X-WR-CALNAME:My leave',
        'BEGIN:VEVENT',
        'UID:one@punctual',
        'DTSTAMP:20261120T090507Z',
        'DTSTART;VALUE=DATE:20261224',
        'DTEND;VALUE=DATE:20270101',
        'SUMMARY:Holiday',
        'END:VEVENT',
        'END:VCALENDAR',
        '',
      ].join('\r\n'),
    );
  });

  it('marks nobody busy by the leave of others', () => {
    expect(unfolded(toIcs('Leave', [event({ isBusy: false })], NOW))).toContain('TRANSP:TRANSPARENT');
    expect(toIcs('Leave', [event()], NOW)).not.toContain('TRANSP');
  });

  it.each([
    ['a comma and a semicolon', 'Noyce, Bob; away', 'SUMMARY:Noyce\\, Bob\\; away'],
    ['a backslash', 'a\\b', 'SUMMARY:a\\\\b'],
    ['a line break', 'a\r\nb\nc', 'SUMMARY:a\\nb\\nc'],
    ['a control character', 'a\u0007b', 'SUMMARY:ab'],
    ['a line of its own', 'a\r\nEND:VEVENT', 'SUMMARY:a\\nEND:VEVENT'],
  ])('escapes %s', (_, summary, line) => {
    expect(summaryOf(summary)).toBe(line);
  });

  it('folds lines of more than 75 octets, never within a letter', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 60, maxLength: 300 }), (summary) => {
        const text = toIcs('', [event({ summary })], NOW);
        for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
        expect(Buffer.from(text).toString()).toBe(text);
        const found = summaryOf(summary)?.slice('SUMMARY:'.length).replaceAll(/\\(.)/g, '$1');
        expect(found).toBe(summary.replace(/\p{Cc}/gu, ''));
      }),
    );
  });
});
