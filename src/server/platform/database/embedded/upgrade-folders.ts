/**
 * Folders of an upgrade to another major version. Two renames replace `data`. After an interruption at any point the
 * next start finds the old or the new database, and it is complete.
 */
import { existsSync, lstatSync, readFileSync, readdirSync, renameSync, rmSync, statfsSync } from 'node:fs';
import path from 'node:path';
import { EmbeddedError } from './failure.ts';

/** Folder of the new database until it is filled and checked. After an interrupted upgrade it is useless. */
export const upgradingFolder = (data: string): string => `${data}.upgrading`;
/** Folder of the new database once it is checked and stopped, before it becomes `data`. */
const upgradedFolder = (data: string): string => `${data}.upgraded`;
export const upgradeFile = (folder: string): string => path.join(folder, 'upgrade.backup');

export function majorOf(data: string): string {
  const file = path.join(data, 'PG_VERSION');
  if (!existsSync(file))
    throw new EmbeddedError(
      'cannotRunPostgres',
      `The database in ${data} is incomplete: its file PG_VERSION is missing. Restore a backup, or copy the folder again with all files (cp -a).`,
    );
  return readFileSync(file, 'utf8').trim();
}

/** Puts the new database in place of the former one. @returns the new folder of the former database */
export function switchFolders(data: string): string {
  const base = `${data}.postgresql-${majorOf(data)}`;
  let kept = base;
  for (let n = 2; existsSync(kept); n += 1) kept = `${base}-${n}`;
  renameSync(upgradingFolder(data), upgradedFolder(data));
  renameSync(data, kept);
  finishSwitch(data);
  return kept;
}

/** Renames the new database's folder to `data`. Each start does this too, in case an upgrade was interrupted. */
export function finishSwitch(data: string): void {
  if (!existsSync(data) && existsSync(upgradedFolder(data))) renameSync(upgradedFolder(data), data);
}

/** Deletes what an interrupted upgrade left, since the former version may have recorded more after that upgrade. */
export function removeRemains(data: string): void {
  const folder = path.dirname(data);
  for (const one of [upgradingFolder(data), upgradedFolder(data)])
    rmSync(one, { recursive: true, force: true });
  for (const name of readdirSync(folder))
    if (name.startsWith(path.basename(upgradeFile(folder)))) rmSync(path.join(folder, name));
}

/** Requires twice the old database's space: enough for the new database and the backup file. @throws EmbeddedError */
export function requireSpace(data: string, free = freeBytes(data)): void {
  const needed = 2 * sizeOf(data);
  if (free < needed)
    throw new EmbeddedError(
      'dataFolder',
      `There is not enough room beside ${data}: the upgrade needs ${megabytes(needed)}, and ${megabytes(free)} are free. Nothing was changed.`,
    );
}

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

const sizeOf = (folder: string): number =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).reduce(
    // A running PostgreSQL may delete a listed file before we read its size: count 0 bytes.
    (sum, name) => sum + (lstatSync(path.join(folder, name), { throwIfNoEntry: false })?.size ?? 0),
    0,
  );

const megabytes = (bytes: number): string => `${Math.ceil(bytes / 2 ** 20)} MB`;
