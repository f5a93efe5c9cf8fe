/**
 * Migrates databases of released versions, written by their own code (`releases/`). Each release adds one:
 * `pg_dump --no-owner --no-privileges --inserts` of some weeks of work, without comments, packed by gzip.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect, type ConnectionTarget, type Connection } from '#server/platform/database/connection';
import { migrate, ownMigrations } from '#server/platform/database/migrate';
import { verifyIn } from '#server/record/verification/verify';
import { testCluster, withDatabase } from '#tests/support/cluster';

const RELEASES = path.join(import.meta.dirname, 'releases');
const dumps = readdirSync(RELEASES).map((file) => ({
  version: path.basename(file, '.sql.gz'),
  sql: gunzipSync(readFileSync(path.join(RELEASES, file))).toString(),
}));
const name = `upgrade_${process.pid}`;
const NOON = Date.UTC(2026, 10, 23, 12);

async function onCluster(sql: string): Promise<void> {
  const client = await connect(testCluster().target);
  await client.query(sql).finally(() => client.end());
}

/** Tables whose existing columns must never change, with their names in the released version. */
const KEPT: Readonly<Record<string, string>> = {
  account: 'account',
  activity_notification: 'activity_notification',
  ledger: 'ledger',
  ledger_head: 'ledger_head',
  settings: 'settings',
  counted_entry: 'time_entry',
  counted_break: 'time_entry_break',
  time_entry_closing: 'time_entry_closing',
  time_entry_detail: 'time_entry_detail',
};
type Rows = Record<string, readonly Record<string, unknown>[]>;

/** @param like reads only the columns that these rows have */
async function rowsOf(owner: Connection, like?: Rows): Promise<Rows> {
  const read: Rows = {};
  for (const [table, former] of Object.entries(KEPT)) {
    const columns = Object.keys(like?.[table]?.[0] ?? { '*': true }).join(', ');
    const { rows } = await owner.query<Record<string, unknown>>(
      `SELECT ${columns} FROM ${like ? table : former} `,
    );
    read[table] = rows.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  }
  return read;
}

describe.each(dumps)('a database of version $version', ({ sql }) => {
  let target: ConnectionTarget;
  let before: Rows;
  const open = () => connect(target);

  beforeAll(async () => {
    await onCluster(`CREATE DATABASE ${name}`);
    target = withDatabase(testCluster().target, name);
    const loading = await open();
    await loading.query(sql);
    await loading.end();
    const owner = await open();
    before = await rowsOf(owner);
    await owner.end();
  });
  afterAll(() => onCluster(`DROP DATABASE ${name} WITH (FORCE)`));

  it('is migrated although each step is interrupted once, and its rows and chains stay the same', async () => {
    for (const table of Object.keys(KEPT)) expect(before[table]?.length, table).toBeGreaterThan(0);
    const migrations = ownMigrations();
    for (const [index, migration] of migrations.entries()) {
      const earlier = migrations.slice(0, index);
      const cut = { ...migration, sql: `${migration.sql}; SELECT pg_terminate_backend(pg_backend_pid())` };
      const owner = await open();
      const isApplied = await owner
        .query('SELECT FROM schema_migrations WHERE number = $1', [migration.number])
        .then(({ rowCount }) => rowCount === 1);
      if (!isApplied) {
        // The first try fails after the step, since NaN is not a valid time. The second try fails within the step.
        await expect(migrate(owner, [...earlier, migration], Number.NaN)).rejects.toThrow('rolled back');
        await expect(migrate(owner, [...earlier, cut], NOON)).rejects.toThrow();
        const again = await open();
        expect(await migrate(again, [...earlier, migration], NOON)).toEqual([migration.name]);
        await again.end();
      }
      await owner.end().catch(() => {});
    }
    const owner = await open();
    expect(await migrate(owner, migrations, NOON)).toEqual([]);
    expect(await rowsOf(owner, before)).toEqual(before);
    expect((await verifyIn(owner)).faults).toEqual([]);
    await owner.end();
  });
});
