/** `npm run bench -- <measure>...`: prints each figure beside its limit, and fails when one is beyond it. */
import '../bin/node-version.mjs';
import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('.', import.meta.url));
process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const known = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.mjs') && file !== 'run.mjs')
  .map((file) => file.slice(0, -'.mjs'.length));
const asked = process.argv.slice(2);

if (
  asked.length === 0 ||
  asked.some((name) => !existsSync(`${FOLDER}${name}.mjs`) || !known.includes(name))
) {
  console.log(`npm run bench -- <measure>...\n${known.map((name) => `  ${name}`).join('\n')}`);
  process.exitCode = 2;
} else {
  for (const name of asked) {
    const { measure } = await import(`./${name}.mjs`);
    const figures = await measure();
    const width = Math.max(...figures.map(({ label }) => label.length));
    for (const { label, value, limit, unit } of figures) {
      console.log(
        `${value <= limit ? 'ok    ' : 'BEYOND'} ${label.padEnd(width)} ${value.toFixed(2).padStart(8)} ${unit}, limit ${Number(limit.toFixed(2))} ${unit}`,
      );
      if (value > limit) process.exitCode = 1;
    }
  }
}
