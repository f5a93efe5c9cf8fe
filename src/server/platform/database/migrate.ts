/** Each migration file runs once, in a transaction. Released files never change. */
/// <reference types="vite/types/importMeta.d.ts" />
import type { Connection } from './connection.ts';
import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { EpochMs } from '#domain/time/units';
import { StartError } from '../start-error.ts';
import { codeOf } from '../log.ts';
import { asTimestamp } from './wire-types.ts';

export interface Migration {
  readonly number: number;
  readonly name: string;
  readonly sql: string;
}

const OLDEST_POSTGRES = 15;

/** Advisory lock: only one server migrates at a time. The number is arbitrary. */
const MIGRATION_LOCK = 7_305_001;

export function ownMigrations(): Migration[] {
  const files = import.meta.glob<string>('./migrations/*.sql', {
    query: '?raw',
    import: 'default',
    eager: true,
  });
  const migrations = Object.entries(files).map(([file, sql]) => {
    const name = file.replace(/^.*\//, '').replace(/\.sql$/, '');
    if (!/^\d{3}-[a-z0-9-]+$/.test(name))
      throw new Error(`A migration is called NNN-name.sql, but there is ${file}.`);
    return { number: Number(name.slice(0, 3)), name, sql };
  });
  migrations.sort((a, b) => a.number - b.number);
  migrations.forEach(({ number, name }, index) => {
    if (number !== index + 1)
      throw new Error(`Migrations are numbered without gaps, but ${name} comes as number ${index + 1}.`);
  });
  return migrations;
}

/** @returns names of the migrations that ran. @throws StartError when PostgreSQL is too old or the database newer */
export async function migrate(
  owner: Connection,
  migrations: readonly Migration[],
  now: EpochMs,
  onWait: (name: string) => void = () => {},
): Promise<string[]> {
  await requireSupportedPostgres(owner);
  return withMigrationLock(owner, async () => {
    await owner.query(`CREATE TABLE IF NOT EXISTS schema_migrations (
      number integer PRIMARY KEY, name text NOT NULL, checksum text NOT NULL, applied_at timestamptz NOT NULL)`);
    const pending = await pendingMigrations(owner, migrations);
    for (const migration of pending) await apply(owner, migration, now, onWait);
    return pending.map(({ name }) => name);
  });
}

/** Runs `work` on only one server of the database at a time. Calls can be nested. */
export async function withMigrationLock<Result>(
  owner: Connection,
  work: () => Promise<Result>,
): Promise<Result> {
  await owner.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
  try {
    return await work();
  } finally {
    await owner.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => {});
  }
}

/** Returns the migrations that would run. @throws StartError when PostgreSQL is too old or the database newer */
export async function plannedMigrations(
  owner: Connection,
  migrations: readonly Migration[],
): Promise<readonly Migration[]> {
  await requireSupportedPostgres(owner);
  const { rows } = await owner.query<{ there: boolean }>(
    `SELECT to_regclass('schema_migrations') IS NOT NULL AS there`,
  );
  return rows[0]?.there ? pendingMigrations(owner, migrations) : migrations;
}

async function requireSupportedPostgres(owner: Connection): Promise<void> {
  const { rows } = await owner.query<{ server_version_num: string; server_version: string }>(
    `SELECT current_setting('server_version_num') AS server_version_num, current_setting('server_version') AS server_version`,
  );
  const [version] = rows;
  if (version && Number(version.server_version_num) < OLDEST_POSTGRES * 10_000)
    throw new StartError(
      'postgresTooOld',
      `PostgreSQL ${version.server_version} is too old: Punctual needs PostgreSQL ${OLDEST_POSTGRES} or newer.`,
    );
}

async function pendingMigrations(owner: Connection, migrations: readonly Migration[]) {
  const { rows } = await owner.query<{ number: number; name: string; checksum: string }>(
    'SELECT number, name, checksum FROM schema_migrations ORDER BY number',
  );
  for (const row of rows) {
    const own = migrations.find(({ number }) => number === row.number);
    if (!own)
      throw new StartError(
        'databaseOfAnotherVersion',
        `This database was made by a newer version of Punctual (it has migration ${row.name}). Start that version, or restore a backup.`,
      );
    if (checksum(own) !== row.checksum)
      throw new StartError(
        'databaseOfAnotherVersion',
        `This database was made by another version of Punctual (migration ${row.name} differs). Start that version, or restore a backup.`,
      );
  }
  const applied = new Set(rows.map(({ number }) => number));
  return migrations.filter(({ number }) => !applied.has(number));
}

