import { describe, expect, it } from 'vitest';
import {
  axeViolations,
  overflowsHorizontally,
  PHONE,
  readDownload,
  takeScreenshots,
  refuse,
} from './browser.ts';
import { signIn, withApp } from './app.ts';
import { openSettings } from './settings-page.ts';

describe('Sign-in & security', () => {
  it('shows where somebody is signed in, also after a failed load, and signs them out elsewhere at once', () =>
    withApp(async (app) => {
      const maya = await app.createEmployee('Maya Gurung');
      const browser = await app.openBrowser();
      browser.expectError(/status of (401|500)/);
      await signIn(browser, { ...maya, password: 'not this one' });
      await expect(browser.page.getByText('Invalid email or password')).toBeVisible();
      await app.advance(1000);
      await signIn(browser, maya);
      const elsewhere = await app.openBrowser({ as: maya, viewport: PHONE });
      elsewhere.expectError(/status of 401/);
      const { page } = browser;
      await page.getByRole('button', { name: /User menu/ }).click();
      await page.route('**/api/account/security', refuse('server_error'));
      await page.getByRole('menuitem', { name: 'Sign-in & security' }).click();
      await expect(page.getByText('Your browsers and sign-ins could not be loaded.')).toBeVisible();
      await takeScreenshots(page, 'security-offline');
      await page.unroute('**/api/account/security');
      await page.getByRole('button', { name: 'Try again' }).click();

      const sessions = page.getByRole('list', { name: 'Where you are signed in' }).getByRole('listitem');
      await expect(sessions).toHaveCount(2);
      await expect(sessions.first().getByText('This browser', { exact: true })).toBeVisible();
      await expect(sessions.first().getByText('Chrome on Linux')).toBeVisible();
      const signIns = page.getByRole('list', { name: 'Recent sign-ins' }).getByRole('listitem');
      await expect(signIns.first().getByText('Signed in')).toBeVisible();
      await expect(signIns.last().getByText('Wrong password')).toBeVisible();
      await takeScreenshots(page, 'security');
      expect(await axeViolations(page)).toEqual([]);
      await page.setViewportSize(PHONE);
      await expect.poll(() => overflowsHorizontally(page)).toBe(false);

      await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
      await expect(page.getByText('You are signed out everywhere else.')).toBeVisible();
      await expect(sessions).toHaveCount(1);
      await expect(elsewhere.page.getByText('Your session has ended. Sign in again.')).toBeVisible();
      await takeScreenshots(elsewhere.page, 'login-session-ended');
    }));
});

describe('the security log', () => {
  it('shows sign-ins and refusals to admins, by filters, and gives them as a file', () =>
    withApp(async (app) => {
      const maya = await app.createEmployee('Maya Gurung');
      const client = await app.signInElsewhere(maya);
      const wrong = { ...maya, password: 'not this one' };
      for (const who of [wrong, { ...maya, email: 'nobody@example.com' }, maya])
        await client.send('signIn', who);
      const { page } = await openSettings(app, 'sign-in');
      await page.getByRole('button', { name: 'Open security log' }).click();
      const rows = page.getByRole('list', { name: 'Security log' }).getByRole('listitem');
      await expect(rows).toHaveCount(3);
      await takeScreenshots(page, 'security-log');
      expect(await axeViolations(page)).toEqual([]);
      await page.setViewportSize(PHONE);
      expect(await overflowsHorizontally(page)).toBe(false);

      await page.getByLabel('What').selectOption('Wrong password');
      await expect(rows).toHaveCount(1);
      await expect(rows.getByText('Maya Gurung')).toBeVisible();
      const downloading = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Download CSV' }).click();
      const file = await readDownload(await downloading);
      expect(file.name).toBe('security-log.csv');
      expect(file.bytes.toString().split('\r\n')).toHaveLength(3);
      await page.getByLabel('Start Date').fill('2026-11-21');
      await expect(page.getByText('Nothing matches')).toBeVisible();
    }));
});
