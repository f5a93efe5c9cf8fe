import path from 'node:path';
import { findBinaries } from './binaries.ts';
import { hasCluster, startEmbedded, type EmbeddedOptions } from './embedded.ts';
import { EmbeddedError } from './failure.ts';
import { shutDown } from './launch.ts';
import { type LayoutOptions, SYSTEM_BASE, postgresIdentity, prepareLayout } from './layout.ts';
import * as folders from './upgrade-folders.ts';

/** The old PostgreSQL runs too, so that no server starts on its data. The new one needs another port. */
const PORT_OF_NEW = 5433;

/** Starts the old database. @returns null if it has our major version already. @throws EmbeddedError */
export async function startUpgrade(options: EmbeddedOptions, oldBinaries: string | undefined) {
  const layouts = layoutsOfUpgrade(options, oldBinaries);
  if (!layouts) return null;
  const { from, to } = layouts;
  const former = await startEmbedded({ ...options, layout: from });
  const removeRemains = (): void => folders.removeRemains(from.data);
  try {
    // The new PostgreSQL of an interrupted upgrade may still run: stop it.
    await shutDown(to);
    removeRemains();
    folders.requireSpace(from.data);
  } catch (error) {
    await former.stop();
    throw error;
  }
  return {
    former: former.target,
    majors: { from: from.binaries.major, to: to.binaries.major },
    file: folders.upgradeFile(from.folder),
    /** Folders and port of the PostgreSQL with the new database. */
    embedded: { layout: to, settings: { port: PORT_OF_NEW } },
    stopFormer: () => former.stop(),
    removeRemains,
    /** Call it once both databases are stopped. @returns the new folder of the former database */
    switchOver: () => folders.switchFolders(from.data),
  };
}

/** Returns the old and new layout after all checks that need no running PostgreSQL; null if the version is the same. */
export function layoutsOfUpgrade(options: LayoutOptions, oldBinaries: string | undefined) {
  if (!hasCluster(options.dataDir))
    throw new EmbeddedError('dataFolder', `There is no database in DATA_DIR ${options.dataDir} yet.`);
  const layout = prepareLayout(options);
  const { data, binaries } = layout;
  folders.finishSwitch(data);
  const major = folders.majorOf(data);
  if (major === binaries.major) return null;
  const refused = (why: string): EmbeddedError =>
    new EmbeddedError('databaseOfAnotherVersion', `This database was made by PostgreSQL ${major}${why}`);
  if (Number(major) > Number(binaries.major))
    throw refused(`, which is newer than our ${binaries.major}. Start the version that made it.`);
  if (!oldBinaries)
    throw refused(
      `: name the folder of its programs by --old-binaries, or the former installation of Punctual.`,
    );
  const old = findBinaries(path.resolve(oldBinaries), postgresIdentity() ? SYSTEM_BASE : null);
  if (old?.major !== major)
    throw refused(`, and ${oldBinaries} holds ${old ? `PostgreSQL ${old.major}` : 'no PostgreSQL'}.`);
  return {
    from: { ...layout, binaries: old },
    to: { ...layout, data: folders.upgradingFolder(data) },
  };
}
