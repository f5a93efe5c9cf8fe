import { describe, expect, it } from 'vitest';
import { isInexactLocation } from '#domain/entry/location';

const clockIn = Date.parse('2026-11-20T09:00:00.000Z');
const of = (more: object): string =>
  JSON.stringify({ latitude: 27.7, longitude: 85.3, timestamp: '2026-11-20T08:58:00.000Z', ...more });

describe('locations', () => {
  it.each([
    ['with an accuracy of a kilometre', of({ accuracy: 1_000 })],
    ['from more than ten minutes before the clock-in', of({ timestamp: '2026-11-20T08:49:59.999Z' })],
    ['from more than ten minutes after the clock-in', of({ timestamp: '2026-11-20T09:10:00.001Z' })],
    ['from next year', of({ timestamp: '2027-11-20T09:00:00.000Z' })],
    ['without a time', of({ timestamp: undefined })],
    ['that cannot be read', 'nowhere'],
  ])('a location %s is inexact', (_what, location) => {
    expect(isInexactLocation({ location, clockIn })).toBe(true);
  });

  it.each([
    ['with an accuracy of less than a kilometre', of({ accuracy: 999 })],
    ['from ten minutes before the clock-in', of({ timestamp: '2026-11-20T08:50:00.000Z' })],
    [
      'from ten minutes after the clock-in, by a clock that is slightly off',
      of({ timestamp: '2026-11-20T09:10:00.000Z' }),
    ],
    ['without an accuracy, as earlier versions stored it', of({})],
    ['that is missing', null],
  ])('a location %s is not inexact', (_what, location) => {
    expect(isInexactLocation({ location, clockIn })).toBe(false);
  });
});
