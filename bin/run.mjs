/**
 * Brings packages and build up to date, then runs the product in this same process, so that signals reach it.
 */
import { existsSync } from 'node:fs';
import nodeModule from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildIfStale, installPackages, PreparationError } from './setup.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PREPARATION_FAILED = 11;

/** The packages; with `build` also what is made of the sources. Ends the process when that cannot be done. */
export async function prepare({ build = false } = {}) {
  // In a container: all is there, without the sources.
  if (!existsSync(path.join(ROOT, 'src'))) return;
  try {
    await installPackages();
    if (build) await buildIfStale();
  } catch (error) {
    process.stderr.write(
      error instanceof PreparationError
        ? `${error.message}\n`
        : `Packages or build cannot be brought up to date: ${error.message}\n`,
    );
    process.exit(PREPARATION_FAILED);
  }
}

/** @param {readonly string[]} args a command of Punctual and what follows it */
export async function run(args) {
  const parent = process.ppid;
  await prepare({ build: true });
  // Newer versions of Node keep what they compiled.
  nodeModule.enableCompileCache?.(path.join(ROOT, 'node_modules', '.cache', 'node'));
  const { runCommand } = await import(pathToFileURL(path.join(ROOT, 'dist', 'server', 'cli.js')).href);
  await runCommand(args, { root: ROOT, parent });
}
