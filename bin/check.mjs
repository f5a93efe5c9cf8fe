/** `npm run check`: the fast part of `npm test`. Needs no database and no browser. */
import './node-version.mjs';
import { fileURLToPath } from 'node:url';
import { CHECKS, runStep, runTests, Tally } from './steps.mjs';
import { installPackages } from './setup.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const tally = new Tally();
try {
  await installPackages();
  // Some tests of `web` only wait, so the checks use the processors meanwhile.
  const checks = CHECKS.map(runStep);
  await runTests(tally, { projects: ['domain', 'house', 'web'] });
  for (const check of checks) tally.add(await check);
} catch (error) {
  console.log(error instanceof Error ? error.message : error);
  tally.add('failed');
}
tally.finish();
