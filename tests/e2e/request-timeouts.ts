import type { Page } from 'playwright-core';

/**
 * The page waits for answers as long as they take: how long a test holds one back is a matter of the machine
 * it runs on.
 */
export async function disableRequestTimeouts(page: Page): Promise<void> {
  const forget = (): void => {
    AbortSignal.timeout = () => new AbortController().signal;
  };
  await page.addInitScript(forget);
  await page.evaluate(forget);
}
