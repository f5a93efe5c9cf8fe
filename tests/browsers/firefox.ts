/** Firefox, over WebDriver BiDi. */
import puppeteer, { type BrowserContext, type Page } from 'puppeteer-core';
import { PATIENCE_MS, type Launch, type Tab } from './browser.ts';

export const firefox: Launch = async (program) => {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: program,
    timeout: 4 * PATIENCE_MS,
    defaultViewport: { width: 1200, height: 900 },
  });
  return {
    version: await browser.version(),
    async newProfile(downloads) {
      const context = await browser.createBrowserContext({
        downloadBehavior: { policy: 'allow', downloadPath: downloads },
      });
      return { newTab: () => newTab(context), close: () => context.close() };
    },
    close: () => browser.close(),
  };
};

async function newTab(context: BrowserContext): Promise<Tab> {
  const page: Page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  return {
    open: async (address) => void (await page.goto(address)),
    reload: async () => void (await page.reload()),
    evaluate: (work, given) => page.evaluate(work as (given: unknown) => never, given),
    async click(x, y) {
      await page.bringToFront();
      await page.mouse.click(x, y);
    },
    type: (text) => page.keyboard.type(text),
    press: (key) => page.keyboard.press(key),
    picture: () => page.screenshot(),
    close: () => page.close(),
  };
}
