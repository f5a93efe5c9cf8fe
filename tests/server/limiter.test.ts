import { describe, expect, it } from 'vitest';
import { createLimiter, networkOf } from '#server/limiter';

const MINUTE = 60_000;

describe('a limiter', () => {
  it('gives so many points, and new ones when the window that began with the first is over', () => {
    let now = 0;
    const limiter = createLimiter({ points: 2, windowMs: MINUTE, now: () => now });
    expect([limiter.consume('ada'), limiter.consume('ada')]).toEqual([0, 0]);
    now = 20_500;
    expect([limiter.consume('ada'), limiter.waitFor('ada'), limiter.waitFor('bob')]).toEqual([40, 40, 0]);
    now = MINUTE;
    expect(limiter.consume('ada')).toBe(0);
  });

  it('is bounded in keys: whoever counted longest ago is forgotten', () => {
    const limiter = createLimiter({ points: 1, windowMs: MINUTE, keysAtMost: 100, now: () => 0 });
    limiter.count('first');
    limiter.count('second');
    for (let index = 0; index < 98; index += 1) limiter.count(`made up ${index}`);
    limiter.count('first');
    limiter.count('one more');
    expect(['first', 'second', 'one more'].map((key) => limiter.waitFor(key) > 0)).toEqual([
      true,
      false,
      true,
    ]);
  });
});

describe('an address counts as', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:2::9', '2001:db8:1:2::/64'],
    ['2001:db8::7', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['1:2:3::4:5:6:7', '1:2:3:0::/64'],
  ])('%s as %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});
