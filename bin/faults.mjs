/**
 * `npm run faults [-- names]`: runs the campaigns in tests/faults against the built product, one after the other, for
 * about ten minutes. FAULTS=long repeats them as often as a release requires. Names select the files whose names
 * contain one of them. All figures are printed once more at the end.
 */
import './node-version.mjs';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildIfStale, installPackages } from './setup.mjs';
import { runTests, Tally } from './steps.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const figures = path.resolve('test-results', 'faults.txt');
mkdirSync(path.dirname(figures), { recursive: true });
rmSync(figures, { force: true });
const tally = new Tally();
try {
  await installPackages();
  await buildIfStale();
  await runTests(tally, {
    projects: ['faults'],
    files: process.argv.slice(2).map((name) => `tests/faults/${name}`),
    // Two campaigns at once would spoil each other's figures.
    options: ['--no-file-parallelism'],
    env: { FAULTS: process.env['FAULTS'] || 'default', FAULTS_FIGURES: figures },
  });
} catch (error) {
  console.log(error instanceof Error ? error.message : String(error));
  tally.add('failed');
}
if (existsSync(figures)) process.stdout.write(readFileSync(figures, 'utf8'));
tally.finish();
