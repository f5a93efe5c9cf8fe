import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  suggestClockOuts,
  reminderDueAt,
  shiftEndOf,
  USUAL_CLOCK_OUT_DAYS,
  clockOutQuestion,
  type ClockOutSuggestionInput,
} from '#domain/entry/forgotten-clock-out';
import { formatTime } from '#domain/time/format';
import { timeText } from '#domain/time/units';
import { addDays, weekdayOf } from '#domain/time/workplace-day';
import { wallClock } from './oracle.ts';
import { at, entry, settings, workplaceDays, ZONE } from './timeline.ts';

//  Mon 16 ... Fri 20, Sat 21, Sun 22 November, Mon 23
const TUESDAY = '2026-11-17';
const days = workplaceDays(ZONE, '2026-10-01', '2026-11-24');
const nightly = { ...settings, workStartTime: '22:00', workEndTime: '06:00' };
const flexible = { ...settings, allowFlexibleHours: true };
const shown = (instant: number | null): string | null =>
  instant === null ? null : `${wallClock(ZONE, instant).day} ${formatTime(instant, ZONE)}`;

describe('shift ends of entries', () => {
  it.each([
    ['09:00 to 17:00', settings, '2026-11-17 09:00', '2026-11-17 17:00'],
    ['09:00 to 17:00', settings, '2026-11-17 05:00', '2026-11-17 17:00'],
    ['09:00 to 17:00', settings, '2026-11-17 16:59', '2026-11-17 17:00'],
    ['09:00 to 17:00', settings, '2026-11-17 17:00', null],
    ['09:00 to 17:00', settings, '2026-11-17 20:00', null],
    ['09:00 to 17:00', settings, '2026-11-18 00:30', null],
    ['09:00 to 17:00', settings, '2026-11-21 09:00', null],
    ['22:00 to 06:00', nightly, '2026-11-17 21:50', '2026-11-18 06:00'],
    ['22:00 to 06:00', nightly, '2026-11-18 01:00', '2026-11-18 06:00'],
    ['22:00 to 06:00', nightly, '2026-11-18 07:00', null],
    ['22:00 to 06:00', nightly, '2026-11-18 16:00', '2026-11-19 06:00'],
    ['22:00 to 06:00', nightly, '2026-11-20 22:00', '2026-11-21 06:00'],
    ['22:00 to 06:00', nightly, '2026-11-21 22:00', null],
    ['22:00 to 06:00', nightly, '2026-11-22 22:00', '2026-11-23 06:00'],
    ['unreadable', { ...settings, workEndTime: '' }, '2026-11-17 09:00', null],
  ])('with hours %s (%s), the shift of an entry from %s ends at %s', (_hours, own, clockIn, expected) => {
    expect(shown(shiftEndOf(at(clockIn), own, days))).toBe(expected);
  });

  it('the shift end follows the wall clock when the clocks change', () => {
    // Clocks go forward in Cairo as Friday, April 24 begins, and back in Berlin on Sunday, October 25 at three.
    const [cairo, berlin] = ['Africa/Cairo', ZONE];
    const spring = workplaceDays(cairo, '2026-04-23', '2026-04-25');
    const autumn = workplaceDays(ZONE, '2026-10-25', '2026-10-26');
    const endOf = (zone: string, clockIn: string, own: typeof nightly, around: typeof days) => {
      const end = shiftEndOf(at(clockIn, zone), own, around);
      return end === null ? null : [wallClock(zone, end), (end - at(clockIn, zone)) / 3_600_000];
    };
    expect(endOf(cairo, '2026-04-23 22:00', nightly, spring)).toEqual([
      { day: '2026-04-24', minute: 360, weekday: 5 },
      7,
    ]);
    const early = { ...nightly, workStartTime: '00:30', workEndTime: '08:30' };
    expect(endOf(berlin, '2026-10-26 00:30', early, autumn)?.[1]).toBe(8);
  });

  it('an entry outside the known days has no shift end', () => {
    expect(shiftEndOf(at('2026-12-24 09:00'), settings, days)).toBeNull();
  });
});

