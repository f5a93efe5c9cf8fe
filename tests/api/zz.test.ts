import { it, expect } from 'vitest';
import { startTestServer, TestClock } from '#tests/make';
import { seedDemo } from '#server/demo/seed';
import { ledgerFaults } from '#server/ledger/queries';
it('x', async () => {
  const s = await startTestServer({ clock: new TestClock(Date.now()) });
  const t = performance.now();
  await seedDemo({ database: s.test.database, config: { timeZone: 'Europe/Berlin' }, now: s.clock.now() });
  process.stderr.write(`seed ${Math.round(performance.now() - t)}\n`);
  const { rows } = await s.test.owner.query('select (select count(*) from time_entry) e, (select count(*) from ledger) l, (select count(*) from activity_notification where severity = $1) w, (select count(*) from time_entry where clock_out is null) open', ['warning']);
  console.log(rows);
  console.log((await s.test.owner.query(`select kind, type, count(*) from ledger left join activity_notification n on n.id = (body::jsonb->'data'->>'notification')::uuid group by 1,2 order by 1,2`)).rows);
  console.log((await s.test.owner.query(`select a.name, e.clock_in, e.clock_out, (select json_agg(b) from time_entry_break b where entry_id = e.id) from time_entry e join account a on a.id = e.user_id order by e.clock_in desc limit 14`)).rows);
  expect(await ledgerFaults(s.test.owner)).toEqual([]);
  await s.stop();
});
