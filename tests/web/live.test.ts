import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LiveChange } from '#contract/monitoring/live';
import { connectionMessage } from '#web/live/live-strip.tsx';
import { catchUp, createRecentChanges } from '#web/live/changes.ts';
import { backOffMs, toLostStatus } from '#web/live/connection.ts';
import { change, settings } from './records.ts';

const applied = (view: { cursor: string; seen: string[] }, one: LiveChange) =>
  one.settings ? null : { ...view, seen: [...view.seen, one.cursor] };

describe('applying live changes to a snapshot', () => {
  it('only changes after a known cursor are applied, and the cursor moves on', () => {
    const changes = [change('c'), change('k'), change('a'), change('f')];
    expect(catchUp({ cursor: 'k', seen: [] }, changes, applied)).toEqual({
      view: { cursor: 'f', seen: ['a', 'f'] },
      stoppedAt: null,
    });
  });

  it('all changes are applied when the cursor is unknown', () => {
    expect(catchUp({ cursor: 'z', seen: [] }, [change('c'), change('a')], applied).view.seen).toEqual([
      'c',
      'a',
    ]);
  });

  it('a change that only the server can apply stops the view and requires a new snapshot', () => {
    const changes = [change('b'), change('d', { settings: settings() }), change('c')];
    expect(catchUp({ cursor: 'a', seen: [] }, changes, applied)).toEqual({
      view: { cursor: 'b', seen: ['b'] },
      stoppedAt: changes[1],
    });
  });

  it('no change is lost, whenever a snapshot is requested, taken and received', () => {
    const moments = fc.tuple(fc.nat({ max: 30 }), fc.nat({ max: 30 }), fc.nat({ max: 30 }));
    fc.assert(
      fc.property(moments, (three) => {
        const [asked = 0, taken = 0, arrived = 0] = three.toSorted((one, other) => one - other);
        const recent = createRecentChanges();
        const changes = Array.from({ length: 31 }, (_, n) => change(`c${(n * 7) % 31}`));
        const receive = (from: number, to: number) => {
          for (const one of changes.slice(from, to)) recent.add(one);
        };
        receive(0, asked);
        const mark = recent.mark();
        const snapshot = {
          cursor: changes[taken - 1]?.cursor ?? 'start',
          seen: changes.slice(0, taken).map(({ cursor }) => cursor),
        };
        receive(asked, arrived);
        const { view } = catchUp(snapshot, recent.since(mark) ?? [], applied);
        const later = catchUp(view, changes.slice(arrived), applied).view;
        expect(new Set(later.seen)).toEqual(new Set(changes.map(({ cursor }) => cursor)));
        expect(later.seen.at(-1)).toBe(changes.at(-1)?.cursor);
      }),
    );
  });
});

describe('recent changes', () => {
  it('changes since a mark are listed, unless some are missing', () => {
    const recent = createRecentChanges();
    recent.add(change('a'));
    const mark = recent.mark();
    expect(recent.since(mark)).toEqual([]);
    recent.add(change('b'));
    expect(recent.since(mark)).toEqual([change('b')]);
    recent.restart();
    recent.add(change('d'));
    expect(recent.since(mark)).toBeNull();
    expect(recent.since(0)).toBeNull();
  });

  it('changes are kept for pending snapshots, but not forever', () => {
    const recent = createRecentChanges();
    const first = recent.mark();
    for (let n = 0; n < 3000; n++) recent.add(change(`c${n}`));
    const mark = recent.mark();
    for (let n = 0; n < 2500; n++) recent.add(change(`d${n}`));
    expect(recent.since(mark)).toHaveLength(2500);
    expect(recent.since(first)).toBeNull();
  });
});

describe('the live connection', () => {
  it('retries soon at first and later at most 20 s apart, with random delays', () => {
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

  it('the age of a loss counts from its start, however often reconnecting fails', () => {
    const lost = toLostStatus({ state: 'live' }, 1000);
    expect(toLostStatus(lost, 9000)).toEqual({ state: 'lost', since: 1000 });
  });

  it('says that it is lost and since when, unless the loss is short', () => {
    const lost = { state: 'lost', since: 0 } as const;
    expect(
      [0, 2999, 3000, 7000, 42_000, 59_999, 60_000, 3_720_000].map((now) => connectionMessage(lost, now)),
    ).toEqual([
      null,
      null,
      'Connection lost 3s ago',
      'Connection lost 5s ago',
      'Connection lost 40s ago',
      'Connection lost 55s ago',
      'Connection lost 1m ago',
      'Connection lost 1h 2m ago',
    ]);
  });

  it('says that updates are behind, and nothing while all is well', () => {
    expect(connectionMessage({ state: 'behind', since: 0 }, 12_000)).toBe('Live updates are 10s behind');
    expect(connectionMessage({ state: 'live' }, 12_000)).toBeNull();
    expect(connectionMessage({ state: 'connecting' }, 12_000)).toBeNull();
  });
});
