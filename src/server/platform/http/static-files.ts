/** Serves the built web client: '/' is the page, everything else a file or nothing (spec §2). */
import { existsSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

/** Vite puts a hash of the content into these files' names, so that they can be kept for ever. */
const HASHED = '/assets/';

/** @param webRoot the built client's folder; without one (in tests of the API) nothing is served */
export async function serveStaticFiles(app: FastifyInstance, webRoot: string | null): Promise<void> {
  if (webRoot === null || !existsSync(webRoot)) return;
  await app.register(fastifyStatic, {
    root: path.resolve(webRoot),
    preCompressed: true,
    cacheControl: false,
    dotfiles: 'ignore',
    setHeaders: (response, file) => {
      const isHashed = file.split(path.sep).join('/').includes(HASHED);
      response.setHeader('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
}
