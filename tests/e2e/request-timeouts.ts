import type { Page } from 'playwright-core';

/** Makes the page wait for answers without a limit, since a slow machine may hold them back for long. */
export async function disableRequestTimeouts(page: Page): Promise<void> {
  const forget = (): void => {
    AbortSignal.timeout = () => new AbortController().signal;
  };
  await page.addInitScript(forget);
  await page.evaluate(forget);
}
