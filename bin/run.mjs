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

/** Brings the packages up to date, and with `build` the build too. Ends the process if that fails. */
export async function prepare({ build = false } = {}) {
  // A container has no sources, and everything is built.
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

/** @param {readonly string[]} args a command of Punctual and its arguments */
export async function run(args) {
  const parent = process.ppid;
  await prepare({ build: true });
  // Newer versions of Node can cache compiled code, so that the next start is faster.
  nodeModule.enableCompileCache?.(path.join(ROOT, 'node_modules', '.cache', 'node'));
  const { runCommand } = await import(pathToFileURL(path.join(ROOT, 'dist', 'server', 'cli.js')).href);
  await runCommand(args, { root: ROOT, parent });
}
