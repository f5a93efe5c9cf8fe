import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createPasswordResetLimit,
  createSignInLimits,
  type SignInAttempt,
} from '#server/people/accounts/sign-in-limits';
import { createLimiter, networkOf } from '#server/platform/rate-limiter';
import { cloneDatabase, type TestDatabase } from '#tests/support/cluster';

const MINUTE = 60_000;

describe('a limiter', () => {
  it('allows a fixed number of points per window, which starts with the first', () => {
    let now = 0;
    const limiter = createLimiter({ points: 2, windowMs: MINUTE, now: () => now });
    expect([limiter.consume('ada'), limiter.consume('ada')]).toEqual([0, 0]);
    now = 20_500;
    expect([limiter.consume('ada'), limiter.waitFor('ada'), limiter.waitFor('bob')]).toEqual([40, 40, 0]);
    now = MINUTE;
    expect(limiter.consume('ada')).toBe(0);
  });

  it('stores a limited number of keys and drops the one used longest ago', () => {
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

  it('limits its keys even without a given maximum', () => {
    const limiter = createLimiter({ points: 1, windowMs: MINUTE, now: () => 0 });
    limiter.count('first');
    for (let index = 0; index < 20_000; index += 1) limiter.count(`made up ${index}`);
    expect([limiter.waitFor('first'), limiter.waitFor('made up 19999')]).toEqual([0, 60]);
  });
});

describe('a network that tried a thousand accounts', () => {
  let test: TestDatabase;
  beforeAll(async () => void (test = await cloneDatabase()));
  afterAll(() => test.drop());
  const attempt = (network: string, index: number): SignInAttempt => ({
    email: `person${index}@example.com`,
    address: `2001:db8:1:${network}::${index.toString(16)}`,
    knownDevice: null,
  });

  it('its unknown browsers are delayed by five seconds, and nobody is locked out', async () => {
    const limits = createSignInLimits(test.database.pool);
    for (let index = 0; index < 1_000; index += 1) await limits.countFailure(attempt('2', index));
    const unknown = attempt('2', 1_000);
    expect([await limits.waitFor(unknown), limits.delayOf(unknown)]).toEqual([0, 5_000]);
    expect(limits.delayOf({ ...unknown, knownDevice: Buffer.from('known') })).toBe(0);
    expect(limits.delayOf(attempt('3', 1_000))).toBe(0);
  });

  it('gets no reset link for one more account', async () => {
    const consume = createPasswordResetLimit(test.database.pool);
    for (let index = 0; index < 1_000; index += 1) expect(await consume(attempt('2', index))).toBe(0);
    expect(await consume(attempt('2', 1_000))).toBeGreaterThan(0);
    expect(await consume(attempt('3', 1_000))).toBe(0);
  });
});

describe('the network of an IP address', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:2::9', '2001:db8:1:2::/64'],
    ['2001:db8::7', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['1:2:3::4:5:6:7', '1:2:3:0::/64'],
  ])('%s belongs to %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});
