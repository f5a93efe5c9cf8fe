/** Rules of the database: only a correction changes a finished entry, and it needs two sides. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeBackup } from '#server/record/backup/backup';
import { validateBackup } from '#server/record/backup/file';
import { createChain } from '#server/ledger/commands';
import { SETTINGS_CHAIN } from '#server/ledger/entry';
import { recordSigningKey } from '#server/payroll/periods/signing/commands';
import { restore } from '#server/record/backup/restore';
import { connect } from '#server/platform/database/connection';
import { testCluster, withDatabase } from '#tests/support/cluster';
import {
  ADA,
  BO,
  ASHA,
  MORNING,
  AFTERNOON,
  RUNNING,
  ADDED,
  at,
  times,
  WAS,
  test,
  app,
  owner,
  type Item,
  ask,
  move,
  agree,
  make,
  counting,
  UNTOUCHED,
  rowsOf,
  LONGER,
  MISSED,
  freshEntries,
} from './correction-tables.ts';

freshEntries();

describe('counted entries', () => {
  const STAYS = 'what is on record about a working time stays';
  it.each([
    `UPDATE counted_entry SET clock_out = '${at('12:01')}' WHERE id = '${MORNING}'`,
    `UPDATE counted_entry SET clock_in = '${at('07:00', 19)}' WHERE id = '${RUNNING}'`,
    `UPDATE counted_break SET ended_at = '${at('14:30')}' WHERE entry_id = '${AFTERNOON}' AND n = 1`,
    `DELETE FROM counted_entry WHERE id = '${MORNING}'`,
    `DELETE FROM counted_break WHERE entry_id = '${AFTERNOON}'`,
  ])('only a correction can change a finished entry: %s', async (sql) => {
    await agree(await ask([[MORNING, WAS.morning, times('07:30', '12:00')]]));
    await expect(owner(sql)).rejects.toThrow(STAYS);
    await expect(app(sql)).rejects.toMatchObject({ code: '42501' });
    // Neither a trigger of the application nor the function called from one can change it.
    const client = await test.database.connect('own trigger');
    try {
      await client.query('CREATE TEMP TABLE mine (LIKE correction INCLUDING GENERATED)');
      await client.query(
        `CREATE FUNCTION pg_temp.sly() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${sql}; RETURN NULL; END $$`,
      );
      await client.query(
        'CREATE TRIGGER sly AFTER INSERT ON mine FOR EACH ROW EXECUTE FUNCTION pg_temp.sly()',
      );
      await client.query(
        'CREATE TRIGGER slyer AFTER UPDATE ON mine FOR EACH ROW EXECUTE FUNCTION apply_correction()',
      );
      await client.query('ALTER TABLE mine DISABLE TRIGGER sly');
      const row = `INSERT INTO mine (id, user_id, day, asked_by, asked_at, reason, state, salt, updated_at, self_decided, version, subject, is_kept)
        SELECT id, user_id, day, asked_by, asked_at, reason, 'asked', salt, updated_at, false, 1, subject, false FROM correction LIMIT 1`;
      await client.query(row);
      await expect(client.query(`UPDATE mine SET state = 'made'`)).rejects.toThrow(
        'only a correction changes what counts',
      );
      await client.query('ALTER TABLE mine ENABLE TRIGGER sly');
      await expect(client.query(row)).rejects.toMatchObject({ code: '42501' });
    } finally {
      await client.end();
    }
  });

  it('punches call only the triggers for breaks and, once a statement, for closed periods', async () => {
    const called = async (sql: string): Promise<string[]> => {
      const { rows } = await app(`EXPLAIN (ANALYZE, FORMAT JSON) ${sql}`);
      const [{ Triggers: triggers }] = rows[0]['QUERY PLAN'];
      return (
        triggers
          .filter((one: Record<string, string>) => one['Constraint Name'] === undefined)
          .map((one: Record<string, string>) => one['Trigger Name'])
          // This trigger runs once for each statement on every table.
          .filter((name: string) => name !== 'refuse_older_server')
      );
    };
    const now = at('09:00', 19);
    expect(
      await called(
        `INSERT INTO counted_entry (id, user_id, clock_in, created_at, updated_at) VALUES ('${ADDED}', '${BO}', '${now}', '${now}', '${now}')`,
      ),
    ).toEqual(['counted_entry_in_open_period']);
    expect(
      await called(`INSERT INTO counted_break (entry_id, n, started_at) VALUES ('${ADDED}', 1, '${now}')`),
    ).toEqual(['check_break']);
    expect(await called(`UPDATE counted_break SET ended_at = '${now}' WHERE entry_id = '${ADDED}'`)).toEqual([
      'check_break',
    ]);
    expect(
      await called(
        `UPDATE counted_entry SET clock_out = '${at('10:00', 19)}', updated_at = '${now}' WHERE id = '${ADDED}'`,
      ),
    ).toEqual(['check_breaks_of_entry']);
  });
});

describe('the two sides of a correction', () => {
  const ITEMS: readonly Item[] = [[MORNING, WAS.morning, times('07:30', '12:00')]];
  const refusal = { constraint: 'correction_two_sides' };

  it('both sides are needed: nobody approves their own request or decides for the other side', async () => {
    const asked = await ask(ITEMS);
    await expect(move(asked, 'agreed', ADA)).rejects.toMatchObject(refusal);
    await expect(move(asked, 'made', ADA)).rejects.toMatchObject(refusal);
    await expect(move(asked, 'declined', ASHA)).rejects.toMatchObject(refusal);
    await expect(move(asked, 'withdrawn', ASHA)).rejects.toMatchObject(refusal);
    await move(asked, 'sent-back', ASHA, `, sent_back_by = '${ASHA}', decision_reason = 'A bit later'`);
    await expect(move(asked, 'agreed', ASHA)).rejects.toMatchObject(refusal);
    await move(asked, 'agreed', ADA);

    const own = await ask([[MORNING, times('07:30', '12:00'), WAS.morning]]);
    await move(own, 'agreed', ADA, ', self_decided = true');
    const made = await make(ITEMS);
    await expect(move(made, 'agreed', ASHA)).rejects.toMatchObject(refusal);
    await expect(move(made, 'objected', ADA)).rejects.toMatchObject(refusal);
    await move(made, 'agreed', ADA);
  });

  it('an approved correction keeps its items and allows only valid state changes', async () => {
    const agreed = await ask(ITEMS);
    await expect(move(agreed, 'objected', ADA)).rejects.toMatchObject({ constraint: 'correction_moves' });
    await app(`DELETE FROM correction_item WHERE correction_id = '${agreed}'`);
    const item = `INSERT INTO correction_item (correction_id, n, entry_id, old, new) VALUES ('${agreed}', 1, '${ADDED}', NULL, $1)`;
    await app(item, [MISSED]);
    await agree(agreed);
    for (const state of ['withdrawn', 'taken-back', 'made'])
      await expect(move(agreed, state, ADA), state).rejects.toMatchObject({ constraint: 'correction_moves' });
    const undo = (after: string) =>
      app(
        `UPDATE correction SET state = 'asked', decided_by = NULL, decided_at = NULL, updated_at = decided_at + $2::interval WHERE id = $1`,
        [agreed, after],
      );
    await expect(undo('60001 ms')).rejects.toMatchObject({ constraint: 'correction_moves' });
    const client = await test.database.connect('own correction');
    try {
      await client.query(`CREATE TEMP TABLE correction AS SELECT id, 'asked' AS state FROM correction`);
      const stay = { constraint: 'correction_items_stay' };
      await expect(client.query('DELETE FROM correction_item')).rejects.toMatchObject(stay);
      const more = item.replace(', 1,', ', 2,').replace(ADDED, MORNING);
      await expect(client.query(more, [MISSED])).rejects.toMatchObject(stay);
    } finally {
      await client.end();
    }
    await undo('60000 ms');
    expect(await counting()).toEqual(UNTOUCHED);
  });

  it.each([
    'DELETE FROM correction',
    `UPDATE correction SET reason = 'other'`,
    `UPDATE correction SET asked_by = user_id`,
    `UPDATE correction_item SET old = new`,
    `INSERT INTO correction (id, user_id, day, asked_by, asked_at, reason, salt, updated_at, state)
       SELECT '${ADDED}', user_id, day, asked_by, asked_at, reason, salt, updated_at, 'made' FROM correction`,
  ])('the application cannot rewrite a correction: %s', async (sql) => {
    await expect(app(sql)).rejects.toMatchObject({ code: '42501' });
  });
});

it('a restored backup contains the corrections unchanged and does not apply them again', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'punctual-corrections-'));
  const name = `corrections_${process.pid}`;
  const cluster = await connect(testCluster().target);
  try {
    await make([
      [MORNING, WAS.morning, LONGER],
      [AFTERNOON, WAS.afternoon, null],
    ]);
    const file = path.join(folder, 'a.backup');
    await createChain(test.owner, SETTINGS_CHAIN);
    await recordSigningKey(test.owner, Buffer.from('key'), 0);
    await writeBackup(test.database, { file, version: 'x', now: 0 });
    await cluster.query(`CREATE DATABASE ${name}`);
    const restored = await connect(withDatabase(testCluster().target, name));
    await restore(restored, file, await validateBackup(file), 0);
    expect(await rowsOf(restored)).toEqual(await rowsOf());
    await expect(restored.query('DELETE FROM correction_item')).rejects.toMatchObject({
      constraint: 'correction_items_stay',
    });
    // No backup contains the key, and the ledger says that it is gone.
    const { rows } = await restored.query<{ key: string }>(
      `SELECT body::jsonb #>> '{data,publicKey}' AS key FROM ledger ORDER BY n`,
    );
    expect(rows).toEqual([{ key: Buffer.from('key').toString('hex') }, { key: null }]);
    await restored.end();
  } finally {
    await cluster.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await cluster.end();
    rmSync(folder, { recursive: true });
  }
});
