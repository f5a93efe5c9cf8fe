import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isLateArrival } from '#domain/report/rules';
import { figuresOfSums, dayWindows } from '#domain/report/team-sums';
import { timeText } from '#domain/time/units';
import { minuteOfDayAt } from '#domain/time/workplace-day';
import { at, settings, workplaceDays, ZONE } from './timeline.ts';

/** Days with a clock change, and one that the zone skips. */
const ODD_DAYS = [
  ['Europe/Berlin', '2026-10-24', '2026-10-26'],
  ['Europe/Berlin', '2026-03-28', '2026-03-30'],
  ['Australia/Lord_Howe', '2026-04-04', '2026-04-06'],
  ['America/Havana', '2026-11-01', '2026-11-02'],
  ['America/Sao_Paulo', '2018-02-17', '2018-02-19'],
  ['America/Sao_Paulo', '2018-11-03', '2018-11-05'],
  ['America/Toronto', '2006-10-28', '2006-10-30'],
  ['America/St_Johns', '2010-11-06', '2010-11-08'],
  ['Africa/Monrovia', '1972-01-06', '1972-01-08'],
  ['Pacific/Apia', '2011-12-29', '2012-01-01'],
] as const;

describe('lateness windows of days', () => {
  it.each(ODD_DAYS)(
    'each window in %s from %s to %s is entirely late or entirely on time',
    (zone, first, last) => {
      const days = workplaceDays(zone, first, last);
      fc.assert(
        fc.property(
          fc.constantFrom('standard' as const, 'settings' as const),
          fc.record({
            // Favours times around midnight, where some of these clocks change.
            workStartTime: fc
              .oneof(fc.integer({ min: 0, max: 1439 }), fc.integer({ min: 1360, max: 1439 }))
              .map(timeText),
            lateThresholdMinutes: fc.integer({ min: 0, max: 60 }),
            allowFlexibleHours: fc.boolean(),
          }),
          (rules, changed) => {
            const own = { ...settings, ...changed };
            const windows = dayWindows(days, rules, own).flatMap((one) => one.windows);
            for (const [index, { start, isLate }] of windows.entries()) {
              const end = windows[index + 1]?.start ?? days.at(-1)?.end ?? 0;
              for (let instant = start; instant < end; instant += 30_000) {
                const day = days.find((one) => one.start <= instant && instant < one.end);
                if (day && isLateArrival(rules, own, { day, minute: minuteOfDayAt(instant, day) }) !== isLate)
                  throw new Error(`${new Date(instant).toISOString()} is wrong.`);
              }
            }
            expect(windows[0]?.start).toBe(days[0]?.start);
          },
        ),
        { numRuns: 20 },
      );
    },
  );

  it('an ordinary day has two windows, and a skipped date has none', () => {
    const count = (zone: string, day: string) =>
      dayWindows(workplaceDays(zone, day, day), 'standard', settings)[0]?.windows.length;
    expect([count('Europe/Berlin', '2026-11-20'), count('Pacific/Apia', '2011-12-30')]).toEqual([2, 0]);
  });
});

describe('figures from sums', () => {
  const days = dayWindows(workplaceDays(ZONE, '2026-11-16', '2026-11-20'), 'standard', settings);
  const person = { employment: [{ from: at('2026-01-01 09:00'), to: null }], today: '2026-11-20', settings };

  it('an arrival counts as late only if the person has none earlier that day', () => {
    const sums = {
      workedMs: 90_000,
      breakMs: 60_000,
      overtimeMs: 30_000,
      isRunning: false,
      isEndMissing: false,
    };
    expect(figuresOfSums(days, person, { ...sums, arrivals: '0111100000' })).toEqual({
      totalMinutes: 1.5,
      lateArrivals: 1,
      absences: 2,
      overtimeMinutes: 0.5,
      breakMinutes: 1,
    });
  });

  it('somebody without entries has only absences, from joining until leaving', () => {
    const absences = (changed: Partial<Parameters<typeof figuresOfSums>[1]>) =>
      figuresOfSums(days, { ...person, ...changed }, undefined).absences;
    expect(absences({})).toBe(5);
    expect(absences({ today: '2026-11-18' })).toBe(3);
    expect(absences({ employment: [{ from: at('2026-11-18 10:00'), to: null }] })).toBe(3);
    expect(absences({ employment: [{ from: 0, to: at('2026-11-18 10:00') }] })).toBe(2);
  });
});
