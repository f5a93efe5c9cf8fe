/** The web client's build. */
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin, type Rolldown } from 'vite';
import { appShell } from './bin/app-shell.mjs';
import { precompress } from './bin/precompress.mjs';

const EMPLOYEE = fileURLToPath(new URL('src/web/screens/employee/dashboard.tsx', import.meta.url));
/** What registration needs of other screens stays apart, or the login would load all of those: its budget tells. */
const IN_REGISTRATION = /ui[\\/]progress-bar\.tsx$|icons[\\/]check\.mjs$|domain[\\/]studios\.ts$/;
const JOINING: Rolldown.CodeSplittingGroup = { name: 'joining', test: IN_REGISTRATION, minShareCount: 2 };

/** What the page begins with, in one file: on a phone's line each further file costs more than its bytes. */
const START: Rolldown.CodeSplittingGroup = { name: 'index', tags: ['$initial'], priority: 1 };

/** What the employee's screen shares with others of those who are signed in, likewise. */
const SIGNED_IN: Rolldown.CodeSplittingGroup = {
  debugName: 'signed-in',
  name: (id, modules) => (isOfEmployee(id, modules) && !IN_REGISTRATION.test(id) ? 'signed-in' : null),
  minShareCount: 2,
};

/** Whether the employee's screen cannot be shown without the module. */
function isOfEmployee(id: string, modules: Rolldown.ChunkingContext): boolean {
  const visit = (module: string): void => {
    if (ofEmployee.has(module)) return;
    ofEmployee.add(module);
    modules.getModuleInfo(module)?.importedIds.forEach(visit);
  };
  visit(EMPLOYEE);
  return ofEmployee.has(id);
}
const ofEmployee = new Set<string>();

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

export default defineConfig({
  root: fileURLToPath(new URL('src/web', import.meta.url)),
  plugins: [react(), tailwindcss(), fontLicence, appShell(), precompress()],
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
    rolldownOptions: { output: { codeSplitting: { groups: [START, JOINING, SIGNED_IN] } } },
    // Says which files a screen loads: bench/web.mjs measures by it.
    manifest: true,
    // The licences of all that is in the build travel with it, the font's among them.
    license: { fileName: 'licenses.md' },
  },
  // `npx vite` beside `npm start`: the pages from here, the API from there.
  server: { proxy: { '/api': { target: 'http://127.0.0.1:3000', changeOrigin: false } } },
});
