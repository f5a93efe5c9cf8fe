import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { DESK, PHONE, type BrowserSession } from './browser.ts';
import { MINUTE, withApp, type App } from './app.ts';

const HOUR = 60 * MINUTE;

async function openDashboard(app: App): Promise<BrowserSession> {
  const browser = await app.openBrowser({ as: await app.createEmployee('Maya Gurung'), viewport: PHONE });
  await expect(browser.page.getByRole('button', { name: 'Clock In' })).toBeVisible();
  return browser;
}

const press = ({ page }: BrowserSession, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click();
const shows = ({ page }: BrowserSession, text: string | RegExp): Promise<void> =>
  expect(page.getByText(text).first()).toBeVisible();
const buttons = async ({ page }: BrowserSession): Promise<string[]> =>
  (await page.getByRole('region', { name: 'Time clock' }).getByRole('button').allTextContents()).map((text) =>
    text.trim(),
  );

const region = ({ page }: BrowserSession, name: string): Locator =>
  page.getByRole('region', { name, exact: true });

describe('the employee dashboard', () => {
  it('shows time, shift, buttons, session, activity and cards through a whole day', () =>
    withApp(async (app) => {
      const browser = await openDashboard(app);
      const { page } = browser;
      for (const text of [
        'Employee Dashboard',
        'Track your time and manage your work schedule efficiently',
        'Employee Workspace',
        '08:55',
        'Friday, November 20, 2026',
        "Today's Shift",
        '09:00 - 17:00',
        'Suggested break: 12:00 - 12:30',
      ])
        await shows(browser, text);
      await expect(region(browser, 'Time Summary')).toBeVisible();
      expect(await page.getByText('Welcome back, Maya!').isVisible()).toBe(false);
      // The browser shows the workplace's time.
      expect(await page.getByText('Asia/Kathmandu time').count()).toBe(0);
      expect(await buttons(browser)).toEqual(['Clock In']);

      await page.getByLabel('Notes').fill('Stocktaking');
      await press(browser, 'Clock In');
      await shows(browser, /Clock-in successful at 08:55 - You're on time!.*📍/);
      const [clock, session, activity] = ['Time clock', 'Active Session', "Today's Activity"].map((name) =>
        region(browser, name),
      ) as [Locator, Locator, Locator];
      await expect(activity.getByText('ACTIVE')).toBeVisible();
      expect((await buttons(browser)).toSorted()).toEqual(['Clock Out', 'Start Break']);
      await expect(clock.getByText('Clocked In', { exact: true })).toBeVisible();
      await app.advance(HOUR);
      for (const text of ['08:55', '1h', 'Stocktaking'])
        await expect(session.getByText(text, { exact: true })).toBeVisible();
      for (const card of ["Today's Hours", 'This Week', 'This Month'])
        await expect(region(browser, card).getByText('1h', { exact: true })).toBeVisible();
      await expect(region(browser, 'Status').getByText('Clocked In')).toBeVisible();

      await press(browser, 'Start Break');
      await expect(activity.getByText('In progress')).toBeVisible();
      await expect(clock.getByText('On Break', { exact: true })).toBeVisible();
      expect(await buttons(browser)).toEqual(['End Break']);
      await app.advance(15 * MINUTE);
      await press(browser, 'End Break');
      await expect(activity.getByText('09:55 - 10:10')).toBeVisible();

      await app.advance(401 * MINUTE);
      await press(browser, 'Clock Out');
      await shows(browser, 'Clocked-out successful');
      await expect(activity.getByText('ACTIVE')).not.toBeAttached();
      for (const text of ['08:55', '16:51', '15m', '7h 41m', 'Stocktaking', 'IP: 127.0.0.1'])
        await expect(activity.getByText(text).first()).toBeVisible();
      await expect(page.getByText('Clocked-out successful')).not.toBeAttached();
      for (const isReloaded of [false, true]) {
        if (isReloaded) await page.reload();
        await expect(region(browser, 'Status').getByText('Out at 16:51')).toBeVisible();
        await shows(browser, 'Worked today, 7h 41m');
      }
      // The shift ends at 17:00.
      await app.advance(10 * MINUTE);
      await shows(browser, 'Done for today, 7h 41m');
      await page.setViewportSize(DESK);
      await shows(browser, 'Welcome back, Maya!');
    }));

  it('clocks in without a refused location, and only once after a double press', () =>
    withApp(async (app) => {
      const browser = await openDashboard(app);
      await browser.context.clearPermissions();
      await browser.page.getByRole('button', { name: 'Clock In' }).dblclick();
      await shows(browser, "Clock-in successful at 08:55 - You're on time!");
      const { rows } = await app.owner.query('SELECT location FROM time_entry_detail');
      expect(rows).toEqual([{ location: null }]);
    }));
});
