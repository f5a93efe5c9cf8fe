import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  applyChanges,
  areSameTimes,
  rebaseOntoCurrent,
  snapToPunches,
  reverseChanges,
  timesOf,
  type CountedTimes,
  type EntryChange,
  type EntryTimes,
} from '#domain/correction/correction';
import { checkBeforeCounting } from '#domain/correction/check';
import { historyFrom } from './histories.ts';
import { at, entry } from './timeline.ts';

const DAY = '2026-11-18';
const times = (text: string, breaks: readonly string[] = []): EntryTimes =>
  timesOf(entry(`${DAY} ${text}`, { breaks }));
const change = (entryId: string, old: EntryTimes | null, wanted: EntryTimes | null): EntryChange => ({
  entryId,
  old,
  new: wanted,
});

describe('changes of entries', () => {
  it('applying changes leaves other entries alone and sorts by clock-in', () => {
    const counting = [
      { id: 'late', ...times('14:00-17:00') },
      { id: 'early', ...times('08:00-12:00') },
      { id: 'mistake', ...times('12:30-12:31') },
    ];
    const changes = [
      change('mistake', times('12:30-12:31'), null),
      change('late', times('14:00-17:00'), times('13:00-17:00', ['15:00-15:15'])),
      change('missed', null, times('18:00-19:00')),
    ];
    expect(applyChanges(counting, changes)).toEqual([
      { id: 'early', ...times('08:00-12:00') },
      { id: 'late', ...times('13:00-17:00', ['15:00-15:15']) },
      { id: 'missed', ...times('18:00-19:00') },
    ]);
  });

  it('a changed entry that was set aside stays set aside', () => {
    const aside: CountedTimes = { id: 'a', ...times('09:00-'), setAsideAt: at('2026-11-19 08:00') };
    const earlier = change('a', times('09:00-'), times('08:00-'));
    expect(applyChanges([aside], [earlier])).toEqual([{ ...aside, clockIn: at(`${DAY} 08:00`) }]);
  });
});

/** Random changes: some entries moved, some removed, some added. */
const someChanges = (entries: readonly CountedTimes[]): fc.Arbitrary<EntryChange[]> =>
  fc
    .record({
      kinds: fc.array(fc.constantFrom('keep', 'move', 'remove'), {
        minLength: entries.length,
        maxLength: entries.length,
      }),
      added: fc.array(fc.integer({ min: 1, max: 1_000_000_000 }), { maxLength: 3 }),
    })
    .map(({ kinds, added }) => [
      ...entries.flatMap((one, index): EntryChange[] => {
        if (kinds[index] === 'keep') return [];
        const moved = kinds[index] === 'move' ? { ...timesOf(one), clockIn: one.clockIn - 60_000 } : null;
        return [change(one.id, timesOf(one), moved)];
      }),
      ...added.map((start, index) =>
        change(`added ${index}`, null, { clockIn: start, clockOut: start + 1, breaks: [] }),
      ),
    ]);

const counted = historyFrom(at('2026-11-02 08:00')).map((history) =>
  history.map((one): CountedTimes => ({ id: `${one.id} ${history.indexOf(one)}`, ...timesOf(one) })),
);
const countedAndChanges = counted.chain((entries) =>
  someChanges(entries).map((changes) => ({ entries, changes })),
);

describe('changes of any history', () => {
  it('undoing changes restores the history to the millisecond', () => {
    fc.assert(
      fc.property(countedAndChanges, ({ entries, changes }) => {
        const before = applyChanges(entries, []);
        expect(applyChanges(applyChanges(before, changes), reverseChanges(changes))).toEqual(before);
        expect(before).toHaveLength(entries.length);
        expect(reverseChanges(reverseChanges(changes))).toEqual(changes);
      }),
    );
  });

  it('the same changes cannot be made twice, since their old times no longer count', () => {
    fc.assert(
      fc.property(countedAndChanges, ({ entries, changes }) => {
        fc.pre(changes.length > 0);
        const after = applyChanges(entries, changes);
        expect(checkBeforeCounting({ changes, entries: after, closed: [] }, true)).toMatchObject({
          code: 'correction_changed_meanwhile',
          item: 0,
        });
      }),
    );
  });
});

