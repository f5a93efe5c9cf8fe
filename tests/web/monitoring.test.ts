import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { workplaceDay } from '#domain/calendar';
import { presenceByHour } from '#domain/presence';
import { boardOf, rowIn } from '#web/screens/admin/monitoring/board.ts';
import {
  matchesFilter,
  isUnread,
  countNew,
  peopleByLabel,
  typeNamed,
  TYPE_CHOICES,
} from '#web/screens/admin/monitoring/feed-view.ts';
import { headCountGroups } from '#web/screens/admin/monitoring/head-count-list.ts';
import { frozenOrder } from '#web/ui/frozen-order.ts';
import { applyToMonitoring, dayNamed } from '#web/screens/admin/monitoring/monitoring-view.ts';
import { hoursShown, hourText, usualHours } from '#web/screens/admin/monitoring/presence-scale.ts';
import {
  matching,
  NO_FILTER,
  sorted,
  studiosOf,
  type StatusColumn,
} from '#web/screens/admin/monitoring/status-table.ts';
import {
  at,
  boardPerson,
  change,
  entry,
  id,
  monitoringView,
  notification,
  settings,
  user,
} from './records.ts';

describe('the monitoring tab, kept up live', () => {
  it('a clock-in brings its entry and its notification', () => {
    const next = applyToMonitoring(
      monitoringView(),
      change('11-1', { entry: entry(1), notification: notification(5) }),
    );
    expect(next?.entries).toEqual([entry(1)]);
    expect(next?.notifications).toEqual([notification(5)]);
  });

  it('a change applied twice changes nothing the second time', () => {
    const late = change('11-1', {
      entry: entry(1),
      notification: notification(5, { severity: 'warning' }),
      user: user(1),
    });
    const once = applyToMonitoring(monitoringView(), late);
    expect(once && applyToMonitoring(once, late)).toEqual(once);
  });

  it('an alert is neither success nor info, and counts only today', () => {
    const severities = ['success', 'info', 'warning', 'error'] as const;
    const counts = severities.map(
      (severity) =>
        applyToMonitoring(monitoringView(), change('11-1', { notification: notification(5, { severity }) }))
          ?.alertsToday,
    );
    expect(counts).toEqual([0, 0, 1, 1]);
    const yesterday = notification(5, { severity: 'warning', timestamp: '2026-11-19T10:00:00.000Z' });
    expect(
      applyToMonitoring(monitoringView(), change('11-1', { notification: yesterday }))?.alertsToday,
    ).toBe(0);
  });

  it('who registers appears; who is deactivated or made an admin is watched no longer', () => {
    const joined = applyToMonitoring(monitoringView(), change('11-1', { user: user(1) }));
    expect(joined?.employees).toEqual([boardPerson(1)]);
    for (const changed of [user(1, { isActive: false }), user(1, { role: 'admin' })]) {
      expect(joined && applyToMonitoring(joined, change('12-1', { user: changed }))?.employees).toEqual([]);
    }
  });

  it('a new time zone asks for new day bounds', () => {
    expect(
      applyToMonitoring(
        monitoringView(),
        change('11-1', { settings: settings({ timeZone: 'Europe/Berlin' }) }),
      ),
    ).toBeNull();
  });

  it('whoever is deactivated with an open entry is kept beside the board until it is closed', () => {
    const open = entry(1);
    const view = monitoringView({ employees: [boardPerson(1)], entries: [open] });
    const left = applyToMonitoring(view, change('11-1', { user: user(1, { isActive: false }) }));
    expect(left).toMatchObject({ employees: [], former: [boardPerson(1, { isActive: false })] });
    const closed =
      left && applyToMonitoring(left, change('12-1', { entry: { ...open, clockOut: at('17:00') } }));
    expect(closed?.former).toEqual([]);
    const back = left && applyToMonitoring(left, change('12-1', { user: user(1) }));
    expect(back).toMatchObject({ employees: [boardPerson(1)], former: [] });
  });

  it('what another admin has seen is read here too, and the unread ones are fewer', () => {
    const view = monitoringView({ notifications: [notification(5), notification(6)], unread: 7 });
    const some = applyToMonitoring(
      view,
      change('11-1', { kind: 'activity_read', read: { ids: [id(5)], upTo: null, recent: 1 } }),
    );
    expect(some?.notifications.map(({ read }) => read)).toEqual([true, false]);
    expect(some?.unread).toBe(6);
    const all = applyToMonitoring(
      view,
      change('11-1', { kind: 'activity_read', read: { ids: [], upTo: at('09:00'), recent: 7 } }),
    );
    expect(all?.notifications.every(({ read }) => read)).toBe(true);
    expect(all?.unread).toBe(0);
    const before = applyToMonitoring(
      view,
      change('11-1', { kind: 'activity_read', read: { ids: [], upTo: at('08:59'), recent: 0 } }),
    );
    expect(before?.notifications.some(({ read }) => read)).toBe(false);
  });
});

