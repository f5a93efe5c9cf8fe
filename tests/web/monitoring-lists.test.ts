import { describe, expect, it } from 'vitest';
import { boardOf } from '#web/monitoring/board.ts';
import { frozenOrder } from '#web/ui/frozen-order.tsx';
import { findDay } from '#web/monitoring/monitoring-view.ts';
import { nextSorting } from '#web/ui/data-table.tsx';
import { withClosedRows } from '#web/monitoring/left-open.tsx';
import {
  BOARD_LIST,
  filterRows,
  NO_FILTER,
  sortRows,
  studiosOf,
  type BoardQuery,
} from '#web/monitoring/status-table.ts';
import { at, boardPerson, entry, id, monitoringView } from './records.ts';

describe('paused lists', () => {
  it('a paused list keeps its order and counts new items', () => {
    expect(frozenOrder(['a', 'b'], ['c', 'a', 'd'])).toEqual({ ids: ['a', 'b'], waiting: 2 });
    const present = ['a'];
    expect(frozenOrder(present, present)).toEqual({ ids: present, waiting: 0 });
  });
});

describe('the table of all people', () => {
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
  const day = findDay(view, '2026-11-20');
  const { rows } = boardOf(view, { now: Date.parse(at('10:00')), today: day }, null);
  const names = (list: readonly { person: { name: string } }[]) => list.map(({ person }) => person.name);
  const by = (column: BoardQuery['sorted']['column'], descending = false) =>
    names(
      sortRows(
        rows,
        { column, descending },
        { now: Date.parse(at('10:00')), hasRequest: ({ person }) => person.name === 'Maya' },
      ),
    );

  it('filters by part of a name, by state and by studio at once', () => {
    expect(names(filterRows(rows, { ...NO_FILTER, search: ' mA ' }))).toEqual(['Maya']);
    expect(names(filterRows(rows, { ...NO_FILTER, show: 'out' }))).toEqual(['Maya', 'Ram']);
    expect(names(filterRows(rows, { search: 'a', show: 'out', studio: 'Business Studio' }))).toEqual(['Ram']);
    expect(names(filterRows(rows, { ...NO_FILTER, show: 'missing' }))).toEqual(['Ram']);
    expect(names(filterRows(rows, { ...NO_FILTER, search: 'ràm' }))).toEqual(['Ram']);
    expect(filterRows(rows, NO_FILTER)).toHaveLength(3);
    expect(studiosOf(rows)).toEqual(['Business Studio', 'General']);
  });

  it('sorts by urgency or any column in both directions, with people without activity today last', () => {
    expect(by('attention')).toEqual(['Ram', 'Asha', 'Maya']);
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

  it('the third press of a heading returns to the order by urgency', () => {
    const { columns, defaultSorting, write } = BOARD_LIST.sorted;
    const employee = columns[0] ?? expect.fail('a column');
    let sorting = defaultSorting;
    const press = () => {
      sorting = nextSorting(sorting, employee, defaultSorting);
      return write(sorting);
    };
    expect([press(), press(), press(), press()]).toEqual(['employee', '-employee', undefined, 'employee']);
  });

  it('keeps closed entries in their place until the view changes', () => {
    const closed = rows.map((row) => ({ ...row, leftOpen: null, forgottenEntry: null }));
    const [asha] = rows;
    const open = rows
      .slice(1, 2)
      .map((row) => ({ ...row, leftOpen: 'earlier-day' as const, forgottenEntry: asha?.entry ?? null }));
    const [maya] = open;
    if (!maya) throw new Error('Maya has no row.');
    const former = { ...maya, person: { ...maya.person, id: id(4), name: 'Zoe', isActive: false } };
    const kept = new Map([...open, former].map((row) => [row.person.id, row]));
    expect(
      names(
        sortRows(withClosedRows(closed, kept), BOARD_LIST.sorted.defaultSorting, {
          now: 0,
          hasRequest: () => false,
        }),
      ),
    ).toEqual(['Maya', 'Zoe', 'Ram', 'Asha']);
    expect(withClosedRows(closed, new Map())).toBe(closed);
  });
});
