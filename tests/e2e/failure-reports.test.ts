import type { Request } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { withApp } from './app.ts';
import { openDashboard, press, punch, shows } from './dashboard-page.ts';

const isReport = (request: Request): boolean => request.url().endsWith('/api/browser-failures');

describe('failures that the server never saw', () => {
  it('a failure is reported with only its kind and time when the server answers again', () =>
    withApp(async (app) => {
      const browser = await openDashboard(app);
      await punch(browser, 'Clock In');
      browser.expectError(/ERR_/);
      await browser.page.route('**/api/clock/out', (route) => route.abort('connectionfailed'));
      const [report] = await Promise.all([
        browser.page.waitForRequest(isReport),
        press(browser, 'Clock Out'),
      ]);
      expect(report.postDataJSON()).toEqual({
        failures: [{ kind: 'clock_out', code: 'no_answer', at: new Date(app.now()).toISOString() }],
      });
      expect((await report.response())?.status()).toBe(200);
    }));

  it('a failure is kept offline, even over a reload, and reported when the connection returns', () =>
    withApp(async (app) => {
      const browser = await openDashboard(app, undefined, { serviceWorker: true });
      const { page, context } = browser;
      await page.evaluate(() => navigator.serviceWorker.ready);
      browser.expectError(/ERR_|Failed to load/);
      await context.setOffline(true);
      await press(browser, 'Clock In');
      await shows(browser, /^Kept on this device|^You are offline/);
      await page.reload();
      await shows(browser, 'Loading...');
      const [report] = await Promise.all([page.waitForRequest(isReport), context.setOffline(false)]);
      const { failures } = report.postDataJSON() as { failures: { kind: string; code: string }[] };
      expect(failures).toContainEqual({
        kind: 'clock_in',
        code: 'offline',
        at: new Date(app.now()).toISOString(),
      });
    }));
});
