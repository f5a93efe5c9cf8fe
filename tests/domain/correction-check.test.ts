import { describe, expect, it } from 'vitest';
import { createCalendar } from '#domain/time/calendar';
import { timesOf, type CountedTimes, type EntryChange, type EntryTimes } from '#domain/correction/correction';
import { checkRequest, type RequestInput } from '#domain/correction/check';
import { addDays } from '#domain/time/workplace-day';
import { at, entry, ZONE } from './timeline.ts';

const calendar = createCalendar(ZONE);
const dayOf = (instant: number): string => calendar.dayAt(instant).day;
const DAY = '2026-11-18';
const times = (text: string, breaks: readonly string[] = [], day = DAY): EntryTimes =>
  timesOf(entry(`${day} ${text}`, { breaks }));

//  Tue 17: 22:00 into Wednesday 02:00;  Wed 18: 09:00-12:00, 13:00-17:00;  Thu 19: open since 08:00;  now Thu 19 10:30
const night: CountedTimes = { id: 'night', ...times('22:00-02:00', [], '2026-11-17') };
const morning: CountedTimes = { id: 'morning', ...times('09:00-12:00', ['10:00-10:15']) };
const afternoon: CountedTimes = { id: 'afternoon', ...times('13:00-17:00') };
const open: CountedTimes = { id: 'open', ...times('08:00-', ['09:00-09:10', '10:00-'], '2026-11-19') };
const entries = [night, morning, afternoon, open];

const question = (changes: readonly EntryChange[], changed: Partial<RequestInput> = {}): RequestInput => ({
  changes,
  entries,
  closed: [],
  day: DAY,
  dayOf,
  now: at('2026-11-19 10:30'),
  earliest: '2026-09-18',
  ...changed,
});
const changeOf = (one: CountedTimes, wanted: EntryTimes | null): EntryChange => ({
  entryId: one.id,
  old: timesOf(one),
  new: wanted,
});
const adding = (wanted: EntryTimes, entryId = 'added'): EntryChange => ({ entryId, old: null, new: wanted });
/** A break before the clock-in; `times` would put it on the next day. */
const paused = (text: string, start: string, end: string): EntryTimes => ({
  ...times(text),
  breaks: [{ start: at(`${DAY} ${start}`), end: at(`${DAY} ${end}`) }],
});
const outcome = (changes: readonly EntryChange[], changed: Partial<RequestInput> = {}): string => {
  const checked = checkRequest(question(changes, changed));
  return checked.ok ? 'ok' : checked.code;
};

