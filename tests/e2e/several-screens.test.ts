import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { DESK, type BrowserSession } from './browser.ts';
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
  punch,
  timesheetOf,
} from './dashboard-page.ts';

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
  it('a second tab and a second device follow each punch', () =>
    withApp(async (app) => {
      const maya = await app.createEmployee('Maya Gurung');
      const phone = await openDashboard(app, maya);
      const tab = await tabBeside(phone);
      const desk = await openDashboard(app, maya, { viewport: DESK });
      await press(phone, 'Clock In');
      for (const screen of [tab, desk]) await expect(activityOf(screen).getByText('ACTIVE')).toBeVisible();
      await button(desk, 'Start Break').click();
      for (const screen of [phone, tab]) {
        await expect(button(screen, 'End Break')).toBeVisible();
        await expect(activityOf(screen).getByText('In progress')).toBeVisible();
      }
      await expect(timesheetOf(tab).getByText('In progress')).toBeVisible();
      await button(tab, 'End Break').click();
      await button(phone, 'Clock Out').click();
      for (const screen of [tab, desk]) {
        await expect(button(screen, 'Clock In')).toBeVisible();
        await expect(card(screen, 'Status').getByText('Clocked Out')).toBeVisible();
        await expect(activityOf(screen).getByText('ACTIVE')).not.toBeAttached();
      }
      expect(await entryCount(app)).toBe(1);
    }));

  it('when two of eight tabs clock in at once, all of them show the same single entry', () =>
    withApp(async (app) => {
      const first = await openDashboard(app);
      first.expectError(/status of 409/);
      const others: BrowserSession[] = [];
      for (let n = 2; n <= 8; n += 1) others.push(await tabBeside(first));
      const last = others.at(-1) ?? first;
      // Holds both until both are sent: the first answer would turn the other button into 'Clock Out'.
      const sent = [first, last].map(({ page }) => page.waitForRequest('**/api/clock/in'));
      for (const { page } of [first, last])
        await page.route('**/api/clock/in', (route) => Promise.all(sent).then(() => route.continue()));
      await Promise.all([press(first, 'Clock In'), press(last, 'Clock In')]);
      await Promise.all(
        [first, ...others].map((tab) => expect(activityOf(tab).getByText('ACTIVE')).toBeVisible()),
      );
      for (const tab of [first, last]) await expect(button(tab, 'Start Break')).toBeVisible();
      expect(await entryCount(app)).toBe(1);
    }));
});

/** In the page: sets what the browser reports about the connection. */
function tellConnected(isConnected: boolean): void {
  Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => isConnected });
  dispatchEvent(new Event(isConnected ? 'online' : 'offline'));
}

