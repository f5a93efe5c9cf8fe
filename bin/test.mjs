/**
 * `npm test`: runs everything. First installs packages and Chromium on a fresh machine. Then builds, and runs all tests
 * beside types, lint and the specification's list. Each of these steps counts as one result; the last line is 'N passed,
 * N failed, N skipped' over all of it.
 */
import './node-version.mjs';
import { fileURLToPath } from 'node:url';
import { requireChromium } from './chromium.mjs';
import { installPackages } from './setup.mjs';
import { CHECKS, runStep, runTests, Tally } from './steps.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const say = (line) => console.log(line);
const tally = new Tally();
try {
  await installPackages();
  const chromium = await requireChromium(say);
  say(`Chromium: ${chromium}`);
  tally.add(await runStep({ name: 'build', args: ['bin/build.mjs'] }));
  // The tests start slowly, so the checks use the processors meanwhile.
  const checks = CHECKS.map(runStep);
  await runTests(tally, { env: { PUNCTUAL_CHROMIUM: chromium, PUNCTUAL_ALL_TESTS: '1' } });
  for (const check of checks) tally.add(await check);
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  tally.add('failed');
}
tally.finish();
