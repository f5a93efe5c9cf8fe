/**
 * Vitest's global setup of the end-to-end tests: one Chromium for the whole run, to which each worker
 * connects, and a copy of the built web client, since somebody may build it anew meanwhile.
 */
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { findChromium } from '../../bin/chromium.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the run's Chromium listens. */
    chromium: string;
    /** The built web client. */
    webRoot: string;
  }
}

const BUILT = resolve('dist/web');
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Fewer processes for one page to go through: an eighth of all the time it takes.
  '--in-process-gpu',
  '--enable-features=NetworkServiceInProcess2',
  // A page lives for a second or two: optimising its code costs more than it saves.
  '--js-flags=--no-opt --max-lazy',
];

/** @throws when the product is not built, or the machine has no Chromium; `npm test` sees to both */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  if (!existsSync(BUILT)) throw new Error('The web client is not built: run npm run build.');
  const executablePath = await findChromium();
  if (executablePath === null)
    throw new Error(
      'The end-to-end tests need Chromium: run npm test once, or name one in PUNCTUAL_CHROMIUM.',
    );
  const server = await chromium.launchServer({ executablePath, args: ARGUMENTS, timeout: 120_000 });
  const webRoot = mkdtempSync(join(tmpdir(), 'punctual-web-'));
  cpSync(BUILT, webRoot, { recursive: true });
  provide('chromium', server.wsEndpoint());
  provide('webRoot', webRoot);
  return async () => {
    await server.close();
    rmSync(webRoot, { recursive: true, force: true });
  };
}
