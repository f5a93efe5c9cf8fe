import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '#server/platform/config';
import { systemClock } from '#server/platform/clock';
import { connect, type Connection } from '#server/platform/database/connection';
import { startEmbedded } from '#server/platform/database/embedded/embedded';
import { ownMigrations, type Migration, planLines } from '#server/platform/database/migrate';
import { planMigration } from '#server/platform/database/open';
import { databaseUrl } from '#tests/faults/product';
import { cloneDatabase, giveDatabase } from '#tests/support/cluster';
import { contentOf } from '#tests/support/database-content';
import { removeEmbedded } from '#tests/support/embedded-remains';
import { silentLog } from '#tests/support/silent-log';

const migration = (name: string, sql: string): Migration => ({ number: Number(name.slice(0, 3)), name, sql });
const OLDEST = `CREATE FUNCTION oldest_server() RETURNS integer LANGUAGE sql STABLE AS
  'SELECT CASE WHEN EXISTS (SELECT FROM two) THEN 3 ELSE 2 END';`;
const ALL = [
  migration('001-first', '-- The first tables.\nCREATE TABLE one ();\n'),
  migration('002-second', '-- More, as `[{"a"}]`\n-- of one. Reason: asked for.\nCREATE TABLE two ();\n'),
  migration('003-third', `-- Less. Reason: unused since the second.\n${OLDEST}`),
];

describe('a plan of migrations', () => {
  it('names what a database gets, and whether the former version may work on', () => {
    const linesOf = (pending: number) => planLines(ALL, ALL.slice(ALL.length - pending));
    expect(planLines(ALL, [])).toEqual([expect.stringContaining('up to date')]);
    expect(linesOf(1)).toEqual([
      'migrate would apply 1 migration:',
      '  003-third expands: Less.',
      expect.stringMatching('^Servers of the former version work on'),
    ]);
    expect(linesOf(2)).toEqual([
      'migrate would apply 2 migrations:',
      '  002-second expands: More, as `[{"a"}]` of one.',
      '  003-third contracts: Less.',
      expect.stringMatching('^From 003-third on, .* stop them first.$'),
    ]);
    expect(linesOf(3)).toEqual([expect.stringContaining('The database is empty.')]);
  });
});

describe('migrate --plan', () => {
  const plan = (env: Record<string, string>): Promise<string[]> => {
    const read = readConfig(env);
    if (!read.ok) throw new Error(read.lines.join());
    return planMigration({ config: read.config, clock: systemClock, log: silentLog, say: () => {} });
  };
  let dataDir: string;
  beforeEach(() => {
    dataDir = path.join(mkdtempSync(path.join(tmpdir(), 'punctual-plan-')), 'data');
  });
  afterEach(async () => {
    await removeEmbedded(dataDir);
    rmSync(path.dirname(dataDir), { recursive: true });
  });
  const lastRemoved = (owner: Connection) =>
    owner.query('DELETE FROM schema_migrations WHERE number = (SELECT max(number) FROM schema_migrations)');
  const last = ownMigrations().at(-1)?.name ?? '';

  it('reads a data folder at rest and beside its server, and creates none', async () => {
    expect(await plan({ DATA_DIR: dataDir })).toEqual([
      `There is no database in DATA_DIR ${dataDir} yet. migrate would create one.`,
    ]);
    expect(existsSync(dataDir)).toBe(false);
    await giveDatabase(dataDir);
    expect(await plan({ DATA_DIR: dataDir })).toEqual([expect.stringContaining('up to date')]);
    const login = async <Owner>(owner: Owner): Promise<Owner> => owner;
    const running = await startEmbedded({ dataDir, say: () => {}, log: silentLog, login });
    const owner = await connect(running.target);
    await lastRemoved(owner);
    await owner.end();
    expect(await plan({ DATA_DIR: dataDir })).toContainEqual(expect.stringContaining(`  ${last} `));
    await running.stop();
  });

  it('changes no table, row or role of the database of DATABASE_URL', async () => {
    const test = await cloneDatabase();
    await lastRemoved(test.owner);
    const rows = async (sql: string): Promise<unknown[]> => (await test.owner.query(sql)).rows;
    const state = async () => [
      await contentOf(test.target),
      await rows('SELECT * FROM schema_migrations'),
      await rows(
        `SELECT 1 FROM pg_roles, pg_database WHERE datname = current_database() AND rolname = 'punctual_app_' || pg_database.oid`,
      ),
    ];
    const before = await state();
    const env = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl(test) };
    expect(await plan(env)).toContainEqual(expect.stringContaining(`  ${last} `));
    expect(await state()).toEqual(before);
    await test.owner.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
    expect(await plan(env)).toEqual([expect.stringContaining('The database is empty.')]);
    expect(await rows('SELECT FROM pg_tables WHERE schemaname = current_schema()')).toEqual([]);
    await test.drop();
  });
});
