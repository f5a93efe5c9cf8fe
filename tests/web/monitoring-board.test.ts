import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boardAxis, boardOf, boardRow } from '#web/monitoring/board.ts';
import { headCountGroups } from '#web/monitoring/head-count.tsx';
import { applyToMonitoring, findDay } from '#web/monitoring/monitoring-view.ts';
import { at, boardPerson, change, entry, id, monitoringView, settings, user } from './records.ts';

describe('the board, rebuilt only for people whom a change affects', () => {
  const people = [
    boardPerson(1, { name: 'Maya' }),
    boardPerson(2, { name: 'Asha' }),
    boardPerson(3, { name: 'Émile' }),
  ];
  const view = monitoringView({
    employees: people,
    entries: [entry(11), entry(12, { userId: id(2), clockIn: at('08:00') })],
  });
  const day = findDay(view, '2026-11-20');
  const present = { now: Date.parse(at('20:00')), today: day };
  const first = boardOf(view, present, null);
  const after = (changed: Parameters<typeof change>[1]) => {
    const next = applyToMonitoring(view, change('11-1', changed));
    if (!next) throw new Error('The change asks for a new snapshot.');
    return boardOf(next, present, first);
  };

  it('has a row per person, sorted by name whatever the accents', () => {
    expect(first.rows.map(({ person }) => person.name)).toEqual(['Asha', 'Émile', 'Maya']);
    expect(first.active.map(({ person }) => person.name)).toEqual(['Asha', 'Maya']);
    expect(first.heads).toEqual({ clockedIn: 2, notClockedIn: 1, employees: 3 });
  });

  it('a change of one person keeps the row objects of all others', () => {
    const next = after({ entry: entry(11, { clockOut: at('17:00') }) });
    expect(boardRow(next, id(2))).toBe(boardRow(first, id(2)));
    expect(boardRow(next, id(1))).toMatchObject({
      status: 'clocked-out',
      lastActivity: Date.parse(at('17:00')),
    });
    expect(next.active.map(({ person }) => person.name)).toEqual(['Asha']);
  });

  it('a newly active person comes last in the active list, and a new person is sorted by name', () => {
    const clockedIn = after({ entry: entry(13, { userId: id(3), clockIn: at('09:20') }) });
    expect(clockedIn.active.map(({ person }) => person.name)).toEqual(['Asha', 'Maya', 'Émile']);
    const joined = after({ user: user(4, { name: 'Bina' }) });
    expect(joined.rows.map(({ person }) => person.name)).toEqual(['Asha', 'Bina', 'Émile', 'Maya']);
  });

  it('an updated board equals a board that is built from nothing, after any changes', () => {
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
          board = boardOf(current, present, board);
        });
        const anew = boardOf(current, present, null);
        expect(board.rows).toEqual(anew.rows);
        expect(board.heads).toEqual(anew.heads);
        expect(board.active.map(({ entry: open }) => open?.clockIn)).toEqual(
          anew.active.map(({ entry: open }) => open?.clockIn),
        );
        expect(board.leftOpen).toEqual(anew.leftOpen);
        expect(board.listed).toEqual(anew.listed);
      }),
    );
  });

  it('a night shift is left open from the minute it passes its limit, and only then is the board rebuilt', () => {
    const night = monitoringView({
      employees: people,
      entries: [entry(11, { clockIn: '2026-11-19T14:15:00.000Z' })],
    });
    const before = boardOf(night, { now: Date.parse(at('11:59')), today: day }, null);
    expect(before.leftOpen).toEqual([]);
    expect(boardOf(night, { now: Date.parse(at('11:59')) + 59_000, today: day }, before)).toBe(before);
    const after = boardOf(night, { now: Date.parse(at('12:00')), today: day }, before);
    expect(after.leftOpen.map(({ person, leftOpen }) => [person.name, leftOpen])).toEqual([
      ['Maya', 'earlier-day'],
    ]);
    const longer = applyToMonitoring(night, change('11-1', { settings: settings({ nightShiftHours: 18 }) }));
    expect(longer && boardOf(longer, { now: Date.parse(at('12:00')), today: day }, after).leftOpen).toEqual(
      [],
    );
  });

  it('somebody who has not come is missing from the minute in which they would be late', () => {
    const early = boardOf(view, { now: Date.parse(at('09:05')) + 59_999, today: day }, null);
    expect(early.rows.filter(({ isMissing }) => isMissing)).toEqual([]);
    const due = boardOf(view, { now: Date.parse(at('09:06')), today: day }, early);
    expect(due.rows.filter(({ isMissing }) => isMissing).map(({ person }) => person.name)).toEqual(['Émile']);
    expect(boardOf(view, { now: Date.parse(at('09:07')), today: day }, due)).toBe(due);
    const flexible = applyToMonitoring(
      view,
      change('11-1', { settings: settings({ allowFlexibleHours: true }) }),
    );
    expect(
      flexible && boardOf(flexible, { now: Date.parse(at('09:07')), today: day }, due).overdueScheduleCount,
    ).toBe(0);
    const newcomer = boardPerson(4, { name: 'Zoe', createdAt: at('09:30') });
    const joined = boardOf(
      monitoringView({ employees: [...people, newcomer] }),
      { now: Date.parse(at('10:00')), today: day },
      null,
    );
    expect(joined.rows.filter(({ isMissing }) => !isMissing).map(({ person }) => person.name)).toEqual([
      'Zoe',
    ]);
  });

  it('lists entries left open, oldest first, including those of deactivated people', () => {
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
      present,
      null,
    );
    expect(left.leftOpen.map(({ person, leftOpen }) => [person.name, leftOpen])).toEqual([
      ['Gone', 'no-longer-active'],
      ['Asha', 'earlier-day'],
    ]);
    expect(left.heads.clockedIn).toBe(1);
    expect(left.listed.map(({ person }) => person.name)).toEqual(['Asha', 'Émile', 'Gone', 'Maya']);
    expect(headCountGroups(left.rows)).toMatchObject([
      {
        studio: 'Business Studio',
        people: [{ name: 'Maya' }],
      },
    ]);
  });
});

describe('the line of time above the board', () => {
  const of = (entries: Parameters<typeof entry>[1][], employees = [boardPerson(1)], settled = settings()) => {
    const shown = monitoringView({
      employees,
      entries: entries.map((one, at) => entry(at + 11, one)),
      settings: settled,
    });
    const now = Date.parse(at('12:00'));
    const { from, to } = boardAxis(boardOf(shown, { now, today: findDay(shown, '2026-11-20') }, null), now);
    return [from / 60, to / 60];
  };
  const night = { name: 'Night', minutes: 480, start: '22:00', end: '06:00' };

  it.each<[string, readonly number[], readonly number[]]>([
    ['shows the usual hours, and at least ten', of([]), [8, 18]],
    [
      'goes on to an early start and a late end',
      of([{ clockIn: at('06:30'), clockOut: at('19:10') }]),
      [6, 20],
    ],
    ['begins at midnight for a night shift of yesterday', of([{ clockIn: '2026-11-19T16:00:00Z' }]), [0, 17]],
    ['leaves out an entry whose end is missing', of([{ clockIn: '2026-11-18T03:00:00Z' }]), [8, 18]],
    [
      'goes on after midnight for a schedule of tonight',
      of([], [boardPerson(1, { planned: { schedule: night } })]),
      [9, 30],
    ],
  ])('%s', (_, shown, expected) => {
    expect(shown).toEqual(expected);
  });
});
