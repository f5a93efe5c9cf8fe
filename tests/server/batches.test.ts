import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { inBatches } from '#server/hours/punch-queue/batches';
import { Deadline, OverloadedError } from '#server/platform/async/deadline';

/** Work that ends on demand, and the items of each batch. */
function stoppableWork(limits = { maxItems: 3, maxParallel: 1 }) {
  const batches: { readonly items: readonly string[]; readonly end: (error?: Error) => void }[] = [];
  const add = inBatches(
    (items: readonly string[]) =>
      new Promise<string[]>((resolve, reject) => {
        batches.push({
          items,
          end: (error) => (error ? reject(error) : resolve(items.map((item) => `${item} done`))),
        });
      }),
    limits,
  );
  return { add, batches, begun: () => batches.map(({ items }) => items.join(' ')) };
}

describe('work in batches', () => {
  it('items of one turn share a batch, later ones the next batch, up to the maximum size', async () => {
    const { add, batches, begun } = stoppableWork();
    const first = ['a', 'b'].map(add);
    await expect.poll(begun).toEqual(['a b']);
    const more = ['c', 'd', 'e', 'f'].map(add);
    batches[0]?.end();
    expect(await Promise.all(first)).toEqual(['a done', 'b done']);
    await expect.poll(begun).toEqual(['a b', 'c d e']);
    batches[1]?.end();
    await expect.poll(begun).toEqual(['a b', 'c d e', 'f']);
    batches[2]?.end();
    expect(await Promise.all(more)).toEqual(['c done', 'd done', 'e done', 'f done']);
  });

  it('after a batch of several items the next batch waits a turn for more, and a single item does not wait', async () => {
    const { add, batches, begun } = stoppableWork();
    const first = Promise.all(['a', 'b'].map(add));
    await expect.poll(begun).toEqual(['a b']);
    batches[0]?.end();
    await first;
    const second = [add('c')];
    await nextTurn();
    second.push(add('d'));
    await expect.poll(begun).toEqual(['a b', 'c d']);
    batches[1]?.end();
    await Promise.all(second);
    await nextTurn();
    const last = add('e');
    await expect.poll(begun).toEqual(['a b', 'c d', 'e']);
    batches[2]?.end();
    await last;
    const lone = add('f');
    await nextTurn();
    await nextTurn();
    expect(begun()).toEqual(['a b', 'c d', 'e', 'f']);
    batches[3]?.end();
    expect(await lone).toBe('f done');
  });

  it('no more batches run at once than the limit', async () => {
    const { add, batches, begun } = stoppableWork({ maxItems: 1, maxParallel: 2 });
    const all = Promise.all(['a', 'b', 'c'].map(add));
    await expect.poll(begun).toEqual(['a', 'b']);
    batches[1]?.end();
    await expect.poll(begun).toEqual(['a', 'b', 'c']);
    batches[0]?.end();
    batches[2]?.end();
    expect(await all).toEqual(['a done', 'b done', 'c done']);
  });

  it('the items of a failed batch are tried one by one, so only the faulty one fails', async () => {
    const tried: string[] = [];
    const add = inBatches(
      async (items: readonly string[]) => {
        tried.push(items.join(' '));
        if (items.includes('bad')) throw new Error('bad');
        return items;
      },
      { maxItems: 10, maxParallel: 1 },
    );
    const results = await Promise.allSettled(['a', 'bad', 'b'].map(add));
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(tried).toEqual(['a bad b', 'a', 'bad', 'b']);
  });

  it('an item whose time ran out before its batch starts is left out', async () => {
    const { add, batches, begun } = stoppableWork();
    const first = add('a');
    await expect.poll(begun).toEqual(['a']);
    await expect(new Deadline(5).run(() => add('late'))).rejects.toThrow(OverloadedError);
    const other = add('b');
    batches[0]?.end();
    await expect.poll(begun).toEqual(['a', 'b']);
    batches[1]?.end();
    expect(await Promise.all([first, other])).toEqual(['a done', 'b done']);
  });

  it('an item whose time runs out during its batch still gets the result', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const { add, batches, begun } = stoppableWork();
    const late = new Deadline(5).run(() => add('a'));
    while (begun().length === 0) await nextTurn();
    vi.advanceTimersByTime(10);
    batches[0]?.end();
    expect(await late).toBe('a done');
  });
});
