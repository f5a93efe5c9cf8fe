import { describe, expect, it } from 'vitest';
import { isInexactLocation } from '#domain/location';

const clockIn = Date.parse('2026-11-20T09:00:00.000Z');
const of = (more: object): string =>
  JSON.stringify({ latitude: 27.7, longitude: 85.3, timestamp: '2026-11-20T08:58:00.000Z', ...more });

describe('a location', () => {
  it.each([
    ['of kilometres', of({ accuracy: 5_000 })],
    ['of an hour ago', of({ timestamp: '2026-11-20T08:00:00.000Z' })],
    ['of next year', of({ timestamp: '2027-11-20T09:00:00.000Z' })],
    ['without a time', of({ timestamp: undefined })],
    ['that cannot be read', 'nowhere'],
  ])('%s is inexact', (_what, location) => {
    expect(isInexactLocation({ location, clockIn })).toBe(true);
  });

  it.each([
    ['of a street', of({ accuracy: 80 })],
    ['of five minutes ago', of({ timestamp: '2026-11-20T08:55:00.000Z' })],
    ['without an accuracy, as earlier versions kept it', of({})],
    ['that there is not', null],
  ])('%s is not', (_what, location) => {
    expect(isInexactLocation({ location, clockIn })).toBe(false);
  });
});
