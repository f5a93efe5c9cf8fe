import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { requestId } from '#tests/make';
import type { BrowserSession } from './browser.ts';
import { MINUTE, withApp } from './app.ts';
import {
  activityOf,
  openDashboard,
  button,
  card,
  clockOf,
  entryCount,
  HOUR,
  press,
  timesheetOf,
} from './dashboard-page.ts';

const UNKNOWN = 'We do not know whether your clock-in was recorded. Trying again never records it twice.';

/** Opens another tab of the same browser. */
async function tabBeside(browser: BrowserSession): Promise<BrowserSession> {
  const page = await browser.context.newPage();
  await page.goto(browser.page.url());
  const tab = { ...browser, page };
  await expect(clockOf(tab)).toBeVisible();
  return tab;
}

/** Cuts the connection after the server has the request and before it answers. */
async function loseAnswer(page: Page, path: string): Promise<void> {
  await page.route(
    `**${path}`,
    async (route) => {
      // Cuts the live stream first: it would deliver the punch in place of the answer.
      await page.context().setOffline(true);
      await route.fetch();
      await route.abort('connectionfailed');
    },
    { times: 1 },
  );
}

describe('several screens of one person', () => {
  it('when two of three tabs clock in at once, all show the same entry and follow each later punch', () =>
    withApp(async (app) => {
      const maya = await app.createEmployee('Maya Gurung');
      const first = await openDashboard(app, maya);
      first.expectError(/status of 409/);
      // A browser has six connections to a host, so that only one tab may keep one for its live stream.
      const streaming: Page[] = [];
      first.context.on('request', (request) => {
        if (request.url().includes('/api/live')) streaming.push(request.frame().page());
      });
      const second = await tabBeside(first);
      const last = await tabBeside(first);
      const tabs = [first, second, last];
      // Holds both requests until both are sent: the first answer would turn the other button into 'Clock Out'.
      const sent = [first, last].map(({ page }) => page.waitForRequest('**/api/clock/in'));
      for (const { page } of [first, last])
        await page.route('**/api/clock/in', (route) => Promise.all(sent).then(() => route.continue()));
      await Promise.all([press(first, 'Clock In'), press(last, 'Clock In')]);
      for (const tab of tabs) await expect(activityOf(tab).getByText('ACTIVE')).toBeVisible();
      for (const tab of [first, last]) await expect(button(tab, 'Start Break')).toBeVisible();
      expect(await entryCount(app)).toBe(1);

      const phone = await app.signInElsewhere(maya);
      await phone.ask('startBreak', { requestId: requestId() });
      for (const tab of tabs) await expect(button(tab, 'End Break')).toBeVisible();
      await expect(activityOf(last).getByText('In progress')).toBeVisible();
      await expect(timesheetOf(last).getByRole('button', { name: /break since/ })).toBeVisible();
      await button(last, 'End Break').click();
      await button(first, 'Clock Out').click();
      await expect(button(last, 'Clock In')).toBeVisible();
      await expect(card(last, 'Status').getByText('Clocked Out')).toBeVisible();
      await expect(activityOf(last).getByText('ACTIVE')).not.toBeAttached();
      expect(streaming).not.toContain(last.page);
    }));
});

/** Runs in the page: sets what the browser reports about the connection. */
function tellConnected(isConnected: boolean): void {
  Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => isConnected });
  dispatchEvent(new Event(isConnected ? 'online' : 'offline'));
}