describe('rebasing a request on an entry that was running', () => {
  const asked = change('a', times('10:00-', ['12:00-12:30']), times('09:00-', ['12:00-12:40']));

  it.each([
    [
      'a request stays as it is while nothing is punched',
      times('10:00-', ['12:00-12:30']),
      times('09:00-', ['12:00-12:40']),
    ],
    [
      'a rebased request includes a later clock-out',
      times('10:00-17:00', ['12:00-12:30']),
      times('09:00-17:00', ['12:00-12:40']),
    ],
    [
      'a rebased request includes later breaks',
      times('10:00-17:00', ['12:00-12:30', '15:00-15:10']),
      times('09:00-17:00', ['12:00-12:40', '15:00-15:10']),
    ],
    [
      'a rebased request includes a running break',
      times('10:00-', ['12:00-12:30', '15:00-']),
      times('09:00-', ['12:00-12:40', '15:00-']),
    ],
  ])('%s', (_what, current, expected) => {
    const carried = rebaseOntoCurrent(asked, current);
    expect(carried).toEqual(change('a', current, expected));
  });

  it('a rebased request ends the break that was running at the time of the request', () => {
    const onBreak = change('a', times('10:00-', ['12:00-']), times('09:00-', ['12:00-']));
    const current = times('10:00-17:00', ['12:00-12:30']);
    expect(rebaseOntoCurrent(onBreak, current)).toEqual(
      change('a', current, times('09:00-17:00', ['12:00-12:30'])),
    );
  });

  it.each([
    ['another clock-in counts', times('09:30-17:00', ['12:00-12:30'])],
    ['another break counts', times('10:00-17:00', ['12:05-12:30'])],
    ['a break of another length counts', times('10:00-17:00', ['12:00-12:20'])],
    ['a break is gone', times('10:00-17:00')],
    ['the entry is gone', undefined],
  ])('a request is stale when %s', (_what, current) => {
    expect(rebaseOntoCurrent(asked, current)).toBeNull();
  });

  it('a request on an ended or missing entry is stale as soon as that entry differs', () => {
    const ended = change('a', times('10:00-17:00'), times('09:00-17:00'));
    expect(rebaseOntoCurrent(ended, times('10:00-17:00'))).toEqual(ended);
    expect(rebaseOntoCurrent(ended, times('10:00-17:30'))).toBeNull();
    const added = change('a', null, times('10:00-17:00'));
    expect(rebaseOntoCurrent(added, undefined)).toEqual(added);
    expect(rebaseOntoCurrent(added, times('10:00-17:00'))).toBeNull();
    expect(rebaseOntoCurrent(change('a', times('10:00-'), null), times('10:00-17:00'))).toBeNull();
  });
});

describe('times given in whole minutes', () => {
  const second = (time: string): number => at(`${DAY} ${time}`);
  /** 09:00:20 to 17:30:40, with a break from 12:00:05 to 12:30:50. */
  const punched: EntryTimes = {
    clockIn: second('09:00:20'),
    clockOut: second('17:30:40'),
    breaks: [{ start: second('12:00:05'), end: second('12:30:50') }],
  };

  it('an unchanged minute keeps the seconds of its punch', () => {
    expect(snapToPunches(times('09:00-17:30', ['12:00-12:30']), punched, [])).toEqual(punched);
    expect(snapToPunches(times('08:45-17:30', ['12:00-12:30']), punched, [])).toEqual({
      ...punched,
      clockIn: second('08:45'),
    });
    expect(snapToPunches(times('09:00-17:30'), punched, [])).toEqual({ ...punched, breaks: [] });
  });

  it('breaks are sorted, whatever the order in which they are given', () => {
    const given = times('09:00-17:30', ['15:00-15:10', '12:00-12:30']);
    expect(snapToPunches(given, null, []).breaks).toEqual(given.breaks.toReversed());
  });

  it('a start in the minute in which something else ends begins at that second', () => {
    expect(snapToPunches(times('17:30-18:00'), null, [punched]).clockIn).toBe(second('17:30:40'));
    expect(snapToPunches(times('17:31-18:00'), null, [punched]).clockIn).toBe(second('17:31'));
    expect(snapToPunches(times('17:29-18:00'), null, [punched]).clockIn).toBe(second('17:29'));
    expect(snapToPunches(times('09:00-12:30', ['12:00-12:30']), punched, []).clockOut).toBe(
      second('12:30:50'),
    );
    // An unchanged punch stays before a later end in the same minute.
    const whole = { ...times('09:00-09:00'), clockOut: second('09:00:10') };
    const after: EntryTimes = { clockIn: second('09:00:10'), clockOut: second('09:00:30'), breaks: [] };
    expect(snapToPunches(times('09:00-09:00'), whole, [after])).toEqual(whole);
    const followed = snapToPunches(times('09:00-17:30', ['12:00-12:30', '12:30-12:40']), punched, []);
    expect(followed.breaks[1]?.start).toBe(second('12:30:50'));
  });

  it('times with seconds, as a program sends them, stay exact', () => {
    const exact = { ...times('09:00-17:30'), clockIn: second('09:00:40') };
    expect(snapToPunches(exact, punched, []).clockIn).toBe(second('09:00:40'));
  });

  it('an open end stays open', () => {
    const open = times('09:00-', ['12:00-']);
    expect(snapToPunches(open, null, [])).toEqual(open);
  });

  it('counting times cut to minutes snap back to the exact times, so nothing changes', () => {
    const cut = (instant: number): number => Math.floor(instant / 60_000) * 60_000;
    fc.assert(
      fc.property(counted, (entries) => {
        for (const one of entries) {
          const others = entries.filter((other) => other !== one);
          const shown: EntryTimes = {
            clockIn: cut(one.clockIn),
            clockOut: one.clockOut === null ? null : cut(one.clockOut),
            breaks: one.breaks.map(({ start, end }) => ({
              start: cut(start),
              end: end === null ? null : cut(end),
            })),
          };
          expect(areSameTimes(snapToPunches(shown, one, others), one)).toBe(true);
        }
      }),
    );
  });
});
