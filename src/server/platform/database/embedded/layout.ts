import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { prepareBinaries, type Binaries } from './binaries.ts';
import { EmbeddedError, failureText } from './failure.ts';
import { readText, runningPostmaster } from './postmaster.ts';
import { claimSystemFolder, hasSystemFolder } from './system-folder.ts';

/** Windows has no usable Unix sockets: PostgreSQL listens on the loopback address, with a password. */
export type Transport = 'socket' | 'tcp';

/**
 * PostgreSQL's user. PostgreSQL refuses to run as root, so root gives it a user number without an account.
 * `nobody` would be unsafe: other programs run as `nobody`, and any process that opens the socket is superuser.
 */
export interface Identity {
  readonly uid: number;
  readonly gid: number;
}

const NOBODY = 65_534;
/** Highest user number for PostgreSQL. Higher numbers may belong to other programs: many containers run as 65532. */
const HIGHEST_UNUSED = 65_525;

/** Returns a user and group for PostgreSQL if we are root, or null to start it as our own user. */
export function postgresIdentity(): Identity | null {
  if (process.getuid?.() !== 0) return null;
  const taken = new Set(
    ['/etc/passwd', '/etc/group'].flatMap(readNamesAndNumbers).map(({ number }) => number),
  );
  let number = HIGHEST_UNUSED;
  while (taken.has(number)) number -= 1;
  return { uid: number, gid: number };
}

/** initdb needs a user with a name: it runs as `nobody`, in PostgreSQL's group. Other `nobody` processes lack it. */
export const initdbIdentity = ({ gid }: Identity): Identity => ({
  uid: readNamesAndNumbers('/etc/passwd').find(({ name }) => name === 'nobody')?.number ?? NOBODY,
  gid,
});

/** Reads names and numbers of users or groups from /etc/passwd or /etc/group. */
const readNamesAndNumbers = (file: string): { name: string; number: number }[] =>
  (readText(file)?.split('\n') ?? [])
    .map((line) => line.split(':'))
    .map(([name = '', , number = '']) => ({ name, number: Number(number) }));

/** Folders, programs and system user of one embedded PostgreSQL. */
export interface Layout extends Pick<LayoutOptions, 'say'> {
  readonly identity: Identity | null;
  readonly binaries: Binaries;
  readonly folder: string;
  readonly data: string;
  /** Folder of the Unix socket: mode 0700, with a path short enough for a socket. */
  readonly sockets: string;
  readonly logFile: string;
  readonly transport: Transport;
}

export interface LayoutOptions {
  readonly dataDir: string;
  /** Parent folder of databases when root starts us: PostgreSQL's user cannot enter every checkout. */
  readonly systemBase?: string;
  readonly transport?: Transport;
  /** Prints a line for the operator. */
  readonly say: (line: string) => void;
}

export const SYSTEM_BASE = '/var/lib/punctual';

/** Bytes without the closing zero. `sun_path` has 108 bytes on Linux, but only 104 elsewhere. */
const LONGEST_SOCKET_PATH = 103;
const SOCKET_NAME = '.s.PGSQL.5432';

export function prepareLayout({
  dataDir,
  systemBase = SYSTEM_BASE,
  transport = process.platform === 'win32' ? 'tcp' : 'socket',
  say,
}: LayoutOptions): Layout {
  makeDataDir(dataDir);
  const postgresUser = postgresIdentity();
  const folder = postgresUser ? folderForRoot(dataDir, systemBase, say) : folderForUser(dataDir);
  const binaries = prepareBinaries(postgresUser ? systemBase : null);
  const data = path.join(folder, 'data');
  // An earlier Punctual may have started PostgreSQL as another user. While it runs, that user owns the folders.
  const identity = postgresUser && runningPostmaster(data) ? ownerOf(data) : postgresUser;
  const sockets = socketFolder(folder, identity);
  if (identity) for (const one of [data, sockets]) chownFolder(one, identity);
  // Mode 0710 lets PostgreSQL's group in, for initdb. Never set 0700 in between: another start may be running initdb.
  makePrivate(folder, identity, identity ? 0o710 : 0o700);
  makePrivate(sockets, identity, 0o700);
  return {
    identity,
    binaries,
    folder,
    data,
    sockets,
    logFile: path.join(folder, 'postgres.log'),
    transport,
    say,
  };
}

