/**
 * Vitest's global setup of the end-to-end tests: which Chromium they use, and a copy of the built web client,
 * since somebody may build it anew meanwhile.
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
    /** The built web client. */
    webRoot: string;
  }
}

const BUILT = resolve('dist/web');
/** @throws when the product is not built, or the machine has no Chromium; `npm test` sees to both */
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
