import type { Page } from 'playwright-core';

/** Makes the page wait for answers without a limit, since a slow machine may hold them back for long. */
export async function disableRequestTimeouts(page: Page): Promise<void> {
  const forget = (): void => {
    AbortSignal.timeout = () => new AbortController().signal;
  };
  await page.addInitScript(forget);
  await page.evaluate(forget);
}

/** Holds the answers to a route back until the returned function is called. */
export async function hold(page: Page, path: string): Promise<() => void> {
  await disableRequestTimeouts(page);
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(`**${path}`, async (route) => {
    await released;
    await route.continue();
  });
  return () => release();
}