describe('the board, made anew only for whom a change touches', () => {
  const people = [
    boardPerson(1, { name: 'Maya' }),
    boardPerson(2, { name: 'Asha' }),
    boardPerson(3, { name: 'Émile' }),
  ];
  const view = monitoringView({
    employees: people,
    entries: [entry(11), entry(12, { userId: id(2), clockIn: at('08:00') })],
  });
  const day = dayNamed(view, '2026-11-20');
  const first = boardOf(view, day, null);
  const after = (changed: Parameters<typeof change>[1]) => {
    const next = applyToMonitoring(view, change('11-1', changed));
    if (!next) throw new Error('The change asks for a new snapshot.');
    return boardOf(next, day, first);
  };

  it('has a row for each by name, whatever the accents', () => {
    expect(first.rows.map(({ person }) => person.name)).toEqual(['Asha', 'Émile', 'Maya']);
    expect(first.active.map(({ person }) => person.name)).toEqual(['Asha', 'Maya']);
    expect(first.heads).toEqual({ clockedIn: 2, notClockedIn: 1, employees: 3 });
  });

  it("one person's change leaves everybody else's row the very same", () => {
    const next = after({ entry: entry(11, { clockOut: at('17:00') }) });
    expect(rowIn(next, id(2))).toBe(rowIn(first, id(2)));
    expect(rowIn(next, id(1))).toMatchObject({
      status: 'clocked-out',
      lastActivity: Date.parse(at('17:00')),
    });
    expect(next.active.map(({ person }) => person.name)).toEqual(['Asha']);
  });

  it('a newcomer among the active comes last, and a new person in the place of their name', () => {
    const clockedIn = after({ entry: entry(13, { userId: id(3), clockIn: at('09:20') }) });
    expect(clockedIn.active.map(({ person }) => person.name)).toEqual(['Asha', 'Maya', 'Émile']);
    const joined = after({ user: user(4, { name: 'Bina' }) });
    expect(joined.rows.map(({ person }) => person.name)).toEqual(['Asha', 'Bina', 'Émile', 'Maya']);
  });

  it('is the same as one that is made from nothing, after any changes', () => {
    const punch = fc.record({
      n: fc.integer({ min: 1, max: 3 }),
      minute: fc.integer({ min: 0, max: 59 }),
      open: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(punch, { maxLength: 12 }), (punches) => {
        let [current, board] = [view, first];
        punches.forEach(({ n, minute, open }, index) => {
          const clockIn = at(`09:${String(minute).padStart(2, '0')}`);
          current =
            applyToMonitoring(
              current,
              change(`${12 + index}-1`, {
                entry: entry(20 + n, { userId: id(n), clockIn, clockOut: open ? null : at('18:00') }),
              }),
            ) ?? current;
          board = boardOf(current, day, board);
        });
        const anew = boardOf(current, day, null);
        expect(board.rows).toEqual(anew.rows);
        expect(board.heads).toEqual(anew.heads);
        expect(board.active.map(({ entry: open }) => open?.clockIn)).toEqual(
          anew.active.map(({ entry: open }) => open?.clockIn),
        );
        expect(board.leftOpen).toEqual(anew.leftOpen);
      }),
    );
  });

  it('lists what was left open, the oldest first, of people deactivated too', () => {
    const left = boardOf(
      monitoringView({
        employees: people,
        former: [boardPerson(4, { name: 'Gone', isActive: false })],
        entries: [
          entry(11),
          entry(12, { userId: id(2), clockIn: '2026-11-18T03:00:00.000Z' }),
          entry(13, { userId: id(4), clockIn: '2026-11-17T03:00:00.000Z' }),
        ],
      }),
      day,
      null,
    );
    expect(left.leftOpen.map(({ person, leftOpen }) => [person.name, leftOpen])).toEqual([
      ['Gone', 'no-longer-active'],
      ['Asha', 'earlier-day'],
    ]);
    expect(left.heads.clockedIn).toBe(2);
    expect(headCountGroups(left.rows)).toMatchObject([
      {
        studio: 'Business Studio',
        people: [
          { name: 'Asha', isLeftOpen: true },
          { name: 'Maya', isLeftOpen: false },
        ],
      },
    ]);
  });
});

