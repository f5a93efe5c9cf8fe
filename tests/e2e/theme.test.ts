import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { axeViolations, takeScreenshots } from './browser.ts';
import { withApp } from './app.ts';
import { openDashboard } from './dashboard-page.ts';
import { createEmployeeWithEntries, generate, openReports, WEEK } from './reports-page.ts';

const LIGHT = 'rgb(248, 250, 252)';
const DARK = 'rgb(11, 17, 32)';

const ground = (page: Page): Promise<string> =>
  page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
const barColour = (page: Page): Promise<string | null> =>
  page.locator('meta[name=theme-color]').getAttribute('content');

async function chooseInMenu(page: Page, theme: string): Promise<void> {
  await page.getByRole('button', { name: /User menu/ }).click();
  await page.getByRole('menuitemradio', { name: theme }).click();
  await page.keyboard.press('Escape');
}

describe('the theme', () => {
  it('the theme is light until the user chooses otherwise, and a browser with storage remembers the choice', () =>
    withApp(async (app) => {
      const { page, context } = await openDashboard(app);
      await page.emulateMedia({ colorScheme: 'dark' });
      expect([await ground(page), await barColour(page)]).toEqual([LIGHT, LIGHT]);
      await page.getByRole('button', { name: /User menu/ }).click();
      await page.getByRole('menuitemradio', { name: 'System' }).click();
      const themes = page.getByRole('group', { name: 'Theme' });
      expect(await themes.getByRole('menuitemradio', { checked: true }).textContent()).toBe('System');
      expect([await ground(page), await barColour(page)]).toEqual([DARK, DARK]);
      await page.emulateMedia({ colorScheme: 'light' });
      await expect.poll(() => barColour(page)).toBe(LIGHT);
      await page.keyboard.press('Escape');
      const other = await context.newPage();
      await other.goto(app.url);
      await chooseInMenu(page, 'Dark');
      await expect.poll(() => ground(other)).toBe(DARK);
      await page.getByRole('button', { name: 'Clock In' }).click();
      await expect(page.getByRole('button', { name: 'Start Break' })).toBeVisible();
      expect(await axeViolations(page)).toEqual([]);
      await takeScreenshots(page, 'dark-employee');
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
      expect(await ground(page)).not.toBe(DARK);
      expect(await page.evaluate(() => getComputedStyle(document.body).color)).toBe('rgb(15, 23, 42)');

      await other.addInitScript(() => {
        Object.defineProperty(window, 'localStorage', {
          get: () => {
            throw new DOMException('Access is denied for this document.', 'SecurityError');
          },
        });
      });
      await other.reload();
      await chooseInMenu(other, 'Dark');
      expect(await ground(other)).toBe(DARK);
      await other.reload();
      await expect(other.getByRole('button', { name: 'Clock Out' })).toBeVisible();
      expect(await ground(other)).toBe(LIGHT);
    }));

  it('the theme is applied before the first paint', () =>
    withApp(async (app) => {
      const { page } = await app.openBrowser();
      await page.getByRole('button', { name: 'Theme: Light' }).click();
      await expect(page.getByRole('button', { name: 'Theme: Dark' })).toBeFocused();
      let release = (): void => undefined;
      const isReleased = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route('**/assets/*.js', async (route) => {
        await isReleased;
        await route.continue();
      });
      await page.reload({ waitUntil: 'commit' });
      await expect.poll(() => ground(page)).toBe(DARK);
      expect(await page.locator('#root > *').count()).toBe(0);
      release();
      await expect(page.getByRole('button', { name: 'Theme: Dark' })).toBeVisible();
      expect(await axeViolations(page)).toEqual([]);
      await takeScreenshots(page, 'dark-login');
    }));

  it("the dark theme has no accessibility violations on the admin's screens", () =>
    withApp(async (app) => {
      await createEmployeeWithEntries(app, 'Ram Thapa', WEEK);
      const admin = await openReports(app);
      const { page } = admin;
      await chooseInMenu(page, 'Dark');
      await generate(admin, 'Ram Thapa', { from: '2026-11-16', to: '2026-11-19' });
      expect(await axeViolations(page)).toEqual([]);
      await takeScreenshots(page, 'dark-report');
      for (const tab of ['Real-Time Monitoring', 'Employee Management', 'Settings']) {
        await page.getByRole('tab', { name: tab }).click();
        await expect(page.getByRole('tabpanel').locator('[aria-busy]')).toHaveCount(0);
        expect(await axeViolations(page)).toEqual([]);
        await takeScreenshots(page, `dark-${tab.replaceAll(' ', '-').toLowerCase()}`);
      }
    }));
});
