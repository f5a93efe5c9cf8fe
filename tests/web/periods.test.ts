import { describe, expect, it } from 'vitest';
import { inLanguage } from '#server/platform/language';
import type { MyPeriod, PeriodsView, PersonPeriod } from '#contract/periods/periods';
import { readList } from '#web/frame/list.ts';
import type { Params } from '#web/browser/place.ts';
import { employedText, openCountTexts, statementsOf, affectsPeriod } from '#web/periods/period-words.tsx';
import {
  closablePeople,
  mostFrequentClosingText,
  countByFilter,
  countOpen,
  actionOf,
  filterPeople,
  PEOPLE_LIST,
  sharedStatements,
  sumOfPeriodFigures,
} from '#web/periods/people-list.ts';
import {
  concernsMyPeriods,
  canConfirm,
  canObject,
  periodToShow,
  completedPeriods,
  countOtherWaiting,
  type MyPeriods,
} from '#web/periods/use-my-periods.ts';
import { change, entry, id } from './records.ts';

const ZONE = 'Asia/Kathmandu';
const NONE = { entries: 0, requests: 0, objections: 0 };
/** October is over, and nobody has confirmed it or objected. */
const untouched = {
  first: '2026-10-01',
  last: '2026-10-31',
  state: 'to-be-confirmed',
  isObjected: false,
  confirmedAt: null,
  confirmedFigures: null,
  objectedAt: null,
  objection: null,
  closedAt: null,
  closedBy: null,
  closingReason: null,
  reopenedAt: null,
  reopenedBy: null,
  reopeningReason: null,
  version: 0,
  open: NONE,
  answeredSince: 0,
  isClockedIn: false,
  hours: {
    workedMinutes: 90.5,
    targetMinutes: 0,
    balanceMinutes: 0,
    overtimeMinutes: 0.1,
    absences: 1,
    lateArrivals: 0,
    corrections: 0,
  },
} as const;
const CLOSED = { state: 'closed', closedAt: '2026-11-02T19:00:00.000Z', closedBy: 'Ann Admin' } as const;
const OBJECTED = {
  state: 'objected',
  isObjected: true,
  objectedAt: '2026-11-02T04:00:00.000Z',
  objection: 'Two hours are missing.',
} as const;

const mine = (changed: Partial<MyPeriod> = {}): MyPeriod => ({
  ...untouched,
  figures: 'hours',
  employed: null,
  workedMinutes: 9860,
  targetMinutes: 10080,
  ...changed,
});
const running = mine({ first: '2026-11-01', last: '2026-11-30', state: 'running' });
const view = (...over: MyPeriod[]): MyPeriods => ({
  now: '2026-11-20T03:10:00.000Z',
  periods: [running, ...over],
});
const person = (n: number, name: string, changed: Partial<PersonPeriod> = {}): PersonPeriod => ({
  ...untouched,
  userId: id(n),
  name,
  employeeId: `EMP-${n}`,
  department: 'General',
  isReady: true,
  ...changed,
});

describe('texts of a pay period', () => {
  it('lists open items by kind and number', () => {
    expect(openCountTexts({ entries: 1, requests: 2, objections: 1 }).map(({ text }) => text)).toEqual([
      '1 entry without an end',
      '2 requests',
      '1 objection',
    ]);
    expect(openCountTexts(NONE)).toEqual([]);
  });

  it('says who closed it on which workplace day, and shows an objection that still stands', () => {
    expect(statementsOf(mine({ ...OBJECTED, ...CLOSED, closingReason: 'Payroll is due.' }), ZONE)).toEqual([
      { text: 'Closed by Ann Admin on Nov 03, 2026', quote: 'Payroll is due.' },
      { text: 'Objected on Nov 02, 2026', quote: 'Two hours are missing.' },
    ]);
    expect(statementsOf(mine(), ZONE)).toEqual([]);
  });

  it('says who reopened it and why, and shows an objection only once', () => {
    const reopened = { state: 'reopened', reopenedAt: CLOSED.closedAt, reopenedBy: 'Ann' } as const;
    expect(
      statementsOf(mine({ ...CLOSED, ...reopened, reopeningReason: 'A break was missed.' }), ZONE),
    ).toEqual([{ text: 'Reopened by Ann on Nov 03, 2026', quote: 'A break was missed.' }]);
    expect(statementsOf(mine(OBJECTED), ZONE)).toHaveLength(1);
    const undone = mine({ ...CLOSED, ...reopened, reopeningReason: 'Undone' });
    expect(inLanguage('de', () => statementsOf(undone, ZONE)[0]?.quote)).toBe('Rückgängig gemacht');
  });

  it('a punch affects the period of its clock-in, and a correction affects any period', () => {
    const october = { first: '2026-10-01', last: '2026-10-31' };
    const late = entry(1, { clockIn: '2026-10-31T18:14:00.000Z' });
    const early = entry(1, { clockIn: '2026-10-31T18:15:00.000Z' });
    expect(affectsPeriod(change('1-1', { entry: late }), october, ZONE)).toBe(true);
    expect(affectsPeriod(change('1-1', { entry: early }), october, ZONE)).toBe(false);
    expect(affectsPeriod(change('1-1', { kind: 'correction_made' }), october, ZONE)).toBe(true);
    expect(affectsPeriod(change('1-1', { kind: 'settings_updated' }), october, ZONE)).toBe(true);
    expect(affectsPeriod(change('1-1', { kind: 'activity_read' }), october, ZONE)).toBe(false);
  });
});