describe('the reminder of a forgotten clock-out', () => {
  const due = (text: string, own = settings, reminderMinutes = 60): string | null =>
    shown(reminderDueAt(entry(text), { settings: own, reminderMinutes, days }));

  it.each([
    ['started on time', '2026-11-17 09:00-', settings, '2026-11-17 18:00'],
    ['started late', '2026-11-17 12:30-', settings, '2026-11-17 18:00'],
    ['started so late that half a shift lasts longer', '2026-11-17 15:00-', settings, '2026-11-17 20:00'],
    ['started after hours', '2026-11-17 18:30-', settings, '2026-11-17 23:30'],
    ['started at night', '2026-11-17 22:00-', nightly, '2026-11-18 07:00'],
    ['started after midnight', '2026-11-18 01:00-', nightly, '2026-11-18 07:00'],
    ['with flexible hours, early', '2026-11-17 07:00-', flexible, '2026-11-17 18:00'],
    ['with flexible hours, late', '2026-11-17 11:00-', flexible, '2026-11-17 20:00'],
    ['on a Saturday', '2026-11-21 10:00-', settings, '2026-11-21 19:00'],
    ['that ended', '2026-11-17 09:00-17:00', settings, null],
  ] as const)(
    'the reminder of an entry %s (%s) has the right due time, or none',
    (_what, text, own, expected) => {
      expect(due(text, own)).toBe(expected);
    },
  );

  it('the reminder comes as many minutes later as the settings say', () => {
    expect(due('2026-11-17 09:00-', settings, 0)).toBe('2026-11-17 17:00');
    expect(due('2026-11-17 09:00-', settings, 90)).toBe('2026-11-17 18:30');
  });

  it('an entry that was set aside gets no reminder', () => {
    const aside = { ...entry('2026-11-17 09:00-'), setAsideAt: at('2026-11-18 09:00') };
    expect(reminderDueAt(aside, { settings, reminderMinutes: 60, days })).toBeNull();
  });

  it('no reminder comes before half a shift has passed, whatever the hours', () => {
    const hours = fc.record({
      start: fc.integer({ min: 0, max: 1439 }),
      length: fc.integer({ min: 1, max: 1439 }),
      minute: fc.integer({ min: 0, max: 6 * 1440 }),
      allowFlexibleHours: fc.boolean(),
      reminderMinutes: fc.integer({ min: 0, max: 240 }),
    });
    fc.assert(
      fc.property(hours, ({ start, length, minute, allowFlexibleHours, reminderMinutes }) => {
        const own = {
          ...settings,
          workStartTime: timeText(start),
          workEndTime: timeText(start + length),
          allowFlexibleHours,
        };
        const clockIn = at('2026-11-16 00:00') + minute * 60_000;
        const open = { clockIn, clockOut: null, breaks: [] };
        const dueAt = reminderDueAt(open, { settings: own, reminderMinutes, days }) ?? 0;
        const stay = (dueAt - clockIn) / 60_000 - reminderMinutes;
        expect(stay).toBeGreaterThanOrEqual(length / 2);
        // The reminder is due by the end of the next shift that an early arrival could belong to.
        expect(stay).toBeLessThanOrEqual(Math.max(length, (1440 + length) / 2));
        const end = shiftEndOf(clockIn, own, days);
        if (end !== null) expect(dueAt).toBeGreaterThanOrEqual(end + reminderMinutes * 60_000);
      }),
    );
  });
});

