import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { user } from './records.ts';

/** The store of a page that has just been opened. */
const opened = async () => {
  vi.resetModules();
  await import('#server/platform/language');
  return import('#web/session/auth.ts');
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a clock-in waits for the user (spec §4, §9)', () => {
  it('a clock-in does not wait when the user is known', async () => {
    const auth = await opened();
    auth.setUser(user(1));
    expect(await auth.waitForUser()).toEqual(user(1));
    auth.setUser(null);
    expect(await auth.waitForUser()).toBeNull();
  });

  it('a clock-in waits until the user is known', async () => {
    const auth = await opened();
    const waiting = auth.waitForUser();
    await vi.advanceTimersByTimeAsync(400);
    auth.setUser(user(1));
    expect(await waiting).toEqual(user(1));
  });

  it('a clock-in waits at most a second and then has no user', async () => {
    const auth = await opened();
    const waiting = auth.waitForUser();
    await vi.advanceTimersByTimeAsync(999);
    expect(await Promise.race([waiting, Promise.resolve('still waiting')])).toBe('still waiting');
    await vi.advanceTimersByTimeAsync(1);
    expect(await waiting).toBeNull();
  });
});
