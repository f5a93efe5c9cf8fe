import { describe, expect, it } from 'vitest';
import { runHousekeeping } from '#server/housekeeping';
import { appendToLedger } from '#server/ledger/commands';
import { FRIDAY, makeEmployee, PASSWORD, registerEmployee, requestId, startTestServer } from '#tests/make';
import { setUpServer } from '#tests/set-up';

const HOUR = 3_600_000;

const server = setUpServer();

const counts = async (): Promise<unknown> =>
  (
    await server.test.owner.query(
      `SELECT (SELECT count(*)::int FROM issued_employee_id) AS issued, (SELECT count(*)::int FROM request_answer) AS answers,
    (SELECT count(*)::int FROM session) AS sessions, (SELECT count(*)::int FROM known_device) AS devices, (SELECT count(*)::int FROM counted_entry) AS entries`,
    )
  ).rows[0];

describe('housekeeping', () => {
  it('deletes issued ids, answers, sessions and known browsers when they expire, but no time entry', async () => {
    const { client, user } = await makeEmployee(server);
    await client.ask('clockIn', { requestId: requestId() });
    await client.ask('issueEmployeeId', {});
    const everything = { issued: 1, answers: 1, sessions: 1, devices: 1, entries: 1 };
    for (const [hours, left] of [
      [23, everything],
      [25, { ...everything, issued: 0 }],
      [49, { ...everything, issued: 0, answers: 0 }],
      [15 * 24, { issued: 0, answers: 0, sessions: 0, devices: 1, entries: 1 }],
      [401 * 24, { issued: 0, answers: 0, sessions: 0, devices: 0, entries: 1 }],
    ] as const) {
      server.clock.set(FRIDAY + hours * HOUR);
      // Answers expire by the time of the ledger's last row, so this row moves it forward.
      await appendToLedger(server.test.database.pool, {
        chain: user.id,
        at: server.clock.now(),
        actor: null,
        kind: 'employee_updated',
        data: { changes: {} },
      });
      // Answers are deleted once two rounds have found them old.
      const round = await runHousekeeping({ ...server, ...server.test });
      await runHousekeeping({ ...server, ...server.test }, round);
      expect(await counts()).toEqual(left);
    }
  });

  it('sessions and known browsers last as long as the environment says', async () => {
    const config = { sessionDays: 3, sessionIdleDays: 2, knownDeviceDays: 5 };
    const brief = await startTestServer({ on: server.test, config });
    const { email } = await registerEmployee(server);
    const [active, idle] = [brief.client(), brief.client()];
    const { headers } = await active.call('signIn', { email, password: PASSWORD });
    await idle.ask('signIn', { email, password: PASSWORD });
    expect(headers.getSetCookie().map((line) => /Max-Age=(\d+)/.exec(line)?.[1])).toEqual([
      '259200',
      '432000',
    ]);
    const signedInAfter = async (days: number) => {
      brief.clock.set(FRIDAY + days * 24 * HOUR);
      const views = await Promise.all([active, idle].map((client) => client.ask('whoAmI', {})));
      return views.map(({ user }) => user !== null);
    };
    expect(await signedInAfter(1.9)).toEqual([true, true]);
    await active.ask('clockIn', { requestId: requestId() });
    expect(await signedInAfter(2)).toEqual([true, false]);
    await active.ask('clockOut', { requestId: requestId() });
    expect(await signedInAfter(3)).toEqual([false, false]);
    const devices = async () => {
      await runHousekeeping({ ...brief, ...brief.test });
      const sql = 'SELECT FROM known_device JOIN account ON id = user_id WHERE email = $1';
      return (await brief.test.owner.query(sql, [email])).rowCount;
    };
    expect(await devices()).toBe(2);
    brief.clock.set(FRIDAY + 5 * 24 * HOUR);
    expect(await devices()).toBe(0);
    expect((await brief.client().ask('whoAmI', {})).lastsDays).toEqual({ session: 3, idle: 2, device: 5 });
    await brief.stop();
  });
});
