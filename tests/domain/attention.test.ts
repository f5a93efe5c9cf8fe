import { describe, expect, it } from 'vitest';
import { BOARD_STATES, sortByAttention, isInState, countByState } from '#domain/day/attention';
import { workplaceDay } from '#domain/time/calendar';
import { rowOf } from '#domain/day/monitoring';
import { at, entry, settings, workplaceDays, ZONE } from './timeline.ts';

const present = {
  now: at('2026-11-20 14:00'),
  today: workplaceDay(ZONE, '2026-11-20'),
  days: workplaceDays(ZONE, '2026-11-17', '2026-11-20'),
  nightShiftHours: 16,
  settings,
};
const row = (name: string, isActive: boolean, ...entries: readonly ReturnType<typeof entry>[]) =>
  rowOf(
    { id: name, name, employeeId: name, department: 'General', hub: '', isActive },
    entries.map((one) => ({ ...one, userId: name })),
    present,
  );

/** Sorted by name, as on the board. */
const rows = [
  row('at work', true, entry('2026-11-20 09:00-')),
  row('deactivated at work', false, entry('2026-11-20 08:00-')),
  row('forgot on Tuesday', true, entry('2026-11-17 09:00-')),
  row('forgot on Wednesday', true, entry('2026-11-18 09:00-', { breaks: ['12:00-'] })),
  row('home after a late start', true, entry('2026-11-20 09:26-12:00')),
  row('home after the night', true, entry('2026-11-19 22:00-06:00')),
  row('late', true, entry('2026-11-20 09:10-')),
  row('late after the night', true, entry('2026-11-19 20:00-06:00'), entry('2026-11-20 13:00-')),
  row('missing', true),
  row('on a break', true, entry('2026-11-20 09:00-', { breaks: ['12:00-12:30', '13:50-'] })),
  row('on a night shift', true, entry('2026-11-19 23:00-')),
];
const names = (some: typeof rows) => some.map(({ person }) => person.name);

describe('the states of the board', () => {
  it.each([
    ['in', ['at work', 'late', 'late after the night', 'on a night shift']],
    ['on-break', ['on a break']],
    ['out', ['home after a late start', 'home after the night', 'missing']],
    ['late', ['home after a late start', 'late', 'late after the night']],
    ['missing', ['forgot on Tuesday', 'forgot on Wednesday', 'missing']],
    ['left-open', ['deactivated at work', 'forgot on Tuesday', 'forgot on Wednesday']],
  ] as const)('the state %s covers %j', (state, expected) => {
    expect(names(rows.filter((one) => isInState(one, state)))).toEqual(expected);
    expect(countByState(rows)[state]).toBe(expected.length);
  });

  it('each person has one of the states in, on a break, out and left open', () => {
    const apart = BOARD_STATES.filter((state) => state !== 'late' && state !== 'missing');
    for (const one of rows) expect(apart.filter((state) => isInState(one, state))).toHaveLength(1);
  });

  it('somebody who clocks in again after a forgotten clock-out is also left open and comes near the top', () => {
    const setAside = { ...entry('2026-11-19 09:00-'), setAsideAt: present.now };
    const back = row('back at work', true, setAside, entry('2026-11-20 09:00-'));
    expect(BOARD_STATES.filter((state) => isInState(back, state))).toEqual(['left-open', 'in']);
    expect(names(sortByAttention([...rows, back], () => false)).slice(0, 3)).toEqual([
      'forgot on Tuesday',
      'forgot on Wednesday',
      'back at work',
    ]);
  });

  it('the board sorts by urgency: left open, missing, late, a request, then the others', () => {
    const hasRequest = ({ person }: (typeof rows)[number]) => ['late', 'on a break'].includes(person.name);
    expect(names(sortByAttention(rows, hasRequest))).toEqual([
      'forgot on Tuesday',
      'forgot on Wednesday',
      'deactivated at work',
      'missing',
      'late after the night',
      'home after a late start',
      'late',
      'on a break',
      'at work',
      'home after the night',
      'on a night shift',
    ]);
  });
});