describe('a lost connection', () => {
  it('a lost connection is shown with its age, and missed changes appear when it returns', () =>
    withApp(async (app) => {
      const maya = await app.createEmployee('Maya Gurung');
      const phone = await openDashboard(app, maya);
      const desk = await openDashboard(app, maya, { viewport: DESK });
      phone.expectError(/ERR_INTERNET_DISCONNECTED|ERR_NETWORK/);
      await phone.context.setOffline(true);
      await app.advance(10_000);
      await expect(phone.page.getByText('Connection lost 10s ago')).toBeVisible();
      await app.advance(2 * MINUTE);
      await expect(phone.page.getByText('Connection lost 2m ago')).toBeVisible();
      await punch(desk, 'Clock In');
      await punch(desk, 'Start Break');
      await app.advance(20 * MINUTE);
      await punch(desk, 'End Break');
      await phone.context.setOffline(false);
      await expect(activityOf(phone).getByText('08:57 - 09:17')).toBeVisible();
      await expect(button(phone, 'Clock Out')).toBeVisible();
      await expect(phone.page.getByText(/Connection lost/)).not.toBeAttached();
    }));

  it('a connection that is lost during a clock-in leaves exactly one entry', () =>
    withApp(async (app) => {
      const browser = await openDashboard(app);
      browser.expectError(/ERR_/);
      await loseAnswer(browser.page, '/api/clock/in');
      await press(browser, 'Clock In');
      await expect(
        browser.page.getByText(
          'We do not know whether your clock-in was recorded. Trying again never records it twice.',
        ),
      ).toBeVisible();
      await browser.context.setOffline(false);
      await expect(button(browser, 'Clock Out')).toBeVisible();
      await expect(browser.page.getByText('Your clock-in was recorded at 08:55.')).toBeVisible();
      await expect(browser.page.getByText('We do not know')).not.toBeAttached();
      expect(await entryCount(app)).toBe(1);
    }));

  it('an offline device sends no punch, and an unanswered punch is settled when it returns', () =>
    withApp(async (app) => {
      const browser = await openDashboard(app);
      const { page, context } = browser;
      browser.expectError(/ERR_/);
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
      await press(browser, 'Clock In');
      await expect(page.getByText('The server cannot be reached.')).toBeVisible();
      await expect(page.getByText('Your clock-in was not recorded.')).toBeVisible();
      await page.unroute('**/api/**');
      await page.evaluate(() => dispatchEvent(new Event('online')));
      await expect(page.getByText('Try again.', { exact: true })).toBeVisible();
      expect(await entryCount(app)).toBe(0);

      await page.route(
        '**/api/clock/in',
        async (route) => {
          await context.setOffline(true);
          await route.abort('connectionfailed');
        },
        { times: 1 },
      );
      await press(browser, 'Clock In');
      await expect(page.getByText('We do not know whether your clock-in was recorded.')).toBeVisible();
      await context.setOffline(false);
      await expect(page.getByText('Your clock-in was not recorded.')).toBeVisible();
      await expect(page.getByText('We do not know')).not.toBeAttached();
      await clockOf(browser).getByRole('button', { name: 'Try again' }).click();
      await expect(button(browser, 'Clock Out')).toBeVisible();
      expect(await entryCount(app)).toBe(1);
    }));

  it("a punch that does not reach the server keeps its notes, and 'Try again' records it once", () =>
    withApp(async (app) => {
      const browser = await openDashboard(app);
      browser.expectError(/ERR_/);
      await browser.page.getByLabel('Notes').fill('Inventory');
      await browser.page.route('**/api/clock/in', (route) => route.abort('connectionfailed'), { times: 8 });
      await press(browser, 'Clock In');
      await clockOf(browser).getByRole('button', { name: 'Try again' }).click();
      await expect(browser.page.getByText('The server did not answer.')).toBeVisible();
      await expect(browser.page.getByLabel('Notes')).toHaveValue('Inventory');
      await clockOf(browser).getByRole('button', { name: 'Try again' }).click();
      await expect(
        browser.page.getByRole('region', { name: 'Active Session' }).getByText('Inventory'),
      ).toBeVisible();
      expect(await entryCount(app)).toBe(1);
      for (const [name, path, then] of [
        ['Start Break', 'break/start', 'End Break'],
        ['End Break', 'break/end', 'Clock Out'],
        ['Clock Out', 'out', 'Clock In'],
      ] as const) {
        await browser.page.route(`**/api/clock/${path}`, (route) => route.abort('connectionfailed'), {
          times: 4,
        });
        await press(browser, name);
        await expect(browser.page.getByText(/^We do not know whether your .* was recorded/)).toBeVisible();
        await clockOf(browser).getByRole('button', { name: 'Try again' }).click();
        await expect(button(browser, then)).toBeVisible();
      }
      expect(await entryCount(app)).toBe(1);
    }));

  it('the page opens without a connection, says so and continues when it returns', () =>
    withApp(async (app) => {
      const browser = await openDashboard(app, undefined, { serviceWorker: true });
      browser.expectError(/ERR_/);
      await browser.page.evaluate(() => navigator.serviceWorker.ready);
      await browser.page.waitForFunction(() => navigator.serviceWorker.controller !== null);
      await browser.context.setOffline(true);
      // While a service worker comes and goes, Chromium cuts the connection of a reloaded page without always telling
      // it so.
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
