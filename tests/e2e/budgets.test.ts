import { expect, it } from 'vitest';
import { measureBytes } from '../../bench/web.mjs';
import { withApp } from './app.ts';
import { DESK } from './browser.ts';
import { openDashboard } from './dashboard-page.ts';

it('no screen loads more than its budget of compressed bytes', async () => {
  const figures = measureBytes();
  expect(figures.length).toBeGreaterThan(3);
  expect(figures.filter(({ value, limit }) => !(value > 0 && value <= limit))).toEqual([]);
});

it('the session and screen data are requested while the code loads, and nothing is requested twice', () =>
  withApp(async (app) => {
    const { page } = await openDashboard(app, undefined, { viewport: DESK });
    // Waits for all requests of this page, so that none counts for the next one.
    await expect(page.getByText('No entries this week')).toBeVisible();
    await expect(page.getByText('Nothing to confirm yet')).toBeVisible();
    // Also closes the page's stream, which would request the session when it breaks.
    await page.goto('about:blank');
    const asked: string[] = [];
    const isScreenAsked = new Promise<void>((resolve) => {
      page.on('request', (request) => {
        const { pathname } = new URL(request.url());
        if (pathname.startsWith('/api/')) asked.push(pathname);
        if (pathname.startsWith('/assets/dashboard-')) resolve();
      });
    });
    // Holds the page's code back until the screen's code is requested, so something else must request it.
    await page.route('**/assets/index-*.js', async (route) => {
      await isScreenAsked;
      await route.continue();
    });
    // When the stream begins late, parts that were loaded before are requested again.
    await page.route('**/api/live?*', () => {});
    await page.goto(app.url);
    await expect(page.getByText('No entries this week')).toBeVisible();
    await expect(page.getByText('Nothing to confirm yet')).toBeVisible();
    const forTheScreen = asked.filter((path) => path !== '/api/live');
    expect(forTheScreen.slice(0, 2)).toEqual(['/api/session', '/api/clock']);
    expect(forTheScreen.slice(2)).toEqual(['/api/periods/mine']);
  }));

it('the build manifest is not served to browsers', () =>
  withApp(async (app) => {
    const { page } = await app.openBrowser();
    expect((await page.request.get(`${app.url}/.vite/manifest.json`)).status()).toBe(404);
  }));
