import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { absentDays as absences, employmentStartsWithinRange, type AbsenceInput } from '#domain/day/absence';
import { wallClock } from './oracle.ts';
import { at, entry, settings, ZONE, workplaceDays } from './timeline.ts';

const fortnight = workplaceDays(ZONE, '2026-11-09', '2026-11-22');
const absentDays = (question: Omit<AbsenceInput, 'settings'>) => absences({ ...question, settings });
const since = (from: number): AbsenceInput['employment'] => [{ from, to: null }];
const longAgo = at('2025-01-01 09:00');

describe('absences (spec §5)', () => {
  it('a weekday without an entry is an absence, a weekend day is not', () => {
    const entries = [
      entry('2026-11-09 09:00-17:00'),
      entry('2026-11-11 09:00-17:00'),
      entry('2026-11-14 09:00-17:00'),
    ];
    expect(absentDays({ entries, days: fortnight, employment: since(longAgo), today: '2026-11-13' })).toEqual(
      ['2026-11-10', '2026-11-12', '2026-11-13'],
    );
  });

  it('no day after today is an absence', () => {
    const count = (today: string) =>
      absentDays({ entries: [], days: fortnight, employment: since(longAgo), today }).length;
    expect(count('2026-11-12')).toBe(4);
    expect(count('2027-11-12')).toBe(10);
    expect(count('2026-11-08')).toBe(0);
  });

  it('absences count from the day the employee was created', () => {
    const createdAt = at('2026-11-12 16:45');
    expect(
      absentDays({ entries: [], days: fortnight, employment: since(createdAt), today: '2026-11-16' }),
    ).toEqual(['2026-11-12', '2026-11-13', '2026-11-16']);
  });

  it('a night shift counts as presence on the day it starts', () => {
    const entries = [entry('2026-11-09 22:00-06:00')];
    expect(absentDays({ entries, days: fortnight, employment: since(longAgo), today: '2026-11-10' })).toEqual(
      ['2026-11-10'],
    );
  });

  it('a date that the time zone skips is no absence', () => {
    const days = workplaceDays('Pacific/Apia', '2011-12-26', '2011-12-31');
    expect(absentDays({ entries: [], days, employment: since(0), today: '2012-01-02' })).toEqual([
      '2011-12-26',
      '2011-12-27',
      '2011-12-28',
      '2011-12-29',
    ]);
  });

  it("the start-date note appears when the employee starts after the range's first day", () => {
    expect(employmentStartsWithinRange(since(at('2026-11-09 23:59')), fortnight)).toBe(false);
    expect(employmentStartsWithinRange(since(at('2026-11-10 00:00')), fortnight)).toBe(true);
    expect(employmentStartsWithinRange(since(longAgo), [])).toBe(false);
  });

  it.each(['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu'])(
    'absences in %s match a naive count by wall clocks',
    (zone) => {
      const days = workplaceDays(zone, '2026-10-20', '2026-11-20');
      const first = days[0]?.start ?? 0;
      const last = days.at(-1)?.end ?? 0;
      fc.assert(
        fc.property(
          fc.array(fc.integer({ min: first - 10 ** 8, max: last + 10 ** 8 }), { maxLength: 25 }),
          fc.integer({ min: first - 10 ** 9, max: last }),
          fc.constantFrom(...days),
          (clockIns, createdAt, { day: today }) => {
            const present = new Set(clockIns.map((instant) => wallClock(zone, instant).day));
            const created = wallClock(zone, createdAt).day;
            const naive = days
              .map(({ day }) => day)
              .filter((day) => {
                const weekday = new Date(`${day}T12:00:00Z`).getUTCDay();
                return weekday !== 0 && weekday !== 6 && day >= created && day <= today && !present.has(day);
              });
            expect(
              absentDays({
                entries: clockIns.map((clockIn) => ({ clockIn })),
                days,
                employment: since(createdAt),
                today,
              }),
            ).toEqual(naive);
          },
        ),
      );
    },
  );
});
