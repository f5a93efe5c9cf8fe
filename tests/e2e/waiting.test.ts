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
  it("the whole screen says 'Loading...' until the session is known", () =>
    withApp(async (app) => {
      const { page } = await app.openBrowser();
      const release = await hold(page, '/api/session');
      await page.reload({ waitUntil: 'commit' });
      await expect(page.getByText('Loading...')).toBeVisible();
      expect(await axeViolations(page)).toEqual([]);
      release();
      await expect(page.getByText('Good to See You!')).toBeVisible();
    }));

  it("'Sign In' shows a spinner, and a loading dashboard or tab shows a placeholder", () =>
    withApp(async (app) => {
      const browser = await app.openBrowser();
      const { page } = browser;
      const releaseSession = await hold(page, '/api/sign-in');
      const release = await hold(page, '/assets/dashboard-*.js');
      await signIn(browser, app.admin);
      const button = page.getByRole('button', { name: 'Sign In' });
      expect(await button.isDisabled()).toBe(true);
      await expect(button.locator('svg')).toBeVisible();
      releaseSession();
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
      await expect(shape.locator('.bg-line')).toHaveCount(4);
      releaseTab();
      await expect(page.getByLabel('Work Start Time')).toBeVisible();
      await expect(shape).not.toBeAttached();
    }));

  it("a punch says 'Clocking In...' or 'Clocking Out...' and shows success only after the answer", () =>
    withApp(async (app) => {
      const { page } = await openDashboard(app);
      const releaseIn = await hold(page, '/api/clock/in');
      await page.getByRole('button', { name: 'Clock In' }).click();
      await expect(page.getByRole('button', { name: 'Clocking In...' })).toBeVisible();
      expect(await page.getByText(/Clock-in successful/).count()).toBe(0);
      releaseIn();
      await expect(page.getByText(/Clock-in successful/)).toBeVisible();
      await expect(page.getByText(/Clock-in successful/)).not.toBeAttached();
      const releaseOut = await hold(page, '/api/clock/out');
      await page.getByRole('button', { name: 'Clock Out' }).click();
      await expect(page.getByRole('button', { name: 'Clocking Out...' })).toBeVisible();
      releaseOut();
      await expect(page.getByText('Clocked-out successful')).toBeVisible();
      await expect(page.getByText('Clocked-out successful')).not.toBeAttached();
      // With a server of another version the page offers a reload, which waits for the answer to a punch.
      await page.route('**/api/live?*', (route) =>
        route.fulfill({
          contentType: 'text/event-stream',
          body: 'data: {"type":"hello","cursor":"1-1","version":"0.0.1"}\n\n',
        }),
      );
      await page.reload();
      await expect(page.getByRole('button', { name: 'New version: Reload' })).toBeVisible();
      expect(await axeViolations(page)).toEqual([]);
      await takeScreenshots(page, 'new-version');
      await page.evaluate(() => Reflect.set(window, 'isFormer', true));
      const releaseLast = await hold(page, '/api/clock/in');
      await page.getByRole('button', { name: 'Clock In' }).click();
      await page.getByRole('button', { name: 'New version: Reload' }).click();
      await expect(page.getByRole('button', { name: 'Clocking In...' })).toBeVisible();
      expect(await page.evaluate(() => Reflect.get(window, 'isFormer'))).toBe(true);
      releaseLast();
      await page.waitForFunction(() => Reflect.get(window, 'isFormer') !== true);
      await expect(page.getByRole('button', { name: 'Clock Out' })).toBeVisible();
    }));
});

describe('when the server cannot be reached', () => {
  it('the wizard stays on the work step when no employee ID can be issued', () =>
    withApp(async (app) => {
      const browser = await app.openBrowser();
      const { page } = browser;
      browser.expectError(/ERR_CONNECTION_FAILED/);
      await page.route('**/api/registration/employee-id', (route) => route.abort('connectionfailed'));
      await page.getByRole('button', { name: 'Create account' }).click();
      await page.getByLabel('Full Name').fill('Maya Gurung');
      await page.getByLabel('Email').fill('maya@example.com');
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByLabel('Studio').selectOption('Business Studio');
      await page.getByLabel('Hub').selectOption('Core operations hub');
      await page.getByLabel('Position').selectOption('Intern');
      await page.getByRole('button', { name: 'Continue' }).click();
      await expect(page.getByText('Failed to generate employee ID. Please try again.')).toBeVisible();
      await expect(page.getByLabel('Studio')).toHaveValue('Business Studio');
    }));

  it('signing in and signing out say that they failed', () =>
    withApp(async (app) => {
      const browser = await app.openBrowser();
      const { page } = browser;
      browser.expectError(/ERR_CONNECTION_FAILED/);
      await page.route('**/api/sign-in', (route) => route.abort('connectionfailed'), { times: 4 });
      await signIn(browser, app.admin);
      await expect(page.getByText('Failed to sign in. Please check your credentials.')).toBeVisible();
      await signIn(browser, app.admin);
      await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
      await page.route('**/api/sign-out', (route) => route.abort('connectionfailed'));
      await page.getByRole('button', { name: /Administrator/ }).click();
      await page.getByRole('menuitem', { name: 'Sign Out' }).click();
      await expect(page.getByText('Failed to sign out. Please try again.')).toBeVisible();
    }));
});
