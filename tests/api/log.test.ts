import { describe, expect, it } from 'vitest';
import { createLog } from '#server/platform/log';
import { makeEmployee, PASSWORD, requestId, TestClock } from '#tests/make';
import { setUpServer } from '#tests/set-up';
import { join } from './joining.ts';

const lines: string[] = [];
const clock = new TestClock();
const server = setUpServer({
  clock,
  log: createLog('debug', clock, (line) => void lines.push(line)),
  config: { trustedProxies: ['127.0.0.1'] },
});

const logged = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>);

describe('the log', () => {
  it('names the failure, but no password, token or coordinate', async () => {
    const client = server.client();
    const email = 'ada@example.com';
    const user = await join(client, email);
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
      { code: 'server_error', message: 'Something went wrong. Try again.' },
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

  it('records each punch at debug with its kind, its entry and the minutes worked at clock-out', async () => {
    const { client } = await makeEmployee(server);
    lines.length = 0;
    const { entry } = await client.ask('clockIn', { requestId: requestId(), notes: 'a private note' });
    server.clock.advanceMinutes(60);
    await client.ask('startBreak', { requestId: requestId() });
    server.clock.advanceMinutes(15);
    await client.ask('endBreak', { requestId: requestId() });
    server.clock.advanceMinutes(30.9);
    const last = { requestId: requestId() };
    await client.ask('clockOut', last);
    // A repeated request is not a second punch.
    await client.ask('clockOut', last);
    const punches = logged().filter(({ msg }) => msg === 'A punch was recorded.');
    expect(punches).toEqual(
      [
        { punch: 'clock_in' },
        { punch: 'break_start' },
        { punch: 'break_end' },
        { punch: 'clock_out', workedMinutes: 90 },
      ].map((punch) => ({
        level: 'debug',
        time: expect.any(String),
        ...punch,
        entry: entry.id,
        msg: 'A punch was recorded.',
      })),
    );
  });

  it('records each failed punch and each failed load at warn or above', async () => {
    const { client } = await makeEmployee(server);
    lines.length = 0;
    await client.refusal('clockOut', { requestId: requestId() });
    await server.client().refusal('clockIn', { requestId: requestId() });
    const { owner } = server.test;
    await owner.query('BEGIN; LOCK TABLE settings IN ACCESS EXCLUSIVE MODE');
    await client.refusal('clock', {});
    await client.refusal('clockIn', { requestId: requestId() });
    await owner.query('ROLLBACK');
    const warnings = logged().filter(({ level }) => level === 'warn');
    expect(warnings.map(({ msg }) => msg)).toEqual([
      'POST /api/clock/out refused: not_clocked_in',
      'POST /api/clock/in refused: clock_in_without_user',
      expect.stringMatching(/^GET \/api\/clock: /),
      expect.stringMatching(/^POST \/api\/clock\/in: /),
    ]);
  });

  it('limits warnings about refusals to 60 an hour for each person and each network without a session', async () => {
    const [{ client }, other] = [await makeEmployee(server), await makeEmployee(server)];
    const stranger = server.client();
    stranger.headers = { 'x-forwarded-for': '203.0.113.77' };
    lines.length = 0;
    for (let press = 0; press < 70; press += 1) {
      await client.refusal('clockOut', { requestId: requestId() });
      await stranger.refusal('clockIn', { requestId: requestId() });
    }
    await other.client.refusal('clockOut', { requestId: requestId() });
    stranger.headers = { 'x-forwarded-for': '203.0.113.78' };
    await stranger.refusal('clockIn', { requestId: requestId() });
    const warnings = logged().filter(({ level }) => level === 'warn');
    expect(warnings.filter(({ msg }) => String(msg).includes('clock_in_without_user'))).toHaveLength(61);
    expect(warnings.filter(({ msg }) => String(msg).includes('not_clocked_in'))).toHaveLength(61);
  });

  it('records a database error with its place in the code, and the caller gets a server error', async () => {
    const { client } = await makeEmployee(server);
    lines.length = 0;
    await server.test.owner.query('ALTER TABLE counted_entry RENAME TO counted_entry_gone');
    expect(await client.refusal('clock', {})).toMatchObject({ status: 500, code: 'server_error' });
    await server.test.owner.query('ALTER TABLE counted_entry_gone RENAME TO counted_entry');
    const error = logged().find(({ level }) => level === 'error');
    expect(error?.['msg']).toMatch(/^GET \/api\/clock failed: 42P01 error: [^]*\n +at /);
  });

  it('contains no line below LOG_LEVEL', () => {
    const heard: string[] = [];
    const log = createLog('warn', new TestClock(), (line) => void heard.push(line));
    for (const level of ['debug', 'info', 'warn', 'error'] as const) log[level](`at ${level}`);
    expect(heard.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual(['at warn', 'at error']);
    createLog('silent', new TestClock(), (line) => void heard.push(line)).error('nobody hears this');
    expect(heard).toHaveLength(2);
  });
});