/** Milliseconds to wait for a table in use (e.g. by a backup). Short, since requests to this table wait behind us. */
const LOCK_TIMEOUT_MS = 500;
const RETRY_DELAY_MS = 1_000;
/** The codes are lock_not_available and deadlock_detected: try again later. */
const LOCK_ERROR_CODES: ReadonlySet<string> = new Set(['55P03', '40P01']);

async function apply(
  owner: Connection,
  migration: Migration,
  now: EpochMs,
  onWait: (name: string) => void,
): Promise<void> {
  for (let tries = 1; !(await tryToApply(owner, migration, now)); tries += 1) {
    if (tries === 1) onWait(migration.name);
    await wait(RETRY_DELAY_MS);
  }
}

/** @returns false while others hold a table for too long */
async function tryToApply(owner: Connection, migration: Migration, now: EpochMs): Promise<boolean> {
  await owner.query(`BEGIN; SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
  try {
    await owner.query(migration.sql);
    await owner.query(
      'INSERT INTO schema_migrations (number, name, checksum, applied_at) VALUES ($1, $2, $3, $4)',
      [migration.number, migration.name, checksum(migration), asTimestamp(now)],
    );
    await owner.query('COMMIT');
    return true;
  } catch (error) {
    await owner.query('ROLLBACK').catch(() => {});
    if (LOCK_ERROR_CODES.has(codeOf(error))) return false;
    throw new Error(`Migration ${migration.name} failed and was rolled back.`, { cause: error });
  }
}

/** Hashes a migration's SQL. Treats all line ends alike, since a checkout on Windows may change them. */
export const checksum = ({ sql }: Migration): string =>
  createHash('sha256').update(sql.replaceAll('\r\n', '\n')).digest('hex');

/**
 * A migration that removes something names the oldest server that may still write (031-oldest-server.sql). The pattern
 * finds the SQL function's last number. In 045 this is 41: the first, 45, applies only once table `identity` has rows.
 */
const OLDEST_SERVER = /FUNCTION oldest_server\(\)[^']*'SELECT [^']*?(\d+)(?: END)?'/;

export const oldestServer = ({ sql }: Pick<Migration, 'sql'>): number =>
  Number(OLDEST_SERVER.exec(sql)?.[1] ?? 0);

/**
 * Describes what `migrate` would do. After a contracting migration, servers of the version before cannot write.
 * @param pending the last items of `migrations`: those that have not run
 */
export function planLines(migrations: readonly Migration[], pending: readonly Migration[]): string[] {
  const former = migrations.length - pending.length;
  if (pending.length === 0) return ['The database is up to date. migrate would change nothing.'];
  if (former === 0)
    return [`The database is empty. migrate would create its tables (${count(pending.length)}).`];
  const contracting = pending.filter((one) => oldestServer(one) > former);
  return [
    `migrate would apply ${count(pending.length)}:`,
    ...pending.map(
      (one) => `  ${one.name} ${contracting.includes(one) ? 'contracts' : 'expands'}: ${purposeOf(one)}`,
    ),
    contracting[0]
      ? `From ${contracting[0].name} on, servers of the former version write nothing and answer 503: stop them first.`
      : 'Servers of the former version work on beside newer ones: replace one after the other.',
  ];
}

const count = (migrations: number): string =>
  `${migrations} ${migrations === 1 ? 'migration' : 'migrations'}`;

/** The first sentence of the migration's comment. */
function purposeOf({ sql }: Migration): string {
  const [comment = ''] = /^(--.*\r?\n)+/.exec(sql) ?? [];
  const text = comment.replace(/^--/gm, '').replaceAll(/\s+/g, ' ').trim();
  return /^.*?\.(?= |$)/.exec(text)?.[0] ?? text;
}
