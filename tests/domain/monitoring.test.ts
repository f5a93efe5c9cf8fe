import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Severity } from '#domain/entry/activity';
import { workplaceDay } from '#domain/time/calendar';
import { isMonitored } from '#domain/people/employee';
import {
  clockedInRows,
  entriesByPerson,
  headCount,
  isLongEntry,
  lastActivityToday,
  LONG_ENTRY_MINUTES,
  rowOf,
  recentNotifications,
  todayMinutes,
} from '#domain/day/monitoring';
import { at, entry, settings, workplaceDays, ZONE } from './timeline.ts';

const today = workplaceDay(ZONE, '2026-11-20');
const present = {
  now: at('2026-11-20 14:00'),
  today,
  days: workplaceDays(ZONE, '2026-11-19', '2026-11-20'),
  nightShiftHours: 16,
  settings,
};
const employee = (id: string, changed: { isActive?: boolean; role?: 'admin' | 'employee' } = {}) => ({
  id,
  name: id,
  employeeId: `NXBI-${id}`,
  department: 'Business Studio',
  hub: '',
  role: 'employee' as const,
  isActive: true,
  ...changed,
});
const notice = (time: string, severity: Severity = 'info') => ({
  id: time,
  type: 'clock_in',
  message: time,
  userId: 'ada',
  userName: 'ada',
  severity,
  metadata: { hasLocation: false },
  timestamp: at(time),
  read: false,
});
const rowsOf = (
  people: readonly ReturnType<typeof employee>[],
  entries: readonly ReturnType<typeof entry>[],
) => {
  const entriesOf = entriesByPerson(entries);
  return people.filter(isMonitored).map((person) => rowOf(person, entriesOf.get(person.id) ?? [], present));
};

describe('the monitoring board (spec §2)', () => {
  const rows = rowsOf(
    ['ada', 'grace', 'linus', 'mary'].map((id) => employee(id)),
    [
      entry('2026-11-20 09:00-', { userId: 'ada' }),
      entry('2026-11-20 08:00-', { userId: 'grace', breaks: ['12:00-12:30', '13:45-'] }),
      entry('2026-11-20 09:00-13:00', { userId: 'linus' }),
    ],
  );

  it('the head count includes people on a break as clocked in', () => {
    expect(headCount(rows)).toEqual({ clockedIn: 2, notClockedIn: 2, employees: 4 });
    expect(clockedInRows(rows).map(({ person }) => person.id)).toEqual(['grace', 'ada']);
  });

  it("the board shows status, last activity and today's hours of each person", () => {
    expect(
      rows.map((row) => [
        row.person.name,
        row.status,
        row.lastActivity,
        todayMinutes(row, at('2026-11-20 14:00')),
      ]),
    ).toEqual([
      ['ada', 'clocked-in', at('2026-11-20 09:00'), 300],
      ['grace', 'on-break', at('2026-11-20 13:45'), 315],
      ['linus', 'clocked-out', at('2026-11-20 13:00'), 240],
      ['mary', 'clocked-out', null, 0],
    ]);
  });

  it('the board considers only active employees with role employee (spec §6)', () => {
    const people = [
      employee('ada', { isActive: false }),
      employee('boss', { role: 'admin' }),
      employee('grace'),
    ];
    const watched = rowsOf(people, [entry('2026-11-20 09:00-', { userId: 'ada' })]);
    expect(watched.map(({ person }) => person.id)).toEqual(['grace']);
    expect(headCount(watched).clockedIn).toBe(0);
  });

  it('an entry left open is not current and counts nothing', () => {
    const [row] = rowsOf([employee('ada')], [entry('2026-11-18 09:00-', { breaks: ['12:00-12:30'] })]);
    const now = at('2026-11-20 14:00');
    expect(row).toMatchObject({
      status: 'clocked-out',
      entry: null,
      lastActivity: null,
      leftOpen: 'earlier-day',
      forgottenEntry: { clockIn: at('2026-11-18 09:00') },
    });
    expect(row && headCount([row]).clockedIn).toBe(0);
    expect(row && todayMinutes(row, now)).toBe(0);
    expect(row?.arrivedAt).toBeNull();
  });

  it('a running entry belongs to today, even that of a night shift', () => {
    const entries = [
      entry('2026-11-20 09:00-', { userId: 'ada' }),
      entry('2026-11-19 22:30-', { userId: 'grace' }),
    ];
    const rows = rowsOf([employee('ada'), employee('grace')], entries);
    expect(rows.map((row) => row.entries)).toEqual(entries.map((one) => [one]));
  });

  it('the board flags a session over 480 minutes, not one of 480', () => {
    expect(LONG_ENTRY_MINUTES).toBe(480);
    const flagged = (time: string) => isLongEntry(entry('2026-11-20 09:00-'), at(`2026-11-20 ${time}`));
    expect([flagged('17:00'), flagged('17:01')]).toEqual([false, true]);
  });

  it('the clock-out of a night shift is an activity of today, but its hours belong to yesterday', () => {
    const [row] = rowsOf([employee('ada')], [entry('2026-11-19 22:00-06:00', { breaks: ['02:00-02:30'] })]);
    expect(row).toMatchObject({ status: 'clocked-out', lastActivity: at('2026-11-20 06:00') });
    expect(row && todayMinutes(row, at('2026-11-20 14:00'))).toBe(0);
    expect(
      lastActivityToday([entry('2026-11-19 22:00-', { breaks: ['23:00-23:30', '01:00-'] })], today),
    ).toBe(at('2026-11-20 01:00'));
  });

  it('everybody is either clocked in or not', () => {
    const people = ['ada', 'grace', 'linus'];
    const someEntry = fc
      .record({
        userId: fc.constantFrom(...people, 'nobody'),
        hour: fc.integer({ min: 10, max: 13 }),
        open: fc.boolean(),
      })
      .map(({ userId, hour, open }) =>
        entry(`2026-11-20 ${hour}:00-${open ? '' : `${hour}:30`}`, { userId }),
      );
    fc.assert(
      fc.property(fc.array(someEntry, { maxLength: 8 }), (entries) => {
        const watched = rowsOf(
          people.map((id) => employee(id)),
          entries,
        );
        const { clockedIn, notClockedIn, employees } = headCount(watched);
        expect(clockedIn + notClockedIn).toBe(employees);
        expect(clockedIn).toBe(
          new Set(
            entries
              .filter(({ clockOut, userId }) => clockOut === null && userId !== 'nobody')
              .map(({ userId }) => userId),
          ).size,
        );
        expect(watched.map(({ person }) => person.id)).toEqual(people);
      }),
    );
  });
});

