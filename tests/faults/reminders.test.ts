/**
 * Two servers send reminders at once, and one is killed: everybody gets exactly one reminder on the ledger and
 * by mail, and nobody is clocked out.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { systemClock } from '#server/platform/clock';
import { openDatabase } from '#server/platform/database/pool';
import { makeEmployee, requestId, startTestServer, TestClock } from '#tests/make';
import { cloneDatabase } from '#tests/support/cluster';
import { ledgerFaults } from '#tests/support/ledger-faults';
import { startMailServer } from '#tests/support/mail-server';
import { spawnPunctual, until } from '#tests/support/punctual-process';
import { silentLog } from '#tests/support/silent-log';
import { databaseUrl, WITHOUT_LIMITS } from './product.ts';
import { cycles, random, report, seed } from './size.ts';

const PEOPLE = 6;
/** People clock in 20 h ago. At any time of day, their shift then ended one hour to one day ago. */
const AGO_MS = 20 * 3_600_000;
/** Typical time of a round with this many people, including new connections. */
const ROUND_MS = 120;

const CAMPAIGNS = [
  { by: 'the outbox', runs: cycles(1, 100, 1_000) },
  { by: 'a mail server', runs: cycles(0, 20, 200) },
];
it.each(CAMPAIGNS.filter(({ runs }) => runs > 0))(
  'each person gets exactly one reminder by $by, although one of two servers is killed',
  async ({ by, runs }) => {
    const isOutbox = by === 'the outbox';
    const from = seed();
    const chance = random(from);
    const dataDir = mkdtempSync(path.join(tmpdir(), 'punctual-reminders-'));
    const post = await startMailServer();
    const test = await cloneDatabase();
    const { owner } = test;
    // The servers create their own role for the application.
    const database = openDatabase({ target: test.target, log: silentLog });
    const then = await startTestServer({
      clock: new TestClock(systemClock.now() - AGO_MS),
      on: { ...test, database },
      config: { punchesPerHour: 0, registrationsPerHour: 1_000_000 },
    });
    const start = () =>
      spawnPunctual(['start'], {
        ...WITHOUT_LIMITS,
        DATA_DIR: dataDir,
        DATABASE_URL: databaseUrl(test),
        ...(isOutbox ? {} : { SMTP_URL: post.url }),
      });
    const told = async (): Promise<{ reminded: number; waiting: number; gone: number }> => {
      const { rows } = await owner.query(
        `SELECT count(*) AS reminded, count(*) FILTER (WHERE mail = 'waiting') AS waiting,
           count(*) FILTER (WHERE mail = 'being-sent') AS gone FROM reminder`,
      );
      return rows[0];
    };
    let halfway = 0;
    for (let run = 1; run <= runs; run += 1) {
      then.clock.set(systemClock.now() - AGO_MS);
      const people = await Promise.all(Array.from({ length: PEOPLE }, () => makeEmployee(then)));
      for (const { client } of people) await client.ask('clockIn', { requestId: requestId() });
      const servers = [start(), start()] as const;
      await Promise.race(servers.map((server) => server.says(' is ready at ')));
      await wait(chance.between(0, ROUND_MS));
      servers[0].child.kill('SIGKILL');
      const { reminded, waiting, gone } = await told();
      if (reminded < run * PEOPLE || waiting + gone > 0) halfway += 1;
      await until('the other one has told everybody', async () => {
        const now = await told();
        return now.reminded === run * PEOPLE && now.waiting === 0;
      });
      servers[1].child.kill('SIGTERM');
      await Promise.all(servers.map((server) => server.ended()));
    }
    // A mail of a killed server is sent again after a minute.
    const { gone } = await told();
    if (gone > 0) {
      await owner.query(`UPDATE reminder SET mail_at = mail_at - interval '1 minute'`);
      const last = start();
      await last.ready();
      if (isOutbox) await until('no letter is on its way', async () => (await told()).gone === 0);
      last.child.kill('SIGTERM');
      await last.ended();
    }

    const { rows } = await owner.query<{ id: string; email: string; told: number; closings: number }>(
      `SELECT e.id, a.email, (SELECT count(*) FROM ledger l WHERE l.chain = e.user_id AND l.kind = 'clock_out_reminded'
         AND l.body::json -> 'data' ->> 'entry' = e.id::text) AS told,
         (SELECT count(*) FROM time_entry_closing c WHERE c.entry_id = e.id) AS closings
       FROM counted_entry e JOIN account a ON a.id = e.user_id ORDER BY e.id`,
    );
    expect(rows).toEqual(rows.map(({ id, email }) => ({ id, email, told: 1, closings: 0 })));
    expect(rows).toHaveLength(runs * PEOPLE);
    const outbox = path.join(dataDir, 'outbox');
    if (isOutbox) {
      expect(readdirSync(outbox).toSorted()).toEqual(rows.map(({ id }) => `reminder-${id}.eml`).toSorted());
      for (const name of readdirSync(outbox))
        expect(readFileSync(path.join(outbox, name), 'utf8')).toContain('</html>');
    } else {
      // Nobody can ask a mail server whether a killed server had already delivered its mail.
      const addressed = post.mails.map(({ to }) => String(to));
      expect(new Set(addressed).size).toBe(addressed.length);
      expect(addressed.length).toBeGreaterThanOrEqual(rows.length - gone);
    }
    expect(await ledgerFaults(owner)).toEqual([]);
    await then.stop();
    await database.close();
    await test.drop();
    await post.stop();
    rmSync(dataDir, { recursive: true });
    report(
      `reminders by ${by}: ${runs} runs of ${PEOPLE}, ${halfway} servers killed halfway, ${gone} with a letter, 0 missing, 0 twice, seed ${from}`,
    );
  },
  cycles(60_000, 1_200_000, 7_200_000),
);
