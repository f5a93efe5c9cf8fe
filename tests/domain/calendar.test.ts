import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createCalendar,
  dayAt,
  earliestZoneDay,
  instantAt,
  workplaceDay,
  zonesOf,
} from '#domain/time/calendar';
import { dayIn, wallTime } from '#domain/time/format';
import { instantsShowing } from '#domain/time/repeated-time';
import { timeText } from '#domain/time/units';
import { isTimeZone, withZoneRule, zonesWithin, type ZoneSettings } from '#domain/time/zone-rules';
import { addDays, minuteOfDayAt } from '#domain/time/workplace-day';
import { expectToAgreeWithTheWall, wallClock } from './oracle.ts';
import { workplaceDays } from './timeline.ts';

const HOUR = 3_600_000;
const ZONES = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu'];
/** Zones that sometimes skip or repeat midnight. */
const ODD_MIDNIGHTS = ['America/Sao_Paulo', 'Africa/Cairo', 'Asia/Beirut', 'America/Havana', 'Asia/Tehran'];

const dayFrom2000To2035 = fc
  .integer({ min: Date.UTC(2000, 0, 1) / 86_400_000, max: Date.UTC(2035, 0, 1) / 86_400_000 })
  .map((date) => new Date(date * 86_400_000).toISOString().slice(0, 10));
const instant2000To2035 = fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2035, 0, 1) });

describe('workplace days, compared with wall clocks by Intl', () => {
  it.each([
    ['Europe/Berlin', '2026-03-29', 23],
    ['Europe/Berlin', '2026-10-25', 25],
    ['Europe/Berlin', '2026-11-20', 24],
    ['America/New_York', '2026-03-08', 23],
    ['America/New_York', '2026-11-01', 25],
    ['Australia/Lord_Howe', '2026-10-04', 23.5],
    ['Australia/Lord_Howe', '2026-04-05', 24.5],
    ['Asia/Kathmandu', '2026-11-20', 24],
    ['Europe/Berlin', '2028-02-29', 24],
  ])('%s on %s has %d hours', (zone, day, hours) => {
    const { start, end } = workplaceDay(zone, day);
    expect((end - start) / HOUR).toBe(hours);
    expectToAgreeWithTheWall(zone, day);
  });

  it.each([
    ['America/Sao_Paulo', '2018-11-04', 60],
    ['Africa/Cairo', '2024-04-26', 60],
    ['Asia/Beirut', '2026-03-29', 60],
    ['America/Havana', '2026-03-08', 60],
  ])('%s on %s begins at 01:00, since midnight is skipped', (zone, day, startMinute) => {
    expect(workplaceDay(zone, day).startMinute).toBe(startMinute);
    expectToAgreeWithTheWall(zone, day);
  });

  it.each([
    ['America/Sao_Paulo', '2018-02-17'],
    ['Africa/Cairo', '2024-10-31'],
    ['America/Havana', '2026-11-01'],
    ['Asia/Beirut', '2026-10-24'],
  ])('%s on %s has 25 hours, since the clock falls back at midnight', (zone, day) => {
    const { start, end } = workplaceDay(zone, day);
    expect((end - start) / HOUR).toBe(25);
    expectToAgreeWithTheWall(zone, day);
  });

  it.each([...ZONES, ...ODD_MIDNIGHTS])('any day in %s agrees with the wall clock', (zone) => {
    fc.assert(
      fc.property(dayFrom2000To2035, (day) => expectToAgreeWithTheWall(zone, day)),
      { numRuns: 15 },
    );
  });

  it.each([...ZONES, ...ODD_MIDNIGHTS])("any instant in %s has the wall clock's date and minute", (zone) => {
    const calendar = createCalendar(zone);
    fc.assert(
      fc.property(instant2000To2035, (instant) => {
        const day = calendar.dayAt(instant);
        expect({ day: day.day, weekday: day.weekday, minute: minuteOfDayAt(instant, day) }).toEqual(
          wallClock(zone, instant),
        );
      }),
      { numRuns: 300 },
    );
  });

  it('a clock change at midnight is a shift within neither day', () => {
    expect(workplaceDay('America/Sao_Paulo', '2018-11-03').shifts).toEqual([]);
    expect(workplaceDay('America/Sao_Paulo', '2018-11-04').shifts).toEqual([]);
    expect(workplaceDay('Australia/Lord_Howe', '2026-10-04').shifts).toEqual([
      { at: Date.parse('2026-10-03T15:30:00Z'), minutes: 30 },
    ]);
  });

  it('days follow each other without gap or overlap', () => {
    for (const zone of [...ZONES, ...ODD_MIDNIGHTS]) {
      const days = workplaceDays(zone, '2024-01-01', '2024-12-31');
      expect(days).toHaveLength(366);
      days.slice(1).forEach((day, index) => expect(day.start).toBe(days[index]?.end));
    }
  });

  it('after the clock falls back over midnight, times that repeat the old date belong to the new day', () => {
    // St John's fell back at 00:01 until 2011: 23:01 of October 30 came twice, the second time after October
    // 31 had begun.
    const zone = 'America/St_Johns';
    const day = workplaceDay(zone, '2010-11-07');
    const calendar = createCalendar(zone);
    for (let instant = day.start - 2 * HOUR; instant < day.start + 3 * HOUR; instant += 60_000) {
      expect(calendar.dayAt(instant).day).toBe(instant < day.start ? '2010-11-06' : '2010-11-07');
      expect(dayAt(zone, instant)).toBe(calendar.dayAt(instant).day);
      expect(minuteOfDayAt(instant, calendar.dayAt(instant))).toBe(wallClock(zone, instant).minute);
    }
  });

  it('a date that a zone skips has no duration', () => {
    const [before, skipped, after] = workplaceDays('Pacific/Apia', '2011-12-29', '2011-12-31');
    expect(skipped?.start).toBe(skipped?.end);
    expect(before?.end).toBe(after?.start);
    expect(dayAt('Pacific/Apia', after?.start ?? 0)).toBe('2011-12-31');
  });
});