export function makeDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const probe = path.join(dataDir, `.writable-${process.pid}`);
    writeFileSync(probe, 'written');
    rmSync(probe);
  } catch (error) {
    throw new EmbeddedError('dataFolder', `DATA_DIR ${dataDir} is not writable: ${failureText(error)}.`);
  }
}

function folderForUser(dataDir: string): string {
  if (hasSystemFolder(dataDir))
    throw new EmbeddedError(
      'dataFolder',
      `The database of DATA_DIR ${dataDir} was made by root. Start as root, or choose another DATA_DIR.`,
    );
  return path.join(realpathSync(dataDir), 'postgres');
}

function folderForRoot(dataDir: string, systemBase: string, say: (line: string) => void): string {
  const owner = lstatSync(path.join(dataDir, 'postgres'), { throwIfNoEntry: false })?.uid;
  if (owner)
    throw new EmbeddedError(
      'dataFolder',
      `The database of DATA_DIR ${dataDir} was made by the user with number ${owner}. Start as that user, or choose another DATA_DIR.`,
    );
  try {
    mkdirSync(systemBase, { recursive: true, mode: 0o755 });
    chmodSync(systemBase, 0o755);
    return claimSystemFolder(dataDir, systemBase, say);
  } catch (error) {
    if (error instanceof EmbeddedError) throw error;
    throw new EmbeddedError(
      'cannotRunPostgres',
      `As root the embedded PostgreSQL needs ${systemBase}, which cannot be used (${failureText(error)}). Start as an ordinary user, or set DATABASE_URL.`,
    );
  }
}

function socketFolder(folder: string, identity: Identity | null): string {
  const near = path.join(folder, 'sockets');
  if (Buffer.byteLength(path.join(near, SOCKET_NAME)) <= LONGEST_SOCKET_PATH) return near;
  const hash = createHash('sha256').update(folder).digest('hex').slice(0, 16);
  const user = identity?.uid ?? process.getuid?.() ?? 0;
  const short = path.join(tmpdir(), `punctual-${user}-${hash}`);
  return Buffer.byteLength(path.join(short, SOCKET_NAME)) <= LONGEST_SOCKET_PATH
    ? short
    : path.join('/tmp', path.basename(short));
}

function ownerOf(folder: string): Identity {
  const { uid, gid } = lstatSync(folder);
  return { uid, gid };
}

/** Gives PostgreSQL's user the files that initdb made, an earlier version left, or root copied with `cp -r`. */
export function chownFolder(folder: string, { uid, gid }: Identity): void {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  if (!found || found.uid === uid) return;
  // The folder itself comes last: if a start is interrupted before, the next one does all of this again.
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    lchownSync(path.join(folder, name), uid, gid);
  lchownSync(folder, uid, gid);
}

function makePrivate(folder: string, identity: Identity | null, mode: number): void {
  try {
    mkdirSync(folder, { recursive: true, mode });
    if (identity) chownSync(folder, identity.uid, identity.gid);
    const found = lstatSync(folder);
    if (!found.isDirectory() || (process.getuid && found.uid !== (identity?.uid ?? process.getuid())))
      throw new Error('it belongs to another user');
    chmodSync(folder, mode);
  } catch (error) {
    throw new EmbeddedError(
      identity ? 'cannotRunPostgres' : 'dataFolder',
      `${folder} cannot be used: ${failureText(error)}.${identity ? ' Set DATABASE_URL to a PostgreSQL server.' : ''}`,
    );
  }
}
