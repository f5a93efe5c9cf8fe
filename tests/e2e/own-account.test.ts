import { describe, expect, it } from 'vitest';
import {
  axeViolations,
  DESK,
  overflowsHorizontally,
  PHONE,
  takeScreenshots,
  type BrowserSession,
  refuse,
} from './browser.ts';
import { withApp, signIn, type Credentials, type App } from './app.ts';

const NARROW = { width: 320, height: 640 };
const shows = ({ page }: BrowserSession, text: string): Promise<void> =>
  expect(page.getByText(text, { exact: true })).toBeVisible();
const openDashboard = ({ page }: BrowserSession): Promise<void> =>
  expect(page.getByRole('button', { name: 'Clock In' })).toBeVisible();

async function choose({ page }: BrowserSession, item: string): Promise<void> {
  await page.getByRole('button', { name: /User menu/ }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

async function changePassword(browser: BrowserSession): Promise<void> {
  await choose(browser, 'Sign-in & security');
  await browser.page.getByRole('button', { name: 'Change password' }).click();
}

async function signedIn(app: App, who: Credentials, viewport = DESK): Promise<BrowserSession> {
  const browser = await app.openBrowser({ as: who, viewport });
  await openDashboard(browser);
  return browser;
}

async function fillPasswords(
  { page }: BrowserSession,
  current: string | null,
  next: string,
  again = next,
): Promise<void> {
  if (current !== null) await page.getByLabel('Current Password').fill(current);
  await page.getByLabel('New Password').fill(next);
  await page.getByLabel('Confirm Password').fill(again);
  await page.getByRole('button', { name: 'Save password' }).click();
}

describe('the user menu', () => {
  it('shows name, role, actions and employee id, or else the e-mail address', () =>
    withApp(async (app) => {
      const maya = await app.createEmployee('Maya Gurung');
      const browser = await signedIn(app, maya, PHONE);
      await browser.page.getByRole('button', { name: /Maya Gurung.*Employee.*User menu/ }).click();
      const menu = browser.page.getByRole('menu');
      for (const text of ['Maya Gurung', 'Employee'])
        await expect(menu.getByText(text, { exact: true })).toBeVisible();
      await expect(menu.getByText(/^NXBI-[A-Z0-9]{5}$/)).toBeVisible();
      expect(await menu.getByRole('menuitem').allTextContents()).toEqual([
        'Change name',
        'Sign-in & security',
        'Sign Out',
      ]);
      await takeScreenshots(browser.page, 'user-menu');
      expect(await axeViolations(browser.page)).toEqual([]);
      // The e-mail address stands in for a missing employee id.
      await app.owner.query(`UPDATE account SET employee_id = '' WHERE role = 'employee'`);
      await browser.page.reload();
      await browser.page.getByRole('button', { name: /User menu/ }).click();
      await expect(menu.getByText(maya.email)).toBeVisible();
    }));
});

describe("changing one's own name", () => {
  it('a changed name becomes one line and appears in the header and in every other window', () =>
    withApp(async (app) => {
      const maya = await app.createEmployee('Maya Gurung');
      const browser = await signedIn(app, maya);
      const other = await signedIn(app, maya);
      const { page } = browser;
      await choose(browser, 'Change name');
      const name = page.getByRole('dialog').getByLabel('Full Name');
      await expect(name).toHaveValue('Maya Gurung');
      await takeScreenshots(page, 'change-name');
      expect(await axeViolations(page)).toEqual([]);
      await name.fill('   ');
      await page.keyboard.press('Enter');
      await shows(browser, 'Full name is required');
      await browser.context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.evaluate(() => navigator.clipboard.writeText('<img src=x onerror=alert(1)>\r\nRai '));
      await name.press('ControlOrMeta+a');
      await name.press('ControlOrMeta+v');
      await page.getByRole('button', { name: 'Save name' }).click();
      for (const one of [browser, other])
        await expect(one.page.getByText('Welcome back, <img!')).toBeVisible();
      await expect(page.getByRole('dialog')).not.toBeAttached();
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-haspopup')))
        .toBe('menu');
      const { rows } = await app.owner.query(`SELECT name FROM account WHERE role = 'employee'`);
      expect(rows).toEqual([{ name: '<img src=x onerror=alert(1)> Rai' }]);
    }));

  it('a change after the session has ended leads to the login, which says why', () =>
    withApp(async (app) => {
      const browser = await signedIn(app, await app.createEmployee('Maya Gurung'));
      browser.expectError(/status of 401/);
      await choose(browser, 'Change name');
      await browser.page.getByLabel('Full Name').fill('Maya Rai');
      await browser.page.route('**/api/account/profile', async (route) => {
        await app.owner.query('DELETE FROM session');
        // The live connection notices the ended session first and shows the login.
        await shows(browser, 'Your session has ended. Sign in again.');
        await route.continue();
      });
      await browser.page.keyboard.press('Enter');
      await shows(browser, 'No user is currently signed in.');
      await shows(browser, 'Good to See You!');
    }));

  it('a typed name stays when it cannot be saved and is not discarded without a question', () =>
    withApp(async (app) => {
      const browser = await signedIn(app, await app.createEmployee('Maya Gurung'), NARROW);
      const { page } = browser;
      browser.expectError(/status of 500/);
      await page.route('**/api/account/profile', refuse('profile_update_failed'));
      await choose(browser, 'Change name');
      await page.getByLabel('Full Name').fill('Maya Rai');
      await page.keyboard.press('Enter');
      await shows(browser, 'Failed to update profile.');
      await takeScreenshots(page, 'change-name-failed');
      await page.keyboard.press('Escape');
      await shows(browser, 'Discard your changes?');
      await page.waitForFunction(() => document.activeElement?.textContent === 'Keep editing');
      expect(await axeViolations(page)).toEqual([]);
      expect(await overflowsHorizontally(page)).toBe(false);
      await takeScreenshots(page, 'discard-changes');
      await page.keyboard.press('Enter');
      await expect(page.getByLabel('Full Name')).toHaveValue('Maya Rai');
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('button', { name: 'Discard' }).click();
      await expect(page.getByRole('dialog')).not.toBeAttached();
      await choose(browser, 'Change name');
      await expect(page.getByLabel('Full Name')).toHaveValue('Maya Gurung');
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).not.toBeAttached();
    }));
});

describe("changing one's own password", () => {
  it('a changed password of 150 bytes leaves this browser signed in, in every tab', () =>
    withApp(async (app) => {
      const maya = await app.createEmployee('Maya Gurung');
      const browser = await signedIn(app, maya);
      const { page } = browser;
      const long = `${'पा'.repeat(20)} 'quoted' <b>&amp; ${'x'.repeat(20)}`;
      const secondTab = await browser.context.newPage();
      await secondTab.goto(app.url);
      await expect(secondTab.getByRole('button', { name: 'Clock In' })).toBeVisible();

      await changePassword(browser);
      await takeScreenshots(page, 'change-password');
      await page.getByRole('button', { name: 'Save password' }).click();
      for (const text of [
        'Enter your current password',
        'Password is required',
        'Please confirm your password',
      ])
        await shows(browser, text);
      expect(await axeViolations(page)).toEqual([]);
      await takeScreenshots(page, 'change-password-faults');
      browser.expectError(/status of 403/);
      await fillPasswords(browser, 'not this one', long);
      await shows(browser, 'Incorrect password.');
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.getAttribute('name')))
        .toBe('currentPassword');
      await fillPasswords(browser, maya.password, long);
      await shows(browser, 'Your password was changed');
      await takeScreenshots(page, 'change-password-done');
      await app.signInElsewhere({ email: maya.email, password: long });
      await page.getByRole('button', { name: 'Done' }).click();
      await page.getByRole('button', { name: 'Close' }).click();

      // Both tabs of this browser stay signed in and share one live stream.
      await page.getByRole('button', { name: 'Clock In' }).click();
      await expect(secondTab.getByRole('button', { name: 'Clock Out' })).toBeVisible();
      expect(await secondTab.getByText('Good to See You!').count()).toBe(0);
    }));
});

