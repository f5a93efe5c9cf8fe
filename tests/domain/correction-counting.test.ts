import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCalendar } from '#domain/time/calendar';
import {
  applyChanges,
  reverseChanges,
  timesOf,
  type CountedTimes,
  type EntryChange,
  type EntryTimes,
} from '#domain/correction/correction';
import { checkBeforeCounting, checkRequest, type RequestInput } from '#domain/correction/check';
import { at, entry, ZONE } from './timeline.ts';

const calendar = createCalendar(ZONE);
const DAY = '2026-11-18';
const TODAY = '2026-11-19';
const times = (text: string, breaks: readonly string[] = [], day = DAY): EntryTimes =>
  timesOf(entry(`${day} ${text}`, { breaks }));

//  Wed 18: 09:00-12:00, 13:00-17:00;  Thu 19: open since 08:00, on a break since 10:00;  now Thu 19 10:30
const morning: CountedTimes = { id: 'morning', ...times('09:00-12:00', ['10:00-10:15']) };
const afternoon: CountedTimes = { id: 'afternoon', ...times('13:00-17:00') };
const open: CountedTimes = { id: 'open', ...times('08:00-', ['09:00-09:10', '10:00-'], TODAY) };
const entries = [morning, afternoon, open];

const question = (changes: readonly EntryChange[], changed: Partial<RequestInput> = {}): RequestInput => ({
  changes,
  entries,
  closed: [],
  day: DAY,
  dayOf: (instant) => calendar.dayAt(instant).day,
  now: at(`${TODAY} 10:30`),
  earliest: '2026-09-18',
  ...changed,
});
const changeOf = (one: CountedTimes, wanted: EntryTimes | null): EntryChange => ({
  entryId: one.id,
  old: timesOf(one),
  new: wanted,
});
const adding = (wanted: EntryTimes, entryId = 'added'): EntryChange => ({ entryId, old: null, new: wanted });
const outcome = (changes: readonly EntryChange[], changed: Partial<RequestInput> = {}): string => {
  const checked = checkRequest(question(changes, changed));
  return checked.ok ? 'ok' : checked.code;
};

describe('corrections of a running entry', () => {
  const running = (text: string, breaks: readonly string[] = ['09:00-09:10', '10:00-']): EntryChange =>
    changeOf(open, times(text, breaks, TODAY));
  it.each(
    (
      [
        ['another clock-in', running('07:30-'), 'ok'],
        ['another end of a finished break', running('08:00-', ['09:00-09:30', '10:00-']), 'ok'],
        ['the removal of a finished break', running('08:00-', ['10:00-']), 'ok'],
        ['an end', running('08:00-10:20', ['09:00-09:10', '10:00-10:10']), 'correction_open_end'],
        [
          'an end of the running break',
          running('08:00-', ['09:00-09:10', '10:00-10:10']),
          'correction_open_end',
        ],
        [
          'another start of the running break',
          running('08:00-', ['09:00-09:10', '10:05-']),
          'correction_open_end',
        ],
        [
          'a break after the running one',
          running('08:00-', ['09:00-09:10', '10:00-', '10:10-10:20']),
          'correction_open_end',
        ],
        ['its removal', changeOf(open, null), 'correction_open_end'],
        [
          'a clock-in after the first break',
          changeOf(open, { ...timesOf(open), clockIn: at(`${TODAY} 09:05`) }),
          'correction_break_outside',
        ],
        ['a break that ends after now', running('08:00-', ['09:00-10:40', '10:00-']), 'correction_in_future'],
      ] as const
    ).map(([what, change, code]) => ({ what, change, code })),
  )('a request on a running entry for $what gives $code', ({ change, code }) => {
    expect(outcome([change], { day: TODAY })).toBe(code);
  });

  it('neither an ended entry nor an added one may be left running', () => {
    expect(outcome([changeOf(morning, times('09:00-'))])).toBe('correction_open_end');
    expect(outcome([changeOf(morning, times('09:00-12:00', ['11:00-']))])).toBe('correction_open_end');
    expect(outcome([adding(times('18:00-'))])).toBe('correction_open_end');
  });

  it('a running entry blocks all later times, a left-open one only times before its last punch', () => {
    const aside = { ...open, setAsideAt: at(`${TODAY} 10:10`) };
    const added = (text: string, counting: readonly CountedTimes[]) =>
      outcome([adding(times(text, [], TODAY))], { day: TODAY, entries: counting });
    expect(added('10:00-10:20', [open])).toBe('correction_overlap');
    expect(added('10:10-10:20', [open])).toBe('correction_overlap');
    for (const ended of [aside, { ...open, isLeftOpen: true as const }]) {
      expect(added('09:59-10:20', [ended])).toBe('correction_overlap');
      expect(added('10:00-10:20', [ended])).toBe('ok');
    }
    const alone = { ...aside, breaks: [] };
    const back: CountedTimes = { id: 'back', ...times('10:10-10:20', [], TODAY) };
    const beyond = changeOf(alone, { ...timesOf(alone), clockIn: at(`${TODAY} 10:12`) });
    expect(outcome([beyond], { day: TODAY, entries: [alone, back] })).toBe('correction_overlap');
    expect(outcome([beyond], { day: TODAY, entries: [alone] })).toBe('correction_overlap');
    const late = { start: at(`${TODAY} 10:05`), end: at(`${TODAY} 10:15`) };
    const paused = changeOf(alone, { ...timesOf(alone), breaks: [late] });
    expect(outcome([paused], { day: TODAY, entries: [alone] })).toBe('correction_overlap');
  });
});

