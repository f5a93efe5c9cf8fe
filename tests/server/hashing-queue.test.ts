/** The queue for hashing passwords. */
import { availableParallelism } from 'node:os';
import { describe, expect, it, vi } from 'vitest';
import { inHashingQueue, runAsCaller } from '#server/people/credentials/hashing-queue';
import { Deadline, OverloadedError } from '#server/platform/async/deadline';

const AT_ONCE = Math.max(1, availableParallelism() - 1);
const nothing = async (): Promise<void> => {};

/** Blocks all hashing until the returned function is called. */
function hold(): () => void {
  let letGo = (): void => {};
  const held = new Promise<void>((resolve) => void (letGo = resolve));
  for (let index = 0; index < AT_ONCE; index += 1) void inHashingQueue(() => held);
  return letGo;
}

describe('the queue for checking passwords', () => {
  it('alternates between places and then between accounts, so a newcomer overtakes a flood', async () => {
    const order: string[] = [];
    const letGo = hold();
    const sent = ['home eve', 'home eve', 'home eve', 'home ada', 'office bob', 'home eve'].map((who) => {
      const [place = '', account = ''] = who.split(' ');
      return runAsCaller({ place, account }, () => inHashingQueue(async () => void order.push(who)));
    });
    letGo();
    await Promise.all(sent);
    expect(order).toEqual(['home eve', 'office bob', 'home ada', 'home eve', 'home eve', 'home eve']);
  });

  it('refuses more than 16 waiting requests of one account at one place, and nobody else', async () => {
    const letGo = hold();
    const storm = Array.from({ length: 20 }, () =>
      runAsCaller({ place: 'home', account: 'eve' }, () => inHashingQueue(nothing)),
    );
    const other = runAsCaller({ place: 'home', account: 'ada' }, () => inHashingQueue(nothing));
    letGo();
    const outcomes = await Promise.allSettled([...storm, other]);
    expect(outcomes.map(({ status }) => status)).toEqual([
      ...Array.from({ length: 16 }, () => 'fulfilled'),
      ...Array.from({ length: 4 }, () => 'rejected'),
      'fulfilled',
    ]);
  });

  it('when it is full, drops a request of the place and account with the most', async () => {
    const letGo = hold();
    const beside = runAsCaller({ place: 'home', account: 'bob' }, () => inHashingQueue(nothing));
    const storm = Array.from({ length: 800 * AT_ONCE - 1 }, (_, index) =>
      runAsCaller({ place: 'home', account: `made up ${index % (100 * AT_ONCE)}` }, () =>
        inHashingQueue(nothing),
      ),
    );
    const other = runAsCaller({ place: 'office', account: 'ada' }, () => inHashingQueue(nothing));
    letGo();
    const others = await Promise.allSettled([beside, other]);
    expect(others.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
    const refused = (await Promise.allSettled(storm)).filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(1);
  });

  it('ends a wait after ten seconds, and then frees its turn', async () => {
    const letGo = hold();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const waiting = Array.from({ length: AT_ONCE }, (_, index) =>
      runAsCaller({ place: 'home', account: `${index}` }, () => inHashingQueue(nothing)),
    );
    const given = Promise.allSettled(waiting);
    const patient = runAsCaller({ place: 'home', account: 'bob', maxWaitMs: 50_000 }, () =>
      inHashingQueue(nothing),
    );
    vi.advanceTimersByTime(49_000);
    vi.useRealTimers();
    for (const outcome of await given)
      expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(OverloadedError) });
    const next = runAsCaller({ place: 'home', account: 'ada' }, () => inHashingQueue(nothing));
    letGo();
    await Promise.all([patient, next]);
  });

  it('does not count its wait against the time limit of the request', async () => {
    const letGo = hold();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const waiting = new Deadline(3_000).run(() => inHashingQueue(nothing));
    vi.advanceTimersByTime(9_000);
    letGo();
    await waiting.finally(() => vi.useRealTimers());
  });
});
