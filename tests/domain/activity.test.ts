import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  breakEndMessage,
  clockInMessage,
  clockInWarnings,
  clockOutMessage,
  clockOutWarnings,
  isAlert,
  notificationFor,
  type ActivityEvent,
} from '#domain/entry/activity';
import { readNotification } from '#domain/entry/notification-text';
import { inLanguage } from '#server/platform/language';
import { LANGUAGE_CODES } from '#texts/languages';
import { say } from '#texts/say';
import { expectedReading, NOTIFICATION_EVENT } from './notification-events.ts';
import { settings, workplaceDays, ZONE } from './timeline.ts';

const userName = 'Ada Lovelace';
const late = { late: true, minutes: 7 };
const onTime = { late: false, minutes: 0 };

describe('notifications (spec §3, §7; one per punch)', () => {
  it.each<[ActivityEvent, string, string, string]>([
    [
      { kind: 'registered', userName },
      'employee_registered',
      'success',
      'Ada Lovelace registered as a new employee',
    ],
    [
      { kind: 'clock_in', userName, time: '09:00', lateness: onTime },
      'clock_in',
      'success',
      'Ada Lovelace clocked in at 09:00',
    ],
    [
      { kind: 'clock_in', userName, time: '13:00', lateness: null },
      'clock_in',
      'success',
      'Ada Lovelace clocked in at 13:00',
    ],
    [
      { kind: 'clock_in', userName, time: '09:12', lateness: late },
      'late_arrival',
      'warning',
      'Ada Lovelace clocked in at 09:12 (7 min late)',
    ],
    [
      { kind: 'clock_out', userName, workedMinutes: 450 },
      'clock_out',
      'info',
      'Ada Lovelace clocked out after 7.5 h',
    ],
    [
      { kind: 'clock_out', userName, workedMinutes: 480 },
      'clock_out',
      'info',
      'Ada Lovelace clocked out after 8.0 h',
    ],
    [
      { kind: 'clock_out', userName, workedMinutes: 510 },
      'overtime',
      'warning',
      'Ada Lovelace clocked out after 8.5 h (overtime)',
    ],
    [
      { kind: 'clock_out', userName, workedMinutes: 480.5 },
      'overtime',
      'warning',
      'Ada Lovelace clocked out after more than 8.0 h (overtime)',
    ],
    [
      { kind: 'break_start', userName, time: '12:00' },
      'break_start',
      'info',
      'Ada Lovelace started a break at 12:00',
    ],
    [
      { kind: 'break_end', userName, breakMinutes: 29.6 },
      'break_end',
      'info',
      'Ada Lovelace ended a break (30 min)',
    ],
    [
      { kind: 'break_end', userName, breakMinutes: 60 },
      'break_end',
      'info',
      'Ada Lovelace ended a break (60 min)',
    ],
    [
      { kind: 'break_end', userName, breakMinutes: 75.4 },
      'break_end',
      'warning',
      'Ada Lovelace ended an extended break (75 min)',
    ],
    [
      { kind: 'updated', userName, fields: ['name', 'hub'] },
      'employee_updated',
      'info',
      'Ada Lovelace was updated: name, hub',
    ],
    [{ kind: 'deactivated', userName }, 'employee_deactivated', 'warning', 'Ada Lovelace was deactivated'],
  ])('%j gives the notification %s with severity %s', (event, type, severity, message) => {
    expect(notificationFor(event)).toEqual({ type, severity, message });
    const read = readNotification(message, userName);
    expect(read && say(read.key, { ...read.values, name: userName }), 'is read back').toBe(message);
  });

  it('a name within the name of the administrator is not taken for the person', () => {
    const { message } = notificationFor({
      kind: 'closed',
      userName: 'Ana',
      adminName: 'Ana Maria',
      workedMinutes: 60,
    });
    expect(readNotification(message, 'Ana')).toMatchObject({
      key: 'activity.closed',
      values: { admin: 'Ana Maria', hours: '1.0' },
    });
  });

  it('a notification of an earlier version is read back', () => {
    expect(readNotification('Ana stated when they had left, after 8.0 h', 'Ana')?.key).toBe(
      'activity.stated',
    );
  });

  it('every notification is read back, and said with the same values in each language', () => {
    fc.assert(
      fc.property(NOTIFICATION_EVENT, (event) => {
        const { message } = notificationFor(event);
        const saidAgain = () => {
          const read = readNotification(message, event.userName);
          return read && say(read.key, { ...read.values, name: event.userName });
        };
        expect(saidAgain()).toBe(message);
        for (const language of LANGUAGE_CODES)
          inLanguage(language, () => {
            const [key, values] = expectedReading(event);
            expect(readNotification(message, event.userName)).toMatchObject({ key, values });
            expect(saidAgain()).toContain(event.userName);
          });
      }),
      { numRuns: 200 },
    );
  });

  it.each<[ActivityEvent, string]>([
    [
      { kind: 'clock_in', userName, time: '09:12', lateness: late },
      'Ada Lovelace ist um 09:12 gekommen (7 min verspätet)',
    ],
    [
      { kind: 'clock_out', userName, workedMinutes: 510 },
      'Ada Lovelace ist nach 8,5 h gegangen (Überstunden)',
    ],
    [
      { kind: 'closed', userName, adminName: 'Ana', workedMinutes: 450 },
      'Ana hat Ada Lovelace nach 7,5 h ausgestempelt',
    ],
    [
      { kind: 'break_end', userName, breakMinutes: 75.4 },
      'Ada Lovelace hat eine lange Pause beendet (75 min)',
    ],
    [
      { kind: 'updated', userName, fields: ['name', 'employeeId', 'isActive'] },
      'Ada Lovelace wurde geändert: Name, Personalnummer, aktiv',
    ],
  ])('%j reads in German: %s', (event, expected) => {
    const { message } = notificationFor(event);
    inLanguage('de', () => {
      const read = readNotification(message, userName);
      expect(read && say(read.key, { ...read.values, name: userName })).toBe(expected);
    });
  });

  it('a notification is an alert unless its severity is success or info [D6.1]', () => {
    expect(['success', 'info', 'warning', 'error', 'whatever'].filter(isAlert)).toEqual([
      'warning',
      'error',
      'whatever',
    ]);
  });
});