describe('a lost connection', () => {
  it('a connection lost during a clock-in shows its age, then exactly one entry and all missed changes', () =>
    withApp(async (app) => {
      const maya = await app.createEmployee('Maya Gurung');
      const browser = await openDashboard(app, maya);
      const { page, context } = browser;
      browser.expectError(/ERR_/);
      await loseAnswer(page, '/api/clock/in');
      await press(browser, 'Clock In');
      await expect(page.getByText(UNKNOWN)).toBeVisible();
      await app.advance(2 * MINUTE);
      await expect(page.getByText('Connection lost 2m ago')).toBeVisible();
      const desk = await app.signInElsewhere(maya);
      await desk.ask('startBreak', { requestId: requestId() });
      await app.advance(20 * MINUTE);
      await desk.ask('endBreak', { requestId: requestId() });
      await context.setOffline(false);
      await expect(page.getByText('Your clock-in was recorded at 08:55.')).toBeVisible();
      await expect(page.getByText('We do not know')).not.toBeAttached();
      await expect(activityOf(browser).getByText('08:57 - 09:17')).toBeVisible();
      await expect(button(browser, 'Clock Out')).toBeVisible();
      await expect(page.getByText(/Connection lost/)).not.toBeAttached();
      expect(await entryCount(app)).toBe(1);
    }));

  it("a punch that neither reaches the server nor can be kept says so, keeps its notes, and 'Try again' records it once", () =>
    withApp(async (app) => {
      const browser = await openDashboard(app);
      const { page, context } = browser;
      const again = clockOf(browser).getByRole('button', { name: 'Try again' });
      browser.expectError(/ERR_/);
      await page.evaluate(() => {
        IDBFactory.prototype.open = () => {
          throw new Error('There is no room.');
        };
      });
      await page.getByLabel('Notes').fill('Inventory');
      const sent: string[] = [];
      page.on('request', (request) => sent.push(new URL(request.url()).pathname));
      await context.setOffline(true);
      await press(browser, 'Clock In');
      await expect(page.getByText('You are offline.')).toBeVisible();
      await expect(page.getByText('Your clock-in was not recorded.')).toBeVisible();
      await context.setOffline(false);
      await expect(page.getByText('Try again.', { exact: true })).toBeVisible();
      expect(sent).not.toContain('/api/clock/in');

      // The device believes that it is connected.
      await page.route('**/api/**', (route) => route.abort('connectionfailed'));
      await page.evaluate(() => dispatchEvent(new Event('offline')));
      await app.advance(10_000);
      await expect(page.getByText('Connection lost 10s ago')).toBeVisible();
      await again.click();
      await expect(page.getByText('The server cannot be reached.')).toBeVisible();
      await expect(page.getByText('Your clock-in was not recorded.')).toBeVisible();
      await page.unroute('**/api/**');
      await page.evaluate(() => dispatchEvent(new Event('online')));
      await expect(page.getByText('Try again.', { exact: true })).toBeVisible();

      await page.route(
        '**/api/clock/in',
        async (route) => {
          await context.setOffline(true);
          await route.abort('connectionfailed');
        },
        { times: 1 },
      );
      await again.click();
      await expect(page.getByText(UNKNOWN)).toBeVisible();
      await context.setOffline(false);
      await expect(page.getByText('Your clock-in was not recorded.')).toBeVisible();
      await expect(page.getByText('We do not know')).not.toBeAttached();

      await page.route('**/api/clock/in', (route) => route.abort('connectionfailed'), { times: 4 });
      await again.click();
      await expect(page.getByText('The server did not answer.')).toBeVisible();
      expect(await again.isVisible()).toBe(true);
      await expect(page.getByLabel('Notes')).toHaveValue('Inventory');
      expect(await entryCount(app)).toBe(0);
      await again.click();
      await expect(card(browser, 'Active Session').getByText('Inventory')).toBeVisible();
      expect(await entryCount(app)).toBe(1);
    }));

  it('the page opens without a connection, says so and continues when it returns', () =>
    withApp(async (app) => {
      const browser = await openDashboard(app, undefined, { serviceWorker: true });
      browser.expectError(/ERR_/);
      await browser.page.evaluate(() => navigator.serviceWorker.ready);
      await browser.page.waitForFunction(() => navigator.serviceWorker.controller !== null);
      await browser.context.setOffline(true);
      // With a service worker, Chromium does not always tell a reloaded page that its connection is cut.
      await browser.page.addInitScript(tellConnected, false);
      await browser.page.reload();
      await expect(browser.page.getByText('This device is offline.')).toBeVisible();
      await expect(browser.page.getByText('Version 1.6.4')).toBeVisible();
      await browser.context.setOffline(false);
      await browser.page.evaluate(tellConnected, true);
      await expect(button(browser, 'Clock In')).toBeVisible();
      await app.advance(HOUR);
      await expect(clockOf(browser).getByText('09:55')).toBeVisible();
    }));
});
