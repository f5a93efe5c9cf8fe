/**
 * `npm run browsers`: runs the main tasks of an employee, an admin and a kiosk in Firefox and WebKit, against the
 * built product. Root installs a missing browser. Otherwise the command names the packages to install, and the browser
 * counts as skipped. `--short` only reloads and punches, in the browsers that are installed.
 */
import './node-version.mjs';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildIfStale, installPackages } from './setup.mjs';
import { runTests, Tally } from './steps.mjs';

/** `programs`: alternative names of each needed program, the browser's own first. `packages`: Debian's packages. */
const BROWSERS = [
  {
    title: 'Firefox',
    variable: 'PUNCTUAL_FIREFOX',
    programs: [['firefox-esr', 'firefox']],
    packages: ['firefox-esr'],
  },
  {
    title: 'WebKit',
    variable: 'PUNCTUAL_WEBKIT',
    programs: [['WebKitWebDriver'], ['Xvfb']],
    packages: ['webkit2gtk-driver', 'xvfb'],
  },
];

/** Path of the browser's own program; undefined if one of its programs is missing. */
function find({ programs }) {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const found = programs.map((names) =>
    names.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path)),
  );
  return found.every((path) => path !== undefined) ? found[0] : undefined;
}

const attempt = (command, ...args) =>
  spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'], timeout: 600_000 }).status === 0;

function findOrInstall(browser) {
  const found = find(browser);
  if (found !== undefined || process.getuid?.() !== 0) return found;
  console.log(`No ${browser.title} found. Installing one...`);
  const { packages } = browser;
  const installed =
    attempt('apt-get', 'update') &&
    attempt('apt-get', 'install', '-y', '--no-install-recommends', ...packages);
  return installed ? find(browser) : undefined;
}

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const isShort = process.argv.includes('--short');
const tally = new Tally();
try {
  await installPackages();
  const env = {};
  for (const browser of BROWSERS) {
    const program = isShort ? find(browser) : findOrInstall(browser);
    if (program !== undefined) env[browser.variable] = program;
    else {
      console.log(`${browser.title} is not tried: install the packages ${browser.packages.join(' and ')}.`);
      tally.add('skipped');
    }
  }
  if (Object.keys(env).length > 0) {
    await buildIfStale();
    await runTests(tally, {
      projects: ['browsers'],
      files: isShort ? ['tests/browsers/reload.test.ts'] : [],
      env,
    });
  }
} catch (error) {
  console.log(error instanceof Error ? error.message : String(error));
  tally.add('failed');
}
tally.finish();
