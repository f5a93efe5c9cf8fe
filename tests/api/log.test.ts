import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '#server/log';
import { makeEmployee, PASSWORD, requestId, startTestServer, TestClock, type TestServer } from '#tests/make';

const lines: string[] = [];
let server: TestServer;

beforeAll(async () => {
  const clock = new TestClock();
  server = await startTestServer({ clock, log: createLog('debug', clock, (line) => void lines.push(line)) });
});
afterAll(() => server.stop());

describe('the log', () => {
  it('names what failed, and never a password, a token or a coordinate', async () => {
    const { client, email, user } = await makeEmployee(server);
    const secrets = [
      PASSWORD,
      'wrong password',
      '27.717245',
      '85.323961',
      'a private note',
      ...client.cookies.values(),
    ];
    await client.refusal('signIn', { email, password: 'wrong password' });
    await client.refusal('signIn', { email, password: ['wrong password'] });
    await server.test.owner.query(
      `ALTER TABLE time_entry_detail ADD CONSTRAINT none CHECK (location IS NULL) NOT VALID`,
    );
    const input = {
      requestId: requestId(),
      notes: 'a private note',
      location: { latitude: 27.717245, longitude: 85.323961, timestamp: '2026-11-20T09:00:00Z' },
    };
    const answer = await client.send('clockIn', input);
    expect([answer.status, JSON.parse(answer.text)]).toEqual([
      500,
      { code: 'server_error', message: 'Something went wrong. Please try again.' },
    ]);
    await server.test.owner.query('ALTER TABLE time_entry_detail DROP CONSTRAINT none');
    await client.ask('clockIn', input);
    await client.send('myTimeEntries', { from: 'a private note', to: PASSWORD });

    const text = lines.join('\n');
    expect(text).toContain('POST /api/clock/in failed: 23514');
    expect(text).toContain('POST /api/sign-in 401');
    for (const secret of secrets) expect(text).not.toContain(secret);
    expect(text).not.toContain(user.id);
  });
});
