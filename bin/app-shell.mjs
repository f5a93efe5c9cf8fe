/** A Vite plugin. Writes the service worker with the lists of files that make up the page, and a name for them. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isTextFile } from './page-texts.mjs';

const SOURCE = new URL('../src/web/browser/service-worker.js', import.meta.url);
/** Files outside the bundle: the icon from src/web/public. */
const STANDING = ['/favicon.svg'];

/** Files of the page and its screens, the page's code first. Code that a screen loads only on demand, such as a file library, is left out. */
function shellFiles(bundle) {
  const chunks = new Map(
    Object.values(bundle)
      .filter(({ type }) => type === 'chunk')
      .map((chunk) => [chunk.fileName, chunk]),
  );
  const kept = new Set();
  const keep = (name) => {
    const chunk = chunks.get(name);
    if (!chunk || kept.has(name) || isTextFile(chunk)) return;
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
  return [...[...kept].map((name) => `/${name}`), ...STANDING];
}

export function appShell() {
  return {
    name: 'punctual-app-shell',
    apply: 'build',
    // Runs after Vite has assigned the styles to chunks.
    enforce: 'post',
    generateBundle(_options, bundle) {
      const files = JSON.stringify(shellFiles(bundle));
      const ofTexts = Object.values(bundle).filter(isTextFile);
      const texts = JSON.stringify(ofTexts.map(({ fileName }) => `/${fileName}`));
      const store = `punctual-${createHash('sha256').update(files).update(texts).digest('hex').slice(0, 12)}`;
      const source = readFileSync(SOURCE, 'utf8')
        .replace("['__FILES__']", files)
        .replace("['__TEXTS__']", texts)
        .replace('__STORE__', store);
      this.emitFile({ type: 'asset', fileName: 'service-worker.js', source });
    },
  };
}
