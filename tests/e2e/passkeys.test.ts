import { describe, expect, it } from 'vitest';
import { signIn, withApp } from './app.ts';
import { axeViolations, overflowsHorizontally, PHONE, takeScreenshots } from './browser.ts';

describe('a passkey', () => {
  it('is added under a name, and signs in alone, after the password, and no longer once it is removed', () =>
    withApp(async (app) => {
      const maya = await app.createEmployee('Maya Gurung');
      const browser = await app.openBrowser();
      const { page, context } = browser;
      const passkeyButton = page.getByRole('button', { name: 'Sign in with a passkey' });
      await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible();
      await expect(passkeyButton).toHaveCount(0);
      const url = app.url.replace('127.0.0.1', 'localhost');
      await page.goto(url);
      const devtools = await context.newCDPSession(page);
      await devtools.send('WebAuthn.enable');
      const kind = { protocol: 'ctap2', transport: 'internal', hasResidentKey: true } as const;
      const options = { ...kind, hasUserVerification: true, isUserVerified: true };
      const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', { options });
      await signIn(browser, maya);
      const choose = async (name: string) => {
        await page.getByRole('button', { name: /User menu/ }).click();
        await page.getByRole('menuitem', { name }).click();
      };
      await choose('Sign-in & security');
      await expect(page.getByText('None yet.')).toBeVisible();
      const add = page.getByRole('button', { name: 'Add a passkey' });
      await add.click();
      await expect(page.getByLabel('Name')).toHaveValue('Chrome on Linux');
      await takeScreenshots(page, 'passkey-new');
      expect(await axeViolations(page)).toEqual([]);
      await page.getByRole('button', { name: 'Continue' }).click();
      await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10);
      await page.getByRole('button', { name: 'I have kept them' }).click();
      const passkeys = page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem');
      await expect(passkeys.getByText('Chrome on Linux')).toBeVisible();
      await takeScreenshots(page, 'passkeys');
      await page.setViewportSize(PHONE);
      await expect.poll(() => overflowsHorizontally(page)).toBe(false);
      await add.click();
      await page.getByRole('button', { name: 'Continue' }).click();
      await expect(page.getByText('You have a passkey there already.')).toBeVisible();
      const clockIn = page.getByRole('button', { name: 'Clock In' });
      await page.goto(url);
      await choose('Sign Out');
      await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
      await passkeyButton.click();
      await expect(page.getByText('No passkey was used. Try again.')).toBeVisible();
      await takeScreenshots(page, 'passkey-unused');
      expect(await axeViolations(page)).toEqual([]);
      await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
      await passkeyButton.click();
      await expect(clockIn).toBeVisible();

      await choose('Sign Out');
      await signIn(browser, maya);
      await expect(page.getByLabel('Recovery Code')).toBeVisible();
      await takeScreenshots(page, 'passkey-second-step');
      await page.getByRole('button', { name: 'Use a passkey' }).click();
      await expect(clockIn).toBeVisible();

      await choose('Sign-in & security');
      await expect(passkeys.getByText(/Last used/)).toBeVisible();
      await page.getByRole('button', { name: 'Remove Chrome on Linux' }).click();
      const question = page.getByRole('dialog', { name: 'Remove Chrome on Linux?' });
      await question.getByRole('button', { name: 'Remove' }).click();
      await expect(page.getByText('None yet.')).toBeVisible();
      await page.goto(url);
      await choose('Sign Out');
      browser.expectError(/status of 403/);
      await passkeyButton.click();
      await expect(page.getByText('This passkey does not work here.')).toBeVisible();
      await devtools.send('WebAuthn.disable');
    }));
});
