/** The build of the kiosk's page. It shares no file with the other page, so neither loads code of the other. */
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { KIOSK_MANIFEST } from './bin/app-shell.mjs';
import { pageTexts } from './bin/page-texts.mjs';
import { addressTable, BROWSERS } from './vite.config.ts';

const source = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

export default defineConfig({
  root: source('src/web'),
  publicDir: false,
  plugins: [addressTable, react(), tailwindcss(), pageTexts('kiosk')],
  build: {
    outDir: source('dist/web'),
    emptyOutDir: true,
    target: BROWSERS,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: source('src/web/kiosk.html'),
      treeshake: { manualPureFunctions: ['z'], propertyReadSideEffects: false },
    },
    manifest: KIOSK_MANIFEST,
  },
});
