/**
 * `npm run bench -- NAME [options]`: one command a measure. Each prints its figures beside a limit measured in the same run.
 * Run it on a machine that does nothing else.
 */
import { readdirSync } from 'node:fs';

const measures = readdirSync(new URL('.', import.meta.url))
  .filter((file) => file.endsWith('.mjs') && file !== 'run.mjs')
  .map((file) => file.slice(0, -'.mjs'.length))
  .toSorted();

const [name = ''] = process.argv.slice(2);
if (measures.includes(name)) {
  await import(`./${name}.mjs`);
} else {
  console.error(`Say which measure: ${measures.map((measure) => `npm run bench -- ${measure}`).join(', ')}`);
  process.exitCode = 1;
}