describe("an employee's periods", () => {
  it('a period can be confirmed once it is over and nothing is open in it', () => {
    expect(completedPeriods(view(mine()))).toEqual([mine()]);
    expect([mine(), mine({ open: { ...NONE, requests: 1 } }), mine(CLOSED), running].map(canConfirm)).toEqual(
      [true, false, false, false],
    );
    expect([mine(), mine({ open: { ...NONE, entries: 1 } }), mine(CLOSED), running].map(canObject)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it('unconfirmed periods come before confirmed ones, and these before closed ones', () => {
    const [october, september] = [mine(), mine({ first: '2026-09-01', last: '2026-09-30' })];
    const closed = mine(CLOSED);
    expect(periodToShow([october, september])).toBe(october);
    expect(countOtherWaiting([october, september])).toBe(1);
    expect(periodToShow([closed, september])).toBe(september);
    expect(countOtherWaiting([closed, september])).toBe(0);
    const confirmed = mine({ ...september, state: 'confirmed' });
    expect(periodToShow([closed, confirmed])).toBe(confirmed);
    expect(periodToShow([closed, mine({ ...september, ...CLOSED })])).toBe(closed);
    expect(periodToShow([])).toBeUndefined();
  });

  it('the list loads again when a past period changes, but not after a punch of today', () => {
    const isConcerned = (clockIn: string) =>
      concernsMyPeriods(ZONE)(change('11-1', { entry: entry(1, { clockIn }) }), view(mine()));
    expect([isConcerned(entry(1).clockIn), isConcerned('2026-10-30T03:15:00.000Z')]).toEqual([false, true]);
  });
});

describe("everybody's periods", () => {
  const people = [
    person(1, 'Asha Rai', { state: 'confirmed' }),
    person(2, 'Bina Lama', { isReady: false, open: { ...NONE, entries: 1 } }),
    person(3, 'Chandra Thapa', { isReady: false, ...OBJECTED }),
    person(4, 'Deepa Karki', { ...CLOSED, isReady: false, department: 'Studio A' }),
    person(5, 'Ésha Tamang'),
  ];
  const listed = (among: readonly PersonPeriod[], params: Params) =>
    filterPeople(among, readList(PEOPLE_LIST, params));
  const names = (params: Params) => listed(people, params).map(({ name }) => name.split(' ')[0]);

  it("the filter 'Ready to close' counts whom the button closes, confirmed or not", () => {
    expect(countByFilter(people)).toEqual({ all: 5, open: 2, ready: 2, unconfirmed: 1, closed: 1 });
    const { all } = closablePeople({ people, timeZone: ZONE, isOver: true } as unknown as PeriodsView);
    expect(listed(people, { show: 'ready' })).toEqual(all);
  });

  it('people who are not ready come first, and closing all others moves nobody', () => {
    const after = people.map((one) => (one.isReady ? { ...one, ...CLOSED, isReady: false } : one));
    expect(names({})).toEqual(['Bina', 'Chandra', 'Asha', 'Deepa', 'Ésha']);
    const ids = (among: readonly PersonPeriod[]) => listed(among, {}).map(({ userId }) => userId);
    expect(ids(after)).toEqual(ids(people));
    expect(names({ sort: 'open' })).toEqual(['Asha', 'Deepa', 'Ésha', 'Bina', 'Chandra']);
    expect(names({ sort: '-name' })[0]).toBe('Ésha');
  });

  it('who falls short most comes first, and before them whose end is missing', () => {
    const short = (n: number, name: string, balanceMinutes: number | null, changed = {}) =>
      person(n, name, { hours: { ...untouched.hours, balanceMinutes }, ...changed });
    const open = { isReady: false, open: { ...NONE, requests: 1 } };
    const all = [
      short(1, 'Asha', 30),
      short(2, 'Bina', -90),
      short(3, 'Chandra', -30, open),
      short(4, 'Deepa', null, { isReady: false, open: { ...NONE, entries: 1 } }),
      short(5, 'Esha', -600),
    ];
    const inOrder = (params: Params) => listed(all, params).map(({ name }) => name);
    expect(inOrder({})).toEqual(['Deepa', 'Chandra', 'Esha', 'Bina', 'Asha']);
    expect(inOrder({ sort: 'balanceMinutes' })).toEqual(['Esha', 'Bina', 'Chandra', 'Asha', 'Deepa']);
    expect(inOrder({ sort: 'name' })).toEqual(['Asha', 'Bina', 'Chandra', 'Deepa', 'Esha']);
    expect(sumOfPeriodFigures(all).balanceMinutes).toBe(-690);
  });

  it('what is left to do is counted over all, without what is open in closed periods', () => {
    const clockedIn = person(6, 'Fulmaya', {
      isReady: false,
      isClockedIn: true,
      open: { entries: 1, requests: 2, objections: 1 },
    });
    const closed = person(7, 'Gita', { ...CLOSED, isReady: false, open: { ...NONE, requests: 5 } });
    expect(countOpen([...people, clockedIn, closed])).toEqual({
      requests: 2,
      objections: 2,
      missingEnds: 1,
      working: 1,
    });
  });

  it('confirmed people close at once, all ready people after a question, nobody while the period runs', () => {
    const range = { people, timeZone: ZONE } as unknown as PeriodsView;
    const { all, confirmed } = closablePeople({ ...range, isOver: true });
    expect([all, confirmed].map((some) => some.map(({ name }) => name))).toEqual([
      ['Asha Rai', 'Ésha Tamang'],
      ['Asha Rai'],
    ]);
    expect(closablePeople({ ...range, isOver: false })).toEqual({ all: [], confirmed: [] });
    expect(mostFrequentClosingText({ ...range, isOver: true })).toBe('Closed by Ann Admin on Nov 03, 2026');
  });

  it('a statement is shown once above the table if all reopened rows have the same', () => {
    const reopened = { state: 'reopened', reopenedAt: CLOSED.closedAt, reopenedBy: 'Ann' } as const;
    const reasons = (...given: string[]) =>
      sharedStatements({
        timeZone: ZONE,
        people: given.map((reopeningReason, n) => person(n, 'Bina', { ...reopened, reopeningReason })),
      } as unknown as PeriodsView);
    const text = 'Reopened by Ann on Nov 03, 2026';
    expect(reasons('A break.', 'A break.')).toEqual([{ text, quote: 'A break.' }]);
    expect([reasons('A break.', 'A holiday.'), reasons('A break.')]).toEqual([[], []]);
  });

  it('the sums are of exact hours', () => {
    expect(sumOfPeriodFigures(people)).toMatchObject({
      workedMinutes: 452.5,
      overtimeMinutes: 0.5,
      absences: 5,
    });
  });

  it('a search finds name, id and department, whatever the accents', () => {
    expect(names({ search: 'esha' })).toEqual(['Ésha']);
    expect(names({ search: 'studio a' })).toEqual(['Deepa']);
    expect(names({ show: 'open', search: 'emp-2' })).toEqual(['Bina']);
  });

  it('closing takes one click, needs a reason over an objection and is refused over a missing end', () => {
    expect(people.map(actionOf)).toEqual(['close', null, 'close-over', 'reopen', 'close']);
  });
});

describe('the card of a pay period', () => {
  const october = { first: '2026-10-01', last: '2026-10-31' };
  it.each([
    [{ first: '2026-10-08', last: '2026-10-31' }, 'Employed since Oct 08, 2026'],
    [{ first: '2026-10-01', last: '2026-10-20' }, 'Employed until Oct 20, 2026'],
    [{ first: '2026-10-08', last: '2026-10-20' }, 'Employed since Oct 08, 2026 until Oct 20, 2026'],
    [october, 'Not employed on all days'],
  ])('says which days the target is of: %j', (employed, text) => {
    expect(employedText(october, employed)).toBe(text);
  });
});
