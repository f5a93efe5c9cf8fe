import { describe, expect, it } from 'vitest';
import { reportOvertimeMs, summaryOvertimeMinutes } from '#domain/day/overtime';
import { expectedOfHours } from '#domain/expected/expected';
import { entry, settings } from './timeline.ts';

const HOUR = 3_600_000;
const overtime = (minutes: readonly number[], hours = settings): number => {
  const expected = expectedOfHours(hours);
  return summaryOvertimeMinutes(minutes.map((worked) => ({ minutes: worked, expected })));
};

describe('summary overtime (spec §9): minutes above (shift length + threshold) x 60 of each day', () => {
  it('overtime starts after 9 hours with the default settings', () => {
    expect(expectedOfHours(settings).overtimeAfter).toBe(540);
    expect(overtime([540])).toBe(0);
    expect(overtime([541])).toBe(1);
  });

  it('a short day does not reduce the overtime of other days', () => {
    expect(overtime([600, 120, 570, 0])).toBe(90);
  });

  it('a threshold of 0 or of half hours is used as it is', () => {
    expect(overtime([510], { ...settings, overtimeThresholdHours: 0 })).toBe(30);
    expect(overtime([510], { ...settings, overtimeThresholdHours: 0.5 })).toBe(0);
  });

  it('an invalid threshold falls back to the default of 1 hour', () => {
    expect(expectedOfHours({ ...settings, overtimeThresholdHours: Number.NaN }).overtimeAfter).toBe(540);
  });
});

describe('report overtime (spec §5): hours of a completed entry beyond 8 h after breaks', () => {
  it.each([
    ['2026-11-20 09:00-17:00', [], 0],
    ['2026-11-20 09:00-18:00', [], 1],
    ['2026-11-20 09:00-18:00', ['12:00-13:00'], 0],
    ['2026-11-20 09:00-19:30', ['12:00-13:00'], 1.5],
    ['2026-11-20 09:00-', [], 0],
  ])('the entry %s with breaks %j has %d h of overtime', (text, breaks, hours) => {
    expect(reportOvertimeMs(entry(text, { breaks })) / HOUR).toBe(hours);
  });
});
