import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareCursors } from '#contract/cursor';
import type { LiveChange } from '#contract/live';
import { connectionMessage } from '#web/frame/live-banner.tsx';
import { catchUp, createRecentChanges } from '#web/live/changes.ts';
import { backOffMs, lostSince } from '#web/live/connection.ts';
import { change, settings } from './records.ts';

const applied = (view: { cursor: string; seen: string[] }, one: LiveChange) =>
  one.settings ? null : { ...view, seen: [...view.seen, one.cursor] };

describe('keeping a snapshot up by live changes', () => {
  it('only what came after the snapshot is applied, and the view moves on to it', () => {
    const changes = [change('9-5'), change('10-1'), change('10-2'), change('12-1')];
    expect(catchUp({ cursor: '10-1', seen: [] }, changes, applied)).toEqual({
      view: { cursor: '12-1', seen: ['10-2', '12-1'] },
      complete: true,
    });
  });

  it('cursors are compared as numbers: transaction 9 is before transaction 10', () => {
    expect(catchUp({ cursor: '10-1', seen: [] }, [change('9-99')], applied).view.seen).toEqual([]);
  });

  it('a change that only the server can work in stops the view there and asks for a new snapshot', () => {
    const changes = [change('11-1'), change('12-1', { settings: settings() }), change('13-1')];
    expect(catchUp({ cursor: '10-1', seen: [] }, changes, applied)).toEqual({
      view: { cursor: '11-1', seen: ['11-1'] },
      complete: false,
    });
  });

  it('older data never overwrites newer: wherever a snapshot was taken, the changes heard bring it to the same state', () => {
    const cursors = fc
      .uniqueArray(fc.nat({ max: 500 }), { minLength: 1, maxLength: 30 })
      .map((numbers) => numbers.toSorted((one, other) => one - other));
    fc.assert(
      fc.property(cursors, fc.nat({ max: 500 }), (numbers, taken) => {
        const recent = createRecentChanges();
        const changes = numbers.map((n) => change(`${n}-1`));
        for (const one of changes) recent.add(one, 0);
        const snapshot = {
          cursor: `${taken}-9`,
          seen: changes
            .filter(({ cursor }) => compareCursors(cursor, `${taken}-9`) <= 0)
            .map(({ cursor }) => cursor),
        };
        const { view } = catchUp(snapshot, recent.after(snapshot.cursor), applied);
        expect(view.seen).toEqual(changes.map(({ cursor }) => cursor));
      }),
    );
  });
});

describe('the changes heard lately', () => {
  it('a change heard twice, as after a reconnect, counts once', () => {
    const recent = createRecentChanges();
    expect([
      recent.add(change('5-1'), 0),
      recent.add(change('5-1'), 10),
      recent.add(change('4-9'), 10),
      recent.add(change('5-2'), 10),
    ]).toEqual([true, false, false, true]);
    expect(recent.after('0-0').map(({ cursor }) => cursor)).toEqual(['5-1', '5-2']);
  });

  it('they are kept for two minutes at least, and not for ever', () => {
    const recent = createRecentChanges();
    for (let second = 0; second <= 600; second += 1) recent.add(change(`${second + 1}-1`), second * 1000);
    const kept = recent.after('0-0');
    expect(kept.length).toBeGreaterThanOrEqual(120);
    expect(kept.length).toBeLessThan(300);
    expect(kept.at(-1)?.cursor).toBe('601-1');
  });
});

describe('the live link', () => {
  it('tries again soon at first and at most every 20 s, never all browsers at once', () => {
    expect([0, 1, 2, 3].map((attempt) => backOffMs(attempt, 1))).toEqual([500, 1000, 2000, 4000]);
    expect(backOffMs(50, 1)).toBe(20_000);
    fc.assert(
      fc.property(fc.nat({ max: 100 }), fc.double({ min: 0, max: 1, noNaN: true }), (attempt, chance) => {
        const wait = backOffMs(attempt, chance);
        return (
          wait >= 250 && wait <= 20_000 && wait >= backOffMs(attempt, 0) && wait <= backOffMs(attempt, 1)
        );
      }),
    );
  });

  it('the age of a loss counts from when it began, however often reconnecting fails', () => {
    const lost = lostSince({ state: 'live' }, 1000);
    expect(lostSince(lost, 9000)).toEqual({ state: 'lost', since: 1000 });
  });

  it('says that it is lost, and since when; a short loss is not worth a word', () => {
    const lost = { state: 'lost', since: 0 } as const;
    expect(
      [0, 2999, 3000, 7000, 42_000, 59_999, 60_000, 3_720_000].map((now) => connectionMessage(lost, now)),
    ).toEqual([
      null,
      null,
      'Connection lost 3 s ago',
      'Connection lost 5 s ago',
      'Connection lost 40 s ago',
      'Connection lost 55 s ago',
      'Connection lost 1m ago',
      'Connection lost 1h 2m ago',
    ]);
  });

  it('says that the feed is behind, and nothing while all is well', () => {
    expect(connectionMessage({ state: 'behind', since: 0 }, 12_000)).toBe('Live updates are 10 s behind');
    expect(connectionMessage({ state: 'live' }, 12_000)).toBeNull();
    expect(connectionMessage({ state: 'connecting' }, 12_000)).toBeNull();
  });
});
