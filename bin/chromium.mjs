/** Finds a Chromium for the end-to-end tests, or installs one. */
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The headless shell first: it has no windows to draw, and opens a page in a quarter of the time. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

async function fromPlaywright() {
  const { chromium } = await import('playwright-core');
  return chromium.executablePath();
}

/**
 * Path of a Chromium on this machine: the one the environment names, Playwright's own, or the system's. Null
 * when there is none.
 */
export async function findChromium() {
  const named = process.env['PUNCTUAL_CHROMIUM'] || process.env['CHROMIUM_PATH'];
  if (named) return isExecutable(named) ? named : null;
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/bin', '/snap/bin'].filter(
    (folder) => folder !== '',
  );
  const candidates = [
    await fromPlaywright(),
    ...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))),
  ];
  return candidates.find((path) => path !== undefined && path !== '' && isExecutable(path)) ?? null;
}

const attempt = (command, args) =>
  spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'], timeout: 300_000 }).status === 0;

/**
 * Finds a Chromium, or else installs one: Playwright's build first, then the system's package if root. Throws when all
 * fails.
 */
export async function requireChromium(say) {
  const found = await findChromium();
  if (found !== null) return found;
  const named = process.env['PUNCTUAL_CHROMIUM'] || process.env['CHROMIUM_PATH'];
  if (named) throw new Error(`There is no Chromium at ${named} (PUNCTUAL_CHROMIUM or CHROMIUM_PATH).`);
  say('No Chromium found. Installing one...');
  const root = process.getuid?.() === 0;
  const ways = [
    () =>
      attempt(process.execPath, [
        'node_modules/playwright-core/cli.js',
        'install',
        ...(root ? ['--with-deps'] : []),
        'chromium',
      ]),
    () =>
      root &&
      attempt('apt-get', ['update']) &&
      (attempt('apt-get', ['install', '-y', 'chromium-headless-shell']) ||
        attempt('apt-get', ['install', '-y', 'chromium'])),
  ];
  for (const way of ways) {
    const installed = way() ? await findChromium() : null;
    if (installed !== null) return installed;
  }
  throw new Error(
    'The end-to-end tests need Chromium: install the package "chromium", or name one in PUNCTUAL_CHROMIUM.',
  );
}
