import { describe, expect, it } from 'vitest';
import type { PersonChange, PersonView } from '#contract/people/employees';
import { toDomainEntry } from '#contract/wire';
import { addDays, weekdayOf } from '#domain/time/workplace-day';
import { openedPath, pathOfPerson, personIdAt, personPageAt, placeOf } from '#web/browser/place.ts';
import { changeTexts, concernsPerson, daysOfPerson, personStateOf } from '#web/people/person-view.ts';
import { at, change, entry, id, settings, user } from './records.ts';

const MIDNIGHT = Date.parse(at('00:00'));
const DAY_MS = 86_400_000;
/** Saturday, November 7 to Sunday, November 22. */
const days = Array.from({ length: 16 }, (_, index) => {
  const day = addDays('2026-11-07', index);
  const start = MIDNIGHT + (index - 13) * DAY_MS;
  return { day, weekday: weekdayOf(day), start, end: start + DAY_MS, startMinute: 0, shifts: [] };
});
const instant = (daysAgo: number, time: string): string =>
  new Date(Date.parse(at(time)) - daysAgo * DAY_MS).toISOString();

const view = (changed: Partial<PersonView> = {}): PersonView => ({
  now: at('18:00'),
  calendar: { timeZone: 'Asia/Kathmandu', plansId: '', today: '2026-11-20', days },
  settings: settings(),
  settingsLoaded: true,
  user: user(1),
  employment: [{ from: '2026-01-01T00:00:00.000Z', to: null }],
  entries: [],
  corrections: [],
  closed: [],
  changes: [],
  isLastAdmin: false,
  schedules: [],
  leads: [],
  mailsBy: 'mail',
  ...changed,
});
const changed = (n: number, more: Partial<PersonChange> = {}): PersonChange => ({
  n,
  at: at('10:00'),
  kind: 'employee_updated',
  by: { id: id(9), name: 'Grace Hopper' },
  details: [],
  ...more,
});
const RANGE = { first: '2026-11-07', last: '2026-11-22' };
const daysOf = (shown: PersonView) =>
  daysOfPerson(shown, shown.entries.map(toDomainEntry), RANGE, '2026-11-20');

describe('the days of a person', () => {
  it('shows workdays up to today, newest first, and weekend days only with activity', () => {
    expect(daysOf(view()).map(({ day }) => day.day)).toEqual(
      ['20', '19', '18', '17', '16', '13', '12', '11', '10', '09'].map((day) => `2026-11-${day}`),
    );
    const sunday = entry(1, { clockIn: instant(5, '10:00'), clockOut: instant(5, '11:00') });
    const saturday = changed(1, { at: instant(13, '10:00') });
    expect(daysOf(view({ entries: [sunday], changes: [saturday] })).map(({ day }) => day.day)).toEqual(
      ['20', '19', '18', '17', '16', '15', '13', '12', '11', '10', '09', '07'].map((day) => `2026-11-${day}`),
    );
  });

  it('has the days of employment only, and is empty for an admin', () => {
    const employment = [
      { from: instant(30, '15:00'), to: instant(9, '15:00') },
      { from: instant(1, '15:00'), to: null },
    ];
    expect(daysOf(view({ employment })).map(({ day }) => day.day)).toEqual(
      ['20', '19', '10', '09'].map((day) => `2026-11-${day}`),
    );
    expect(daysOf(view({ user: user(1, { role: 'admin' }) }))).toEqual([]);
  });

  it('entries and changes stand in the order of time, and a late first clock-in is marked', () => {
    const shown = view({
      entries: [
        entry(2, { clockIn: at('13:00'), clockOut: at('17:00') }),
        entry(1, { clockIn: at('09:30'), clockOut: at('12:00') }),
      ],
      changes: [changed(5, { at: at('16:00') }), changed(4, { at: at('08:00') })],
    });
    const [today] = daysOf(shown);
    expect(today?.rows.map(({ row, isLate }) => [row.id, isLate])).toEqual([
      [id(1), true],
      [id(2), false],
    ]);
    expect(today?.changes.map(({ n }) => n)).toEqual([4, 5]);
  });
});

