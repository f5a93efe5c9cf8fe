import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { registerServiceWorker } from '#web/browser/offline.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('registering the service worker', () => {
  it('registers three seconds after the page has loaded, so that the first screen comes first', async () => {
    const registered: string[] = [];
    const register = async (address: string) => void registered.push(address);
    const loaded: (() => void)[] = [];
    vi.stubGlobal('navigator', { serviceWorker: { register } });
    vi.stubGlobal('addEventListener', (type: string, listener: () => void) => {
      if (type === 'load') loaded.push(listener);
    });
    registerServiceWorker();
    await vi.advanceTimersByTimeAsync(60_000);
    for (const listener of loaded) listener();
    await vi.advanceTimersByTimeAsync(2999);
    expect(registered).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(registered).toEqual(['/service-worker.js']);
  });

  it('does nothing when the browser has no service workers', () => {
    vi.stubGlobal('navigator', {});
    vi.stubGlobal('addEventListener', () => expect.unreachable());
    registerServiceWorker();
  });
});
