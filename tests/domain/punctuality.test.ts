import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  arrivals,
  latenessOf,
  onTimeDays,
  isLateFromTen,
  isStandardLate,
  isTaggedLate,
} from '#domain/day/punctuality';
import { expectedOfHours } from '#domain/expected/expected';
import type { WorkHours } from '#domain/expected/work-rule';
import { requireMinuteOfDay } from '#domain/time/units';
import { minuteOfDayAt } from '#domain/time/workplace-day';
import { at, entry, settings, ZONE, workplaceDays } from './timeline.ts';

const week = workplaceDays(ZONE, '2026-11-16', '2026-11-22');
const friday = workplaceDays(ZONE, '2026-11-20', '2026-11-20');
const [day] = friday;
if (!day) throw new Error('there is a Friday');
const lateness = (minute: unknown, hours: WorkHours = settings) => latenessOf(minute, expectedOfHours(hours));
const minuteAt = (time: string): number => minuteOfDayAt(at(`2026-11-20 ${time}`), day);

describe('lateness (spec §9): after work start 09:00 and the threshold of 5 minutes', () => {
  it.each([
    ['08:30:00', false, 0],
    ['09:00:00', false, 0],
    ['09:05:00', false, 0],
    ['09:05:59', false, 0],
    ['09:06:00', true, 1],
    ['09:06:30', true, 1],
    ['09:12:00', true, 7],
    ['13:00:00', true, 235],
  ])('an arrival at %s is late: %s, by %i min', (time, late, minutes) => {
    expect(lateness(minuteAt(time))).toEqual({ late, minutes });
  });

  it('nobody is late with flexible hours [D2.3]', () => {
    expect(lateness(minuteAt('13:00'), { ...settings, allowFlexibleHours: true })).toEqual({
      late: false,
      minutes: 0,
    });
  });

  it('a threshold of 0 makes 09:01 one minute late', () => {
    expect(lateness(540, { ...settings, lateThresholdMinutes: 0 })).toEqual({ late: false, minutes: 0 });
    expect(lateness(541, { ...settings, lateThresholdMinutes: 0 })).toEqual({ late: true, minutes: 1 });
  });

  it.each([[Number.NaN], [undefined], [null], ['09:30'], [-1], [1440], [600.5], [Number.POSITIVE_INFINITY]])(
    'an invalid clock-in (%j) is not late and has 0 minutes (spec §8)',
    (minute) => {
      expect(lateness(minute)).toEqual({ late: false, minutes: 0 });
    },
  );

  it.each(['', '25:00', '9', 'nine'])(
    'an invalid work start (%j) makes nobody late (spec §8)',
    (workStartTime) => {
      expect(lateness(800, { ...settings, workStartTime })).toEqual({ late: false, minutes: 0 });
      expect(lateness(800, { ...settings, lateThresholdMinutes: Number.NaN })).toEqual({
        late: false,
        minutes: 0,
      });
    },
  );

  it('a late arrival is at least one minute late, never "0 min late"', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1439 }),
        fc.integer({ min: 0, max: 1439 }),
        fc.integer({ min: 0, max: 60 }),
        (minute, start, lateThresholdMinutes) => {
          const workStartTime = `${String(Math.floor(start / 60)).padStart(2, '0')}:${String(start % 60).padStart(2, '0')}`;
          const { late, minutes } = lateness(minute, {
            ...settings,
            workStartTime,
            lateThresholdMinutes,
            allowFlexibleHours: false,
          });
          expect(late).toBe(minutes > 0);
          expect(minutes).toBe(Math.max(0, minute - start - lateThresholdMinutes));
        },
      ),
    );
  });
});

describe('lateness in reports (spec §9)', () => {
  it('by the standard rules, 09:00:59 is on time and 09:01 is late', () => {
    expect(
      ['08:59:59', '09:00:00', '09:00:59', '09:01:00'].map((time) => isStandardLate(minuteAt(time))),
    ).toEqual([false, false, false, true]);
  });

  it('without settings the table falls back to hour > 9', () => {
    expect(['09:01', '09:59', '10:00'].map((time) => isLateFromTen(requireMinuteOfDay(time)))).toEqual([
      false,
      false,
      true,
    ]);
    expect(isTaggedLate({ day, minute: 570 }, undefined)).toBe(false);
    expect(isTaggedLate({ day, minute: 570 }, settings)).toBe(true);
    expect(isTaggedLate({ day, minute: 600 }, undefined)).toBe(true);
  });
});

describe('arrivals [D2.2]', () => {
  it('only the first clock-in of a workplace day is an arrival', () => {
    const morning = entry('2026-11-20 09:00-12:00');
    const afternoon = entry('2026-11-20 13:00-17:00');
    const found = arrivals([afternoon, morning], friday);
    expect([...found.values()]).toEqual([{ day, entry: morning, minute: 540 }]);
  });

  it('a second entry after lunch is no late arrival', () => {
    expect(
      onTimeDays([entry('2026-11-20 13:00-17:00'), entry('2026-11-20 09:05-12:00')], week, settings),
    ).toEqual(['2026-11-20']);
  });

  it('the first clock-in of a day is its arrival even if a night shift runs into that day', () => {
    const found = arrivals([entry('2026-11-19 22:00-06:00'), entry('2026-11-20 14:00-18:00')], week);
    expect([...found].map(([name, { minute }]) => [name, minute])).toEqual([
      ['2026-11-19', 1320],
      ['2026-11-20', 840],
    ]);
  });

  it('arrivals follow the wall clock on the day of a clock change', () => {
    const sunday = workplaceDays(ZONE, '2026-03-29', '2026-03-29');
    const [arrival] = arrivals([entry('2026-03-29 09:00-17:00')], sunday).values();
    expect(arrival?.minute).toBe(540);
  });
});

describe('on-time days this week (spec §9)', () => {
  it('a day is on time when its first clock-in is at or before start plus threshold', () => {
    const entries = [
      entry('2026-11-16 08:55-17:00'),
      entry('2026-11-17 09:05-17:00'),
      entry('2026-11-18 09:06-17:00'),
      entry('2026-11-18 09:00-09:01', { userId: 'ada' }),
      entry('2026-11-19 11:00-17:00'),
      entry('2026-11-13 09:00-17:00'),
    ];
    expect(onTimeDays(entries, week, settings)).toEqual(['2026-11-16', '2026-11-17', '2026-11-18']);
  });

  it('with flexible hours, every worked day is on time', () => {
    expect(
      onTimeDays([entry('2026-11-19 11:00-17:00')], week, { ...settings, allowFlexibleHours: true }),
    ).toEqual(['2026-11-19']);
  });
});
