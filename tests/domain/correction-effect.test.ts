import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  applyChanges,
  timesOf,
  type CountedTimes,
  type EntryChange,
  type EntryTimes,
} from '#domain/correction/correction';
import { correctionEffect, differenceText, type EffectInput } from '#domain/correction/effect';
import { lateMinutesOf } from '#domain/report/rules';
import { weekdayOf, type WorkplaceDay } from '#domain/time/workplace-day';
import { historyFrom } from './histories.ts';
import { wallClock } from './oracle.ts';
import { at, entry, settings, workplaceDays, ZONE } from './timeline.ts';

const times = (text: string, breaks: readonly string[] = []): EntryTimes => timesOf(entry(text, { breaks }));
const counted = (id: string, text: string, breaks: readonly string[] = []): CountedTimes => ({
  id,
  ...times(text, breaks),
});
const [friday] = workplaceDays(ZONE, '2026-11-20', '2026-11-20') as [WorkplaceDay];
const question = (changed: Partial<EffectInput>): EffectInput => ({
  employee: { id: 'ada', name: 'Ada', employment: [{ from: at('2026-01-01 09:00'), to: null }] },
  entries: [],
  changes: [],
  isCounting: false,
  days: workplaceDays(ZONE, '2026-10-01', '2026-11-30'),
  today: '2026-11-20',
  rules: 'settings',
  settings,
  now: at('2026-11-20 16:00'),
  ...changed,
});

//  Tue 17: 09:21-17:21, 16 minutes late;  Wed 18: nothing;  Thu 19: 09:00-17:00
const tuesday = counted('tue', '2026-11-17 09:21-17:21', ['12:00-12:30']);
const thursday = counted('thu', '2026-11-19 09:00-17:00');
const entries = [tuesday, thursday];

