/**
 * Brings the packages of the lockfile and the build of the sources up to date. A step runs if its stamp, a hash of its
 * inputs, is missing or differs. An interrupted step writes no stamp, so it runs again. Imports only Node's own
 * modules, since nothing else may be installed yet.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { withLock } from './lock.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const at = (...parts) => path.join(ROOT, ...parts);
const INSTALL_STAMP = at('node_modules', '.punctual-install');
const BUILD_STAMP = at('dist', '.punctual-build');
/** Inputs of the build. The imports of the scripts among them count too. */
const SOURCES = ['src', 'package.json', 'package-lock.json', 'tsconfig.base.json', 'tsconfig.json'];
const BUILD_SCRIPTS = ['bin/build.mjs', 'vite.config.ts', 'vite.kiosk.config.ts', 'vite.server.config.ts'];
/** Lines of a long output that are shown from its beginning, and as many from its end. */
const SHOWN_OF_A_FAILURE = 20;

/** A step that failed. The message names it and ends with its output. */
export class PreparationError extends Error {}

/** Runs `npm ci` if the lockfile changed since the last time, and prints one line only then. */
export async function installPackages() {
  const wanted = installHash();
  const isDone = () => readStamp(INSTALL_STAMP) === wanted || (isInstalled() && remember(wanted));
  if (isDone()) return;
  await withLock(at('.cache'), async () => {
    if (isDone()) return;
    rmSync(INSTALL_STAMP, { force: true });
    const [command, ...before] = npm();
    await step('Installing packages', command, [
      ...before,
      'ci',
      '--include=dev',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--no-progress',
    ]);
    dropNodeThatDoesNotRun();
    writeStamp(INSTALL_STAMP, wanted);
  });
}

/**
 * Removes the packaged Node if it cannot run here, e.g. on Alpine, which has another C library. `npm start` then uses
 * the machine's own Node.
 */
export function dropNodeThatDoesNotRun(root = ROOT) {
  const node = path.join(root, 'node_modules', '.bin', 'node');
  if (existsSync(node) && spawnSync(node, ['--version']).status !== 0) rmSync(node);
}

/** Builds web client and server if the sources changed since the last time, and prints one line only then. */
export async function buildIfStale() {
  if (readStamp(BUILD_STAMP) === sourcesHash()) return;
  await withLock(at('.cache'), async () => {
    if (readStamp(BUILD_STAMP) === sourcesHash()) return;
    await step('Building', process.execPath, [at('bin', 'build.mjs')]);
  });
}

/** Hash of all that the build of the checkout in `root` is made from. */
export function sourcesHash(root = ROOT) {
  const hash = createHash('sha256');
  const scripts = BUILD_SCRIPTS.reduce((found, file) => withImports(root, file, found), new Set());
  for (const file of [...SOURCES.flatMap((source) => filesIn(root, source)), ...scripts].sort())
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(path.join(root, file)))
      .update('\0');
  return hash.digest('hex');
}

/** Adds a script, and our own files that it imports, to `found`. */
function withImports(root, file, found) {
  if (found.has(file)) return found;
  found.add(file);
  for (const [, specifier] of readFileSync(path.join(root, file), 'utf8').matchAll(/\bfrom '(\.[^']+)'/g))
    withImports(root, path.posix.join(path.posix.dirname(file), specifier), found);
  return found;
}

export function writeStamp(file, text) {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function readStamp(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function filesIn(root, source) {
  const found = path.join(root, source);
  if (!existsSync(found)) return [];
  if (!statSync(found).isDirectory()) return [source];
  return readdirSync(found, { withFileTypes: true }).flatMap((entry) => {
    const inside = `${source}/${entry.name}`;
    return entry.isDirectory() ? filesIn(root, inside) : [inside];
  });
}

/** Writes the stamp, so that the next start need not compare all packages. */
function remember(hash) {
  try {
    writeStamp(INSTALL_STAMP, hash);
  } catch {
    // Another user's checkout cannot be written, so the next start compares again.
  }
  return true;
}

/** Some packages are made for one system only, so a checkout copied to another system counts as stale. */
function installHash() {
  return createHash('sha256')
    .update(readFileSync(at('package-lock.json')))
    .update(`${process.platform} ${process.arch}`)
    .digest('hex');
}

/**
 * Whether npm's own list in node_modules agrees with the lockfile, e.g. after somebody ran `npm ci` by hand. npm
 * writes this list last.
 */
function isInstalled() {
  try {
    const wanted = JSON.parse(readFileSync(at('package-lock.json'), 'utf8')).packages;
    const found = JSON.parse(readFileSync(at('node_modules', '.package-lock.json'), 'utf8')).packages;
    return Object.entries(wanted).every(
      ([name, one]) =>
        name === '' ||
        (found[name] ? found[name].version === one.version && existsSync(at(name)) : mayBeMissing(one)),
    );
  } catch {
    return false;
  }
}

/**
 * Whether a package of the lockfile may be missing: it is made for another system, processor or C library, or only
 * such packages need it. Only npm knows which C library this machine has.
 */
export function mayBeMissing({ optional = false, os, cpu = process.arch, libc }) {
  const isForUs =
    os !== undefined && [os].flat().includes(process.platform) && [cpu].flat().includes(process.arch);
  return optional && !(isForUs && libc === undefined);
}

/** The npm that runs this process, else the one on the PATH. */
function npm() {
  const own = process.env.npm_execpath;
  if (own && existsSync(own) && /npm-cli\.[cm]?js$/.test(own)) return [process.execPath, own];
  return [process.platform === 'win32' ? 'npm.cmd' : 'npm'];
}

/** Runs a program; its output is shown only when it fails. */
async function step(name, command, args) {
  process.stdout.write(`${name} ... `);
  const began = performance.now();
  const { code, output } = await outputOf(command, args);
  if (code !== 0) {
    process.stdout.write('failed\n');
    throw new PreparationError(
      [`${name} failed (exit code ${code}):`, ...shortened(output.trimEnd().split('\n'))].join('\n'),
    );
  }
  process.stdout.write(`done (${duration(performance.now() - began)})\n`);
}

/** Keeps the beginning and the end: npm begins with the reason, compilers end with it. */
function shortened(lines) {
  if (lines.length <= 2 * SHOWN_OF_A_FAILURE) return lines;
  return [...lines.slice(0, SHOWN_OF_A_FAILURE), '...', ...lines.slice(-SHOWN_OF_A_FAILURE)];
}

const duration = (ms) => (ms < 9_950 ? `${(ms / 1000).toFixed(1)} s` : `${Math.round(ms / 1000)} s`);

function outputOf(command, args) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: command.endsWith('.cmd'),
      windowsHide: true,
      env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' },
    });
    // A signal to this process also stops the step. The step then writes no stamp, so the next start runs it again.
    const stops = ['SIGINT', 'SIGTERM'].map((signal) => {
      const stop = () => {
        child.kill(signal);
        process.stdout.write('stopped\n');
        process.exit(signal === 'SIGINT' ? 130 : 143);
      };
      process.once(signal, stop);
      return () => process.off(signal, stop);
    });
    let output = '';
    const end = (code, more = '') => {
      for (const off of stops) off();
      resolve({ code, output: output + more });
    };
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.on('error', (error) => end(1, error.message));
    child.on('close', (code, signal) => end(code ?? signal));
  });
}
