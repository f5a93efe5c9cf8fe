/** The web client's build. */
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, runnerImport, type Plugin, type Rolldown } from 'vite';
import { appShell } from './bin/app-shell.mjs';
import { pageTexts } from './bin/page-texts.mjs';
import { precompress } from './bin/precompress.mjs';

/** Modules that registration shares with other screens. Their own file keeps those screens out of the login. */
const IN_REGISTRATION =
  /ui[\\/](progress-bar|rich-text)\.tsx$|icons[\\/]check\.mjs$|domain[\\/]people[\\/]studios\.ts$/;
/** Modules of TanStack Query that only the admin's screens use, though its entry exports them. */
const OF_ADMINS_ALONE = /(infiniteQueryObserver|useInfiniteQuery)\.js$/;
const JOINING: Rolldown.CodeSplittingGroup = { name: 'joining', test: IN_REGISTRATION, minShareCount: 2 };

/** All code that the page starts with, in one file: on a phone each further file costs more than its bytes. */
const START: Rolldown.CodeSplittingGroup = { name: 'index', tags: ['$initial'], priority: 1 };

/** Modules that the employee's screen (below: the admin's screen) shares with other files of the build. */
const SIGNED_IN = sharedOf('signed-in', 'src/web/screens/employee/dashboard.tsx');
const OF_ADMINS = sharedOf('admins', 'src/web/screens/admin/dashboard.tsx');
/** Dialogs and their forms share a file, since nearly all dialogs have a form. */
const DIALOG: Rolldown.CodeSplittingGroup = {
  name: 'dialog',
  test: /ui[\\/]dialog(-form)?\.tsx$/,
  minShareCount: 2,
};

/** Puts the modules that a screen imports, and that other code loads too, into one file. */
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

/** Returns the files of only those icons that `code` imports, since the library's entry imports every icon. */
function iconsOf(code: string, icons: string): string[] {
  const [, names = ''] = /import \{([^}]+)\} from "lucide-react"/.exec(code) ?? [];
  const exported = readFileSync(icons, 'utf8').split('\n');
  return names.split(',').map((name) => {
    const [word = ''] = name.trim().split(' ');
    const line = exported.find((each) => new RegExp(`default as ${word}\\b`).test(each)) ?? '';
    return path.resolve(icons, '..', /from '(.+)'/.exec(line)?.[1] ?? '');
  });
}

/** Adds the licence of the typeface. The list of licences misses it, since only a style names the typeface. */
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

/** Replaces the table of addresses by its values, since it imports the routes' schemas, which browsers must not load. */
export const addressTable: Plugin = {
  name: 'punctual-address-table',
  async load(id) {
    if (!id.endsWith('/contract/addresses.ts')) return null;
    const { module } = await runnerImport<{ addresses: unknown }>(id);
    return `export const addresses = ${JSON.stringify(module.addresses)};`;
  },
};

export const BROWSERS = ['chrome111', 'firefox114', 'safari16.4'];

export default defineConfig({
  root: fileURLToPath(new URL('src/web', import.meta.url)),
  plugins: [addressTable, react(), tailwindcss(), fontLicence, appShell(), pageTexts(), precompress()],
  build: {
    outDir: fileURLToPath(new URL('dist/web', import.meta.url)),
    // `bin/build.mjs` builds the kiosk's page into the same folder before.
    emptyOutDir: false,
    target: BROWSERS,
    // Inlines no assets, since the Content-Security-Policy allows no data: addresses. Adds no polyfill, since all
    // target browsers preload modules or work without it.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Drops schemas that no browser code uses. Rolldown reads zod's own marks only in the file that holds zod.
      // No code of the build reads a property for an effect, such as a layout.
      treeshake: { manualPureFunctions: ['z'], propertyReadSideEffects: false },
      output: { codeSplitting: { groups: [START, JOINING, DIALOG, SIGNED_IN, OF_ADMINS] } },
    },
    // The manifest lists the files that each screen loads; bench/web.mjs reads it.
    manifest: true,
    // Adds the licences of all packages in the build; `fontLicence` adds that of the font.
    license: { fileName: 'licenses.md' },
  },
  // In `npm run dev` the API comes from the server. The pattern '/api' would also match the source file `/api.ts`.
  server: { proxy: { '^/api/': { target: 'http://127.0.0.1:3000', changeOrigin: false } } },
});
