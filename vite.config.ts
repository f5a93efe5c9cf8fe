/** The web client's build. */
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { appShell } from './bin/app-shell.mjs';
import { precompress } from './bin/precompress.mjs';

export default defineConfig({
  root: fileURLToPath(new URL('src/web', import.meta.url)),
  plugins: [react(), tailwindcss(), appShell(), precompress()],
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
    // Says which files a screen loads: bench/web.mjs measures by it.
    manifest: true,
    // The licences of all that is in the build travel with it, the font's among them.
    license: { fileName: 'licenses.md' },
  },
  // `npx vite` beside `npm start`: the pages from here, the API from there.
  server: { proxy: { '/api': { target: 'http://127.0.0.1:3000', changeOrigin: false } } },
});
