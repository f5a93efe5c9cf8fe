import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { setUser } from '#web/session/auth.ts';
import { receivedAnswer, prefetchFirstScreen, prefetchedAnswer } from '#web/live/prefetch.ts';
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
    expect(await prefetchedAnswer('monitoring')).toBeNull();
    expect(await prefetchedAnswer('clock')).toMatchObject({ answer: { ok: true } });
    expect(await prefetchedAnswer('clock')).toBeNull();
    expect(asked).toHaveLength(1);
  });

  it('the first data are there when the screen is first drawn, if they have arrived by then', async () => {
    answering(200);
    setUser(person(1));
    expect(receivedAnswer('clock')).toBeNull();
    await expect.poll(() => receivedAnswer('clock')).toMatchObject({ answer: { ok: true } });
    expect(receivedAnswer('clock')).toBeNull();
    expect(await prefetchedAnswer('clock')).toBeNull();
    expect(asked).toHaveLength(1);
  });

  it('the first data are not requested again for the same user and never given to the next user', async () => {
    answering(200);
    setUser(person(1));
    setUser(person(1, { name: 'Another Name', version: 9 }));
    expect(asked).toHaveLength(1);
    setUser(null);
    expect(await prefetchedAnswer('clock')).toBeNull();
  });

  it('a screen requests its first data again when prefetching fails', async () => {
    answering(503);
    setUser(person(1));
    expect(await prefetchedAnswer('clock')).toBeNull();
  });
});
