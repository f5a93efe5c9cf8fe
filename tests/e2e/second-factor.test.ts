import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { signIn, withApp, type App } from './app.ts';
import { axeViolations, overflowsHorizontally, PHONE, takeScreenshots } from './browser.ts';

const codeOf = async (page: Page, app: App): Promise<string> => {
  const secret =
    (
      await page
        .locator('code')
        .filter({ hasText: /[A-Z2-7]{4}/ })
        .textContent()
    )?.replaceAll(' ', '') ?? '';
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: app.now() });
};

describe('a second factor', () => {
  it('is set up by an authenticator app, and from then on a sign-in asks for a code', () =>
    withApp(async (app) => {
      const maya = await app.createEmployee('Maya Gurung');
      const browser = await app.openBrowser({ as: maya });
      browser.expectError(/status of 403/);
      const { page } = browser;
      await page.getByRole('button', { name: /User menu/ }).click();
      await page.getByRole('menuitem', { name: 'Sign-in & security' }).click();
      await page.getByRole('button', { name: 'Set up' }).click();
      await expect(page.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
      await takeScreenshots(page, 'second-factor-new-app');
      expect(await axeViolations(page)).toEqual([]);
      await page.getByLabel('Code', { exact: true }).fill('000000');
      const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' });
      await dialog.getByRole('button', { name: 'Set up' }).click();
      await expect(dialog.getByText('This code is wrong')).toBeVisible();
      await page.getByLabel('Code', { exact: true }).fill(await codeOf(page, app));
      await dialog.getByRole('button', { name: 'Set up' }).click();
      const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
      await expect(codes).toHaveCount(10);
      await takeScreenshots(page, 'second-factor-recovery-codes');
      const recovery = (await codes.first().textContent()) ?? '';
      await page.getByRole('button', { name: 'I have kept them' }).click();
      await expect(page.getByText('10 of 10 recovery codes are left.')).toBeVisible();
      await takeScreenshots(page, 'second-factor-set-up');
      await page.setViewportSize(PHONE);
      await expect.poll(() => overflowsHorizontally(page)).toBe(false);

      const elsewhere = await app.openBrowser({ viewport: PHONE });
      await signIn(elsewhere, maya);
      await expect(elsewhere.page.getByRole('heading', { name: 'One more step' })).toBeVisible();
      await takeScreenshots(elsewhere.page, 'second-step');
      expect(await axeViolations(elsewhere.page)).toEqual([]);
      await elsewhere.page.getByLabel('Code', { exact: true }).fill(recovery);
      await elsewhere.page.getByRole('button', { name: 'Continue' }).click();
      await expect(elsewhere.page.getByRole('button', { name: 'Clock In' })).toBeVisible();

      await page.getByRole('button', { name: 'Remove' }).click();
      await page
        .getByRole('dialog', { name: 'Remove your authenticator app?' })
        .getByRole('button', { name: 'Remove' })
        .click();
      await expect(page.getByRole('button', { name: 'Set up' })).toBeVisible();
    }));

  it('that is required is announced for a week, and then set up before anything else', () =>
    withApp(async (app) => {
      const maya = await app.createEmployee('Maya Gurung');
      await app.changeSettings({
        second_factor: 'all',
        second_factor_since: new Date(app.now()).toISOString(),
      });
      const browser = await app.openBrowser({ as: maya, viewport: PHONE });
      const { page } = browser;
      await expect(page.getByText('Set up a second factor before')).toBeVisible();
      await takeScreenshots(page, 'second-factor-notice');
      browser.expectError(/status of 403/);
      await app.advance(7 * 24 * 3_600_000);
      await page.reload();
      await expect(page.getByRole('heading', { name: 'Set up a second factor' })).toBeVisible();
      await expect(page.getByRole('heading', { name: 'Passkeys' })).toBeVisible();
      await takeScreenshots(page, 'second-factor-required');
      expect(await axeViolations(page)).toEqual([]);
      await page.getByRole('button', { name: 'Set up' }).click();
      const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' });
      await dialog.getByLabel('Code', { exact: true }).fill(await codeOf(page, app));
      await dialog.getByRole('button', { name: 'Set up' }).click();
      await page.getByLabel('Your Password', { exact: true }).fill(maya.password);
      await page.getByRole('button', { name: 'Confirm' }).click();
      await page.getByRole('button', { name: 'I have kept them' }).click();
      await expect(page.getByRole('button', { name: 'Clock In' })).toBeVisible();
    }));
});
