/** Punctual on a PostgreSQL of somebody else's. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connect } from '#server/database/connection';
import { ensureApplicationRole, migrate, ownMigrations } from '#server/database/migrate';
import { systemClock } from '#server/clock';
import { createLog } from '#server/log';
import { startPunctual, type Punctual } from '#server/main';
import { EXIT_CODES, StartError } from '#server/start-error';
import { testCluster } from '#tests/support/cluster';
import { health } from '#tests/support/punctual-process';

const name = `url_${process.pid}`;
let dataDir: string;
let running: Punctual[];
let warnings: string[];

const onCluster = async (...statements: string[]): Promise<void> => {
  const client = await connect(testCluster().target);
  for (const statement of statements) await client.query(statement);
  await client.end();
};
function urlFor(user: string, database = name): string {
  const { target } = testCluster();
  if ('url' in target) throw new Error('The test cluster is the embedded one.');
  return `postgres://${user}@${encodeURIComponent(target.host)}:${target.port}/${database}`;
}
async function start(env: Record<string, string>, patience = 0): Promise<Punctual> {
  const log = createLog(
    'warn',
    systemClock,
    (line) => void warnings.push((JSON.parse(line) as { msg: string }).msg),
  );
  const punctual = await startPunctual({
    env: { PORT: '0', DATA_DIR: dataDir, ADMIN_PASSWORD: 'correct horse', ...env },
    log,
    patience,
  });
  running.push(punctual);
  return punctual;
}
const refusal = (env: Record<string, string>): Promise<unknown> =>
  start(env).then(
    () => undefined,
    (error: unknown) => error,
  );

beforeEach(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'punctual-url-'));
  running = [];
  warnings = [];
  await onCluster(`CREATE ROLE ${name} LOGIN`, `CREATE DATABASE ${name} OWNER ${name}`);
});
afterEach(async () => {
  await Promise.all(running.map((punctual) => punctual.stop()));
  await onCluster(`DROP DATABASE ${name} WITH (FORCE)`, `DROP ROLE ${name}`);
  rmSync(dataDir, { recursive: true, force: true });
});

describe('a database of DATABASE_URL', () => {
  it('serves, by a role without rights over the ledger when its user may make one', async () => {
    const { url } = await start({ DATABASE_URL: urlFor('postgres') });
    expect(await health(url)).toBe(200);
    expect(warnings).toEqual([]);
  });

  it('serves with the rights of its user when that one may not make roles, and says so', async () => {
    const { url } = await start({ DATABASE_URL: urlFor(name) });
    expect(await health(url)).toBe(200);
    expect(warnings).toEqual([
      'There is no role of fewer rights in this database: Punctual works with all rights of its user.',
    ]);
  });

  it('can have two servers, which are the same installation', async () => {
    const both = await Promise.all([
      start({ DATABASE_URL: urlFor('postgres') }),
      start({ DATABASE_URL: urlFor('postgres') }),
    ]);
    expect(await Promise.all(both.map(({ url }) => health(url)))).toEqual([200, 200]);
    expect(both.filter(({ firstAdmin }) => firstAdmin !== null)).toHaveLength(1);
  });

  it('that does not exist is refused at once', async () => {
    const error = await refusal({ DATABASE_URL: urlFor('postgres', 'no_such_database') });
    expect(error).toBeInstanceOf(StartError);
    expect(error).toMatchObject({
      exitCode: EXIT_CODES.databaseOutOfReach,
      message: expect.stringMatching(/database "no_such_database" does not exist\.$/),
    });
  });

  it('out of reach is refused when the patience is at its end, without its password', async () => {
    const error = await refusal({ DATABASE_URL: 'postgres://clock:secret@127.0.0.1:1/punctual' });
    expect(error).toMatchObject({
      exitCode: EXIT_CODES.databaseOutOfReach,
      message: expect.stringMatching(/^The database of DATABASE_URL \(127\.0\.0\.1:1\) cannot be reached: /),
    });
    expect(String(error)).not.toContain('secret');
  });
});

describe('entries and settings from before the database saw to them', () => {
  const PERSON = '00000000-0000-4000-8000-000000000001';
  const id = (n: number) => `00000000-0000-4000-8000-00000000010${n}`;
  const ENTRIES = [
    [id(1), '2026-11-18T08:00Z', '2026-11-18T17:00Z'],
    [id(2), '2026-11-18T16:00Z', '2026-11-18T18:00Z'],
    // Begins where another ended, which is no overlap.
    [id(3), '2026-11-18T18:00Z', '2026-11-18T20:00Z'],
    // Within the first, and of no length.
    [id(4), '2026-11-18T09:00Z', '2026-11-18T09:00Z'],
    [id(5), '2026-11-18T19:00Z', null],
  ];
  const rows = async () => {
    const owner = await connect({ url: urlFor('postgres') });
    try {
      const { rows: found } = await owner.query(
        'SELECT id, clock_in, clock_out, overlaps_earlier FROM time_entry ORDER BY id',
      );
      return found;
    } finally {
      await owner.end();
    }
  };
  /** The state that version 1.6.4 leaves: five migrations, and some rows. */
  async function before(threshold: number): Promise<void> {
    const owner = await connect({ url: urlFor('postgres') });
    await ensureApplicationRole(owner);
    await migrate(owner, ownMigrations().slice(0, 5), Date.UTC(2026, 10, 19));
    await owner.query(
      `INSERT INTO account (id, email, password_hash, name, role, employee_id, created_at, updated_at)
       VALUES ($1, 'ada@example.com', 'none', 'Ada', 'employee', 'NXBI-00001', '2026-11-01Z', '2026-11-01Z')`,
      [PERSON],
    );
    for (const [entry, from, to] of ENTRIES)
      await owner.query(
        'INSERT INTO time_entry (id, user_id, clock_in, clock_out, created_at, updated_at) VALUES ($1, $2, $3, $4, $3, $3)',
        [entry, PERSON, from, to],
      );
    await owner.query(
      `INSERT INTO settings (work_start_time, work_end_time, break_duration, break_start_time, late_threshold_minutes, overtime_threshold_hours,
         allow_flexible_hours, require_location_tracking, weekend_work_allowed, time_zone, created_at, updated_at, version)
       VALUES ('09:00', '17:00', 30, '12:00', 5, $1, false, true, false, 'UTC', '2026-11-01Z', '2026-11-01Z', 1)`,
      [threshold],
    );
    await owner.query(
      `INSERT INTO ledger_head (chain, n, hash) VALUES ('00000000-0000-0000-0000-000000000000', 0, '')`,
    );
    await owner.end();
  }

  it('stay as they are, are told of in the log, and no further ones can come', async () => {
    await before(1.25);
    await start({ DATABASE_URL: urlFor('postgres') });
    expect(warnings).toEqual([
      `Time entry ${id(2)} of employee ${PERSON} (2026-11-18 16:00:00+00 to 2026-11-18 18:00:00+00) overlaps an earlier one. It stays as it is; see "Entries that overlap" in docs/operations.md.`,
      `Time entry ${id(5)} of employee ${PERSON} (2026-11-18 19:00:00+00 to still open) overlaps an earlier one. It stays as it is; see "Entries that overlap" in docs/operations.md.`,
      'The overtime threshold is no multiple of half an hour. It holds until the settings are saved the next time.',
    ]);
    expect(await rows()).toEqual(
      ENTRIES.map(([entry, from, to]) => ({
        id: entry,
        clock_in: Date.parse(from ?? ''),
        clock_out: to ? Date.parse(to) : null,
        overlaps_earlier: entry === id(2) || entry === id(5),
      })),
    );
    const owner = await connect({ url: urlFor('postgres') });
    const change = (sql: string): Promise<unknown> => owner.query(sql);
    try {
      await expect(
        change(
          `INSERT INTO time_entry (id, user_id, clock_in, clock_out, created_at, updated_at)
           VALUES ('${id(6)}', '${PERSON}', '2026-11-18T07:00Z', '2026-11-18T08:00:00.001Z', '2026-11-18Z', '2026-11-18Z')`,
        ),
      ).rejects.toMatchObject({ constraint: 'time_entry_apart' });
      // As docs/operations.md says: corrected, the entry comes under the rule again.
      await expect(
        change(`UPDATE time_entry SET overlaps_earlier = false WHERE id = '${id(2)}'`),
      ).rejects.toMatchObject({ constraint: 'time_entry_apart' });
      await change(
        `UPDATE time_entry SET clock_in = '2026-11-18T17:00Z', overlaps_earlier = false WHERE id = '${id(2)}'`,
      );
      await expect(change('UPDATE settings SET overtime_threshold_hours = 1.75')).rejects.toMatchObject({
        constraint: 'settings_overtime_half_hours',
      });
      await change('UPDATE settings SET overtime_threshold_hours = 1.5');
    } finally {
      await owner.end();
    }
  });

  it('a database whose user may not make the extension is told which one, and keeps its version', async () => {
    await onCluster(
      `REVOKE CREATE ON DATABASE ${name} FROM ${name}`,
      `ALTER DATABASE ${name} OWNER TO postgres`,
    );
    const owner = await connect({ url: urlFor('postgres') });
    await owner.query(`GRANT CREATE ON SCHEMA public TO ${name}`);
    await owner.end();
    const error = await refusal({ DATABASE_URL: urlFor(name) });
    expect(error).toMatchObject({
      cause: { message: expect.stringMatching(/^This database needs the extension btree_gist/) },
    });
  });
});
