import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runHousekeeping } from '#server/housekeeping';
import { appendToLedger } from '#server/ledger/commands';
import { FRIDAY, makeEmployee, requestId, startTestServer, type TestServer } from '#tests/make';

const HOUR = 3_600_000;
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const counts = async (): Promise<unknown> =>
  (
    await server.test.owner.query(
      `SELECT (SELECT count(*)::int FROM issued_employee_id) AS issued, (SELECT count(*)::int FROM request_answer) AS answers,
    (SELECT count(*)::int FROM session) AS sessions, (SELECT count(*)::int FROM known_device) AS devices, (SELECT count(*)::int FROM counted_entry) AS entries`,
    )
  ).rows[0];

describe('housekeeping', () => {
  it('forgets issued ids after a day, answers after two, sessions when they end, browsers after a year; never a time entry', async () => {
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
      // Answers go by the age of the record, which somebody's life has to make older.
      await appendToLedger(server.test.database.pool, {
        chain: user.id,
        at: server.clock.now(),
        actor: null,
        kind: 'employee_updated',
        data: { changes: {} },
      });
      // Answers go when they were old at the round before, too.
      const round = await runHousekeeping({ ...server, ...server.test });
      await runHousekeeping({ ...server, ...server.test }, round);
      expect(await counts()).toEqual(left);
    }
  });
});
