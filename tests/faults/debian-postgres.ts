/** Debian's PostgreSQL 15: a server with synchronous standbys. */
import { execFile, execFileSync, spawn } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { createConnection, type Socket } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { connect, type Connection } from '#server/platform/database/connection';
import { until } from '#tests/support/punctual-process';
import { debianProgram } from './debian.ts';
import { openRelay, type Relay } from '#tests/support/relay';
import { processesIn, signalAll } from './processes.ts';

const run = promisify(execFile);
/** PostgreSQL refuses to run as root, so root uses the user of the package. */
export const identity = (): { uid: number; gid: number } | undefined =>
  process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : undefined;
const program = (name: string): string =>
  debianProgram(`/usr/lib/postgresql/15/bin/${name}`, 'postgresql-15');
const OWNER = 'postgres';

export interface PostgresServer {
  connect(): Socket;
  /** A connection as the owner, ended afterwards. */
  asOwner<Result>(work: (owner: Connection) => Promise<Result>): Promise<Result>;
  /** Stops a standby from receiving the primary's writes without any error. */
  deafen(): void;
  /** Sends SIGKILL to all its processes. */
  kill(): Promise<void>;
  /** Makes a standby the primary. */
  promote(): Promise<void>;
  /** Creates a standby of this server in a new folder. */
  standby(folder: string): Promise<PostgresServer>;
}

function idOf(which: '-u' | '-g'): number {
  return Number(execFileSync('id', [which, 'postgres'], { encoding: 'utf8' }));
}

/** @throws Error that says what to install */
export const requireDebianPostgres = (): void => void program('postgres');

type Settings = Readonly<Record<string, string>>;
const SETTINGS: Settings = {
  listen_addresses: '',
  // A commit waits until a standby has it.
  synchronous_standby_names: '*',
  wal_retrieve_retry_interval: '100ms',
};

/** Starts a new primary in a new folder. */
export async function startPrimary(folder: string, settings: Settings = SETTINGS): Promise<PostgresServer> {
  const data = ownFolder(folder);
  const how = ['-U', OWNER, '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'];
  await run(program('initdb'), ['-D', data, ...how], { cwd: folder, ...identity() });
  return start(folder, data, { settings });
}

function ownFolder(folder: string): string {
  mkdirSync(folder);
  chmodSync(folder, 0o700);
  const owner = identity();
  if (owner) chownSync(folder, owner.uid, owner.gid);
  return path.join(folder, 'data');
}

/** @param feed the way from the primary, for a standby */
async function start(
  folder: string,
  data: string,
  { feed, settings: given = SETTINGS }: { feed?: Relay; settings?: Settings },
): Promise<PostgresServer> {
  const settings = Object.entries({
    ...given,
    unix_socket_directories: folder,
    ...(feed ? { primary_conninfo: `host=127.0.0.1 port=${feed.port} user=${OWNER}` } : {}),
  });
  const child = spawn(
    program('postgres'),
    ['-D', data, ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { cwd: folder, ...identity(), stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let said = '';
  child.stderr.on('data', (chunk) => (said += String(chunk)));
  const status = path.join(data, 'postmaster.pid');
  await until('PostgreSQL is ready', () => {
    if (child.exitCode !== null) throw new Error(`PostgreSQL does not start: ${said}`);
    return existsSync(status) && /^(ready|standby)\s*$/m.test(readFileSync(status, 'utf8'));
  });
  const toServer = (): Socket => createConnection(path.join(folder, '.s.PGSQL.5432'));
  return {
    connect: toServer,
    async asOwner(work) {
      const owner = await connect({ host: folder, port: 5432, user: OWNER, database: 'postgres' });
      return work(owner).finally(() => owner.end());
    },
    deafen: () => feed?.hang(),
    async kill() {
      signalAll(processesIn(data), 'SIGKILL');
      await feed?.cut();
    },
    async promote() {
      await feed?.cut();
      await run(program('pg_ctl'), ['promote', '-w', '-D', data], { cwd: folder, ...identity() });
    },
    async standby(other) {
      const copy = ownFolder(other);
      const how = ['-h', folder, '-U', OWNER, '-R', '-c', 'fast', '--no-sync'];
      await run(program('pg_basebackup'), ['-D', copy, ...how], { cwd: other, ...identity() });
      return start(other, copy, { feed: await openRelay(toServer) });
    },
  };
}