describe('suggested leaving times', () => {
  /** Entries that end at these times on the workdays before Tuesday, newest first. */
  const leftAt = (times: readonly string[]): ClockOutSuggestionInput['history'] => {
    const workdays = Array.from({ length: 60 }, (_, index) => addDays(TUESDAY, -1 - index)).filter(
      (day) => weekdayOf(day) < 6,
    );
    return times.map((time, index) => entry(`${workdays[index]} 09:00-${time}`));
  };
  const suggested = (changed: Partial<ClockOutSuggestionInput>): (string | null)[] => {
    const { shiftEnd, usual } = suggestClockOuts({
      entry: entry(`${TUESDAY} 09:00-`),
      history: [],
      days,
      settings,
      now: at('2026-11-18 08:30'),
      ...changed,
    });
    return [shown(shiftEnd), shown(usual)];
  };

  it('suggests the shift end and the usual time, a median of the last weeks to five minutes', () => {
    const history = leftAt(['17:33', '17:40', '17:31', '12:00', '23:00']);
    expect(suggested({ history })).toEqual(['2026-11-17 17:00', '2026-11-17 17:35']);
    expect(suggested({ history: leftAt(['17:30', '17:30', '17:40', '17:40', '17:00', '18:00']) })).toEqual([
      '2026-11-17 17:00',
      '2026-11-17 17:35',
    ]);
  });

  it('suggests no usual time without five recent days with a punched clock-out', () => {
    const usual = (history: ClockOutSuggestionInput['history']) => suggested({ history })[1];
    expect(usual(leftAt(['17:30', '17:30', '17:30', '17:30']))).toBeNull();
    const all = leftAt(['17:30', '17:30', '17:30', '17:30', '17:30']);
    expect(usual(all)).toBe('2026-11-17 17:30');
    expect(
      usual(
        all.map((one, index) =>
          index === 2 ? { ...one, closedBy: { name: 'Ada', reason: '', at: 0 } } : one,
        ),
      ),
    ).toBeNull();
    expect(usual(all.map((one, index) => (index === 2 ? { ...one, clockOut: null } : one)))).toBeNull();
    const earlier = (by: number) =>
      ['10', '11', '12', '13', '16'].map((date) => entry(`${addDays(`2026-11-${date}`, -by)} 09:00-17:30`));
    expect(usual(earlier(USUAL_CLOCK_OUT_DAYS - 7))).toBe('2026-11-17 17:30');
    expect(usual(earlier(USUAL_CLOCK_OUT_DAYS))).toBeNull();
  });

  it('the usual time uses the last entry of each day and no weekends', () => {
    const all = leftAt(['17:30', '17:30', '17:30', '17:30', '17:30']);
    const mornings = all.map(({ clockIn }) => ({ clockIn: clockIn - 3_600_000, clockOut: clockIn }));
    expect(suggested({ history: [...all, ...mornings] })[1]).toBe('2026-11-17 17:30');
    const saturday = entry('2026-11-14 09:00-12:00');
    expect(suggested({ history: [...all.slice(1), saturday] })[1]).toBeNull();
    expect(
      suggested({ entry: entry('2026-11-21 09:00-'), history: all, now: at('2026-11-23 09:00') }),
    ).toEqual([null, null]);
  });

  it('suggests one time when the shift end and the usual time are equal', () => {
    expect(suggested({ history: leftAt(['17:00', '17:01', '17:00', '16:59', '17:02']) })).toEqual([
      '2026-11-17 17:00',
      null,
    ]);
  });

  it('a suggestion lies after the last punch and before now or the next clock-in', () => {
    const history = leftAt(['17:35', '17:35', '17:35', '17:35', '17:35']);
    const paused = entry(`${TUESDAY} 09:00-`, { breaks: ['17:10-17:20'] });
    expect(suggested({ history, entry: paused })).toEqual([null, '2026-11-17 17:35']);
    expect(suggested({ history, now: at('2026-11-17 17:20') })).toEqual(['2026-11-17 17:00', null]);
    expect(suggested({ history, now: at('2026-11-17 16:20') })).toEqual([null, null]);
    const aside = { ...entry(`${TUESDAY} 09:00-`), setAsideAt: at('2026-11-17 17:20') };
    expect(suggested({ history, entry: aside })).toEqual(['2026-11-17 17:00', null]);
  });

  it('a suggestion for a night shift lies on the next day', () => {
    const workdays = ['2026-11-16', '2026-11-13', '2026-11-12', '2026-11-11', '2026-11-10'];
    const history = workdays.map((day) => entry(`${day} 22:00-06:20`));
    expect(
      suggested({
        entry: entry('2026-11-17 22:00-'),
        history,
        settings: nightly,
        now: at('2026-11-18 21:00'),
      }),
    ).toEqual(['2026-11-18 06:00', '2026-11-18 06:20']);
  });
});

describe('the question about a forgotten clock-out', () => {
  it.each([
    ['2026-11-17', 'When did you leave yesterday?'],
    ['2026-11-16', 'When did you leave on Monday?'],
    ['2026-11-12', 'When did you leave on Thursday?'],
    ['2026-11-11', 'When did you leave on Nov 11, 2026?'],
    ['2026-11-18', 'When did you leave earlier today?'],
    ['2026-11-20', 'When did you leave on Nov 20, 2026?'],
  ])('the question about %s, asked on Wednesday the 18th, is %s', (day, expected) => {
    expect(clockOutQuestion(day, '2026-11-18')).toBe(expected);
  });
});