describe('the current state of a person', () => {
  const today = days.find(({ day }) => day === '2026-11-20');
  if (!today) throw new Error('There is no such day.');
  const now = { now: Date.parse(at('18:00')), today };
  const stateAt = (shown: PersonView) => personStateOf(shown, shown.entries.map(toDomainEntry), now);

  it('shows the activity of today and any entry that is still open', () => {
    expect(stateAt(view())).toMatchObject({ status: 'clocked-out', lastActivity: null, leftOpen: null });
    const yesterday = entry(1, { clockIn: instant(1, '09:00'), clockOut: instant(1, '17:00') });
    expect(stateAt(view({ entries: [yesterday] }))).toMatchObject({ lastActivity: null });
    expect(stateAt(view({ entries: [entry(1, { clockIn: instant(9, '09:00') })] }))).toMatchObject({
      status: 'clocked-out',
      leftOpen: 'earlier-day',
    });
  });

  it('an open entry of an admin is left open, since only somebody else can close it', () => {
    const admin = view({ user: user(1, { role: 'admin' }), entries: [entry(1)] });
    expect(stateAt(admin).leftOpen).toBe('no-longer-active');
    expect(stateAt({ ...admin, user: user(1) }).leftOpen).toBeNull();
  });
});

describe('live changes of a person', () => {
  it.each([
    ['their punch', { entry: entry(1) }],
    ['their new password', { kind: 'password_changed' }],
    ['other settings', { userId: null, settings: settings() }],
    ['another admin, who may have been the last one', { userId: id(2), user: user(2, { role: 'admin' }) }],
    ['a correction of theirs', { kind: 'correction_agreed', gone: [id(1)] }],
  ] satisfies [string, Parameters<typeof change>[1]][])('the drawer asks again after %s', (_, told) => {
    expect(concernsPerson(change('10-2', told), view())).toBe(true);
  });

  it('changes of other people leave the drawer as it is', () => {
    expect(concernsPerson(change('10-2', { userId: id(2), entry: entry(7) }), view())).toBe(false);
  });
});

it('a change is described in words, with both values if they are known', () => {
  const details = [{ name: 'name' }, { name: 'hub', from: '', to: 'Compliance Hub' }];
  expect(changeTexts(changed(1, { details }))).toEqual(['Name changed', 'Hub: none → Compliance Hub']);
  expect(changeTexts(changed(1, { details: [{ name: 'role', from: 'employee', to: 'admin' }] }))).toEqual([
    'Made an administrator',
  ]);
  expect(changeTexts(changed(1, { kind: 'password_changed', how: 'set' }))).toEqual(['New password set']);
  expect(changeTexts(changed(1, { kind: 'employee_deactivated' }))).toEqual(['Deactivated']);
  const approved = { kind: 'correction_agreed' } as const;
  expect(changeTexts(changed(1, approved))).toEqual(['Approved a correction']);
  expect(changeTexts(changed(1, { ...approved, isLeave: true }))).toEqual(['Approved leave']);
});

it('the address names the person whose drawer is open, but not the subject of other dialogs', () => {
  const opened = (fragment: string) => personIdAt(placeOf(fragment));
  expect(opened(`monitoring/${id(1)}`)).toBe(id(1));
  expect(opened(`monitoring/activity/${id(1)}/edit?type=clock_in`)).toBe(id(1));
  expect(opened(`employees/${id(1)}/close-entry`)).toBe(id(1));
  expect(opened(`monitoring/close-entry/${id(1)}`)).toBeUndefined();
  expect(opened('reports/entries')).toBeUndefined();
  expect(opened(`monitoring/requests/request/${id(1)}`)).toBeUndefined();
  expect(opened(`monitoring/requests/${id(1)}`)).toBe(id(1));
});

it('a page stands over the place it was opened from, and takes the place of an open page or drawer', () => {
  const pageOf = (fragment: string, of: number) => pathOfPerson(placeOf(fragment), id(of)).join('/');
  expect(pageOf('reports/periods', 1)).toBe(`reports/periods/person/${id(1)}`);
  expect(pageOf(`employees/${id(1)}/edit`, 1)).toBe(`employees/person/${id(1)}`);
  expect(pageOf(`monitoring/person/${id(1)}/edit`, 2)).toBe(`monitoring/person/${id(2)}`);
  const place = placeOf(`monitoring/activity/person/${id(1)}/request/${id(2)}`);
  expect([personPageAt(place), personIdAt(place)]).toEqual([id(1), undefined]);
  expect(openedPath(place)).toEqual(['request', id(2)]);
});
