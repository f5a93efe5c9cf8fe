/**
 * Runs the built product as its own process on a filled database, both held to one core. This process makes the load
 * and is held to another core. With one core, or without taskset, nothing is held.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { EpochMs } from '#domain/time/units';
import { calendarOf } from '#server/platform/calendars';
import { systemClock } from '#server/platform/clock';
import { MS_PER_DAY, newToken, tokenHash } from '#server/people/credentials/tokens';
import { connect, type Connection } from '#server/platform/database/connection';
import { embeddedFolder, startEmbedded } from '#server/platform/database/embedded/embedded';
import { startPrimary } from '#tests/faults/debian-postgres';
import { removeEmbedded } from '#tests/support/embedded-remains';
import { spawnPunctual, type PunctualProcess } from '#tests/support/punctual-process';
import { silentLog } from '#tests/support/silent-log';
import { fill, zoneOfAfternoon } from '../screens/fill.ts';

export interface Size {
  readonly people: number;
  /** Days before today; about five of seven are worked. */
  readonly days: number;
  /** Admins besides the first one. */
  readonly admins?: number;
}

export interface Person {
  readonly id: string;
  readonly email: string;
  readonly cookie: string;
  isIn: boolean;
}

export interface Server {
  readonly url: string;
  readonly size: Size;
  /** Employees who are not on a break, in random order. */
  readonly people: readonly Person[];
  /** Session cookies of the admins. */
  readonly admins: readonly string[];
  readonly timeZone: string;
  readonly dataDir: string;
  /** Folder of PostgreSQL's socket. */
  readonly sockets: string;
  /** Proportional set size of Node alone, in MB. */
  memory(): number;
  /** Restarts the server and its PostgreSQL. @returns milliseconds from start to ready */
  restart(): Promise<number>;
  close(): Promise<void>;
}

export const PASSWORD = 'bench password';
const ADMIN = 'admin@example.com';
/** Settings for filling only: nothing waits for the disk, since a lost database can be filled again. */
const QUICK = {
  fsync: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  shared_buffers: '512MB',
  work_mem: '256MB',
  maintenance_work_mem: '512MB',
  max_wal_size: '8GB',
};

/** Lists of cores for taskset; null if processes are not held to cores. */
export const CORES = coresToHold();

function coresToHold(): { readonly all: string; readonly server: string; readonly load: string } | null {
  try {
    execFileSync('taskset', ['--version'], { stdio: 'ignore' });
    const all = /^Cpus_allowed_list:\s*(\S+)/mu.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '';
    const [server, load] = all.split(',').flatMap((range) => {
      const [from = 0, to = from] = range.split('-').map(Number);
      return Array.from({ length: to - from + 1 }, (_, index) => String(from + index));
    });
    return server === undefined || load === undefined ? null : { all, server, load };
  } catch {
    return null;
  }
}

/** Holds this process, its threads and its later children to these cores. */
export function hold(cores: 'all' | 'server' | 'load'): void {
  if (CORES) execFileSync('taskset', ['-acp', CORES[cores], String(process.pid)], { stdio: 'ignore' });
}

/** Starts Debian's PostgreSQL 15 with its defaults, on the server's core. */
async function startDebian(folder: string) {
  hold('server');
  const postgres = await startPrimary(folder, { listen_addresses: '' });
  hold('all');
  await postgres.asOwner((owner) => owner.query('CREATE DATABASE punctual'));
  return postgres;
}

