/** The line of time under the bars of a view. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { instantOnAxis, minuteOnAxis, timeAxis } from '#domain/day/day-bar';
import type { WorkplaceDay } from '#domain/time/workplace-day';
import { workplaceDays, ZONE } from './timeline.ts';

const hour = (minute: number): string => `${String(minute / 60).padStart(2, '0')}:00`;

describe('a place on the axis', () => {
  it('is the place of one instant, but in hours that are skipped or repeat', () => {
    const night = workplaceDays(ZONE, '2026-03-28', '2026-03-29') as [WorkplaceDay, WorkplaceDay];
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2800 }), (minute) => {
        fc.pre(minute < 1440 + 120 || minute >= 1440 + 180);
        expect(minuteOnAxis(instantOnAxis(minute, ...night), ...night)).toBe(minute);
      }),
    );
  });
});

describe('the axis of a view', () => {
  it.each<[string, readonly [number, number][], string]>([
    ['without times it has the usual hours', [], '08:00-18:00'],
    [
      'shows whole hours',
      [
        [538, 1023],
        [600, 1201],
      ],
      '08:00-21:00',
    ],
    ['has at least ten hours, as many before as after', [[600, 720]], '06:00-16:00'],
    ['does not begin before midnight for that', [[30, 90]], '00:00-10:00'],
    ['goes on after midnight', [[1320, 1800]], '21:00-31:00'],
  ])('%s', (_, spans, axis) => {
    const { from, to } = timeAxis(spans.map(([start, end]) => ({ from: start, to: end })));
    expect(`${hour(from)}-${hour(to)}`).toBe(axis);
  });

  it('what spans the whole axis does not widen it', () => {
    expect(timeAxis([{ from: 0, to: 1440, isWholeDay: true }])).toEqual({ from: 480, to: 1080 });
  });
});
