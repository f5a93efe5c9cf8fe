import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readList, writeList, type ListParams } from '#web/frame/list.ts';
import { BOARD_LIST } from '#web/monitoring/status-table.ts';
import { EMPLOYEES_LIST } from '#web/people/employees-view.ts';
import { PEOPLE_LIST } from '#web/periods/people-list.ts';
import { ENTRY_LIST } from '#web/reports/time-entries/entry-list.ts';
import { parseReport, reportAddress } from '#web/reports/report-address.ts';
import { queryOf, paramsOf, paramsOfReport, valuesOf } from '#web/reports/report-params.ts';
import { fragmentOf, isInsidePath, placeOf, type Params } from '#web/browser/place.ts';
import { id } from './records.ts';

const segment = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => text.isWellFormed());
const text = fc.string({ unit: 'grapheme' }).filter((one) => one.isWellFormed());
const range = { first: '2026-10-21', last: '2026-11-20' };
const day = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2030-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

/** Parameters after these changes, written to an address and read back. */
const said = (changes: Params): Record<string, string> => {
  const params = Object.entries(changes).filter((one): one is [string, string] => one[1] !== undefined);
  return { ...placeOf(fragmentOf({ path: ['view'], params: Object.fromEntries(params) })).params };
};

describe('places', () => {
  it('a place survives being written to the address and read back, whatever people search for', () => {
    fc.assert(
      fc.property(fc.array(segment), fc.dictionary(segment, text), (path, params) => {
        const again = placeOf(fragmentOf({ path, params }));
        expect([again.path, Object.entries(again.params)]).toEqual([path, Object.entries(params)]);
      }),
    );
  });

  it('the address of a place is readable', () => {
    expect(
      fragmentOf({ path: ['employees', id(7), 'edit'], params: { search: 'Ana F', shown: 'Inactive' } }),
    ).toBe(`employees/${id(7)}/edit?search=Ana+F&shown=Inactive`);
    expect(fragmentOf({ path: [], params: {} })).toBe('');
  });

  it('the token of a mailed link stays unchanged', () => {
    expect(placeOf('reset=a-b_C9').path).toEqual(['reset=a-b_C9']);
    expect(fragmentOf(placeOf('reset=a-b_C9'))).toBe('reset=a-b_C9');
  });

  it('every fragment leads to some place', () => {
    fc.assert(fc.property(fc.string(), (fragment) => void fragmentOf(placeOf(fragment))));
    expect(placeOf('//%E0%A4%A?%').path).toEqual(['%E0%A4%A']);
  });

  it('a place is over another when it opens something over it', () => {
    expect(isInsidePath(placeOf('employees/add'), ['employees'])).toBe(true);
    expect(isInsidePath(placeOf('employees'), ['employees'])).toBe(false);
    expect(isInsidePath(placeOf('reports/entries'), ['employees'])).toBe(false);
  });
});

describe('parameters in the address', () => {
  it.each<[string, ListParams, string]>([
    ['board', BOARD_LIST, 'search=Ana+F&show=late&studio=General&sorted=-hours'],
    ['employees', EMPLOYEES_LIST, 'search=%C3%89sha&shown=Inactive&sorted=Name'],
    ['pay periods', PEOPLE_LIST, 'show=open&search=a%26b&sort=name'],
    [
      'time entries',
      ENTRY_LIST,
      `employee=${id(1)}&studio=General&status=open&from=2026-10-01&to=2026-10-31`,
    ],
  ])('the address keeps filters and order of the list: %s', (_, list, bookmark) => {
    const read = (query: string) => readList(list, placeOf(`view?${query}`).params);
    const written = said(writeList(list, read(bookmark)));
    expect(new URLSearchParams(written).toString()).toBe(bookmark);
    expect(Object.keys(written)).toEqual(Object.keys(list));
    const nonsense = 'show=asleep&shown=Nobody&sorted=-shoe+size&sort=no&employee=me&status=lost&from=then';
    expect(read(nonsense)).toEqual(read(''));
    expect(said(writeList(list, read('')))).toEqual({});
  });

  it('the address of a report fills its form, and invalid dates fall back to the defaults', () => {
    const values = fc.record({
      subject: fc.constantFrom('one' as const, 'all' as const),
      userId: fc.constantFrom('', id(1)),
      startDate: fc.oneof(day, fc.constant('')),
      endDate: day,
      rules: fc.constantFrom('standard' as const, 'settings' as const),
      includeFormer: fc.boolean(),
    });
    fc.assert(fc.property(values, (one) => void expect(valuesOf(said(paramsOf(one)), range)).toEqual(one)));
    const whole = values.map((one) => ({
      ...one,
      endDate: one.startDate || one.endDate,
      startDate: one.endDate,
    }));
    fc.assert(
      fc.property(whole, (one) => {
        const asked = { ...queryOf(one), userId: one.subject === 'one' ? id(1) : null };
        const report = reportAddress(asked);
        expect(parseReport(report)).toEqual(asked);
        // Without other parameters the form shows those of the report.
        expect(queryOf(valuesOf(said(paramsOfReport(report)), range))).toEqual(asked);
      }),
    );
    expect(['all', 'all.2026-02-30.2026-03-01', 'me.2026-03-01.2026-03-01'].map(parseReport)).toEqual([
      null,
      null,
      null,
    ]);
    expect(valuesOf({ of: 'none', from: '2026-02-30', to: 'soon', rules: 'mine' }, range)).toEqual(
      valuesOf({}, range),
    );
  });
});
