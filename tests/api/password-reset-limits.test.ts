/** How often a reset link can be asked for. */
import { describe, expect, it } from 'vitest';
import { makeEmployee, PASSWORD, startTestServer } from '#tests/make';
import { setUpMailServer, setUpServer } from '#tests/set-up';

const post = setUpMailServer();
const server = setUpServer(() => ({
  config: { smtpUrl: post.url, mailFrom: 'clock@example.com', publicUrl: 'https://clock.example.com' },
}));

describe('repeated requests for a reset link', () => {
  it('are limited for one account, from one IP address and in total', async () => {
    const trusting = await startTestServer({
      on: server.test,
      config: { smtpUrl: post.url, trustedProxies: ['127.0.0.1'] },
    });
    const { email } = await makeEmployee(server);
    const ask = async (address: string) => {
      const client = trusting.client();
      client.headers = { 'x-forwarded-for': address };
      return client.call('requestPasswordReset', { email });
    };
    const fromOnePlace = [];
    for (let times = 0; times < 6; times += 1) fromOnePlace.push((await ask('203.0.113.1')).status);
    expect(fromOnePlace).toEqual([200, 200, 200, 200, 200, 429]);
    const elsewhere = [];
    for (let times = 0; times < 11; times += 1) elsewhere.push(await ask(`203.0.113.${10 + times}`));
    expect(elsewhere.map(({ status }) => status)).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
    const refused = elsewhere.at(-1);
    expect(refused?.ok === false && refused.problem.code).toBe('reset_too_many');
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);

    // The limit does not lock out the owner, whose browser has signed in before.
    const owner = trusting.client();
    owner.headers = { 'x-forwarded-for': '203.0.113.1' };
    await owner.ask('signIn', { email, password: PASSWORD });
    expect((await owner.call('requestPasswordReset', { email })).status).toBe(200);
    await trusting.stop();
  });

  it('many colleagues at one IP address all get their links', async () => {
    const colleagues = await Promise.all(Array.from({ length: 30 }, () => makeEmployee(server)));
    const answers = await Promise.all(
      colleagues.map(({ email }) => server.client().call('requestPasswordReset', { email })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });
});
