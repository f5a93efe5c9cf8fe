/** The effect on other people when a stranger in their network guesses passwords of many accounts. */
import { expect, it } from 'vitest';
import { registerEmployee } from '#tests/make';
import { setUpServer } from '#tests/set-up';

const server = setUpServer({ config: { trustedProxies: ['127.0.0.1'] } });

const from = (address: string) => {
  const client = server.client();
  client.headers = { 'x-forwarded-for': address };
  return client;
};

/** @returns the status, and the milliseconds until the answer */
async function timed(call: () => Promise<{ readonly status: number }>): Promise<[number, number]> {
  const began = performance.now();
  const { status } = await call();
  return [status, performance.now() - began];
}

it('many guesses from one network delay its unknown browsers by 5 s each and lock nobody out', async () => {
  const office = '203.0.113.40';
  const [known, ada] = [from(office), await registerEmployee(server)];
  await known.ask('signIn', ada);
  const flood = from(office);
  const guess = (email: string) => timed(() => flood.call('signIn', { email, password: 'a guess' }));
  for (let index = 0; index < 200; index += 1) {
    const [status, ms] = await guess(`nobody${index}@example.com`);
    expect([status, ms < 5_000]).toEqual([401, true]);
  }
  const people = await Promise.all(Array.from({ length: 5 }, () => registerEmployee(server)));
  const delayed = await Promise.all([
    ...people.map((person) => timed(() => from(office).call('signIn', person))),
    guess(ada.email),
    guess('nobody@example.com'),
  ]);
  expect(delayed.map(([status]) => status)).toEqual([200, 200, 200, 200, 200, 401, 401]);
  for (const [, ms] of delayed) {
    expect(ms).toBeGreaterThan(4_990);
    // One after the other they would take 35 s.
    expect(ms).toBeLessThan(30_000);
  }
  const others = [
    await timed(() => known.call('signIn', ada)),
    await timed(() => from('203.0.113.41').call('signIn', ada)),
  ];
  expect(others.map(([status, ms]) => [status, ms < 4_990])).toEqual([
    [200, true],
    [200, true],
  ]);
});
