import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCalendar } from '#domain/time/calendar';
import { leftOpenReason, shownDay, isNightShift } from '#domain/entry/left-open';
import { markLeftOpen, rowOf, todayMinutes } from '#domain/day/monitoring';
import { SETTING_DEFINITIONS } from '#domain/settings/definitions';
import { summarise } from '#domain/day/summary';
import { addDays } from '#domain/time/workplace-day';
import { at, daysAround, entry, settings, workplaceDays, ZONE } from './timeline.ts';

const days = workplaceDays(ZONE, '2026-11-18', '2026-11-20');
const today = createCalendar(ZONE).day('2026-11-20');
const present = (time: string, nightShiftHours = 16) => ({
  now: at(`2026-11-20 ${time}`),
  today,
  days,
  nightShiftHours,
  settings,
});
//  Thu 19: 08:00-12:00, and 20:00 into Friday
const morning = entry('2026-11-19 08:00-12:00');
const night = entry('2026-11-19 20:00-');

describe('running night shifts', () => {
  it.each([
    ['2026-11-19 20:00-', '11:59', 16, true],
    ['2026-11-19 20:00-', '12:00', 16, false],
    ['2026-11-19 20:00-', '05:59', 10, true],
    ['2026-11-19 20:00-', '06:00', 10, false],
    ['2026-11-19 23:59-', '00:00', 0, false],
    ['2026-11-20 00:00-', '11:00', 16, false],
    ['2026-11-19 20:00-06:00', '07:00', 16, false],
  ])(
    'the entry %s is a running night shift at %s with a limit of %i h: %s',
    (text, time, hours, expected) => {
      expect(isNightShift(entry(text), present(time, hours))).toBe(expected);
    },
  );

  it('a night shift is left open only past its limit or for a deactivated employee', () => {
    expect(leftOpenReason({ isActive: true }, night, present('11:59'))).toBeNull();
    expect(leftOpenReason({ isActive: false }, night, present('11:59'))).toBe('no-longer-active');
    expect(leftOpenReason({ isActive: true }, night, present('12:00'))).toBe('earlier-day');
  });

  it('a night shift passes its limit at a full minute, whatever the seconds', () => {
    const late = { ...night, clockIn: night.clockIn + 30_000 };
    for (const second of [0, 1, 29, 30, 59]) {
      const atSecond = (time: string) => ({ ...present(time), now: present(time).now + second * 1000 });
      expect(isNightShift(late, atSecond('11:59'))).toBe(true);
      expect(isNightShift(late, atSecond('12:00'))).toBe(false);
    }
  });

  it('a running night shift makes its first day count as today in the summary and on the board', () => {
    const shown = (time: string, entries = [morning, night]) => {
      const now = at(`2026-11-20 ${time}`);
      const row = rowOf(
        { id: 'ada', name: 'Ada', employeeId: 'NXBI-AAAAA', department: '', hub: '', isActive: true },
        entries,
        present(time),
      );
      const summary = summarise({
        entries: markLeftOpen({ isActive: true }, entries, present(time)),
        days: daysAround('2026-11-20'),
        today: '2026-11-20',
        settings,
        now,
      });
      expect(todayMinutes(row, now)).toBe(summary.todayMinutes);
      expect(row.day.day).toBe(summary.shownDay);
      return [summary.shownDay, summary.todayMinutes, row.lastActivity];
    };
    expect(shown('02:00')).toEqual(['2026-11-19', 10 * 60, at('2026-11-19 20:00')]);
    expect(shown('12:00')).toEqual(['2026-11-20', 0, null]);
    const ended = { ...night, clockOut: at('2026-11-20 06:00') };
    expect(shown('07:00', [morning, ended])).toEqual(['2026-11-20', 0, at('2026-11-20 06:00')]);
  });

  it('a running night shift starts on the day before, in every zone and with every limit', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu'),
        fc.integer({ min: 0, max: 700 }),
        fc.integer({ min: 0, max: 86_399 }),
        fc.integer({ min: 0, max: SETTING_DEFINITIONS.nightShiftHours.max }),
        fc.integer({ min: 0, max: 30 * 3600 }),
        (zone, shift, second, nightShiftHours, age) => {
          const name = addDays('2026-01-02', shift);
          const around = workplaceDays(zone, addDays(name, -1), addDays(name, 2));
          const clockIn = (around[1]?.start ?? 0) + second * 1000;
          const now = clockIn + age * 1000;
          const isToday = around.find(({ start, end }) => now >= start && now < end);
          if (!isToday) return;
          const open = { clockIn, clockOut: null };
          const meant = shownDay([open], around, { now, today: isToday, nightShiftHours });
          const minuteOf = (instant: number): number => Math.floor(instant / 60_000);
          const isNight = clockIn < isToday.start && minuteOf(now) - minuteOf(clockIn) < nightShiftHours * 60;
          expect(isNightShift(open, { now, today: isToday, nightShiftHours })).toBe(isNight);
          expect(meant.start).toBe(
            isNight ? around.find(({ end }) => end === isToday.start)?.start : isToday.start,
          );
        },
      ),
    );
  });
});
