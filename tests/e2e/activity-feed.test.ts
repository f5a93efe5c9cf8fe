import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { addNotifications, openMonitoring, text } from './monitoring-page.ts';
import { axeViolations, overflowsHorizontally, PHONE, takeScreenshots, refuse } from './browser.ts';
import { FRIDAY_MORNING, withApp, type Credentials, type App } from './app.ts';

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
      // The first Escape clears the field of the person, the second closes the feed.
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
      await expect(feed).not.toBeAttached();
    }));

  it('announces a new notification, shows it on request and marks what it has shown as read', () =>
    withApp(async (app) => {
      const { page } = await openMonitoring(app);
      await hide(page);
      const maya = await app.createEmployee('Maya Gurung');
      await page.setViewportSize(PHONE);
      const feed = await openFeed(page);
      await expect(feed.getByText('Maya Gurung registered')).toBeVisible();
      await app.clockIn(maya, 'Client visit in the morning');
      await feed.getByRole('button', { name: 'Show 1 new' }).click();
      await expect(feed.getByText(/Maya Gurung clocked in/)).toBeVisible();
      expect(await overflowsHorizontally(page)).toBe(false);
      await takeScreenshots(page, 'activity-feed');
      expect(await readAndUnread(app)).toEqual([{ read: false, n: 2 }]);
      await show(page);
      await expect.poll(() => readAndUnread(app)).toEqual([{ read: true, n: 2 }]);
    }));

  it("'Mark all as read' marks all notifications, shown or not, and offers a retry if it failed", () =>
    withApp(async (app) => {
      const maya = await app.createEmployee('Maya Gurung');
      await addNotifications(app, {
        count: 120,
        userId: await idOf(app, maya),
        name: 'Maya Gurung',
        now: FRIDAY_MORNING,
      });
      const browser = await openMonitoring(app);
      const { page } = browser;
      await text(browser, 'Activity Notifications', '99+ unread');
      browser.expectError(/status of 500/);
      await page.route('**/api/activity/read', refuse('server_error'));
      const feed = await openFeed(page);
      await feed.getByRole('button', { name: 'Mark all as read' }).click();
      const alert = feed.getByRole('alert').filter({ hasText: 'could not be marked as read' });
      await expect(alert).toBeVisible();
      expect(await axeViolations(page)).toEqual([]);
      await page.unroute('**/api/activity/read');
      await alert.getByRole('button', { name: 'Try again' }).click();
      await expect(alert).not.toBeAttached();
      await expect(feed.getByRole('button', { name: 'Mark all as read' })).not.toBeAttached();
      await page.keyboard.press('Escape');
      await expect(page.getByText('unread')).toHaveCount(0);
      expect(await readAndUnread(app)).toEqual([{ read: true, n: 121 }]);
    }));

  it('says when it is empty and when it cannot be loaded', () =>
    withApp(async (app) => {
      const browser = await openMonitoring(app);
      const { page } = browser;
      let feed = await openFeed(page);
      await expect(feed.getByText('No activity')).toBeVisible();
      await takeScreenshots(page, 'activity-none');
      await page.keyboard.press('Escape');
      browser.expectError(/status of 500/);
      await page.route('**/api/activity?*', refuse('server_error'));
      feed = await openFeed(page);
      await expect(feed.getByRole('alert').getByText('The activity could not be loaded.')).toBeVisible();
      await takeScreenshots(page, 'activity-failed');
      await page.unroute('**/api/activity?*');
      await feed.getByRole('button', { name: 'Try again' }).click();
      await expect(feed.getByText('No activity')).toBeVisible();
    }));
});

describe("'Activity Notifications'", () => {
  it('notifications stay unread in a hidden page and behind a dialog, and become read when looked at', () =>
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
      await expect.poll(() => readAndUnread(app)).toEqual([{ read: true, n: 1 }]);
    }));
});
