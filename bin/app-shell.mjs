/**
 * A Vite plugin. Writes the service worker with the list of files that make up the page, and a name for that list.
 * Also writes into the page which files each role's screen needs.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

const SOURCE = new URL('../src/web/browser/service-worker.js', import.meta.url);
/** Files outside the bundle: the page itself, and the icon from src/web/public. */
const STANDING = ['/', '/favicon.svg'];

/** Files of the page and its screens. Code that a screen loads only on demand, such as a file library, is left out. */
function shellFiles(bundle) {
  const chunks = new Map(
    Object.values(bundle)
      .filter(({ type }) => type === 'chunk')
      .map((chunk) => [chunk.fileName, chunk]),
  );
  const kept = new Set();
  const keep = (name) => {
    const chunk = chunks.get(name);
    if (!chunk || kept.has(name)) return;
    kept.add(name);
    const { importedCss = [], importedAssets = [] } = chunk.viteMetadata ?? {};
    for (const file of [...importedCss, ...importedAssets]) kept.add(file);
    chunk.imports.forEach(keep);
  };
  for (const entry of chunks.values()) {
    if (!entry.isEntry) continue;
    keep(entry.fileName);
    entry.dynamicImports.forEach(keep);
  }
  return [...STANDING, ...[...kept].sort().map((name) => `/${name}`)];
}

const SCREENS = {
  employee: 'screens/employee/dashboard.tsx',
  admin: 'screens/admin/dashboard.tsx',
};

/** Files of each role's screen, without those that the page itself loads first. */
function screenFiles(bundle) {
  const chunks = Object.values(bundle).filter(({ type }) => type === 'chunk');
  const withImports = (chunk, known = new Set()) => {
    if (!chunk || known.has(chunk.fileName)) return known;
    known.add(chunk.fileName);
    for (const name of chunk.imports) withImports(bundle[name], known);
    return known;
  };
  const begun = withImports(chunks.find(({ isEntry }) => isEntry));
  return Object.fromEntries(
    Object.entries(SCREENS).map(([role, module]) => {
      const files = withImports(chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(module)));
      if (files.size === 0) throw new Error(`The build has no screen ${module}.`);
      return [role, [...files].filter((name) => !begun.has(name)).map((name) => `/${name}`)];
    }),
  );
}

export function appShell() {
  return {
    name: 'punctual-app-shell',
    apply: 'build',
    // Runs after Vite has assigned the styles to chunks.
    enforce: 'post',
    transformIndexHtml: {
      order: 'post',
      handler: (page, { bundle }) => page.replace('{ __SCREENS__: [] }', JSON.stringify(screenFiles(bundle))),
    },
    generateBundle(_options, bundle) {
      const files = JSON.stringify(shellFiles(bundle));
      const store = `punctual-${createHash('sha256').update(files).digest('hex').slice(0, 12)}`;
      const source = readFileSync(SOURCE, 'utf8').replace("['__FILES__']", files).replace('__STORE__', store);
      this.emitFile({ type: 'asset', fileName: 'service-worker.js', source });
    },
  };
}
