import { describe, expect, it } from 'vitest';
import { toDomainEntry } from '#contract/wire';
import { addDays } from '#domain/time/workplace-day';
import { clockOf } from '#web/clock/clock-view.ts';
import {
  figuresOf,
  dayAfter,
  dayBefore,
  isInRange,
  weekOrMonthAround,
} from '#web/clock/timesheet/figures.ts';
import {
  breakTotal,
  concernsTimesheet,
  toTimesheetDays,
  timesheetOf,
  workedTotal,
  type TimesheetView,
} from '#web/clock/timesheet/timesheet-view.ts';
import { workplaceDays } from '#tests/domain/timeline';
import { at, change, clockView, correction, entry, person, settings } from './records.ts';

const { calendar } = clockView();
const view = (): TimesheetView => ({
  calendar,
  employment: [],
  entries: [],
  corrections: [],
  closed: [],
  next: null,
});
const closed = (n: number, from: string, to: string) =>
  entry(n, { clockIn: at(from), clockOut: at(to), updatedAt: at(to) });

describe("the timesheet's data", () => {
  it.each([
    ['an entry of its days', { entry: entry(1) }, true],
    ['an entry of another day', { entry: entry(1, { clockIn: '2026-11-18T05:00:00.000Z' }) }, false],
    ['other settings', { userId: null, settings: settings({ workStartTime: '10:00' }) }, false],
    ['a new time zone', { userId: null, settings: settings({ timeZone: 'Europe/Berlin' }) }, true],
  ] satisfies [string, Parameters<typeof change>[1], boolean][])(
    'days that the dashboard does not know: after %s they are asked for again: %#',
    (_, told, isConcerned) => expect(concernsTimesheet(change('11-1', told), view())).toBe(isConcerned),
  );

  it('the dashboard provides the timesheet if it has all of its days, newest first', () => {
    const [first, last] = [calendar.days[0]?.day ?? '', calendar.days.at(-1)?.day ?? ''];
    const [older, newer] = [closed(1, '09:00', '11:00'), closed(2, '12:00', '13:00')];
    const shown = clockView({
      entries: [older, newer, entry(3, { clockIn: '2026-01-05T05:00:00.000Z' })],
      corrections: [correction(4)],
    });
    const clock = clockOf(shown, shown.entries.map(toDomainEntry), '2026-11-20');
    expect(timesheetOf(clock, { first, last })).toEqual({
      zone: calendar.timeZone,
      employment: shown.employment,
      days: calendar.days,
      entries: [newer, older].map(toDomainEntry),
      corrections: [correction(4)],
      closed: [],
    });
    expect(timesheetOf(clock, { first, last: addDays(last, 1) })).toBeUndefined();
    expect(timesheetOf(clock, { first: addDays(first, -1), last })).toBeUndefined();
  });

  it('the totals of work and breaks include the running session and its break', () => {
    const entries = [
      closed(1, '09:00', '11:00'),
      entry(2, {
        clockIn: at('12:00'),
        break: [{ start: at('12:30'), end: at('12:45') }, { start: at('13:00') }],
      }),
    ].map(toDomainEntry);
    const now = Date.parse(at('13:10'));
    expect([workedTotal(entries, now), breakTotal(entries, now)]).toEqual([165, 25]);
    expect(
      toTimesheetDays(entries, [], calendar.days, 'UTC', person).map(({ day, entries: its }) => [
        day,
        its.length,
      ]),
    ).toEqual([['2026-11-20', 2]]);
  });

  it('shows workdays without an entry before today, and marks a late first clock-in', () => {
    const week = workplaceDays('Asia/Kathmandu', '2026-11-14', '2026-11-20');
    const since = { ...person, employment: [{ from: Date.parse('2026-11-13T10:00:00Z'), to: null }] };
    const entries = [closed(1, '09:10', '11:00'), closed(2, '12:00', '13:00')].map(toDomainEntry);
    const shown = toTimesheetDays(entries.toReversed(), [], week, 'UTC', since).map(
      ({ day, lateEntryId: late, rows }) => [day, late, rows.length],
    );
    expect(shown).toEqual([
      ['2026-11-20', entry(1).id, 2],
      ['2026-11-19', undefined, 0],
      ['2026-11-18', undefined, 0],
      ['2026-11-17', undefined, 0],
      ['2026-11-16', undefined, 0],
    ]);
    const onWednesday = {
      ...since,
      employment: [{ from: week[3]?.start ?? 0, to: null }],
      today: '2026-11-18',
    };
    expect(toTimesheetDays([], [], week, 'UTC', onWednesday).map(({ day }) => day)).toEqual(['2026-11-17']);
  });
});

describe('the shown week or month', () => {
  it('moves by a week or a month, across months, years and leap days', () => {
    expect(weekOrMonthAround('month', dayBefore(weekOrMonthAround('month', '2026-03-31')))).toEqual({
      first: '2026-02-01',
      last: '2026-02-28',
    });
    expect(weekOrMonthAround('month', dayAfter(weekOrMonthAround('month', '2028-01-15')))).toEqual({
      first: '2028-02-01',
      last: '2028-02-29',
    });
    expect(weekOrMonthAround('week', dayAfter(weekOrMonthAround('week', '2026-12-30')))).toEqual({
      first: '2027-01-04',
      last: '2027-01-10',
    });
  });

  it('knows whether it includes today', () => {
    expect(
      ['2026-11-15', '2026-11-16', '2026-11-22', '2026-11-23'].map((day) =>
        isInRange(day, weekOrMonthAround('week', '2026-11-20')),
      ),
    ).toEqual([false, true, true, false]);
  });
});

describe('the figures', () => {
  it('figures are computed once for all that is drawn in the same second', () => {
    const figures = figuresOf({
      entries: [toDomainEntry(entry(1))],
      days: calendar.days,
      today: '2026-11-20',
      settings: settings(),
    });
    const now = Date.parse(at('10:00'));
    expect(figures(now)).toBe(figures(now));
    expect([figures(now).todayMinutes, figures(now + 60_000).todayMinutes]).toEqual([60, 61]);
  });
});
