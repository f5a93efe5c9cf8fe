/**
 * `npm run dev`: the server from its sources, and the pages by Vite. A change of the server or of what it shares
 * with the pages starts it again; a change of the pages appears in the browser by itself.
 */
import './node-version.mjs';
import { fileURLToPath } from 'node:url';
import path from 'node:path';
import { createServer } from 'vite';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const say = (line) => process.stdout.write(`${line}\n`);

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
let changedAt = 0;
let isStarting = false;

/** Starts the server, and once more if a file changed meanwhile. A broken one is waited for. */
async function restart() {
  if (isStarting) return;
  isStarting = true;
  for (let startedAt = -1; startedAt < changedAt;) {
    startedAt = changedAt;
    await punctual?.stop();
    punctual = undefined;
    try {
      const { startPunctual } = await sources.ssrLoadModule('/src/server/main.ts');
      punctual = await startPunctual({ env: process.env, root: ROOT });
      const { url, firstAdmin } = punctual;
      say(`${new Date().toTimeString().slice(0, 8)} server at ${url}`);
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
  sources.moduleGraph.invalidateAll();
  changedAt += 1;
  void restart();
});
await restart();

const pages = await createServer({ configFile: path.join(ROOT, 'vite.config.ts') });
await pages.listen();
pages.printUrls();

for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, async () => {
    await Promise.allSettled([punctual?.stop(), pages.close(), sources.close()]);
    process.exit(0);
  });
