import { describe, expect, it } from 'vitest';
import { isInexactLocation } from '#domain/entry/location';

const clockIn = Date.parse('2026-11-20T09:00:00.000Z');
const of = (more: object): string =>
  JSON.stringify({ latitude: 27.7, longitude: 85.3, timestamp: '2026-11-20T08:58:00.000Z', ...more });

describe('a location', () => {
  it.each([
    ['of a kilometre', of({ accuracy: 1_000 })],
    ['of more than ten minutes ago', of({ timestamp: '2026-11-20T08:49:59.999Z' })],
    ['of more than ten minutes later', of({ timestamp: '2026-11-20T09:10:00.001Z' })],
    ['of next year', of({ timestamp: '2027-11-20T09:00:00.000Z' })],
    ['without a time', of({ timestamp: undefined })],
    ['that cannot be read', 'nowhere'],
  ])('%s is inexact', (_what, location) => {
    expect(isInexactLocation({ location, clockIn })).toBe(true);
  });

  it.each([
    ['of less than a kilometre', of({ accuracy: 999 })],
    ['of ten minutes ago', of({ timestamp: '2026-11-20T08:50:00.000Z' })],
    ['of ten minutes later, by a clock that is a little off', of({ timestamp: '2026-11-20T09:10:00.000Z' })],
    ['without an accuracy, as earlier versions kept it', of({})],
    ['that there is not', null],
  ])('%s is not', (_what, location) => {
    expect(isInexactLocation({ location, clockIn })).toBe(false);
  });
});
