/**
 * Two servers that remind at once, one of which goes away in the middle: everybody is reminded once, on the record and
 * by one whole letter, and nobody is clocked out.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { Database } from '#server/database/pool';
import { createMailer } from '#server/mail/mailer';
import { runReminders } from '#server/reminders/reminders';
import { makeEmployee, requestId, startTestServer, TestClock } from '#tests/make';
import { faultyLine } from '#tests/support/faulty-line';
import { ledgerFaults } from '#tests/support/ledger-faults';
import { silentLog } from '#tests/support/silent-log';
import { cycles, random, report, seed } from './size.ts';

const RUNS = cycles(8, 100, 1_000);
const PEOPLE = 4;
/** A round of so many takes about so long. */
const ROUND_MS = 60;
const DAY_MS = 86_400_000;

it(
  'two servers and a kill in between: everybody is reminded exactly once',
  async () => {
    const from = seed();
    const chance = random(from);
    const dataDir = mkdtempSync(path.join(tmpdir(), 'punctual-reminders-'));
    const clock = new TestClock('2026-11-16T09:00:00.000Z');
    const server = await startTestServer({ clock, config: { punchesPerHour: 0 } });
    const { test } = server;
    const round = (database: Database): Promise<void> => {
      const config = { ...server.config, dataDir, smtpUrl: null };
      const mailer = createMailer(config, clock, silentLog);
      return runReminders({
        config,
        database,
        clock,
        mailer,
        log: silentLog,
        address: () => '',
        wake: () => {},
      });
    };
    const people = await Promise.all(Array.from({ length: PEOPLE }, () => makeEmployee(server)));
    let kills = 0;
    for (let run = 0; run < RUNS; run += 1) {
      clock.set(Date.parse('2026-11-16T09:00:00.000Z') + run * DAY_MS);
      for (const { client, user } of people) {
        await server.test.owner.query(
          'UPDATE session SET last_seen_at = $2, expires_at = $3 WHERE user_id = $1',
          [user.id, new Date(clock.now()), new Date(clock.now() + DAY_MS)],
        );
        await client.ask('clockIn', { requestId: requestId() });
      }
      clock.advanceMinutes(10 * 60);
      const lines = [await faultyLine(test), await faultyLine(test)] as const;
      const rounds = lines.map(({ database }) => round(database).catch(() => void (kills += 1)));
      await wait(chance.between(0, ROUND_MS));
      await lines[0].cut();
      await Promise.all(rounds);
      // Whoever has gone away with a letter is waited for.
      clock.advanceMinutes(2);
      await round(test.database);
      for (const line of lines) await line.close();
      for (const { client } of people) await client.ask('clockOut', { requestId: requestId() });
    }
    const { rows } = await test.owner.query<{ id: string; told: number; closings: number }>(
      `SELECT e.id, (SELECT count(*) FROM ledger l WHERE l.chain = e.user_id AND l.kind = 'clock_out_reminded'
         AND l.body::json -> 'data' ->> 'entry' = e.id::text) AS told,
         (SELECT count(*) FROM time_entry_closing c WHERE c.entry_id = e.id) AS closings
       FROM counted_entry e ORDER BY e.id`,
    );
    expect(rows).toEqual(rows.map(({ id }) => ({ id, told: 1, closings: 0 })));
    expect(rows).toHaveLength(RUNS * PEOPLE);
    const outbox = path.join(dataDir, 'outbox');
    expect(readdirSync(outbox).toSorted()).toEqual(rows.map(({ id }) => `reminder-${id}.eml`).toSorted());
    for (const name of readdirSync(outbox))
      expect(readFileSync(path.join(outbox, name), 'utf8')).toContain('</html>');
    expect(await ledgerFaults(test.owner)).toEqual([]);
    await server.stop();
    rmSync(dataDir, { recursive: true });
    report(`reminders: ${RUNS} runs of ${PEOPLE}, ${kills} rounds cut off, 0 missing, 0 twice, seed ${from}`);
  },
  cycles(60_000, 600_000, 3_600_000),
);
