/**
 * `npm run mutate [-- words]`: breaks the product on purpose, one small change at a time (tests/mutations/), and
 * tells which changes no test notices. Works on a copy in .cache; needs what `npm test` needs and takes about two
 * hours. With words, only the changes whose rule or file contains all of them.
 *
 * Each change runs the tests whose imports reach its file, up to the first failure. Then it runs the end-to-end files
 * that it names, since these tests import nothing of the browser's page.
 */
import './node-version.mjs';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { MUTATIONS } from '../tests/mutations/all.mjs';
import { requireChromium } from './chromium.mjs';
import { installPackages } from './setup.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const COPY = path.join(ROOT, '.cache', 'mutants');
const VITEST = path.join('node_modules', 'vitest', 'vitest.mjs');
/** Fraction of the changes that may go unnoticed. */
const ALLOWED_TO_SURVIVE = 0.05;
const words = process.argv.slice(2).map((word) => word.toLowerCase());

process.chdir(ROOT);
await installPackages();
const chromium = await requireChromium((line) => console.log(line));
const chosen = MUTATIONS.filter(({ rule, file }) =>
  words.every((word) => `${rule} ${file}`.toLowerCase().includes(word)),
);
copyTree();
const outcomes = { caught: [], missed: [], stale: [] };
const began = performance.now();
for (const mutation of chosen) {
  const start = performance.now();
  const outcome = outcomeOf(mutation);
  outcomes[outcome.kind].push(mutation);
  const seconds = ((performance.now() - start) / 1000).toFixed(0);
  console.log(
    `${outcome.kind.padEnd(6)} ${seconds.padStart(4)} s  ${mutation.file}: ${mutation.rule}${outcome.by}`,
  );
}
rmSync(COPY, { recursive: true, force: true });
const { caught, missed, stale } = outcomes;
for (const { file, rule } of missed) console.log(`MISSED ${file}: ${rule}`);
for (const { file, rule } of stale)
  console.log(`STALE  ${file}: ${rule} (its text is not there exactly once)`);
console.log(
  `${caught.length} of ${chosen.length} caught in ${((performance.now() - began) / 60_000).toFixed(0)} min`,
);
process.exitCode = stale.length > 0 || missed.length > chosen.length * ALLOWED_TO_SURVIVE ? 1 : 0;

/** Copies the working tree without the files that git ignores. Packages are linked, not copied. */
function copyTree() {
  rmSync(COPY, { recursive: true, force: true });
  const listed = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
  });
  for (const file of listed.stdout.split('\0').filter((name) => name !== '')) {
    mkdirSync(path.dirname(path.join(COPY, file)), { recursive: true });
    cpSync(file, path.join(COPY, file));
  }
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(COPY, 'node_modules'));
}

/** Applies one change, runs its tests, and takes it back. */
function outcomeOf({ file, from, to, e2e = [] }) {
  const target = path.join(COPY, file);
  let original;
  try {
    original = readFileSync(target, 'utf8');
  } catch {
    return { kind: 'stale', by: '' };
  }
  if (original.split(from).length !== 2) return { kind: 'stale', by: '' };
  writeFileSync(
    target,
    original.replace(from, () => to),
  );
  try {
    let failed = vitest(['related', file, '--run', ...projects('domain', 'house', 'web')]);
    if (failed === null) {
      // Tests of whole processes and of screens run what is built, so the build has the change too.
      const build = spawnSync(process.execPath, [path.join('bin', 'build.mjs')], {
        cwd: COPY,
        encoding: 'utf8',
      });
      if (build.status !== 0) return { kind: 'caught', by: ' (does not build)' };
      failed = vitest(['related', file, '--run', ...projects('api', 'server')]);
    }
    if (failed === null && e2e.length > 0) failed = vitest(['run', ...projects('e2e'), ...e2e]);
    return failed === null ? { kind: 'missed', by: '' } : { kind: 'caught', by: `  <- ${failed}` };
  } finally {
    writeFileSync(target, original);
  }
}

function projects(...names) {
  return names.flatMap((name) => ['--project', name]);
}

/** The first test that failed, or null when all passed (or none is related). */
function vitest(args) {
  const report = path.join(COPY, 'test-results', 'mutant.json');
  rmSync(report, { force: true });
  const run = spawnSync(
    process.execPath,
    [VITEST, ...args, '--bail=1', '--passWithNoTests', '--reporter=json', `--outputFile=${report}`],
    { cwd: COPY, encoding: 'utf8', env: { ...process.env, PUNCTUAL_CHROMIUM: chromium }, maxBuffer: 1e9 },
  );
  if (run.status === 0) return null;
  try {
    const { testResults } = JSON.parse(readFileSync(report, 'utf8'));
    const failed = testResults.flatMap(({ assertionResults }) =>
      assertionResults.filter(({ status }) => status === 'failed'),
    );
    return failed[0]?.fullName ?? testResults.find(({ status }) => status === 'failed')?.name ?? 'the run';
  } catch {
    return 'the run';
  }
}