describe('a list that is held', () => {
  it('stays as it is, and counts what is new', () => {
    expect(frozenOrder(['a', 'b'], ['c', 'a', 'd'])).toEqual({ ids: ['a', 'b'], waiting: 2 });
    const present = ['a'];
    expect(frozenOrder(present, present)).toEqual({ ids: present, waiting: 0 });
  });
});

describe('the table of everybody', () => {
  const people = [
    boardPerson(1, { name: 'Asha' }),
    boardPerson(2, { name: 'Maya', department: 'General' }),
    boardPerson(3, { name: 'Ram' }),
  ];
  const view = monitoringView({
    employees: people,
    entries: [
      entry(11, { userId: id(1), clockIn: at('09:10') }),
      entry(12, { userId: id(2), clockIn: at('08:00'), clockOut: at('09:30') }),
    ],
  });
  const day = dayNamed(view, '2026-11-20');
  const { rows } = boardOf(view, day, null);
  const names = (list: readonly { person: { name: string } }[]) => list.map(({ person }) => person.name);
  const by = (column: StatusColumn, descending = false) =>
    names(sorted(rows, { column, descending }, day, Date.parse(at('10:00'))));

  it('is filtered by part of a name, by status and by studio, all at once', () => {
    expect(names(matching(rows, { ...NO_FILTER, name: ' mA ' }))).toEqual(['Maya']);
    expect(names(matching(rows, { ...NO_FILTER, status: 'Clocked Out' }))).toEqual(['Maya', 'Ram']);
    expect(names(matching(rows, { name: 'a', status: 'Clocked Out', studio: 'Business Studio' }))).toEqual([
      'Ram',
    ]);
    expect(matching(rows, NO_FILTER)).toHaveLength(3);
    expect(studiosOf(rows)).toEqual(['Business Studio', 'General']);
  });

  it('is sorted by any column, either way, with those who did nothing today last', () => {
    expect(by('employee', true)).toEqual(['Ram', 'Maya', 'Asha']);
    expect(by('status')).toEqual(['Asha', 'Maya', 'Ram']);
    expect([by('activity'), by('activity', true)]).toEqual([
      ['Asha', 'Maya', 'Ram'],
      ['Maya', 'Asha', 'Ram'],
    ]);
    expect([by('hours'), by('hours', true)]).toEqual([
      ['Asha', 'Maya', 'Ram'],
      ['Maya', 'Asha', 'Ram'],
    ]);
  });
});