describe('the effect of a correction', () => {
  const changes: readonly EntryChange[] = [
    { entryId: 'tue', old: timesOf(tuesday), new: times('2026-11-17 08:58-18:58', ['12:00-12:45']) },
  ];

  it('the effect shows the figures of its day and its month before and after', () => {
    const effect = correctionEffect(question({ entries, changes }));
    expect(effect.days).toEqual([
      {
        day: '2026-11-17',
        before: {
          totalMinutes: 450,
          breakMinutes: 30,
          overtimeMinutes: 0,
          lateArrivals: 1,
          lateMinutes: 16,
          absences: 0,
        },
        after: {
          totalMinutes: 555,
          breakMinutes: 45,
          overtimeMinutes: 15,
          lateArrivals: 0,
          lateMinutes: 0,
          absences: 0,
        },
      },
    ]);
    expect(effect.months).toMatchObject([
      {
        first: '2026-11-01',
        last: '2026-11-30',
        before: { totalMinutes: 930, lateArrivals: 1, absences: 13 },
        after: { totalMinutes: 1035, lateArrivals: 0, absences: 13 },
      },
    ]);
  });

  it('the effect follows the requested report rules', () => {
    const [day] = correctionEffect(question({ entries, changes, rules: 'standard' })).days;
    expect(day?.before).toMatchObject({ lateMinutes: 21, overtimeMinutes: 0 });
    expect(day?.after).toMatchObject({ lateMinutes: 0, overtimeMinutes: 75 });
  });

  it('somebody who is on time has no minutes of lateness', () => {
    const late = (rules: 'standard' | 'settings') =>
      [540, 541, 546].map((minute) => lateMinutesOf(rules, settings, { day: friday, minute }));
    expect([late('standard'), late('settings')]).toEqual([
      [0, 1, 6],
      [0, 0, 1],
    ]);
    expect(lateMinutesOf('standard', settings, { day: friday, minute: 480 })).toBe(0);
  });

  it('a correction that already counts shows the same effect as before it counted', () => {
    const after = applyChanges(entries, changes);
    const told = correctionEffect(question({ entries: after, changes, isCounting: true }));
    expect(told).toEqual(correctionEffect(question({ entries, changes })));
  });

  it('adding a missed day removes an absence, and removing a day adds one', () => {
    const missed: EntryChange = { entryId: 'wed', old: null, new: times('2026-11-18 09:00-17:00') };
    const removed: EntryChange = { entryId: 'thu', old: timesOf(thursday), new: null };
    const absences = (change: EntryChange) =>
      correctionEffect(question({ entries, changes: [change] })).days.map(({ before, after }) => [
        before.absences,
        after.absences,
      ]);
    expect(absences(missed)).toEqual([[1, 0]]);
    expect(absences(removed)).toEqual([[0, 1]]);
  });

  it('moving an entry to another month shows both days and both months', () => {
    const moved: EntryChange = {
      entryId: 'tue',
      old: timesOf(tuesday),
      new: times('2026-10-30 09:00-17:00'),
    };
    const effect = correctionEffect(question({ entries, changes: [moved] }));
    expect(effect.days.map(({ day, after }) => [day, after.totalMinutes])).toEqual([
      ['2026-10-30', 480],
      ['2026-11-17', 0],
    ]);
    expect(effect.months.map(({ first }) => first)).toEqual(['2026-10-01', '2026-11-01']);
  });

  it('a set-aside entry counts no time, but its day is no absence', () => {
    const aside = { ...counted('thu', '2026-11-19 09:30-'), setAsideAt: at('2026-11-20 08:00') };
    const earlier: EntryChange = { entryId: 'thu', old: timesOf(aside), new: times('2026-11-19 09:00-') };
    const [day] = correctionEffect(question({ entries: [aside], changes: [earlier] })).days;
    expect(day?.before).toMatchObject({ totalMinutes: 0, absences: 0, lateMinutes: 25 });
    expect(day?.after).toMatchObject({ totalMinutes: 0, absences: 0, lateMinutes: 0 });
  });

  it('the effect matches totals that are computed naively by wall clocks', () => {
    const zones = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe'] as const;
    const asked = fc.record({
      zone: fc.constantFrom(...zones),
      history: historyFrom(at('2026-10-19 00:00')),
      which: fc.nat(),
      by: fc.integer({ min: -300, max: 300 }),
      rules: fc.constantFrom('standard', 'settings'),
    });
    fc.assert(
      fc.property(asked, ({ zone, history, which, by, rules }) => {
        const now = at('2026-12-31 12:00');
        const before = history.map((one, index): CountedTimes => ({ id: String(index), ...timesOf(one) }));
        const one = before[which % Math.max(1, before.length)];
        const days = workplaceDays(zone, '2026-10-01', '2026-12-31');
        if (!one) return;
        // Moves the whole entry, possibly to another day or month.
        const shift = (instant: number): number => instant + by * 60_000;
        const wanted: EntryTimes = {
          clockIn: shift(one.clockIn),
          clockOut: one.clockOut === null ? null : shift(one.clockOut) + 60_000,
          breaks: one.breaks.map(({ start, end }) => ({
            start: shift(start),
            end: end === null ? null : shift(end),
          })),
        };
        const changes = [{ entryId: one.id, old: timesOf(one), new: wanted }];
        const after = before.map((other) => (other === one ? { id: one.id, ...wanted } : other));
        const effect = correctionEffect(
          question({ entries: before, changes, days, rules, now, today: '2026-12-31' }),
        );
        const naive = (all: readonly CountedTimes[], belongs: (day: string) => boolean) => {
          const own = all.filter(({ clockIn }) => belongs(wallClock(zone, clockIn).day));
          const worked = ({ clockIn, clockOut, breaks }: CountedTimes): number =>
            ((clockOut ?? now) -
              clockIn -
              breaks.reduce((sum, { start, end }) => sum + (end ?? now) - start, 0)) /
            60_000;
          const dayNames = new Set(own.map(({ clockIn }) => wallClock(zone, clockIn).day));
          const byDay = [...dayNames].map((day) =>
            own.filter((each) => wallClock(zone, each.clockIn).day === day),
          );
          const late = byDay.map((ofDay) => {
            const first = Math.min(...ofDay.map(({ clockIn }) => clockIn));
            const { day, minute } = wallClock(zone, first);
            if (rules === 'settings' && weekdayOf(day) > 5) return 0;
            return Math.max(0, minute - (rules === 'standard' ? 540 : 545));
          });
          const sum = (numbers: readonly number[]): number =>
            numbers.reduce((total, number) => total + number, 0);
          const overtime =
            rules === 'standard'
              ? own.map((each) => (each.clockOut === null ? 0 : Math.max(0, worked(each) - 480)))
              : byDay.map((ofDay) => Math.max(0, sum(ofDay.map(worked)) - 540));
          return [
            sum(own.map(worked)),
            sum(overtime),
            sum(late),
            late.filter((minutes) => minutes > 0).length,
          ];
        };
        const parts = [
          ...effect.days.map(({ day, ...told }) => ({ ...told, belongs: (other: string) => other === day })),
          ...effect.months.map(({ first, last, ...told }) => ({
            ...told,
            belongs: (other: string) => other >= first && other <= last,
          })),
        ];
        for (const { belongs, ...told } of parts)
          for (const [figures, all] of [
            [told.before, before],
            [told.after, after],
          ] as const) {
            const { totalMinutes, overtimeMinutes, lateMinutes, lateArrivals } = figures;
            for (const [index, figure] of [
              totalMinutes,
              overtimeMinutes,
              lateMinutes,
              lateArrivals,
            ].entries())
              expect(figure).toBeCloseTo(naive(all, belongs)[index] ?? Number.NaN, 6);
          }
        expect(effect.days.length).toBeGreaterThan(0);
      }),
      { numRuns: 60 },
    );
  });
});

describe('differences of durations', () => {
  it.each([
    [450, 555, '+1h 45m'],
    [555, 450, '\u22121h 45m'],
    [479.9, 480, '+1m'],
    [462.8, 498.2, '+36m'],
    [6536.8, 6572.2, '+36m'],
    [480, 480.001, 'no change'],
  ])(
    'the difference from %d to %d minutes is %s, computed from the shown figures',
    (before, after, expected) => {
      expect(differenceText(before, after)).toBe(expected);
    },
  );
});
