/**
 * `npm run build`: builds the web client into dist/web, and the server and the command line into dist/server. Builds
 * in .cache and replaces dist once both are complete. So an interrupted build changes nothing, and a running server
 * keeps its files until then.
 */
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { build } from 'vite';
import { sourcesHash, writeStamp } from './setup.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const DIST = path.join(ROOT, 'dist');
const fresh = path.join(ROOT, '.cache', `build-${process.pid}`);
const former = path.join(ROOT, '.cache', `former-${process.pid}`);

process.env.NODE_ENV = 'production';
// Computed before building, so that a change made meanwhile causes another build.
const hash = sourcesHash();
const part = (config, name, emptyOutDir = true) =>
  build({
    configFile: path.join(ROOT, config),
    logLevel: 'warn',
    build: { outDir: path.join(fresh, name), emptyOutDir },
  });
try {
  mkdirSync(fresh, { recursive: true });
  const parts = await Promise.allSettled([
    // The service worker lists the files of both pages.
    part('vite.kiosk.config.ts', 'web').then(() => part('vite.config.ts', 'web', false)),
    part('vite.server.config.ts', 'server'),
  ]);
  for (const { status, reason } of parts) if (status === 'rejected') throw reason;
  writeStamp(path.join(fresh, '.punctual-build'), hash);
  if (existsSync(DIST)) renameSync(DIST, former);
  renameSync(fresh, DIST);
} catch (error) {
  process.stderr.write(`${stripVTControlCharacters(error.message)}\n`);
  process.exitCode = 1;
} finally {
  for (const folder of [fresh, former]) rmSync(folder, { recursive: true, force: true });
}
