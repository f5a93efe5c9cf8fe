import { describe, expect, it } from 'vitest';
import { daySerial, durationSerial, instantSerial } from '#documents/workbook';

describe('times in spreadsheets', () => {
  it.each([
    ['1900-03-01', 61],
    ['2000-01-01', 36526],
    ['2026-11-20', 46346],
  ])('the day %s has the serial number %i', (day, serial) => {
    expect(daySerial(day)).toBe(serial);
  });

  it('an instant becomes the wall-clock time of the zone', () => {
    expect(instantSerial(Date.parse('2026-11-19T21:15:00Z'), 'Asia/Kathmandu')).toBeCloseTo(
      46346 + 3 / 24,
      9,
    );
    expect(instantSerial(Date.parse('2026-07-01T22:30:00Z'), 'Europe/Berlin')).toBeCloseTo(
      daySerial('2026-07-02') + 0.5 / 24,
      9,
    );
  });

  it('a duration is a fraction of a day and may exceed one day', () => {
    expect([durationSerial(720), durationSerial(2880)]).toEqual([0.5, 2]);
  });
});
