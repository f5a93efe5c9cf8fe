/** `npm run check`: the fast part of `npm test`. Needs no database and no browser. */
import './node-version.mjs';
import { fileURLToPath } from 'node:url';
import { CHECKS, runStep, runTests, Tally } from './steps.mjs';
import { installPackages } from './setup.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const tally = new Tally();
try {
  await installPackages();
  for (const result of await Promise.all(CHECKS.map(runStep))) tally.add(result);
  await runTests(tally, { projects: ['domain', 'house', 'web'] });
} catch (error) {
  console.log(error instanceof Error ? error.message : error);
  tally.add('failed');
}
tally.finish();
