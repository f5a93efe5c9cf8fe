/**
 * Vitest's global setup of the end-to-end tests. Finds Chromium and copies the built web client, since a new build may
 * replace it during the tests.
 */
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { TestProject } from 'vitest/node';
import { findChromium } from '../../bin/chromium.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    /** Path of the Chromium that each worker starts. */
    chromium: string;
    /** Folder with the copy of the built web client. */
    webRoot: string;
  }
}

const BUILT = resolve('dist/web');
/** @throws if the product is not built or there is no Chromium; `npm test` provides both */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  if (!existsSync(BUILT)) throw new Error('The web client is not built: run npm run build.');
  const executablePath = await findChromium();
  if (executablePath === null)
    throw new Error(
      'The end-to-end tests need Chromium: run npm test once, or name one in PUNCTUAL_CHROMIUM.',
    );
  const webRoot = mkdtempSync(join(tmpdir(), 'punctual-web-'));
  cpSync(BUILT, webRoot, { recursive: true });
  provide('chromium', executablePath);
  provide('webRoot', webRoot);
  return async () => rmSync(webRoot, { recursive: true, force: true });
}
