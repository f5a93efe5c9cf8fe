/** Runs before each end-to-end test file: the matchers for screens, and an end for what the file has started. */
import { afterAll } from 'vitest';
import { stopSharedServer } from './app.ts';
import { disconnectBrowser } from './browser.ts';
import './matchers.ts';

afterAll(async () => {
  await Promise.all([stopSharedServer(), disconnectBrowser()]);
});
