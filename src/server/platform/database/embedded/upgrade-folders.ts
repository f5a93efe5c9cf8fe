/**
 * Folders of an upgrade to another major version. `data` is replaced by two renames, so whenever it is interrupted,
 * the next start finds the old database or the new one, and each is whole.
 */
import { existsSync, lstatSync, readFileSync, readdirSync, renameSync, rmSync, statfsSync } from 'node:fs';
import path from 'node:path';
import { EmbeddedError } from './failure.ts';

/** While it is filled and checked; worthless when found. */
export const upgradingFolder = (data: string): string => `${data}.upgrading`;
/** Checked and stopped, about to become `data`. */
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

/** @returns where the former database is kept */
export function switchFolders(data: string): string {
  const base = `${data}.postgresql-${majorOf(data)}`;
  let kept = base;
  for (let n = 2; existsSync(kept); n += 1) kept = `${base}-${n}`;
  renameSync(upgradingFolder(data), upgradedFolder(data));
  renameSync(data, kept);
  finishSwitch(data);
  return kept;
}

/** After an interruption between the renames, too. */
export function finishSwitch(data: string): void {
  if (!existsSync(data) && existsSync(upgradedFolder(data))) renameSync(upgradedFolder(data), data);
}

/** Removes what an interrupted upgrade left. The former version may have recorded more since. */
export function removeRemains(data: string): void {
  const folder = path.dirname(data);
  for (const one of [upgradingFolder(data), upgradedFolder(data)])
    rmSync(one, { recursive: true, force: true });
  for (const name of readdirSync(folder))
    if (name.startsWith(path.basename(upgradeFile(folder)))) rmSync(path.join(folder, name));
}

/** The new database and the file in between take less than twice the old one. @throws EmbeddedError */
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
    // A running PostgreSQL removes files.
    (sum, name) => sum + (lstatSync(path.join(folder, name), { throwIfNoEntry: false })?.size ?? 0),
    0,
  );

const megabytes = (bytes: number): string => `${Math.ceil(bytes / 2 ** 20)} MB`;
