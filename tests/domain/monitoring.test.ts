import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Notification, Severity } from '#domain/activity';
import { workplaceDay } from '#domain/calendar';
import { alertsToday, LONG_SESSION_MINUTES, monitoringBoard, recentNotifications } from '#domain/monitoring';
import { at, entry, ZONE } from './timeline.ts';

const today = workplaceDay(ZONE, '2026-11-20');
const employee = (id: string, changed: { isActive?: boolean; role?: 'admin' | 'employee' } = {}) => ({ id, name: id, role: 'employee' as const, isActive: true, ...changed });
const notice = (time: string, severity: Severity = 'info'): Notification => ({
  id: time, type: 'clock_in', message: time, userId: 'ada', userName: 'ada', severity, metadata: { hasLocation: false }, timestamp: at(time), read: false,
});
const boardAt = (time: string, people: readonly ReturnType<typeof employee>[], entries: readonly ReturnType<typeof entry>[]) =>
  monitoringBoard({ employees: people, entries, notifications: [], today, now: at(`2026-11-20 ${time}`) });

describe('the monitoring board (spec §2, decisions §6)', () => {
  const board = boardAt('14:00', ['ada', 'grace', 'linus', 'mary'].map((id) => employee(id)), [
    entry('2026-11-20 09:00-', { userId: 'ada' }),
    entry('2026-11-20 08:00-', { userId: 'grace', breaks: ['12:00-12:30', '13:45-'] }),
    entry('2026-11-20 09:00-13:00', { userId: 'linus' }),
  ]);

  it('counts who is clocked in, breaks included, of all', () => {
    expect(board).toMatchObject({ clockedIn: 2, notClockedIn: 2, employees: 4 });
    expect(board.active.map(({ userId }) => userId)).toEqual(['grace', 'ada']);
  });

  it('shows status, last activity and today\'s hours of each', () => {
    expect(board.rows.map(({ name, status, lastActivity, todayMinutes }) => [name, status, lastActivity, todayMinutes])).toEqual([
      ['ada', 'clocked-in', at('2026-11-20 09:00'), 300],
      ['grace', 'on-break', at('2026-11-20 13:45'), 315],
      ['linus', 'clocked-out', at('2026-11-20 13:00'), 240],
      ['mary', 'clocked-out', null, 0],
    ]);
  });

  it('considers only active employees with role employee (spec §6)', () => {
    const people = [employee('ada', { isActive: false }), employee('boss', { role: 'admin' }), employee('grace')];
    const { rows, clockedIn } = boardAt('14:00', people, [entry('2026-11-20 09:00-', { userId: 'ada' })]);
    expect(rows.map(({ userId }) => userId)).toEqual(['grace']);
    expect(clockedIn).toBe(0);
  });

  it('an entry still open from an earlier day is current, though nothing happened today', () => {
    const [row] = boardAt('14:00', [employee('ada')], [entry('2026-11-18 09:00-')]).rows;
    expect(row).toMatchObject({ status: 'clocked-in', lastActivity: null, todayMinutes: 0, isLongSession: true, sessionMinutes: 53 * 60 });
  });

  it('flags a session over 480 minutes, not one of 480', () => {
    expect(LONG_SESSION_MINUTES).toBe(480);
    const flagged = (time: string) => boardAt(time, [employee('ada')], [entry('2026-11-20 09:00-')]).rows.map(({ isLongSession }) => isLongSession);
    expect([flagged('17:00'), flagged('17:01')]).toEqual([[false], [true]]);
  });

  it('everybody is either clocked in or not', () => {
    const people = ['ada', 'grace', 'linus'];
    const someEntry = fc.record({ userId: fc.constantFrom(...people, 'nobody'), hour: fc.integer({ min: 10, max: 13 }), open: fc.boolean() })
      .map(({ userId, hour, open }) => entry(`2026-11-20 ${hour}:00-${open ? '' : `${hour}:30`}`, { userId }));
    fc.assert(
      fc.property(fc.array(someEntry, { maxLength: 8 }), (entries) => {
        const { rows, clockedIn, notClockedIn, employees } = boardAt('14:00', people.map((id) => employee(id)), entries);
        expect(clockedIn + notClockedIn).toBe(employees);
        expect(clockedIn).toBe(new Set(entries.filter(({ clockOut, userId }) => clockOut === null && userId !== 'nobody').map(({ userId }) => userId)).size);
        expect(rows.map(({ userId }) => userId)).toEqual(people);
      }),
    );
  });
});

describe('notifications (spec §9)', () => {
  const now = at('2026-11-20 12:00');

  it('are those of the last 24 hours, newest first', () => {
    const list = [notice('2026-11-19 11:59'), notice('2026-11-19 12:00'), notice('2026-11-20 11:00'), notice('2026-11-20 09:00')];
    expect(recentNotifications(list, now).map(({ message }) => message)).toEqual(['2026-11-20 11:00', '2026-11-20 09:00', '2026-11-19 12:00']);
  });

  it('are at most 10', () => {
    const list = Array.from({ length: 14 }, (_, index) => notice(`2026-11-20 08:${10 + index}`));
    const shown = recentNotifications(list, now);
    expect(shown).toHaveLength(10);
    expect(shown.at(0)?.message).toBe('2026-11-20 08:23');
  });

  it('alerts today are those since workplace midnight that are neither success nor info (decisions §6)', () => {
    const list = [
      notice('2026-11-19 23:59', 'warning'), notice('2026-11-20 00:00', 'warning'), notice('2026-11-20 09:00', 'success'),
      notice('2026-11-20 09:01', 'info'), notice('2026-11-20 09:02', 'error'),
    ];
    expect(alertsToday(list, today)).toBe(2);
  });
});
