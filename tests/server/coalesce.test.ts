import { describe, expect, it } from 'vitest';
import { coalesce } from '#server/coalesce';

/** Work that ends when it is told to, and the number of its runs so far. */
function stoppableWork() {
  const ends: (() => void)[] = [];
  return {
    ends,
    work: () => new Promise<void>((resolve) => void ends.push(resolve)),
  };
}

describe('many calls made few', () => {
  it('a call runs at once; any number of calls meanwhile are one more run, after it', async () => {
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

  it('a call after the last run runs again', async () => {
    let runs = 0;
    const run = coalesce(async () => void (runs += 1));
    await run();
    await run();
    expect(runs).toBe(2);
  });

  it('calls while it gathers belong to the run that follows', async () => {
    let runs = 0;
    const run = coalesce(async () => void (runs += 1), 5);
    await Promise.all([run(), run(), run()]);
    expect(runs).toBe(1);
  });
});
