import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { PHONE } from './browser.ts';
import { withApp } from './app.ts';

/** Widths of each digit repeated ten times, with tabular figures, in both weights of the preloaded font file. */
const widths = (page: Page): Promise<number[]> =>
  page.evaluate(async () => {
    const file = document.querySelector<HTMLLinkElement>('link[as=font]')?.href;
    document.fonts.add(await new FontFace('Measured', `url(${file})`, { weight: '300 900' }).load());
    return [400, 600].flatMap((weight) =>
      [...'0123456789'].map((digit) => {
        const span = document.createElement('span');
        span.style.cssText = `position: absolute; font: ${weight} 56px Measured; font-variant-numeric: tabular-nums`;
        span.textContent = digit.repeat(10);
        document.body.append(span);
        const { width } = span.getBoundingClientRect();
        span.remove();
        return width;
      }),
    );
  });

/** Vertical positions on the login. */
const places = (page: Page) =>
  page
    .locator('h1, label, input, button, footer')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));

it('the typeface has digits of equal width, and its fallback keeps every position', () =>
  withApp(async (app) => {
    const browser = await app.openBrowser({ viewport: PHONE });
    const { page } = browser;
    await expect(page.getByText('Friday, November 20, 2026')).toBeVisible();
    const digits = await widths(page);
    expect([new Set(digits.slice(0, 10)).size, new Set(digits.slice(10)).size]).toEqual([1, 1]);
    const withIt = await places(page);
    browser.expectError(/Failed to load resource/);
    await page.route('**/*.woff2', (route) => route.abort());
    await page.reload();
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
    await expect(page.getByText('Friday, November 20, 2026')).toBeVisible();
    expect(await places(page)).toEqual(withIt);
  }));
