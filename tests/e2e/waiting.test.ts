import { describe, expect, it } from 'vitest';
import { axeViolations, PHONE, takeScreenshots, type BrowserSession } from './browser.ts';
import { hold } from './request-timeouts.ts';
import { withApp, signIn, type App } from './app.ts';

async function openDashboard(app: App): Promise<BrowserSession> {
  const browser = await app.openBrowser({ as: await app.createEmployee('Maya Gurung'), viewport: PHONE });
  await expect(browser.page.getByRole('button', { name: 'Clock In' })).toBeVisible();
  return browser;
}

describe('while the server has not answered', () => {
  it("the screen says 'Loading...', 'Sign In' shows a spinner, and a loading dashboard or tab a placeholder", () =>
    withApp(async (app) => {
      const browser = await app.openBrowser();
      const { page } = browser;
      const releaseSession = await hold(page, '/api/session');
      await page.reload({ waitUntil: 'commit' });
      await expect(page.getByText('Loading...')).toBeVisible();
      expect(await axeViolations(page)).toEqual([]);
      releaseSession();
      await expect(page.getByText('Good to See You!')).toBeVisible();
      const releaseSignIn = await hold(page, '/api/sign-in');
      const release = await hold(page, '/assets/dashboard-*.js');
      await signIn(browser, app.admin);
      const button = page.getByRole('button', { name: 'Sign In' });
      await expect(button.locator('svg')).toBeVisible();
      expect(await button.isDisabled()).toBe(true);
      releaseSignIn();
      const header = page.getByRole('banner');
      await expect(header.getByText('Admin Control Center')).toBeVisible();
      expect(await page.getByRole('tab').count()).toBe(0);
      expect(await axeViolations(page)).toEqual([]);
      const place = async () => {
        const boxes = ['Admin Control Center', 'Admin Dashboard'].map((text) =>
          page.getByText(text).boundingBox(),
        );
        return (await Promise.all(boxes)).map((box) => [box?.x, box?.y, box?.height]);
      };
      const before = await place();
      release();
      await expect(page.getByRole('tab', { name: 'Settings' })).toBeVisible();
      expect(await place()).toEqual(before);
      const releaseTab = await hold(page, '/assets/settings-*.js');
      await page.getByRole('tab', { name: 'Settings' }).click();
      const shape = page.getByRole('tabpanel').locator('[aria-busy=true]');
      await expect(shape).toBeVisible();
      await expect(shape.locator('.shadow-card')).toHaveCount(4);
      releaseTab();
      await expect(page.getByLabel('Work Start Time')).toBeVisible();
      await expect(shape).not.toBeAttached();
      const releaseList = await hold(page, '/api/employees');
      await page.reload();
      await page.getByRole('tab', { name: 'Employee Management' }).click();
      await expect(page.getByText('Loading the employees...')).toBeAttached();
      await expect(page.getByRole('button', { name: 'Add Employee' })).toBeVisible();
      expect(await axeViolations(page)).toEqual([]);
      releaseList();
      await expect(page.getByText(/^\d+ (person|people)$/)).toBeAttached();
    }));

  it("a punch says 'Clocking In...' or 'Clocking Out...' until the answer, and a reload waits for it", () =>
    withApp(async (app) => {
      const { page } = await openDashboard(app);
      // A server of another version: the page offers a reload.
      await page.route('**/api/live?*', (route) =>
        route.fulfill({
          contentType: 'text/event-stream',
          body: 'data: {"type":"hello","cursor":"1-1","version":"0.0.1"}\n\n',
        }),
      );
      await page.reload();
      const reload = page.getByRole('button', { name: 'New version: Reload' });
      await expect(reload).toBeVisible();
      expect(await axeViolations(page)).toEqual([]);
      await takeScreenshots(page, 'new-version');
      const releaseIn = await hold(page, '/api/clock/in');
      await page.getByRole('button', { name: 'Clock In' }).click();
      await expect(page.getByRole('button', { name: 'Clocking In...' })).toBeVisible();
      expect(await page.getByText(/Clock-in successful/).count()).toBe(0);
      releaseIn();
      await expect(page.getByText(/Clock-in successful/)).toBeVisible();
      const releaseOut = await hold(page, '/api/clock/out');
      await page.getByRole('button', { name: 'Clock Out' }).click();
      await expect(page.getByRole('button', { name: 'Clocking Out...' })).toBeVisible();
      await page.evaluate(() => Object.assign(window, { isFormer: true }));
      await reload.click();
      await expect(page.getByRole('button', { name: 'Clocking Out...' })).toBeVisible();
      expect(await page.evaluate(() => Reflect.get(window, 'isFormer'))).toBe(true);
      releaseOut();
      await page.waitForFunction(() => Reflect.get(window, 'isFormer') !== true);
      await expect(page.getByRole('button', { name: 'Clock In' })).toBeVisible();
    }));
});