describe('instants of wall-clock times', () => {
  it('the instant of a wall-clock time shows the same time', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...ZONES),
        dayFrom2000To2035,
        fc.integer({ min: 4 * 60, max: 1439 }),
        (zone, day, minute) => {
          expect(wallClock(zone, instantAt(zone, day, minute))).toMatchObject({ day, minute });
        },
      ),
      { numRuns: 200 },
    );
  });

  it('a skipped time moves an hour later, and a repeated time means its first occurrence', () => {
    expect(new Date(instantAt('Europe/Berlin', '2026-03-29', 150)).toISOString()).toBe(
      '2026-03-29T01:30:00.000Z',
    );
    expect(new Date(instantAt('Europe/Berlin', '2026-10-25', 150)).toISOString()).toBe(
      '2026-10-25T00:30:00.000Z',
    );
  });
});

describe('zones', () => {
  it.each(['Europe/Berlin', 'UTC', 'Asia/Kathmandu', 'America/Argentina/Buenos_Aires'])(
    '%s is a time zone',
    (zone) => {
      expect(isTimeZone(zone)).toBe(true);
      expect(createCalendar(zone).zone).toBe(zone);
    },
  );

  it.each(['', 'Mars/Olympus', '+02:00', '02:00', 'Europe', ' UTC', undefined, null, 5])(
    '%j is not a time zone',
    (zone) => {
      expect(isTimeZone(zone)).toBe(false);
    },
  );

  it('the calendar works in every time zone that this machine supports', () => {
    for (const zone of Intl.supportedValuesOf('timeZone'))
      expect(createCalendar(zone).day('2026-11-20').day).toBe('2026-11-20');
  });
});

describe('a calendar', () => {
  it('the calendar resolves each day once', () => {
    const calendar = createCalendar('Europe/Berlin');
    const day = calendar.day('2026-11-20');
    expect(calendar.dayAt(day.start)).toBe(day);
    expect(calendar.dayAt(day.end - 1)).toBe(day);
    expect(calendar.days('2026-11-19', '2026-11-21')[1]).toBe(day);
  });

  it('the cache drops the oldest days when it is full and resolves them again correctly', () => {
    const calendar = createCalendar('Europe/Berlin');
    const first = calendar.day('2000-01-01');
    calendar.days('2000-01-02', '2004-01-01');
    expect(calendar.day('2000-01-01')).not.toBe(first);
    expect(calendar.day('2000-01-01')).toEqual(first);
  });

  it('the calendar refuses an unknown time zone', () => {
    expect(() => createCalendar('Mars/Olympus')).toThrow(RangeError);
  });
});

const changedAt = (
  before: ZoneSettings,
  zone: string,
  now: number,
  settled: string | null = null,
): ZoneSettings => ({
  timeZone: zone,
  zoneRules: withZoneRule(before, {
    from: earliestZoneDay(zonesOf(before), zone, { now, settled }),
    zone,
  }),
});
const BERLIN: ZoneSettings = { timeZone: 'Europe/Berlin', zoneRules: [] };
const NOV_20_NOON = Date.parse('2026-11-20T11:00:00Z');

