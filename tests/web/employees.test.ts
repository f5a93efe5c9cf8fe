import { describe, expect, it } from 'vitest';
import type { EmployeesView } from '#contract/people/employees';
import { filterEmployees, applyToEmployees } from '#web/people/employees-view.ts';
import { matchOptions } from '#web/forms/search-select.tsx';
import { at, change, entry, id, monitoringView, settings, user } from './records.ts';

const view = (changed: Partial<EmployeesView> = {}): EmployeesView => ({
  cursor: '10-1',
  now: at('09:30'),
  calendar: monitoringView().calendar,
  employees: [user(1), user(2)],
  openEntries: [],
  nightShiftHours: 16,
  ...changed,
});

describe('the list of employees after a live change', () => {
  it('newcomers come first, and changed people keep their place', () => {
    const after = applyToEmployees(view(), change('11-1', { user: user(3) }));
    expect(after?.employees.map((one) => one.id)).toEqual([id(3), id(1), id(2)]);
    const renamed = applyToEmployees(
      view(),
      change('11-1', { user: user(2, { name: 'Renamed', version: 2 }) }),
    );
    expect(renamed?.employees.map((one) => one.name)).toEqual(['Person 1', 'Renamed']);
  });

  it('never falls back to an older state of a person', () => {
    const newer = view({ employees: [user(1, { name: 'Newer', version: 3 })] });
    expect(applyToEmployees(newer, change('11-1', { user: user(1, { version: 2 }) }))).toEqual(newer);
  });

  it('knows who has an open entry', () => {
    const opened = applyToEmployees(view(), change('11-1', { entry: entry(7) }));
    expect(opened?.openEntries).toHaveLength(1);
    expect(
      opened &&
        applyToEmployees(opened, change('12-1', { entry: entry(7, { clockOut: at('10:00') }) }))?.openEntries,
    ).toEqual([]);
  });

  it('a new time zone requires a new snapshot', () => {
    expect(
      applyToEmployees(view(), change('11-1', { userId: null, settings: settings({ timeZone: 'UTC' }) })),
    ).toBeNull();
    expect(
      applyToEmployees(view(), change('11-1', { userId: null, settings: settings({ breakDuration: 5 }) })),
    ).toEqual(view());
  });
});

describe('filter and order of the list', () => {
  const people = [
    user(1, { name: 'zoe', department: 'General', createdAt: at('09:00') }),
    user(2, { name: 'Ada', department: 'Business Studio', createdAt: at('10:00'), isActive: false }),
    user(3, { name: 'Maya', department: 'Business Studio', createdAt: at('11:00') }),
  ];
  const names = (question: Partial<Parameters<typeof filterEmployees>[1]>) =>
    filterEmployees(people, { search: '', shown: 'Everybody', sorted: 'Newest first', ...question }).map(
      ({ name }) => name,
    );
  it('sorts by start date, name or studio', () => {
    expect(names({})).toEqual(['Maya', 'Ada', 'zoe']);
    expect(names({ sorted: 'Name' })).toEqual(['Ada', 'Maya', 'zoe']);
    expect(names({ sorted: 'Studio' })).toEqual(['Ada', 'Maya', 'zoe']);
  });

  it('shows only active or only inactive people', () => {
    expect(names({ shown: 'Active' })).toEqual(['Maya', 'zoe']);
    expect(names({ shown: 'Inactive' })).toEqual(['Ada']);
    expect(names({ search: 'A', shown: 'Active' })).toEqual(['Maya', 'zoe']);
  });
});

describe('searchable selects', () => {
  it('finds names by any part, with blanks for underscores and without accents', () => {
    const zones = [
      'Africa/Johannesburg',
      'America/New_York',
      'Europe/Berlin',
      'America/North_Dakota/New_Salem',
    ];
    expect(matchOptions(zones, 'new york')).toEqual(['America/New_York']);
    expect(matchOptions(zones, 'BER')).toEqual(['Europe/Berlin']);
    expect(matchOptions(zones, 'an')).toEqual(['Africa/Johannesburg']);
    expect(matchOptions(zones, '')).toEqual(zones);
    expect(matchOptions(['America/Sao_Paulo'], 'São')).toEqual(['America/Sao_Paulo']);
    expect(matchOptions(['María Álvarez'], 'alv')).toEqual(['María Álvarez']);
  });
});