/** Starts a server on a filled database, with BENCH_POSTGRES=debian on Debian's. `close` removes all of it. */
export async function openServer(size: Size): Promise<Server> {
  hold('all');
  const dataDir = mkdtempSync(path.join(tmpdir(), 'punctual-bench-'));
  const ownPostgres = `${dataDir}-postgres`;
  const debian = process.env['BENCH_POSTGRES'] === 'debian' ? await startDebian(ownPostgres) : undefined;
  const now = systemClock.now();
  const timeZone = zoneOfAfternoon(now);
  let running: PunctualProcess | undefined;
  let url = '';
  const start = async (): Promise<number> => {
    const began = performance.now();
    running = spawnPunctual(
      ['start'],
      {
        DATA_DIR: dataDir,
        TIME_ZONE: timeZone,
        ADMIN_EMAIL: ADMIN,
        ADMIN_PASSWORD: PASSWORD,
        PUNCHES_PER_HOUR: '0',
        ...(debian && { DATABASE_URL: `postgres:///punctual?host=${ownPostgres}&user=postgres` }),
      },
      CORES ? ['taskset', '-c', CORES.server] : [],
    );
    url = await running.ready();
    return performance.now() - began;
  };
  const stop = async (): Promise<void> => {
    running?.child.kill('SIGTERM');
    await running?.ended();
  };
  const close = async (): Promise<void> => {
    await stop();
    await removeEmbedded(dataDir);
    await debian?.kill();
    rmSync(ownPostgres, { recursive: true, force: true });
    hold('all');
  };
  try {
    await start();
    await stop();
    const sockets = debian ? ownPostgres : path.join(embeddedFolder(dataDir), 'sockets');
    const filled = debian
      ? await asOwner({ sockets }, (owner) => fillDatabase(owner, size, now, timeZone))
      : await fillEmbedded(dataDir, size, now, timeZone);
    hold('load');
    await start();
    return {
      ...filled,
      size,
      timeZone,
      dataDir,
      get url() {
        return url;
      },
      sockets,
      memory: () =>
        Number(
          /^Pss:\s+(\d+)/mu.exec(readFileSync(`/proc/${running?.child.pid ?? ''}/smaps_rollup`, 'utf8'))?.[1],
        ) / 1024,
      restart: async () => {
        await stop();
        return start();
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Runs `work` on a connection of the database's owner, and closes it afterwards. */
export async function asOwner<Result>(
  { sockets }: Pick<Server, 'sockets'>,
  work: (owner: Connection) => Promise<Result>,
): Promise<Result> {
  const owner = await connect({ host: sockets, port: 5432, user: 'postgres', database: 'punctual' });
  return work(owner).finally(() => owner.end());
}

async function fillDatabase(
  owner: Connection,
  { people, days, admins = 0 }: Size,
  now: EpochMs,
  timeZone: string,
): Promise<Pick<Server, 'people' | 'admins'>> {
  const midnight = calendarOf({ timeZone, zoneRules: [] }).dayAt(now).start;
  await fill(owner, { people, days, midnight, now, withLedger: true });
  await owner.query(MORE_ADMINS, [admins, new Date(now)]);
  await owner.query(SAME_PASSWORD, [ADMIN]);
  const { rows } = await owner.query<{ id: string; email: string; role: string; is_in: boolean }>(PRESENT);
  const cookies = await openSessions(
    owner,
    rows.map(({ id }) => id),
    now,
  );
  const all = rows.map(({ id, email, role, is_in: isIn }, index) => ({
    role,
    person: { id, email, isIn, cookie: cookies[index] ?? '' },
  }));
  return {
    people: all.filter(({ role }) => role === 'employee').map(({ person }) => person),
    admins: all.filter(({ role }) => role === 'admin').map(({ person: { cookie } }) => cookie),
  };
}

async function fillEmbedded(dataDir: string, size: Size, now: EpochMs, timeZone: string) {
  const login = async ({ user }: { user: string }) => ({ user });
  const postgres = await startEmbedded({ dataDir, say: () => {}, log: silentLog, login, settings: QUICK });
  try {
    const owner = await connect(postgres.target);
    return await fillDatabase(owner, size, now, timeZone).finally(() => owner.end());
  } finally {
    await postgres.stop();
    // Writes unsynced data to the disk now, not during a measurement.
    execFileSync('sync');
  }
}

const MORE_ADMINS = `
  INSERT INTO account (id, email, password_hash, name, role, employee_id, created_at, updated_at)
  SELECT gen_random_uuid(), 'admin' || n || '@example.com', 'none', 'Admin ' || n, 'admin', 'BENCH-ADMIN-' || n, $2, $2
  FROM generate_series(1, $1::int) n`;
const SAME_PASSWORD = `
  UPDATE account SET password_hash = first.password_hash FROM account first WHERE first.email = $1 AND account.id <> first.id`;
const PRESENT = `
  SELECT a.id, a.email, a.role, e.id IS NOT NULL AS is_in
  FROM account a LEFT JOIN counted_entry e ON e.user_id = a.id AND e.clock_out IS NULL
  WHERE NOT EXISTS (SELECT FROM counted_break b WHERE b.entry_id = e.id AND b.ended_at IS NULL)
  ORDER BY md5(a.id::text)`;

/** Inserts sessions, since signing in would hash a thousand passwords. @returns the cookie of each */
async function openSessions(owner: Connection, ids: readonly string[], now: EpochMs): Promise<string[]> {
  const { rows } = await owner.query<{ id: string }>('SELECT id FROM installation');
  const name = `punctual_${(rows[0]?.id ?? '').replaceAll('-', '').slice(0, 8)}`;
  const tokens = ids.map(newToken);
  // `last_seen_at` is an hour ahead, so that no request of a measurement updates it (once a minute otherwise).
  await owner.query(
    `INSERT INTO session (token_hash, user_id, created_at, last_seen_at, password_entered_at, expires_at)
     SELECT hash, id, $3, $4, $3, $5 FROM unnest($1::bytea[], $2::uuid[]) AS session_of (hash, id)`,
    [tokens.map(tokenHash), ids, ...[now, now + 3_600_000, now + 90 * MS_PER_DAY].map((at) => new Date(at))],
  );
  return tokens.map((token) => `${name}=${token}`);
}
