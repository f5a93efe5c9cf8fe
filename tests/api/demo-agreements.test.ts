import { describe, expect, it } from 'vitest';
import { CORRECTION_STATES } from '#domain/correction/state';
import { demoPeople } from '#server/demo/people';
import { seedDemo } from '#server/demo/seed';
import { ledgerFaults } from '#tests/support/ledger-faults';
import { startTestServer, TestClock, type TestServer } from '#tests/make';

const people = demoPeople(20);

async function seeded(now: string): Promise<TestServer> {
  const server = await startTestServer({ clock: new TestClock(now) });
  const { database } = server.test;
  await seedDemo({ database, config: { timeZone: 'Europe/Berlin' }, now: server.clock.now(), people });
  return server;
}

describe('corrections and periods of the demo', () => {
  it('the demo has corrections in every state and two closed months, also on the first of a month', async () => {
    const server = await seeded('2026-12-01T06:00:00.000Z');
    const { owner } = server.test;
    const { rows: states } = await owner.query<{ state: string }>('SELECT DISTINCT state FROM correction');
    expect(states.map(({ state }) => state).toSorted()).toEqual(CORRECTION_STATES.toSorted());
    const { rows: months } = await owner.query<{ closed: number; reasons: number }>(
      `SELECT count(*) FILTER (WHERE is_closed) AS closed, count(closing_reason) AS reasons
         FROM period GROUP BY first HAVING bool_or(is_closed) ORDER BY first`,
    );
    expect(months.length).toBe(2);
    expect(months.map(({ closed }) => closed > 10)).toEqual([true, true]);
    expect(months.map(({ reasons }) => reasons)).toEqual([0, 1]);
    expect(await ledgerFaults(owner)).toEqual([]);
    await server.stop();
  });
});