describe('notifications (spec §9)', () => {
  const now = at('2026-11-20 12:00');

  it('shows the notifications of the last 24 hours, newest first', () => {
    const list = [
      notice('2026-11-19 11:59'),
      notice('2026-11-19 12:00'),
      notice('2026-11-20 11:00'),
      notice('2026-11-20 09:00'),
    ];
    expect(recentNotifications(list, now).map(({ message }) => message)).toEqual([
      '2026-11-20 11:00',
      '2026-11-20 09:00',
      '2026-11-19 12:00',
    ]);
  });

  it('shows at most 10 notifications', () => {
    const list = Array.from({ length: 14 }, (_, index) => notice(`2026-11-20 08:${10 + index}`));
    const shown = recentNotifications(list, now);
    expect(shown).toHaveLength(10);
    expect(shown.at(0)?.message).toBe('2026-11-20 08:23');
  });
});

describe('a shift that begins at 22:00', () => {
  const nights = { minutes: 480, start: '22:00', end: '06:00', name: 'Nights' };
  const sick = { kind: 'sick', name: 'Sick', isCredited: true, half: null };
  const rowAt = (time: string, times: readonly string[], leave?: typeof sick) =>
    rowOf(
      { ...employee('ada'), planned: { schedule: nights, leave } },
      times.map((one) => entry(one)),
      { ...present, now: at(time) },
    );
  const LAST_NIGHT = '2026-11-19 22:00-06:00';

  it.each([
    ['is missed after the night before', '2026-11-20 22:30', [LAST_NIGHT], true],
    ['is missed after a night that was begun late', '2026-11-20 22:30', ['2026-11-20 00:30-06:00'], true],
    ['is not missed before it begins', '2026-11-20 21:00', [LAST_NIGHT], false],
    ['is not missed by a person who came', '2026-11-20 22:30', [LAST_NIGHT, '2026-11-20 21:55'], false],
    ['is not missed after it was ended', '2026-11-20 23:30', ['2026-11-20 21:55-23:00'], false],
  ])('%s', (_, time, times, isMissing) => {
    expect(rowAt(time, times).isMissing).toBe(isMissing);
  });

  it('is on leave after the night before', () => {
    expect(rowAt('2026-11-20 22:30', [LAST_NIGHT], sick)).toMatchObject({
      isMissing: false,
      dayOff: 'On leave',
    });
  });
});
