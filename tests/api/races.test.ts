/** Concurrent requests through two servers on one database. */
import { describe, expect, it } from 'vitest';
import { setActive } from '#server/people/employees/commands';
import { ledgerFaults } from '#tests/support/ledger-faults';
import { makeEmployee, requestId } from '#tests/make';
import { setUpServer, setUpServerBeside } from '#tests/set-up';

const one = setUpServer();
const two = setUpServerBeside(one);

const statuses = (answers: readonly { status: number }[]): Record<string, number> => {
  const counted: Record<string, number> = {};
  for (const { status } of answers) counted[status] = (counted[status] ?? 0) + 1;
  return counted;
};

describe('concurrent requests', () => {
  it('slow punches of one person do not delay other people', async () => {
    const [eve, ada] = [await makeEmployee(one), await makeEmployee(one)];
    await one.test.owner.query('BEGIN');
    await one.test.owner.query('SELECT FROM ledger_head WHERE chain = $1 FOR UPDATE', [eve.user.id]);
    let answered = 0;
    const storm = Array.from({ length: 12 }, async () => {
      const { status } = await eve.client.send('clockIn', { requestId: requestId() });
      answered += 1;
      return status;
    });
    const waiting = async (): Promise<number> =>
      (
        await one.test.database.pool.query(
          `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
        )
      ).rows.length;
    await expect.poll(waiting).toBeGreaterThan(0);
    await ada.client.ask('clockIn', { requestId: requestId() });
    expect(answered).toBe(0);
    await one.test.owner.query('ROLLBACK');
    expect(await Promise.all(storm)).toContain(200);
  });

  it('50 clock-ins through two servers make one entry, and the others are refused as clocked in', async () => {
    const { client, user } = await makeEmployee(one);
    const elsewhere = client.at(two.url);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        (index % 2 ? client : elsewhere).call('clockIn', { requestId: requestId() }),
      ),
    );
    expect(statuses(answers)).toEqual({ 200: 1, 409: 49 });
    expect(new Set(answers.flatMap((answer) => (answer.ok ? [] : [answer.problem.code])))).toEqual(
      new Set(['already_clocked_in']),
    );
    const { rows } = await one.test.owner.query(
      `SELECT (SELECT count(*)::int FROM counted_entry WHERE user_id = $1) AS entries,
        (SELECT count(*)::int FROM activity_notification WHERE user_id = $1 AND type <> 'employee_registered') AS notifications,
        (SELECT count(*)::int FROM ledger WHERE chain = $1 AND kind = 'clock_in') AS ledgered`,
      [user.id],
    );
    expect(rows).toEqual([{ entries: 1, notifications: 1, ledgered: 1 }]);
  });

  it('when a break start and a clock-out arrive at once, one wins and the other is refused', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { client } = await makeEmployee(one);
      await client.ask('clockIn', { requestId: requestId() });
      const [pause, leave] = await Promise.all([
        client.call('startBreak', { requestId: requestId() }),
        client.at(two.url).call('clockOut', { requestId: requestId() }),
      ]);
      expect([pause.status, leave.status].toSorted()).toEqual([200, 409]);
      const { entries } = await client.ask('clock', {});
      expect(entries[0]?.clockOut === null).toBe(pause.ok);
    }
  });

  it('with a concurrent deactivation, a clock-in is recorded before it or not at all', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { client, user } = await makeEmployee(one);
      const [punched] = await Promise.all([
        client.call('clockIn', { requestId: requestId() }),
        setActive(one.test.database, one.clock.now(), null, user.id, false),
      ]);
      const { rows } = await one.test.owner.query<{ kind: string }>(
        'SELECT kind FROM ledger WHERE chain = $1 ORDER BY n',
        [user.id],
      );
      const kinds = rows.map(({ kind }) => kind).slice(1);
      expect(kinds).toEqual(punched.ok ? ['clock_in', 'employee_deactivated'] : ['employee_deactivated']);
    }
  });

  it('the ledger verifies after all of these', async () => {
    expect(await ledgerFaults(one.test.owner)).toEqual([]);
  });
});

describe('a punch that violates a database constraint', () => {
  it('is retried only for a concurrent entry or answer', async () => {
    const { client, user } = await makeEmployee(one);
    await one.test.owner.query(
      `CREATE UNIQUE INDEX one_notification ON activity_notification (user_id) WHERE user_id = '${user.id}'`,
    );
    try {
      const answer = await client.call('clockIn', { requestId: requestId() });
      expect([answer.status, answer.ok ? null : answer.problem.code]).toEqual([500, 'server_error']);
    } finally {
      await one.test.owner.query('DROP INDEX one_notification');
    }
    expect((await client.call('clockIn', { requestId: requestId() })).status).toBe(200);
  });
});
