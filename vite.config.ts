/** The web client's build. */
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, runnerImport, type Plugin, type Rolldown } from 'vite';
import { appShell } from './bin/app-shell.mjs';
import { precompress } from './bin/precompress.mjs';

/** What registration needs of other screens stays apart, or the login would load all of those: its budget tells. */
const IN_REGISTRATION = /ui[\\/]progress-bar\.tsx$|icons[\\/]check\.mjs$|domain[\\/]people[\\/]studios\.ts$/;
/** Modules that the library's entry exports and only the admin's screens use. */
const OF_ADMINS_ALONE = /(infiniteQueryObserver|useInfiniteQuery)\.js$/;
const JOINING: Rolldown.CodeSplittingGroup = { name: 'joining', test: IN_REGISTRATION, minShareCount: 2 };

/** What the page begins with, in one file: on a phone's line each further file costs more than its bytes. */
const START: Rolldown.CodeSplittingGroup = { name: 'index', tags: ['$initial'], priority: 1 };

/** What the employee's screen shares with others of those who are signed in, and the admin's with others, likewise. */
const SIGNED_IN = sharedOf('signed-in', 'src/web/screens/employee/dashboard.tsx');
const OF_ADMINS = sharedOf('admins', 'src/web/screens/admin/dashboard.tsx');
/** Of these, what the employee's dialogs need too, without the rest. */
const OF_BOTH: Rolldown.CodeSplittingGroup = {
  name: 'corrections',
  test: /(contract[\\/]corrections|later-addresses)\.ts$|domain[\\/](correction[\\/](correction|decision)|entry[\\/]punch-shift|leave[\\/]leave-text)\.ts$|ui[\\/]overlay\.tsx$|icons[\\/](arrow-right|hourglass|message-square-exclamation-point|pen-line|trash|user-check)\.mjs$|domain[\\/]day[\\/]absence\.ts$|frame[\\/]which-person\.tsx$/,
  minShareCount: 2,
};

/** Nearly all dialogs have a form. */
const DIALOG: Rolldown.CodeSplittingGroup = {
  name: 'dialog',
  test: /ui[\\/]dialog(-form)?\.tsx$/,
  minShareCount: 2,
};

/** One file of all modules that the screen cannot be shown without and others load too. */
function sharedOf(name: string, screen: string): Rolldown.CodeSplittingGroup {
  const needed = new Set<string>();
  const visit = (module: string, modules: Rolldown.ChunkingContext): void => {
    if (needed.has(module)) return;
    needed.add(module);
    const { code, importedIds = [] } = modules.getModuleInfo(module) ?? {};
    for (const imported of importedIds)
      for (const each of ICONS.test(imported) ? iconsOf(code ?? '', imported) : [imported])
        visit(each, modules);
  };
  const isNeeded = (id: string, modules: Rolldown.ChunkingContext): boolean => {
    visit(fileURLToPath(new URL(screen, import.meta.url)), modules);
    return needed.has(id) && !IN_REGISTRATION.test(id) && !(name === 'signed-in' && OF_ADMINS_ALONE.test(id));
  };
  return { debugName: name, name: (id, modules) => (isNeeded(id, modules) ? name : null), minShareCount: 2 };
}

const ICONS = /lucide-react[\\/]dist[\\/]esm[\\/]lucide-react\.mjs$/;

/** One module exports all icons, which would make a screen need every one: the files of those that `code` names. */
function iconsOf(code: string, icons: string): string[] {
  const [, names = ''] = /import \{([^}]+)\} from "lucide-react"/.exec(code) ?? [];
  const exported = readFileSync(icons, 'utf8').split('\n');
  return names.split(',').map((name) => {
    const [word = ''] = name.trim().split(' ');
    const line = exported.find((each) => new RegExp(`default as ${word}\\b`).test(each)) ?? '';
    return path.resolve(icons, '..', /from '(.+)'/.exec(line)?.[1] ?? '');
  });
}

/** The typeface is named by a style, and its licence found by nobody: it is brought apart. */
const fontLicence: Plugin = {
  name: 'punctual-font-licence',
  apply: 'build',
  generateBundle() {
    const source = readFileSync(
      new URL('node_modules/@fontsource-variable/figtree/LICENSE', import.meta.url),
    );
    this.emitFile({ type: 'asset', fileName: 'licence-of-figtree.txt', source });
  },
};

/** Routes bring their schemas, which browsers must not load: the tables of addresses are replaced by their values. */
const addressTables: Plugin = {
  name: 'punctual-address-tables',
  async load(id) {
    if (!/contract[\\/](first|later|admin)-addresses\.ts$/.test(id)) return null;
    const { module } = await runnerImport<Record<string, unknown>>(id);
    return Object.entries(module)
      .map(([name, table]) => `export const ${name} = ${JSON.stringify(table)};`)
      .join('\n');
  },
};

export default defineConfig({
  root: fileURLToPath(new URL('src/web', import.meta.url)),
  plugins: [addressTables, react(), tailwindcss(), fontLicence, appShell(), precompress()],
  build: {
    outDir: fileURLToPath(new URL('dist/web', import.meta.url)),
    emptyOutDir: true,
    target: ['chrome111', 'firefox114', 'safari16.4'],
    // The Content-Security-Policy allows no data: addresses, and every browser of the target preloads modules
    // itself or does without.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The maker of PDF files is large, and loaded by who asks for one.
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: { codeSplitting: { groups: [START, JOINING, DIALOG, SIGNED_IN, OF_BOTH, OF_ADMINS] } },
    },
    // Says which files a screen loads: bench/web.mjs measures by it.
    manifest: true,
    // The licences of all that is in the build travel with it, the font's among them.
    license: { fileName: 'licenses.md' },
  },
  // `npm run dev`: the pages from here, the API from the server. Not '/api': that would be `/api.ts` too.
  server: { proxy: { '^/api/': { target: 'http://127.0.0.1:3000', changeOrigin: false } } },
});
