/** A slow or unreachable database gives 503 with Retry-After, never a false success. */
import type { Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeAdmin, PASSWORD, requestId, settingsInput, startTestServer } from '#tests/make';
import { setUpEmployee, setUpServer } from '#tests/set-up';
import { routes } from '#contract/routes';
import { REQUEST_LIMIT_MS, type Route } from '#contract/route';
import { DATABASE_LIMITS } from '#server/platform/database/pool';
import { cloneDatabase, type TestDatabase } from '../support/cluster.ts';
import { faultyLine, type FaultyLine } from '../support/faulty-line.ts';

let test: TestDatabase;
let line: FaultyLine;
beforeAll(async () => {
  test = await cloneDatabase();
  line = await faultyLine(test);
});
afterAll(async () => {
  await line.close();
  await test.drop();
});
const server = setUpServer(() => ({
  on: { ...test, database: line.database },
  requestLimitMs: REQUEST_LIMIT_MS,
}));
const ada = setUpEmployee(server);

const entries = async (): Promise<number> =>
  (await test.owner.query('SELECT count(*)::int AS n FROM counted_entry')).rows[0].n;

/** The answer to a clock-in. */
async function clockedIn(): Promise<{ status: number; code: string | undefined; retryAfter: number }> {
  const answer = await ada.client.call('clockIn', { requestId: requestId() });
  return {
    status: answer.status,
    code: answer.ok ? undefined : answer.problem.code,
    retryAfter: Number(answer.headers.get('retry-after')),
  };
}

describe('a slow database', () => {
  it('the time limit of a punch is below 3 s', () => {
    const route: Route = routes.clockIn;
    expect(route.limitMs ?? REQUEST_LIMIT_MS).toBeLessThan(3_000);
    // Otherwise each statement would need its own limit for the remaining time.
    expect(DATABASE_LIMITS.statement).toBeLessThan(REQUEST_LIMIT_MS);
  });

  it('a locked row makes a punch answer 503 with Retry-After, and nothing is recorded', async () => {
    await test.owner.query('BEGIN');
    await test.owner.query('SELECT 1 FROM ledger_head WHERE chain = $1 FOR UPDATE', [ada.user.id]);
    const answer = await clockedIn();
    expect(answer).toMatchObject({ status: 503, code: 'unavailable' });
    expect(answer.retryAfter).toBeGreaterThan(0);
    await test.owner.query('ROLLBACK');
    expect(await entries()).toBe(0);
  });

  it('a connection without replies makes a punch answer 503, and the server recovers afterwards', async () => {
    line.hang();
    const answer = await clockedIn();
    expect(answer).toMatchObject({ status: 503, code: 'unavailable' });
    await line.mend();
    expect(await entries()).toBe(0);
    await expect.poll(async () => (await server.client().send('health', {})).status).toBe(200);
  });
});

it.each(['LISTEN', 'SET statement_timeout'])(
  'the live feed replaces a connection that hangs at its %s',
  async (statement) => {
    let live: object | undefined;
    const hanging = await faultyLine(test, (chunk, _from, connection) => {
      if (chunk.includes('punctual live')) live ??= connection;
      // Holds back all further answers on this connection.
      if (connection === live && chunk.includes(statement)) (connection as Socket).cork();
      return 'passes';
    });
    const other = await startTestServer({ on: { ...test, database: hanging.database } });
    const admin = await makeAdmin(other);
    await expect.poll(async () => (await admin.client.live()).status).toBe(200);
    await other.stop();
    await hanging.close();
  },
);

describe('an unreachable database', () => {
  it('answers 503 with the message of the failed action, in the words of the specification', async () => {
    const boss = await makeAdmin(server);
    const { settings } = await boss.client.ask('settings', {});
    const visitor = server.client();
    const registration = {
      name: 'New Comer',
      email: 'newcomer@example.com',
      password: PASSWORD,
      employeeId: (await visitor.ask('issueEmployeeId', {})).employeeId,
      department: 'Business Studio',
      hub: 'Core operations hub',
      position: 'Lead',
    };
    await line.cut();
    const answers = [
      await visitor.refusal('register', registration),
      await boss.client.refusal('updateSettings', settingsInput({ version: settings.version })),
      await visitor.refusal('signIn', { email: ada.email, password: PASSWORD }),
      await ada.client.refusal('clockIn', { requestId: requestId() }),
    ];
    await line.mend();
    expect(answers.map(({ status, code, message }) => [status, code, message])).toEqual([
      [503, 'unavailable', 'Failed to create employee account. Please try again.'],
      [503, 'unavailable', 'Failed to update settings. Please try again.'],
      [503, 'unavailable', 'Failed to sign in. Please check your credentials.'],
      [503, 'unavailable', 'The service is not available at the moment. Try again.'],
    ]);
    await expect.poll(async () => (await visitor.send('health', {})).status).toBe(200);
  });

  it('counts no failed sign-in, ends no stream, and the server recovers afterwards', async () => {
    const reader = await ada.client.live();
    await reader.hello();
    await line.cut();
    for (let index = 0; index < 12; index += 1) {
      expect(
        await server.client().refusal('signIn', { email: ada.email, password: 'a guess' }),
      ).toMatchObject({ status: 503, code: 'unavailable' });
    }
    await expect.poll(() => server.client().send('health', {})).toMatchObject({ status: 503 });
    expect(await ada.client.refusal('clock', {})).toMatchObject({ status: 503 });
    expect((await server.client().call('openapi', {})).status).toBe(200);
    await reader.until(({ events }) => events.some(({ type }) => type === 'behind'));
    await line.mend();
    await expect.poll(async () => (await server.client().send('health', {})).status).toBe(200);
    expect(await server.client().refusal('signIn', { email: ada.email, password: 'a guess' })).toMatchObject({
      code: 'sign_in_wrong_password',
    });
    expect((await server.client().call('signIn', { email: ada.email, password: PASSWORD })).status).toBe(200);
    expect((await clockedIn()).status).toBe(200);
    await reader.until(({ changes }) => changes.some(({ kind }) => kind === 'clock_in'));
    await reader.until(({ events }) => events.some(({ type }) => type === 'caught-up'));
    expect(reader.ended).toBe(false);
    reader.close();
  });
});
