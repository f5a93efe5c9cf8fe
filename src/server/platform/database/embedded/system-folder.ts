/**
 * When root starts us, the database lies outside DATA_DIR, since PostgreSQL's user may be unable to enter DATA_DIR.
 * Both folders hold the same id: two DATA_DIRs never share a database, and an emptied one gets a new database.
 */
import { createHash, randomUUID } from 'node:crypto';
import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { EmbeddedError, failureCode } from './failure.ts';
import type { LayoutOptions } from './layout.ts';
import { readText, runningPostmaster } from './postmaster.ts';

type Say = LayoutOptions['say'];

const ID_FILE = 'database-id';
/** File in the database's folder that names its DATA_DIR. */
const HOME_FILE = 'data-dir';

export const hasSystemFolder = (dataDir: string): boolean => existsSync(path.join(dataDir, ID_FILE));

export function systemFolderOf(dataDir: string, base: string): string {
  return path.join(base, createHash('sha256').update(realpathSync(dataDir)).digest('hex').slice(0, 16));
}

export function claimSystemFolder(dataDir: string, base: string, say: Say): string {
  const folder = systemFolderOf(dataDir, base);
  const own = readText(path.join(dataDir, ID_FILE));
  const found = readText(path.join(folder, ID_FILE));
  if (own === undefined) {
    renameFormerFolder(folder, say);
    return makeFolder(dataDir, folder);
  }
  if (own !== found) moveHere(dataDir, base, own, folder, say);
  writeFileSync(path.join(folder, HOME_FILE), realpathSync(dataDir));
  return folder;
}

/** Moves the database after DATA_DIR was moved. @throws EmbeddedError if the database is gone, or DATA_DIR is a copy */
function moveHere(dataDir: string, base: string, id: string, folder: string, say: Say): void {
  const [other, ...more] = foldersWithId(base, id);
  const remove = `or remove ${path.join(dataDir, ID_FILE)} to begin with an empty one`;
  if (other === undefined)
    throw new EmbeddedError(
      'dataFolder',
      `The database that belongs to DATA_DIR ${dataDir} is not at ${folder} any more. Put it back, ${remove}.`,
    );
  const home = readText(path.join(other, HOME_FILE));
  if (more.length > 0 || home === realpathSync(dataDir))
    throw new EmbeddedError(
      'dataFolder',
      `The database that belongs to DATA_DIR ${dataDir} is not at ${folder} any more, but copies of it are: ${[other, ...more].join(', ')}. Move the right one there, ${remove}.`,
    );
  if (home !== undefined && readText(path.join(home, ID_FILE)) === id)
    throw new EmbeddedError(
      'dataFolder',
      `DATA_DIR ${dataDir} is a copy of ${home}, whose database is at ${other}. To start with a copy of that too, stop the other Punctual and copy it: cp -a ${other} ${folder}. Or choose another DATA_DIR, ${remove}.`,
    );
  renameFormerFolder(folder, say);
  refuseRunning(other);
  rmSync(folder, { recursive: true, force: true });
  renameSync(other, folder);
}

function makeFolder(dataDir: string, folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const id = giveId(folder, randomUUID());
  writeFileSync(path.join(folder, HOME_FILE), realpathSync(dataDir));
  giveId(dataDir, id);
  return folder;
}

/** Sets the folder's id unless it has one. The link is atomic: concurrent starts get the same, whole id. */
function giveId(folder: string, id: string): string {
  const file = path.join(folder, ID_FILE);
  const made = `${file}-${randomUUID()}`;
  writeFileSync(made, id);
  try {
    linkSync(made, file);
  } catch (error) {
    if (failureCode(error) !== 'EEXIST') throw error;
  } finally {
    rmSync(made);
  }
  return readText(file) ?? id;
}

/** Renames the folder of an earlier DATA_DIR at this path, since it may hold data. */
function renameFormerFolder(folder: string, say: Say): void {
  if (!existsSync(path.join(folder, 'data'))) return;
  refuseRunning(folder);
  const base = `${folder}-former`;
  let name = base;
  for (let n = 2; existsSync(name); n += 1) name = `${base}-${n}`;
  renameSync(folder, name);
  say(`DATA_DIR was emptied: its former database is kept in ${name}.`);
}

function refuseRunning(folder: string): void {
  const running = runningPostmaster(path.join(folder, 'data'));
  if (running)
    throw new EmbeddedError(
      'alreadyRunning',
      `Punctual's database in ${folder} is still running (process ${running.pid}), although its DATA_DIR was moved or emptied. Stop that Punctual, or end that process, first.`,
    );
}

const foldersWithId = (base: string, id: string): string[] =>
  readdirSync(base)
    .map((name) => path.join(base, name))
    .filter((folder) => lstatSync(folder).isDirectory() && readText(path.join(folder, ID_FILE)) === id);