describe('a change of the time zone', () => {
  it.each([
    ['America/New_York', '2026-11-21', '2026-11-21T05:00:00.000Z', 30],
    ['Asia/Tokyo', '2026-11-21', '2026-11-20T15:00:00.000Z', 16],
    // It is already the 21st there.
    ['Pacific/Kiritimati', '2026-11-22', '2026-11-21T10:00:00.000Z', 11],
  ])(
    'a change to %s holds from %s on and changes the length of the day before',
    (zone, day, start, hours) => {
      const calendar = createCalendar(zonesOf(changedAt(BERLIN, zone, NOV_20_NOON)));
      expect(new Date(calendar.day(day).start).toISOString()).toBe(start);
      const last = calendar.day(addDays(day, -1));
      expect((last.end - last.start) / HOUR).toBe(hours);
      expect(calendar.day('2026-11-19')).toEqual(createCalendar('Europe/Berlin').day('2026-11-19'));
    },
  );

  it.each([
    ['2026-11-19', '2026-11-21'],
    ['2026-11-20', '2026-11-22'],
    ['2026-11-30', '2026-12-02'],
  ])('days settled until %s keep their bounds, and the new zone holds from %s on', (settled, from) => {
    for (const zone of ['America/New_York', 'Asia/Tokyo']) {
      const changed = changedAt(BERLIN, zone, NOV_20_NOON, settled);
      expect(changed.zoneRules.at(-1)).toEqual({ from, zone });
      expect(createCalendar(zonesOf(changed)).day(settled)).toEqual(workplaceDay('Europe/Berlin', settled));
    }
  });

  it('choosing the current zone again cancels a change that has not taken effect', () => {
    const changed = changedAt(BERLIN, 'Asia/Tokyo', NOV_20_NOON);
    expect(changedAt(changed, 'Europe/Berlin', NOV_20_NOON)).toEqual(BERLIN);
  });

  it('hours that a zone change repeats can be read as first and second', () => {
    const { zone, ...calendar } = createCalendar(zonesOf(changedAt(BERLIN, 'America/New_York', NOV_20_NOON)));
    const both = [calendar.instantAt('2026-11-20', 1200), calendar.instantAt('2026-11-20', 1200, 'second')];
    expect(both).toEqual(['2026-11-20T19:00:00Z', '2026-11-21T01:00:00Z'].map(Date.parse));
    expect(instantsShowing('2026-11-20', '20:00', zone)).toEqual(both);
    expect(zonesWithin(zone, { from: both[0] ?? 0, to: both[1] ?? 0 })).toBe(
      `Europe/Berlin ${Date.parse('2026-11-20T23:00:00Z')} America/New_York`,
    );
    expect(zonesWithin(zone, { from: NOV_20_NOON, to: both[0] ?? 0 })).toBe('Europe/Berlin');
    expect(zonesWithin(zone, { from: both[1] ?? 0, to: both[1] ?? 0 })).toBe('America/New_York');
  });

  it('after any zone changes, every instant is in exactly one day and past days stay the same', () => {
    const zone = fc.constantFrom(...ZONES, 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Asia/Tokyo', 'UTC');
    const change = fc.record({ zone, after: fc.integer({ min: 0, max: 3 * 24 * 60 }) });
    fc.assert(
      fc.property(zone, fc.array(change, { minLength: 1, maxLength: 4 }), (first, changes) => {
        let zoned: ZoneSettings = { timeZone: first, zoneRules: [] };
        let now = NOV_20_NOON;
        for (const { zone: to, after } of changes) {
          now += after * 60_000;
          const before = createCalendar(zonesOf(zoned));
          zoned = changedAt(zoned, to, now);
          const calendar = createCalendar(zonesOf(zoned));
          const today = before.dayAt(now);
          expect(calendar.dayAt(now)).toMatchObject({ day: today.day, start: today.start });
          expect(calendar.day(addDays(today.day, -1))).toEqual(before.day(addDays(today.day, -1)));
          expect(wallTime(now, calendar.zone)).toBe(wallTime(now, before.zone));
        }
        const calendar = createCalendar(zonesOf(zoned));
        // These two zones are 25 hours apart: for an hour no clock shows the date of the day.
        const isFar = /Kiritimati \d+ Pacific\/Pago_Pago/u.test(calendar.zone);
        const days = calendar.days('2026-11-18', '2026-12-12');
        for (const [index, day] of days.entries()) {
          expect(day.end).toBeGreaterThanOrEqual(day.start);
          expect(day.start).toBe(days[index - 1]?.end ?? day.start);
          for (let at = day.start; at < day.end; at += 95 * 60_000) {
            expect(dayAt(zonesOf(zoned), at)).toBe(day.day);
            if (isFar) continue;
            const minute = minuteOfDayAt(at, day);
            expect([timeText(minute), day.day]).toEqual([
              wallTime(at, calendar.zone),
              dayIn(at, calendar.zone),
            ]);
            const shown = Math.floor(at / 60_000) * 60_000;
            expect([
              calendar.instantAt(day.day, minute),
              calendar.instantAt(day.day, minute, 'second'),
            ]).toContain(shown);
            expect(instantsShowing(day.day, timeText(minute), calendar.zone)).toContain(shown);
          }
        }
      }),
      { numRuns: 15 },
    );
  });
});
