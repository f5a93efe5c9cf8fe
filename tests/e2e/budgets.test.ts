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

it("who is signed in is asked while the code is on its way, then their screen's, and nothing is asked twice for the first screen", () =>
  withApp(async (app) => {
    const { page } = await openDashboard(app, undefined, { viewport: DESK });
    // This page has nothing left to ask, which would be taken for a question of the next one.
    await expect(page.getByText('No entries this week')).toBeVisible();
    await expect(page.getByText('Nothing to confirm yet')).toBeVisible();
    // Nor anything to ask when its stream breaks off.
    await page.goto('about:blank');
    const asked: string[] = [];
    const isScreenAsked = new Promise<void>((resolve) => {
      page.on('request', (request) => {
        const { pathname } = new URL(request.url());
        if (pathname.startsWith('/api/')) asked.push(pathname);
        if (pathname.startsWith('/assets/dashboard-')) resolve();
      });
    });
    // The page's own code comes only when their screen's has been asked for: it cannot be what asks.
    await page.route('**/assets/index-*.js', async (route) => {
      await isScreenAsked;
      await route.continue();
    });
    await page.goto(app.url);
    await expect(page.getByText('No entries this week')).toBeVisible();
    await expect(page.getByText('Nothing to confirm yet')).toBeVisible();
    // The stream asks for the session too where it breaks off.
    const forTheScreen = asked.filter((path, at) =>
      path === '/api/session' ? !asked.slice(0, at).includes('/api/live') : path !== '/api/live',
    );
    expect(forTheScreen).toEqual(['/api/session', '/api/clock', '/api/time-entries', '/api/periods/mine']);
  }));

it('what the measurement reads is not served to browsers', () =>
  withApp(async (app) => {
    const { page } = await app.openBrowser();
    expect((await page.request.get(`${app.url}/.vite/manifest.json`)).status()).toBe(404);
  }));
