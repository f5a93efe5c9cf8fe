/**
 * A Vite plugin: writes the service worker with the list of files that make up the page, and a name for that
 * list; and into the page which files each role's screen is made of.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

const SOURCE = new URL('../src/web/browser/service-worker.js', import.meta.url);
/** Beside what the build makes: the page itself and what lies in src/web/public. */
const STANDING = ['/', '/favicon.svg'];

/**
 * What the page and its screens are made of; what a screen loads only when it is asked for (a file's library,
 * say) is not kept.
 */
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

/** The code of each role's screen that the page does not begin with. */
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
    // After the styles have been put where they belong.
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
