import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { addNotifications, openMonitoring, text } from './monitoring-page.ts';
import { axeViolations, overflowsHorizontally, PHONE, takeScreenshots } from './browser.ts';
import { FRIDAY_MORNING, MINUTE, withApp, type Credentials, type App } from './app.ts';

const idOf = async ({ owner }: App, { email }: Credentials): Promise<string> =>
  (await owner.query<{ id: string }>('SELECT id FROM account WHERE email = $1', [email])).rows[0]?.id ?? '';

const readAndUnread = async ({ owner }: App): Promise<unknown[]> =>
  (await owner.query('SELECT read, count(*)::int AS n FROM activity_notification GROUP BY read')).rows;

/** Makes the page believe that it is hidden, like a background tab. */
async function hide(page: Page): Promise<void> {
  const hidden = (): void => {
    Object.defineProperty(document, 'visibilityState', { get: () => 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  };
  await page.addInitScript(hidden);
  await page.evaluate(hidden);
}

const show = (page: Page): Promise<void> =>
  page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { get: () => 'visible', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });

async function openFeed(page: Page) {
  await page.getByRole('button', { name: 'View all activity' }).click();
  const feed = page.getByRole('dialog', { name: 'All activity' });
  await expect(feed).toBeVisible();
  return feed;
}

describe('the activity feed', () => {
  it('shows fifty notifications, newest first, and loads older ones page by page', () =>
    withApp(async (app) => {
      const maya = await app.createEmployee('Maya Gurung');
      await addNotifications(app, {
        count: 70,
        userId: await idOf(app, maya),
        name: 'Maya Gurung',
        now: FRIDAY_MORNING,
      });
      const { page } = await openMonitoring(app);
      const feed = await openFeed(page);
      await expect(feed.getByText('Maya Gurung registered')).toBeVisible();
      await expect(feed.getByRole('listitem')).toHaveCount(50);
      expect(await feed.getByRole('listitem').nth(1).innerText()).toContain('number 1');
      await feed.getByRole('button', { name: 'Show older' }).click();
      await expect(feed.getByText('number 70')).toBeVisible();
      await expect(feed.getByRole('listitem')).toHaveCount(71);
      expect(await feed.getByRole('button', { name: 'Show older' }).count()).toBe(0);
      expect(await axeViolations(page)).toEqual([]);
    }));

  it('filters by type and person with the keyboard alone', () =>
    withApp(async (app) => {
      const [maya] = [await app.createEmployee('Maya Gurung'), await app.createEmployee('Ram Thapa')];
      await app.clockIn(maya);
      const { page } = await openMonitoring(app);
      const feed = await openFeed(page);
      await expect(feed.getByText('Ram Thapa registered')).toBeVisible();
      await feed.getByRole('combobox', { name: 'Type' }).selectOption('Registered');
      await expect(feed.getByText('clocked in')).not.toBeAttached();
      await feed.getByRole('combobox', { name: 'Employee' }).focus();
      await page.keyboard.type('may');
      await expect(feed.getByRole('option', { name: /Maya Gurung/ })).toBeVisible();
      expect(await axeViolations(page)).toEqual([]);
      await page.keyboard.press('Enter');
      await expect(feed.getByText('Ram Thapa registered')).not.toBeAttached();
      await expect(feed.getByText('Maya Gurung registered')).toBeVisible();
      await expect(feed.getByRole('listitem')).toHaveCount(1);
      await feed.getByRole('combobox', { name: 'Type' }).selectOption('Overtime');
      await expect(feed.getByText('No activity')).toBeVisible();
      expect(await axeViolations(page)).toEqual([]);
      // The first clears the field of the person.
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
      await expect(feed).not.toBeAttached();
    }));

  it('marks shown notifications as read at once, for other admins too', () =>
    withApp(async (app) => {
      const [one, other] = [await openMonitoring(app), await openMonitoring(app)];
      for (const { page } of [one, other]) await hide(page);
      await app.clockIn(await app.createEmployee('Maya Gurung'));
      // Both pages show both rows before the press, since new rows move the button below them.
      for (const each of [one, other]) await text(each, 'Activity Notifications', '2 unread');
      const feed = await openFeed(one.page);
      await expect(feed.getByText('Maya Gurung registered')).toBeVisible();
      await show(one.page);
      await expect(other.page.getByText('2 unread')).not.toBeAttached();
      await expect.poll(() => readAndUnread(app)).toEqual([{ read: true, n: 2 }]);
    }));

  it('announces a new notification and shows it on request', () =>
    withApp(async (app) => {
      const maya = await app.createEmployee('Maya Gurung');
      const desk = await openMonitoring(app);
      const feed = await openFeed(desk.page);
      await expect(feed.getByText('Maya Gurung registered')).toBeVisible();
      const employee = await app.openBrowser({ as: maya });
      await employee.page.getByRole('button', { name: 'Clock In' }).click();
      await feed.getByRole('button', { name: 'Show 1 new' }).click();
      await expect(feed.getByText(/Maya Gurung clocked in/)).toBeVisible();
    }));

  it("'Mark all as read' marks all notifications of the last 24 hours, shown or not", () =>
    withApp(async (app) => {
      const maya = await app.createEmployee('Maya Gurung');
      await addNotifications(app, {
        count: 120,
        userId: await idOf(app, maya),
        name: 'Maya Gurung',
        now: FRIDAY_MORNING,
      });
      await addNotifications(app, {
        count: 3,
        userId: await idOf(app, maya),
        name: 'Maya Gurung',
        now: FRIDAY_MORNING - 24 * 60 * MINUTE,
      });
      const browser = await openMonitoring(app);
      await text(browser, 'Activity Notifications', '99+ unread');
      const feed = await openFeed(browser.page);
      await feed.getByRole('button', { name: 'Mark all as read' }).click();
      await expect(feed.getByRole('button', { name: 'Mark all as read' })).not.toBeAttached();
      await browser.page.keyboard.press('Escape');
      expect(await browser.page.getByText('unread').count()).toBe(0);
      expect(await readAndUnread(app)).toEqual(
        expect.arrayContaining([
          { read: true, n: 121 },
          { read: false, n: 3 },
        ]),
      );
    }));

  it("says that 'Mark all as read' failed and offers a retry", () =>
    withApp(async (app) => {
      await app.clockIn(await app.createEmployee('Maya Gurung'));
      const browser = await openMonitoring(app);
      browser.expectError(/ERR_/);
      await browser.page.route('**/api/activity/read', (route) => route.abort('connectionfailed'));
      const feed = await openFeed(browser.page);
      await feed.getByRole('button', { name: 'Mark all as read' }).click();
      const alert = feed.getByRole('alert').filter({ hasText: 'could not be marked as read' });
      await expect(alert).toBeVisible();
      expect(await axeViolations(browser.page)).toEqual([]);
      await browser.page.unroute('**/api/activity/read');
      await alert.getByRole('button', { name: 'Try again' }).click();
      await expect(alert).not.toBeAttached();
      await expect.poll(() => readAndUnread(app)).toEqual([{ read: true, n: 2 }]);
    }));

  it('says when it is empty and when it cannot be loaded', () =>
    withApp(async (app) => {
      const browser = await openMonitoring(app);
      const { page } = browser;
      let feed = await openFeed(page);
      await expect(feed.getByText('No activity')).toBeVisible();
      await takeScreenshots(page, 'activity-none');
      await page.keyboard.press('Escape');
      browser.expectError(/503/);
      await page.route('**/api/activity?*', (route) =>
        route.fulfill({
          status: 503,
          contentType: 'application/json',
          body: '{"code":"unavailable","message":"x"}',
        }),
      );
      feed = await openFeed(page);
      await expect(feed.getByRole('alert').getByText('The activity could not be loaded.')).toBeVisible();
      expect(await axeViolations(page)).toEqual([]);
      await takeScreenshots(page, 'activity-failed');
      await page.unroute('**/api/activity?*');
      await feed.getByRole('button', { name: 'Try again' }).click();
      await expect(feed.getByText('No activity')).toBeVisible();
    }));

  it('fits a phone', () =>
    withApp(async (app) => {
      await app.clockIn(await app.createEmployee('Maya Gurung'), 'Client visit in the morning');
      const { page } = await openMonitoring(app);
      await page.setViewportSize(PHONE);
      await expect((await openFeed(page)).getByText('Maya Gurung registered')).toBeVisible();
      expect(await overflowsHorizontally(page)).toBe(false);
      await takeScreenshots(page, 'activity-feed');
    }));
});

describe("'Activity Notifications'", () => {
  it('notifications become read for every admin when one admin looks at them', () =>
    withApp(async (app) => {
      await app.clockIn(await app.createEmployee('Maya Gurung'));
      const browser = await openMonitoring(app);
      await text(browser, 'Activity Notifications', '2 unread');
      await expect(browser.page.getByText('2 unread')).not.toBeAttached();
      await expect.poll(() => readAndUnread(app)).toEqual([{ read: true, n: 2 }]);
    }));

  it('notifications stay unread in a hidden page and behind a dialog', () =>
    withApp(async (app) => {
      const { page } = await openMonitoring(app);
      await hide(page);
      await app.createEmployee('Maya Gurung');
      const told: string[] = [];
      page.on('request', (request) => {
        if (request.url().endsWith('/api/activity/read')) told.push(request.url());
      });
      await page.clock.install({ time: app.now() });
      await page.reload();
      await expect(page.getByText('1 unread')).toBeVisible();
      await page.clock.runFor(20_000);
      expect(told).toEqual([]);
      await page.getByRole('button', { name: /User menu/ }).click();
      await page.getByRole('menuitem', { name: 'Change name' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await show(page);
      await page.clock.runFor(20_000);
      expect(told).toEqual([]);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).not.toBeAttached();
      await page.clock.runFor(20_000);
      await expect(page.getByText('1 unread')).not.toBeAttached();
    }));
});