describe('correction requests', () => {
  it.each(
    (
      [
        ['a later end', changeOf(morning, times('09:00-12:30', ['10:00-10:15'])), 'ok'],
        ['an end when the next entry starts', changeOf(morning, times('09:00-13:00', ['10:00-10:15'])), 'ok'],
        ['an end after the next entry starts', changeOf(morning, times('09:00-13:01')), 'correction_overlap'],
        ['a start when the previous entry ends', changeOf(morning, times('02:00-12:00')), 'ok'],
        [
          'a start before the previous entry ends',
          changeOf(morning, times('01:59-12:00')),
          'correction_overlap',
        ],
        ['a further break', changeOf(morning, times('09:00-12:00', ['10:00-10:15', '11:00-11:05'])), 'ok'],
        ['no break', changeOf(morning, times('09:00-12:00')), 'ok'],
        [
          'a break that starts when another ends',
          changeOf(morning, times('09:00-12:00', ['10:00-10:15', '10:15-10:30'])),
          'ok',
        ],
        [
          'breaks that overlap',
          changeOf(morning, times('09:00-12:00', ['10:00-10:15', '10:14-10:30'])),
          'correction_breaks_overlap',
        ],
        ['a break as long as the entry', changeOf(morning, times('09:00-12:00', ['09:00-12:00'])), 'ok'],
        [
          'a break before the clock-in',
          changeOf(morning, paused('09:00-12:00', '08:59', '09:15')),
          'correction_break_outside',
        ],
        [
          'a break after the clock-out',
          changeOf(morning, times('09:00-12:00', ['11:50-12:01'])),
          'correction_break_outside',
        ],
        ['a removal', changeOf(morning, null), 'ok'],
        ['a missed entry', adding(times('18:00-19:00')), 'ok'],
        ['a missed entry between two others', adding(times('12:00-13:00')), 'ok'],
        ['a missed entry that overlaps another', adding(times('12:30-18:00')), 'correction_overlap'],
        [
          'the same times',
          changeOf(morning, times('09:00-12:00', ['10:00-10:15'])),
          'correction_nothing_changed',
        ],
        ['an end at the start', changeOf(morning, times('09:00-09:00')), 'correction_end_before_begin'],
        [
          'an addition without times',
          { entryId: 'added', old: null, new: null },
          'correction_nothing_changed',
        ],
      ] as const
    ).map(([what, change, code]) => ({ what, change, code })),
  )('a request for $what gives $code', ({ change, code }) => {
    expect(outcome([change])).toBe(code);
  });

  it.each([
    ['no change at all', [], 'correction_nothing_changed'],
    [
      'two rows that swap places',
      [changeOf(morning, times('13:00-17:00')), changeOf(afternoon, times('09:00-12:00'))],
      'ok',
    ],
    [
      'one row that makes room for another',
      [changeOf(morning, times('09:00-14:00')), changeOf(afternoon, times('14:00-17:00'))],
      'ok',
    ],
    ['a new entry in place of a removed one', [changeOf(morning, null), adding(times('08:00-12:30'))], 'ok'],
    [
      'two new entries that overlap each other',
      [adding(times('18:00-19:00'), 'one'), adding(times('18:30-19:30'), 'two')],
      'correction_overlap',
    ],
    [
      'the same entry twice',
      [changeOf(morning, times('09:00-12:10')), changeOf(morning, null)],
      'correction_entry_twice',
    ],
  ] as const)('several rows are checked as one request: %s', (_what, changes, expected) => {
    expect(outcome(changes)).toBe(expected);
  });

  it('a refusal names the row, the break and the conflicting entry', () => {
    const inTheWay = checkRequest(
      question([changeOf(morning, times('09:00-12:30')), changeOf(afternoon, times('12:15-17:00'))]),
    );
    expect(inTheWay).toMatchObject({ item: 0, code: 'correction_overlap', other: { id: 'afternoon' } });
    const outside = [
      changeOf(afternoon, null),
      changeOf(morning, times('09:00-12:00', ['10:00-10:10', '11:50-12:10'])),
    ];
    expect(checkRequest(question(outside))).toMatchObject({
      item: 1,
      pause: 1,
      code: 'correction_break_outside',
    });
    const backwards: EntryTimes = {
      ...timesOf(morning),
      breaks: [{ start: at(`${DAY} 10:15`), end: at(`${DAY} 10:00`) }],
    };
    expect(checkRequest(question([changeOf(morning, backwards)]))).toMatchObject({
      pause: 0,
      code: 'correction_end_before_begin',
    });
  });

  it('each row of a request belongs to the requested day before or after the change', () => {
    const moved = changeOf(morning, times('09:00-12:00', ['10:00-10:15'], '2026-11-16'));
    expect(outcome([moved])).toBe('ok');
    expect(outcome([moved], { day: '2026-11-16' })).toBe('ok');
    expect(outcome([moved], { day: '2026-11-17' })).toBe('correction_other_day');
    expect(outcome([adding(times('07:00-08:00'))], { day: '2026-11-17' })).toBe('correction_other_day');
  });

  it.each([
    ['10:30', 'ok'],
    ['10:31', 'correction_in_future'],
  ])('refuses times after now: at 10:30, an end at %s gives %s', (end, expected) => {
    const today = { day: '2026-11-19', entries: [] };
    expect(outcome([adding(times(`09:00-${end}`, [], '2026-11-19'))], today)).toBe(expected);
  });

  it('refuses an entry of more than 24 hours', () => {
    const alone = { entries: [] };
    const until = (end: string): EntryTimes => ({ ...times('09:00-'), clockOut: at(`2026-11-19 ${end}`) });
    expect(outcome([adding(until('09:00'))], alone)).toBe('ok');
    expect(outcome([adding(until('09:01'))], alone)).toBe('correction_too_long');
  });

  it('refuses old or new times before the earliest day that the settings allow', () => {
    const daysAgo = (days: number): string => addDays('2026-11-19', -days);
    const old = (days: number): CountedTimes => ({ id: 'old', ...times('09:00-12:00', [], daysAgo(days)) });
    for (const [days, expected] of [
      [62, 'ok'],
      [63, 'correction_too_long_ago'],
    ] as const) {
      const before = { entries: [old(days)], day: daysAgo(days) };
      expect(outcome([changeOf(old(days), null)], before)).toBe(expected);
      expect(outcome([changeOf(old(days), times('09:00-12:00'))], before)).toBe(expected);
      expect(outcome([adding(timesOf(old(days)))], { ...before, entries: [] })).toBe(expected);
    }
  });

  it('refuses changes from or to a closed period', () => {
    const closed = [{ startAt: at('2026-11-17 00:00'), endAt: at('2026-11-18 00:00') }];
    expect(outcome([changeOf(morning, null)], { closed })).toBe('ok');
    expect(outcome([changeOf(night, null)], { closed, day: '2026-11-17' })).toBe('period_closed');
    const began = (time: string, day: string) =>
      outcome([adding(times(time, [], day))], { closed, entries: [], day });
    expect([began('00:00-01:00', '2026-11-17'), began('00:00-01:00', DAY)]).toEqual(['period_closed', 'ok']);
    expect(outcome([changeOf(morning, times('12:00-13:00', [], '2026-11-17'))], { closed })).toBe(
      'period_closed',
    );
  });

  it('corrects several entries that a fast clock stamped in the future', () => {
    const ahead = (time: string): CountedTimes => ({
      id: time,
      ...times(`${time}-${time}`, [], '2027-03-01'),
    });
    const stamped = [ahead('10:00'), ahead('11:00')];
    const right = [times('09:00-12:00', [], '2026-11-16'), times('13:00-17:00', [], '2026-11-16')];
    const changes = stamped.map((one, index) => changeOf(one, right[index] ?? null));
    expect(outcome(changes, { entries: stamped, day: '2027-03-01' })).toBe('ok');
  });
});
