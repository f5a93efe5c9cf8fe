import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { setUser } from '#web/session/auth.ts';
import { takeReceivedAnswer, prefetchFirstScreen, takePrefetchedAnswer } from '#web/live/prefetch.ts';
import { user as person } from './records.ts';

const kept = globalThis.fetch;
let asked: string[] = [];
beforeAll(() => prefetchFirstScreen());
afterEach(() => {
  globalThis.fetch = kept;
  setUser(null);
  asked = [];
});

function answering(status: number): void {
  globalThis.fetch = async (address) => {
    asked.push(String(address));
    return new Response(JSON.stringify({ now: new Date().toISOString() }), { status });
  };
}

describe("a screen's first data", () => {
  it('the first data are requested as soon as the user is known, and handed over once', async () => {
    answering(200);
    setUser(person(1));
    expect(asked).toEqual(['/api/clock']);
    expect(await takePrefetchedAnswer('monitoring')).toBeNull();
    expect(await takePrefetchedAnswer('clock')).toMatchObject({ answer: { ok: true } });
    expect(await takePrefetchedAnswer('clock')).toBeNull();
    expect(asked).toHaveLength(1);
  });

  it('the first data are there when the screen is first drawn, if they have arrived by then', async () => {
    answering(200);
    setUser(person(1));
    expect(takeReceivedAnswer('clock')).toBeNull();
    await expect.poll(() => takeReceivedAnswer('clock')).toMatchObject({ answer: { ok: true } });
    expect(takeReceivedAnswer('clock')).toBeNull();
    expect(await takePrefetchedAnswer('clock')).toBeNull();
    expect(asked).toHaveLength(1);
  });

  it('the first data are not requested again for the same user and never given to the next user', async () => {
    answering(200);
    setUser(person(1));
    setUser(person(1, { name: 'Another Name', version: 9 }));
    expect(asked).toHaveLength(1);
    setUser(null);
    expect(await takePrefetchedAnswer('clock')).toBeNull();
  });

  it('a screen requests its first data again when prefetching fails', async () => {
    answering(503);
    setUser(person(1));
    expect(await takePrefetchedAnswer('clock')).toBeNull();
  });
});