describe('messages to the employee (spec §4)', () => {
  it.each([
    [onTime, false, "Clock-in successful at 09:12 - You're on time!"],
    [onTime, true, "Clock-in successful at 09:12 - You're on time! 📍"],
    [late, false, 'Clock-in successful at 09:12 (7 min late)'],
    [late, true, 'Clock-in successful at 09:12 (7 min late) 📍'],
    [null, false, "Clock-in successful at 09:12 - You're on time!"],
  ])('the clock-in message fits lateness %j and location %j', (lateness, hasLocation, message) => {
    expect(clockInMessage('09:12', lateness, hasLocation)).toBe(message);
  });

  it('the clock-out message is "Clocked-out successful"', () => {
    expect(clockOutMessage()).toBe('Clocked-out successful');
  });

  it('the message at the end of a break gives the length of an extended break', () => {
    expect([30, 60, 60.6, 75.4].map((minutes) => breakEndMessage('13:10', minutes))).toEqual([
      'Break ended at 13:10',
      'Break ended at 13:10',
      'Break ended at 13:10 (extended, 61 min)',
      'Break ended at 13:10 (extended, 75 min)',
    ]);
  });

  it('a clock-out after more than 8 hours warns of overtime with one decimal', () => {
    expect([480, 480.5, 510].map(clockOutWarnings)).toEqual([
      [],
      ['Overtime: more than 8.0 h worked.'],
      ['Overtime: 8.5 h worked, more than 8 h.'],
    ]);
  });

  it('a clock-in warns only on a weekend, and only when weekend work is disallowed', () => {
    const warning = ['Weekend work is not allowed by the current settings.'];
    const [friday, saturday, sunday, monday] = workplaceDays(ZONE, '2026-11-20', '2026-11-23');
    const warnings = (day: typeof friday, changed: Partial<typeof settings> = {}) =>
      day && clockInWarnings(day, { ...settings, ...changed });
    expect([friday, saturday, sunday, monday].map((day) => warnings(day))).toEqual([
      [],
      warning,
      warning,
      [],
    ]);
    expect(warnings(saturday, { weekendWorkAllowed: true })).toEqual([]);
  });
});
