import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  applyChanges,
  areSameTimes,
  rebaseOntoCurrent,
  changeKind,
  snapToPunches,
  reversed,
  timesOf,
  type CountedTimes,
  type EntryChange,
  type EntryTimes,
} from '#domain/correction/correction';
import { checkCounting } from '#domain/correction/check';
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

describe('a change', () => {
  it('adds, removes or changes an entry', () => {
    const worked = times('09:00-17:00');
    expect(changeKind(change('a', null, worked))).toBe('add');
    expect(changeKind(change('a', worked, null))).toBe('remove');
    expect(changeKind(change('a', worked, times('09:00-18:00')))).toBe('change');
  });

  it('leaves everything else as it is, and what counts in the order of the clock-ins', () => {
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

  it('of an entry that was set aside leaves it set aside', () => {
    const aside: CountedTimes = { id: 'a', ...times('09:00-'), setAsideAt: at('2026-11-19 08:00') };
    const earlier = change('a', times('09:00-'), times('08:00-'));
    expect(applyChanges([aside], [earlier])).toEqual([{ ...aside, clockIn: at(`${DAY} 08:00`) }]);
  });
});

/** Any changes of some entries: some moved, some removed, some added. */
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
  it('are undone by taking them back, to the millisecond', () => {
    fc.assert(
      fc.property(countedAndChanges, ({ entries, changes }) => {
        const before = applyChanges(entries, []);
        expect(applyChanges(applyChanges(before, changes), reversed(changes))).toEqual(before);
        expect(before).toHaveLength(entries.length);
        expect(reversed(reversed(changes))).toEqual(changes);
      }),
    );
  });

  it('can be made once: what they change is no longer what they say was before', () => {
    fc.assert(
      fc.property(countedAndChanges, ({ entries, changes }) => {
        fc.pre(changes.length > 0);
        const after = applyChanges(entries, changes);
        expect(checkCounting({ changes, entries: after, closed: [] }, true)).toMatchObject({
          code: 'correction_changed_meanwhile',
          item: 0,
        });
      }),
    );
  });
});

describe('a request about an entry that was running', () => {
  const asked = change('a', times('10:00-', ['12:00-12:30']), times('09:00-', ['12:00-12:40']));

  it.each([
    [
      'is as it was asked for while nothing was punched',
      times('10:00-', ['12:00-12:30']),
      times('09:00-', ['12:00-12:40']),
    ],
    [
      'takes the clock-out along',
      times('10:00-17:00', ['12:00-12:30']),
      times('09:00-17:00', ['12:00-12:40']),
    ],
    [
      'takes later breaks along',
      times('10:00-17:00', ['12:00-12:30', '15:00-15:10']),
      times('09:00-17:00', ['12:00-12:40', '15:00-15:10']),
    ],
    [
      'takes a break along that runs',
      times('10:00-', ['12:00-12:30', '15:00-']),
      times('09:00-', ['12:00-12:40', '15:00-']),
    ],
  ])('%s', (_what, current, expected) => {
    const carried = rebaseOntoCurrent(asked, current);
    expect(carried).toEqual(change('a', current, expected));
  });

  it('ends the break that ran when it was asked for', () => {
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
  ])('is over when %s', (_what, current) => {
    expect(rebaseOntoCurrent(asked, current)).toBeNull();
  });

  it('is nothing that an ended entry gives: it counts only while that is what it was', () => {
    const ended = change('a', times('10:00-17:00'), times('09:00-17:00'));
    expect(rebaseOntoCurrent(ended, times('10:00-17:00'))).toEqual(ended);
    expect(rebaseOntoCurrent(ended, times('10:00-17:30'))).toBeNull();
    const added = change('a', null, times('10:00-17:00'));
    expect(rebaseOntoCurrent(added, undefined)).toEqual(added);
    expect(rebaseOntoCurrent(added, times('10:00-17:00'))).toBeNull();
    expect(rebaseOntoCurrent(change('a', times('10:00-'), null), times('10:00-17:00'))).toBeNull();
  });
});

describe('whole minutes that somebody gives', () => {
  const second = (time: string): number => at(`${DAY} ${time}`);
  /** 09:00:20 to 17:30:40, with a break from 12:00:05 to 12:30:50. */
  const punched: EntryTimes = {
    clockIn: second('09:00:20'),
    clockOut: second('17:30:40'),
    breaks: [{ start: second('12:00:05'), end: second('12:30:50') }],
  };

  it('are the punches that stay, with their seconds', () => {
    expect(snapToPunches(times('09:00-17:30', ['12:00-12:30']), punched, [])).toEqual(punched);
    expect(snapToPunches(times('08:45-17:30', ['12:00-12:30']), punched, [])).toEqual({
      ...punched,
      clockIn: second('08:45'),
    });
    expect(snapToPunches(times('09:00-17:30'), punched, [])).toEqual({ ...punched, breaks: [] });
  });

  it('stand in order, however they were given', () => {
    const given = times('09:00-17:30', ['15:00-15:10', '12:00-12:30']);
    expect(snapToPunches(given, null, []).breaks).toEqual(given.breaks.toReversed());
  });

  it('begin where in the same minute what was before them ended', () => {
    expect(snapToPunches(times('17:30-18:00'), null, [punched]).clockIn).toBe(second('17:30:40'));
    expect(snapToPunches(times('17:31-18:00'), null, [punched]).clockIn).toBe(second('17:31'));
    expect(snapToPunches(times('17:29-18:00'), null, [punched]).clockIn).toBe(second('17:29'));
    expect(snapToPunches(times('09:00-12:30', ['12:00-12:30']), punched, []).clockOut).toBe(
      second('12:30:50'),
    );
    // A punch that stays is before one that ended later in its minute.
    const whole = { ...times('09:00-09:00'), clockOut: second('09:00:10') };
    const after: EntryTimes = { clockIn: second('09:00:10'), clockOut: second('09:00:30'), breaks: [] };
    expect(snapToPunches(times('09:00-09:00'), whole, [after])).toEqual(whole);
    const followed = snapToPunches(times('09:00-17:30', ['12:00-12:30', '12:30-12:40']), punched, []);
    expect(followed.breaks[1]?.start).toBe(second('12:30:50'));
  });

  it('are themselves where they are not whole, as one that a program gives', () => {
    const exact = { ...times('09:00-17:30'), clockIn: second('09:00:40') };
    expect(snapToPunches(exact, punched, []).clockIn).toBe(second('09:00:40'));
  });

  it('keep an end that has not come', () => {
    const open = times('09:00-', ['12:00-']);
    expect(snapToPunches(open, null, [])).toEqual(open);
  });

  it('of what counts already, cut to minutes, mean what counts: nothing would change', () => {
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
