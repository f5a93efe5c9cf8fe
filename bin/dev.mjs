/**
 * `npm run dev`: runs the server from its sources, and serves the pages by Vite. A change of the server, or of code
 * that it shares with the pages, restarts the server; PostgreSQL keeps running. A change of the pages appears in the
 * browser by itself.
 */
import './node-version.mjs';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import path from 'node:path';
import { createServer } from 'vite';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const say = (line) => process.stdout.write(`${line}\n`);

// Set up first, so that a signal also stops a PostgreSQL that is still starting.
const ending = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => ending.abort());

// The migrations are read by import.meta.glob, so Vite loads the server too.
const sources = await createServer({
  configFile: false,
  root: ROOT,
  appType: 'custom',
  logLevel: 'warn',
  optimizeDeps: { noDiscovery: true },
  server: { middlewareMode: true, ws: false, watch: { ignored: ['**/data*/**', '**/test-results/**'] } },
});
let punctual;
let changes = 0;
let isStarting = false;

/** Starts the server, and again if a file changed meanwhile. After an error it waits for the next change. */
async function restart() {
  if (isStarting) return;
  isStarting = true;
  for (let seen = -1; seen < changes;) {
    seen = changes;
    const began = performance.now();
    await punctual?.stop();
    punctual = undefined;
    try {
      const { startPunctual } = await sources.ssrLoadModule('/src/server/main.ts');
      punctual = await startPunctual({ env: process.env, root: ROOT, isShared: true });
      const { url, firstAdmin } = punctual;
      say(`Server at ${url} (${((performance.now() - began) / 1000).toFixed(1)} s)`);
      if (firstAdmin?.password) say(`First admin: ${firstAdmin.email} ${firstAdmin.password}`);
    } catch (error) {
      sources.ssrFixStacktrace(error);
      say(error.stack);
    }
  }
  isStarting = false;
}

sources.watcher.on('all', (event, file) => {
  const changed = path.relative(ROOT, file);
  const isServers =
    /^src[\\/](server|contract|domain|documents)[\\/]/.test(changed) && !event.endsWith('Dir');
  if (!isServers) return;
  if (event === 'change') sources.moduleGraph.onFileChange(file);
  else sources.moduleGraph.invalidateAll();
  changes += 1;
  void restart();
});

const { withDatabase } = await sources.ssrLoadModule('/src/cli/command.ts');
await withDatabase(ROOT, async () => {
  await restart();
  const pages = await createServer({ configFile: path.join(ROOT, 'vite.config.ts') });
  await pages.listen();
  pages.printUrls();
  if (!ending.signal.aborted) await once(ending.signal, 'abort');
  await Promise.allSettled([punctual?.stop(), pages.close()]);
});
await sources.close();
process.exit(0);
