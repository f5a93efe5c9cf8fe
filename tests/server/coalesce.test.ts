import { describe, expect, it } from 'vitest';
import { coalesce, shareRuns } from '#server/platform/async/coalesce';

/** Work that ends on demand; `ends` has one item for each run. */
function stoppableWork() {
  const ends: (() => void)[] = [];
  return {
    ends,
    work: () => new Promise<void>((resolve) => void ends.push(resolve)),
  };
}

describe('coalesced calls', () => {
  it('the first call runs at once, and all calls during it share one more run', async () => {
    const { work, ends } = stoppableWork();
    const run = coalesce(work);
    const first = run();
    expect(ends.length).toBe(1);
    const all = Promise.all([run(), run(), run()]);
    expect(ends.length).toBe(1);
    ends[0]?.();
    await expect.poll(() => ends.length).toBe(2);
    ends[1]?.();
    await Promise.all([first, all]);
    expect(ends.length).toBe(2);
  });

  it('a call after the last run starts a new run', async () => {
    let runs = 0;
    const run = coalesce(async () => void (runs += 1));
    await run();
    await run();
    expect(runs).toBe(2);
  });

  it('calls within the gathering time share one run', async () => {
    let runs = 0;
    const run = coalesce(async () => void (runs += 1), 5);
    await Promise.all([run(), run(), run()]);
    expect(runs).toBe(1);
  });
});

describe('shared runs with a result', () => {
  it('a call gets the result or the error of a run that began after it', async () => {
    const ends: ((fails?: boolean) => void)[] = [];
    const ask = shareRuns(() => {
      const run = ends.length + 1;
      return new Promise<number>((resolve, reject) =>
        ends.push((fails = false) => (fails ? reject(new Error(`Run ${run}`)) : resolve(run))),
      );
    });
    const first = [ask(), ask()];
    await expect.poll(() => ends.length).toBe(1);
    const second = [ask(), ask(), ask()].map((asked) => asked.catch(String));
    ends[0]?.();
    expect(await Promise.all(first)).toEqual([1, 1]);
    await expect.poll(() => ends.length).toBe(2);
    const third = ask();
    ends[1]?.(true);
    expect(await Promise.all(second)).toEqual(Array.from({ length: 3 }, () => 'Error: Run 2'));
    await expect.poll(() => ends.length).toBe(3);
    ends[2]?.();
    expect(await third).toBe(3);
  });
});