describe('the presence chart', () => {
  const hour = (minute: number, most: number | null) => ({ minute, start: minute * 60_000, most });
  it('shows the usual hours, and more where somebody was there', () => {
    const hours = Array.from({ length: 24 }, (_, at) => hour(at * 60, at === 6 ? 1 : at > 14 ? null : 0));
    expect(hoursShown(hours, usualHours(9 * 60, 17 * 60 + 30)).map(({ minute }) => minute / 60)).toEqual([
      6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17,
    ]);
    expect(hoursShown(hours, usualHours(22 * 60, 6 * 60))).toHaveLength(24);
    expect(hourText({ minute: 23 * 60 })).toBe('23:00 - 00:00');
  });

  const usual = usualHours(9 * 60, 17 * 60);
  /** The hours that are shown at a time of a day, as the wall clock names them. */
  const shownAt = (name: string, minutes: number, stays: Parameters<typeof presenceByHour>[0] = []) => {
    const day = workplaceDay('Europe/Berlin', name);
    return hoursShown(presenceByHour(stays, day, day.start + minutes * 60_000), usual).map(
      ({ minute }) => minute / 60,
    );
  };
  const hours = (first: number, last: number) =>
    Array.from({ length: last - first + 1 }, (_, index) => first + index);

  it.each([
    ['at night', 2 * 60 + 46, hours(2, 16)],
    ['in the first minute of the day', 0, hours(0, 16)],
    ['at noon', 12 * 60, hours(9, 16)],
    ['in the last minute of the day', 24 * 60 - 1, hours(9, 23)],
  ])('always has the present hour: %s', (_when, minutes, expected) => {
    expect(shownAt('2026-11-20', minutes)).toEqual(expected);
  });

  it('has the hours of whoever is in since before midnight, gone by now or not', () => {
    const { start } = workplaceDay('Europe/Berlin', '2026-11-20');
    const sinceYesterday = { clockIn: start - 60_000, clockOut: null };
    expect(shownAt('2026-11-20', 4 * 60, [sinceYesterday])).toEqual(hours(0, 16));
    expect(shownAt('2026-11-20', 12 * 60, [{ ...sinceYesterday, clockOut: start + 5 * 60_000 }])).toEqual(
      hours(0, 16),
    );
  });

  it('tells the two hours apart that the clock shows twice, and has none that it skips', () => {
    // 2026-10-25: 03:00 falls back to 02:00. 2026-03-29: 02:00 becomes 03:00.
    expect(shownAt('2026-10-25', 2 * 60)).toEqual([2, 2, ...hours(3, 16)]);
    expect(shownAt('2026-10-25', 3 * 60)).toEqual(hours(2, 16));
    expect(shownAt('2026-10-25', 25 * 60 - 1)).toEqual(hours(9, 23));
    expect(shownAt('2026-03-29', 60)).toEqual([1, ...hours(3, 16)]);
    expect(shownAt('2026-03-29', 2 * 60)).toEqual(hours(3, 16));
  });
});

describe('the activity feed', () => {
  it('counts what has come since it was loaded', () => {
    const live = [
      notification(7, { timestamp: at('09:02') }),
      notification(6, { timestamp: at('09:01') }),
      notification(5),
    ];
    expect(countNew([notification(5), notification(4, { timestamp: at('08:59') })], live)).toBe(2);
    expect(
      countNew(
        [notification(5)],
        [notification(8), notification(5), notification(4, { timestamp: at('08:59') })],
      ),
    ).toBe(1);
    expect(countNew([], live)).toBe(3);
  });

  it('knows what belongs to a filter', () => {
    expect(matchesFilter(notification(5), { type: 'clock_in', userId: id(1) })).toBe(true);
    expect(matchesFilter(notification(5), { type: 'overtime', userId: undefined })).toBe(false);
    expect(matchesFilter(notification(5), { type: undefined, userId: id(2) })).toBe(false);
    expect(TYPE_CHOICES.map(typeNamed)).toHaveLength(9);
  });

  it('counts as unread what nobody has seen of the last 24 hours', () => {
    const now = Date.parse(at('09:00')) + 86_400_000;
    expect([
      isUnread(notification(5), now),
      isUnread(notification(5), now - 1),
      isUnread(notification(5, { read: true }), now - 1),
    ]).toEqual([false, true, false]);
  });

  it('calls people by their names, and those of the same name by their studio and a number', () => {
    const people = [
      boardPerson(1, { name: 'Asha' }),
      boardPerson(2, { name: 'Maya' }),
      boardPerson(3, { name: 'Maya', department: 'General' }),
      boardPerson(4, { name: 'Maya' }),
    ];
    expect([...peopleByLabel(people)]).toEqual([
      ['Asha', id(1)],
      ['Maya (Business Studio)', id(2)],
      ['Maya (General)', id(3)],
      ['Maya (Business Studio) 2', id(4)],
    ]);
  });
});
