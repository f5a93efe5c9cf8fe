import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { currentLocation, findPublicIp } from '#web/clock/location.ts';

const ofTheRuntime = { navigator: globalThis.navigator, fetch: globalThis.fetch };
const KATHMANDU = {
  coords: { latitude: 27.7172, longitude: 85.324, accuracy: 4_999.6 },
  timestamp: Date.parse('2026-11-20T03:10:00.000Z'),
};
type Ask = (
  found: (position: typeof KATHMANDU) => void,
  failed: () => void,
  options: PositionOptions,
) => void;

const device = (ask?: Ask) =>
  vi.stubGlobal('navigator', ask ? { geolocation: { getCurrentPosition: ask } } : {});
const replies = (reply: (url: string, options: RequestInit) => Response | Promise<Response>) =>
  vi.stubGlobal('fetch', async (url: string | URL, options: RequestInit) => reply(String(url), options));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.stubGlobal('navigator', ofTheRuntime.navigator);
  vi.stubGlobal('fetch', ofTheRuntime.fetch);
});

describe('the location at a clock-in (spec §4, §9)', () => {
  it('the location is requested at low accuracy, with a timeout of 3000 ms and a cache of 300000 ms', async () => {
    const asked: PositionOptions[] = [];
    device((found, _failed, options) => {
      asked.push(options);
      found(KATHMANDU);
    });
    expect(await currentLocation()).toEqual({
      latitude: 27.7172,
      longitude: 85.324,
      timestamp: '2026-11-20T03:10:00.000Z',
      accuracy: 5_000,
    });
    expect(asked).toEqual([{ enableHighAccuracy: false, timeout: 3000, maximumAge: 300_000 }]);
  });

  it('the location is null when it is refused or the device has none', async () => {
    device((_found, failed) => failed());
    expect(await currentLocation()).toBeNull();
    device();
    expect(await currentLocation()).toBeNull();
  });

  it.each<[string, unknown]>([
    ['is undefined', undefined],
    ['is null', null],
    [
      'throws',
      {
        getCurrentPosition() {
          throw new Error('blocked');
        },
      },
    ],
    ['has no position', { getCurrentPosition: (found: (position: unknown) => void) => found({}) }],
    [
      'has no time',
      {
        getCurrentPosition: (found: (position: unknown) => void) =>
          found({ coords: KATHMANDU.coords, timestamp: Number.NaN }),
      },
    ],
    [
      'has no coordinates',
      {
        getCurrentPosition: (found: (position: unknown) => void) =>
          found({ coords: { latitude: Number.NaN, longitude: 200 }, timestamp: 0 }),
      },
    ],
  ])('the location is null when the geolocation %s', async (_what, geolocation) => {
    vi.stubGlobal('navigator', { geolocation });
    expect(await currentLocation()).toBeNull();
  });

  it('the location is null after 3 s when the device never answers', async () => {
    device(() => {});
    const location = currentLocation();
    await vi.advanceTimersByTimeAsync(2999);
    expect(await Promise.race([location, Promise.resolve('still waiting')])).toBe('still waiting');
    await vi.advanceTimersByTimeAsync(1);
    expect(await location).toBeNull();
  });
});

describe('the public address at a clock-in (spec §4, §7)', () => {
  it('the address comes from our own server by a GET with format=json, field ip', async () => {
    const asked: string[] = [];
    replies((url) => {
      asked.push(url);
      return Response.json({ ip: '203.0.113.7' });
    });
    expect(await findPublicIp()).toBe('203.0.113.7');
    expect(asked).toEqual(['/api/public-ip?format=json']);
  });

  it('the address comes from the configured service, without cookies and without a referrer', async () => {
    const asked: [string, RequestCredentials | undefined, ReferrerPolicy | undefined][] = [];
    replies((url, { credentials, referrerPolicy }) => {
      asked.push([url, credentials, referrerPolicy]);
      return Response.json({ ip: '2001:db8::7' });
    });
    expect(await findPublicIp('https://ip.example/look?key=1')).toBe('2001:db8::7');
    expect(asked).toEqual([['https://ip.example/look?key=1&format=json', 'omit', 'no-referrer']]);
  });

  it.each([
    ['an answer without an address', () => Response.json({ address: '203.0.113.7' })],
    ['an invalid address', () => Response.json({ ip: '<script>' })],
    ['a page instead of JSON', () => new Response('<!doctype html>')],
    ['a failure', () => new Response('', { status: 500 })],
    ['no answer', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])("the address is 'unknown' after %s", async (_case, reply) => {
    replies(reply);
    expect(await findPublicIp('https://ip.example/')).toBe('unknown');
    expect(await findPublicIp()).toBe('unknown');
  });

  it('the look-up is given up after 3 s, like the location', async () => {
    const limits: number[] = [];
    const made = AbortSignal.timeout.bind(AbortSignal);
    AbortSignal.timeout = (ms) => {
      limits.push(ms);
      return made(ms);
    };
    replies(() => Response.json({ ip: '203.0.113.7' }));
    await findPublicIp();
    await findPublicIp('https://ip.example/');
    AbortSignal.timeout = made;
    expect(limits).toEqual([3000, 3000]);
  });
});