describe('the first sign-in with a temporary password', () => {
  it('demands a new password before anything else, or lets the user sign out', () =>
    withApp(async (app) => {
      const maya = await app.createEmployee('Maya Gurung');
      await app.owner.query(`UPDATE account SET must_change_password = true WHERE role = 'employee'`);
      const browser = await app.openBrowser({ as: maya, viewport: NARROW });
      const { page } = browser;
      browser.expectError(/status of (400|500)/);
      await expect(page.getByRole('heading', { name: 'Choose your own password' })).toBeVisible();
      await page.route('**/api/sign-out', refuse('sign_out_failed'), { times: 1 });
      await page.getByRole('button', { name: 'Sign Out' }).click();
      await shows(browser, 'Failed to sign out. Please try again.');
      await page.getByRole('button', { name: 'Sign Out' }).click();
      await shows(browser, 'Good to See You!');
      expect(await page.getByText('Your session has ended.').count()).toBe(0);

      await signIn(browser, maya);
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.textContent))
        .toBe('Choose your own password');
      expect(await overflowsHorizontally(page)).toBe(false);
      expect(await axeViolations(page)).toEqual([]);
      await takeScreenshots(page, 'first-password');
      await page.getByRole('button', { name: 'Save password' }).click();
      await shows(browser, 'Password is required');
      await fillPasswords(browser, null, maya.password);
      await shows(browser, 'Choose a password other than the temporary one');
      await takeScreenshots(page, 'first-password-faults');
      await fillPasswords(browser, null, 'my very own');
      await openDashboard(browser);
    }));
});
