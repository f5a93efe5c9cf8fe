import { describe, expect, it } from 'vitest';
import { employmentOf, isEmployedOn, type EmploymentRecord } from '#domain/people/employment';
import { at, workplaceDays, ZONE } from './timeline.ts';

const days = workplaceDays(ZONE, '2026-03-01', '2026-03-31');
const record: EmploymentRecord = { createdAt: at('2026-01-01 09:00'), since: '', isActive: true, steps: [] };
const left = { at: at('2026-03-04 17:00'), isActive: false };
const startOf = (day: string) => at(`${day} 00:00`);

/** Days of March of employment, as '1-3 23-31'. */
function employedDays(changed: Partial<EmploymentRecord>): string {
  const employment = employmentOf({ ...record, ...changed }, startOf);
  const numbers = days.filter((day) => isEmployedOn(employment, day)).map(({ day }) => Number(day.slice(8)));
  return numbers
    .filter((one) => !numbers.includes(one - 1))
    .map((first) => `${first}-${numbers.find((one) => one >= first && !numbers.includes(one + 1))}`)
    .join(' ');
}

describe('employment', () => {
  it.each<[string, Partial<EmploymentRecord>, string]>([
    ['an account that stays active', {}, '1-31'],
    ['an account of this month, from its day on', { createdAt: at('2026-03-10 16:00') }, '10-31'],
    ['somebody who left, until the last whole day', { isActive: false, steps: [left] }, '1-3'],
    [
      'somebody who came back',
      { steps: [left, { at: at('2026-03-23 08:00'), isActive: true }] },
      '1-3 23-31',
    ],
    [
      'somebody deactivated by mistake for an hour',
      { steps: [left, { at: at('2026-03-04 18:00'), isActive: true }] },
      '1-31',
    ],
    [
      'a registration, from its approval on',
      { steps: [{ at: at('2026-03-12 10:00'), isActive: true }] },
      '12-31',
    ],
    [
      'somebody who came back, since a day after that',
      { since: '2026-03-26', steps: [left, { at: at('2026-03-23 08:00'), isActive: true }] },
      '26-31',
    ],
    [
      'somebody who came back, since a day before the account was activated',
      { since: '2026-03-16', steps: [left, { at: at('2026-03-23 08:00'), isActive: true }] },
      '16-31',
    ],
    ['a registration that nobody approved', { isActive: false }, ''],
    [
      'an account made after the first day of work',
      { createdAt: at('2026-03-10 16:00'), since: '2026-03-02' },
      '2-31',
    ],
    ['an account made before the first day of work', { since: '2026-03-16' }, '16-31'],
    ['a first day after the end', { since: '2026-03-16', isActive: false, steps: [left] }, ''],
  ])('covers %s', (_who, changed, expected) => {
    expect(employedDays(changed)).toBe(expected);
  });
});
