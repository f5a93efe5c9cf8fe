/** A Vite plugin. Writes the service worker with the lists of files that make up the page, and a name for them. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
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

/** Lists the files of the kiosk's page, which is built before this one. */
export const KIOSK_MANIFEST = '.vite/kiosk.json';

/** The page's code first. */
function kioskFiles(folder) {
  const file = path.join(folder, KIOSK_MANIFEST);
  if (!existsSync(file)) return [];
  const { 'kiosk.html': page, ...others } = JSON.parse(readFileSync(file, 'utf8'));
  const files = [page, ...Object.values(others)].flatMap((chunk) => [chunk.file, ...(chunk.css ?? [])]);
  return [...new Set(files)].map((name) => `/${name}`);
}

export function appShell() {
  let folder = '';
  return {
    name: 'punctual-app-shell',
    apply: 'build',
    configResolved(config) {
      folder = path.resolve(config.root, config.build.outDir);
    },
    // Runs after Vite has assigned the styles to chunks.
    enforce: 'post',
    generateBundle(_options, bundle) {
      const files = JSON.stringify(shellFiles(bundle));
      const ofKiosk = JSON.stringify(kioskFiles(folder));
      const ofTexts = Object.values(bundle).filter(isTextFile);
      const texts = JSON.stringify(ofTexts.map(({ fileName }) => `/${fileName}`));
      const store = `punctual-${createHash('sha256').update(files).update(ofKiosk).update(texts).digest('hex').slice(0, 12)}`;
      const source = readFileSync(SOURCE, 'utf8')
        .replace("['__FILES__']", files)
        .replace("['__KIOSK_FILES__']", ofKiosk)
        .replace("['__TEXTS__']", texts)
        .replace('__STORE__', store);
      this.emitFile({ type: 'asset', fileName: 'service-worker.js', source });
    },
  };
}
