import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connect, type ConnectionTarget, type Connection } from '#server/platform/database/connection';
import { migrate, ownMigrations, type Migration } from '#server/platform/database/migrate';
import { testCluster, withDatabase } from '#tests/support/cluster';

let target: ConnectionTarget;
let owner: Connection;
const name = `migrate_${process.pid}`;
const NOON = Date.UTC(2026, 10, 20, 12);

async function onCluster(sql: string): Promise<void> {
  const client = await connect(testCluster().target);
  await client.query(sql).finally(() => client.end());
}

beforeEach(async () => {
  await onCluster(`CREATE DATABASE ${name}`);
  target = withDatabase(testCluster().target, name);
  owner = await connect(target);
});
afterEach(async () => {
  await owner.end();
  await onCluster(`DROP DATABASE ${name} WITH (FORCE)`);
});

const first: Migration = { number: 1, name: '001-first', sql: 'CREATE TABLE one (n integer)' };
const second: Migration = { number: 2, name: '002-second', sql: 'CREATE TABLE two (n integer)' };
const tables = async (): Promise<string[]> => {
  const { rows } = await owner.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relname IN ('one', 'two') ORDER BY 1`,
  );
  return rows.map((row) => row.name);
};

describe('migrations', () => {
  it('are applied once, in order, with the given time', async () => {
    expect(await migrate(owner, [first], NOON)).toEqual(['001-first']);
    expect(await migrate(owner, [first, second], NOON + 1)).toEqual(['002-second']);
    expect(await migrate(owner, [first, second], NOON + 2)).toEqual([]);
    const { rows } = await owner.query('SELECT number, applied_at FROM schema_migrations ORDER BY number');
    expect(rows).toEqual([
      { number: 1, applied_at: NOON },
      { number: 2, applied_at: NOON + 1 },
    ]);
  });

  it('a migration that fails is rolled back and can be tried again', async () => {
    const broken = { ...second, sql: `${second.sql}; SELECT 1 / 0` };
    await expect(migrate(owner, [first, broken], NOON)).rejects.toThrow(
      'Migration 002-second failed and was rolled back.',
    );
    expect(await tables()).toEqual(['one']);
    await migrate(owner, [first, second], NOON);
    expect(await tables()).toEqual(['one', 'two']);
  });

  it('a changed migration is refused, unless only its line ends changed', async () => {
    const lines = { ...first, sql: 'CREATE TABLE one (\n  n integer)' };
    await migrate(owner, [lines], NOON);
    expect(await migrate(owner, [{ ...lines, sql: lines.sql.replaceAll('\n', '\r\n') }], NOON)).toEqual([]);
    await expect(migrate(owner, [{ ...lines, sql: `${lines.sql} ` }], NOON)).rejects.toMatchObject({
      failure: 'databaseOfAnotherVersion',
    });
  });

  it('a database with later migrations is left unchanged', async () => {
    await migrate(owner, [first, second], NOON);
    await expect(migrate(owner, [first], NOON)).rejects.toMatchObject({
      failure: 'databaseOfAnotherVersion',
    });
    expect(await tables()).toEqual(['one', 'two']);
  });

  it('two servers that start at once apply each migration once', async () => {
    const other = await connect(target);
    const both = await Promise.all([
      migrate(owner, [first, second], NOON),
      migrate(other, [first, second], NOON),
    ]).finally(() => other.end());
    expect(both.flat().sort()).toEqual(['001-first', '002-second']);
  });

  it('a migration that waits for a table lets others read it meanwhile', async () => {
    await migrate(owner, [first], NOON);
    const [backup, reader] = [await connect(target), await connect(target)];
    await backup.query('BEGIN; SELECT FROM one');
    const waited: string[] = [];
    const altering = { ...second, sql: 'ALTER TABLE one ADD m integer' };
    const altered = migrate(owner, [first, altering], NOON, (waiting) => waited.push(waiting));
    const locks = `SELECT FROM pg_locks WHERE NOT granted AND relation = 'one'::regclass`;
    await expect.poll(async () => (await backup.query(locks)).rowCount).toBeGreaterThan(0);
    await reader.query(`SET statement_timeout = '2s'; SELECT FROM one`);
    await backup.end();
    expect(await altered).toEqual(['002-second']);
    expect(waited).toEqual(['002-second']);
    await reader.end();
  });

  it("the product's migrations have no gaps in their numbers and apply to an empty database", async () => {
    const own = ownMigrations();
    expect(await migrate(owner, own, NOON)).toEqual(own.map((migration) => migration.name));
  });
});