it('an added clock-in sets aside an earlier left-open entry and never moves that moment later', () => {
  const leftOpen = { ...open, breaks: [], isLeftOpen: true as const };
  const aside = { ...leftOpen, setAsideAt: at(`${TODAY} 10:10`) };
  const setAside = (one: CountedTimes, ...texts: string[]) => {
    const changes = texts.map((text) => adding(times(text, [], TODAY), text));
    const checked = checkRequest(question(changes, { day: TODAY, entries: [morning, one] }));
    return checked.ok ? checked.setAside.map(({ at: ended }) => ended) : checked.code;
  };
  expect(setAside(leftOpen, '10:00-10:05', '08:30-09:00')).toEqual([at(`${TODAY} 08:30`)]);
  expect(setAside(aside, '10:20-10:25', '10:00-10:05')).toEqual([at(`${TODAY} 10:00`)]);
  expect(setAside(aside, '10:10-10:25')).toEqual([]);
  expect(setAside(leftOpen, '07:30-08:00')).toEqual([]);
  // These times overlap the clock-in itself.
  for (const over of ['07:30-08:01', '08:00-08:01'])
    expect(setAside(leftOpen, over)).toBe('correction_overlap');
});

describe('corrections that start or stop counting', () => {
  const later = changeOf(morning, times('09:00-12:30', ['10:00-10:15']));
  const code = (
    changes: readonly EntryChange[],
    counting: readonly CountedTimes[],
    closed: RequestInput['closed'] = [],
    begins = true,
  ) => {
    const checked = checkBeforeCounting({ changes, entries: counting, closed }, begins);
    return checked.ok ? 'ok' : checked.code;
  };

  it('the age limit does not apply to a correction that has waited for approval', () => {
    expect(code([later], entries)).toBe('ok');
    expect(outcome([later], { earliest: '2026-11-19' })).toBe('correction_too_long_ago');
  });

  it('a correction cannot count when its entry changed, another conflicts or the period is closed', () => {
    expect(code([later], [{ ...morning, clockIn: morning.clockIn + 1 }])).toBe(
      'correction_changed_meanwhile',
    );
    expect(code([later], [afternoon])).toBe('correction_changed_meanwhile');
    expect(code([later], [morning, { id: 'new', ...times('12:15-12:45') }])).toBe('correction_overlap');
    expect(code([adding(timesOf(morning), 'morning')], entries)).toBe('correction_changed_meanwhile');
    const november = { startAt: at('2026-11-01 00:00'), endAt: at('2026-12-01 00:00') };
    expect(code([later], entries, [november])).toBe('period_closed');
  });

  it('a rebased correction has to fit later punches, while undoing may restore any punched times', () => {
    const carried = (text: string) => {
      const current = { ...open, ...times(text, [], TODAY) };
      return code([changeOf(current, { ...timesOf(current), clockIn: at(`${TODAY} 09:30`) })], [current]);
    };
    expect(carried('08:00-09:10')).toBe('correction_end_before_begin');
    expect(carried('08:00-09:40')).toBe('ok');
    const long = { ...open, breaks: [], clockOut: open.clockIn + 25 * 3_600_000 };
    const shorter = { ...timesOf(long), clockOut: long.clockIn + 3_600_000 };
    const earlier = { ...timesOf(long), clockIn: long.clockIn - 60_000 };
    expect(code([changeOf(long, earlier)], [long])).toBe('correction_too_long');
    const back = reverseChanges([changeOf(long, shorter)]);
    expect(code(back, [{ ...long, ...shorter }], [], false)).toBe('ok');
  });

  it('undoing a correction is refused when another entry now occupies the old times', () => {
    const shorter = changeOf(afternoon, times('13:00-15:00'));
    const after = applyChanges(entries, [shorter]);
    expect(code(reverseChanges([shorter]), after)).toBe('ok');
    const another = { id: 'another', ...times('16:00-16:30') };
    expect(code(reverseChanges([shorter]), [...after, another])).toBe('correction_overlap');
  });

  it('accepted corrections never make entries overlap or put breaks outside them or out of order', () => {
    const halfHour = (index: number): number => at(`${DAY} 00:00`) + index * 1_800_000;
    const steps = fc.array(fc.integer({ min: -1, max: 6 }), { minLength: 1, maxLength: 5 });
    /** Clock-in, breaks and clock-out at half hours; some steps go back in time. */
    const wanted = fc.tuple(fc.integer({ min: 0, max: 40 }), steps).map(([from, all]): EntryTimes => {
      let index = from;
      const points = [halfHour(from), ...all.map((step) => halfHour((index += step)))];
      const inner = points.slice(1, -1);
      const breaks = inner.flatMap((end, one) =>
        one % 2 === 1 ? [{ start: inner[one - 1] ?? 0, end }] : [],
      );
      return { clockIn: halfHour(from), clockOut: points.at(-1) ?? 0, breaks };
    });
    const changes = fc
      .tuple(fc.option(wanted), fc.option(wanted), wanted)
      .map(([one, two, three]) => [changeOf(morning, one), changeOf(afternoon, two), adding(three)]);
    let accepted = 0;
    fc.assert(
      fc.property(changes, (asked) => {
        if (!checkRequest(question(asked)).ok) return;
        accepted += 1;
        const counting = applyChanges(entries, asked);
        for (const [index, { clockIn, clockOut, breaks }] of counting.entries()) {
          const inside = breaks.flatMap(({ start, end }) => [start, end ?? Number.POSITIVE_INFINITY]);
          const next = counting[index + 1]?.clockIn ?? Number.POSITIVE_INFINITY;
          const points = [clockIn, ...inside, clockOut ?? Number.POSITIVE_INFINITY, next];
          expect(points).toEqual(points.toSorted((a, b) => a - b));
        }
        expect(checkBeforeCounting(question(asked), true).ok).toBe(true);
        expect(
          checkBeforeCounting({ changes: reverseChanges(asked), entries: counting, closed: [] }, false).ok,
        ).toBe(true);
      }),
      { numRuns: 2_000 },
    );
    expect(accepted).toBeGreaterThan(100);
  });
});
