import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { User } from '#contract/records';
import { user } from './records.ts';

const ofTheRuntime = globalThis.fetch;
const answers = (signedIn: User | null) => vi.stubGlobal('fetch', async () => Response.json({ user: signedIn, version: '1.6.4' }));
/** The store as it is when the page has just been opened. */
const opened = async () => {
  vi.resetModules();
  return import('#web/auth.ts');
};
const SIGNED_OUT = { user: null, isAuthenticated: false, token: null, isLoading: false };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.stubGlobal('fetch', ofTheRuntime);
});

describe('the store of who is signed in (spec §3)', () => {
  it('holds user, isAuthenticated, token and isLoading; it is loading until the server has answered', async () => {
    const auth = await opened();
    expect(auth.authState()).toEqual({ ...SIGNED_OUT, isLoading: true });
    auth.setUser(user(1));
    expect(auth.authState()).toEqual({ user: user(1), isAuthenticated: true, token: 'session-cookie', isLoading: false });
  });

  it('has a fixed text as its token, the same for everybody', async () => {
    const auth = await opened();
    auth.setUser(user(1));
    const { token } = auth.authState();
    auth.setUser(user(2));
    expect(auth.authState().token).toBe(token);
  });

  it('is cleared of user, flag and token by signing out, and not when the server did not do it', async () => {
    const auth = await opened();
    auth.setUser(user(1));
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    await auth.signOut();
    expect(auth.authState().isAuthenticated).toBe(true);
    answers(null);
    await auth.signOut();
    expect(auth.authState()).toEqual(SIGNED_OUT);
  });

  it('is cleared when the session has ended elsewhere', async () => {
    const auth = await opened();
    auth.setUser(user(1));
    auth.endSession();
    expect(auth.authState()).toEqual(SIGNED_OUT);
  });
});

describe('a clock-in waits for who is signed in (spec §4, §9)', () => {
  it('not at all when it is known', async () => {
    const auth = await opened();
    auth.setUser(user(1));
    expect(await auth.userWithin(1000)).toEqual(user(1));
    auth.setUser(null);
    expect(await auth.userWithin(1000)).toBeNull();
  });

  it('until it is known', async () => {
    const auth = await opened();
    const waiting = auth.userWithin(1000);
    await vi.advanceTimersByTimeAsync(400);
    auth.setUser(user(1));
    expect(await waiting).toEqual(user(1));
  });

  it('a second at most, and then there is nobody', async () => {
    const auth = await opened();
    const waiting = auth.userWithin(1000);
    await vi.advanceTimersByTimeAsync(999);
    expect(await Promise.race([waiting, Promise.resolve('still waiting')])).toBe('still waiting');
    await vi.advanceTimersByTimeAsync(1);
    expect(await waiting).toBeNull();
  });
});
