/** Checks out and builds a former version of the product, once, in .cache. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '#tests/support/punctual-process';

/** @returns the folder of its checkout */
export function builtVersion(commit: string): string {
  const folder = path.join(ROOT, '.cache', `version-${commit}`);
  if (existsSync(folder)) return folder;
  const unfinished = `${folder}.unfinished`;
  const run = (cwd: string, command: string, ...args: string[]): void =>
    void execFileSync(command, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  run(ROOT, 'sh', '-c', 'git archive "$0" | tar -x -C "$1"', commit, unfinished);
  // Hard links save the download of equal packages. The stamp is removed, since a link would change the original.
  run(ROOT, 'cp', '-al', 'node_modules', unfinished);
  rmSync(path.join(unfinished, 'node_modules', '.punctual-install'), { force: true });
  for (const script of ['bin/install.mjs', 'bin/build.mjs']) run(unfinished, process.execPath, script);
  renameSync(unfinished, folder);
  return folder;
}
