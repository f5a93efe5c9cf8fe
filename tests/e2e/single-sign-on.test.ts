/** Single sign-on in a browser: to the provider's own page and back. */
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { signIn, withApp, type App } from './app.ts';
import { axeViolations, type BrowserSession } from './browser.ts';
import { startProvider } from '../support/oidc.ts';
import { openRelay } from '../support/relay.ts';

/** Uses a relay, since the provider needs the address to return to before the server has its port. */
async function withProvider(
  test: (app: App, browser: BrowserSession, signInAs: (email: string) => Promise<void>) => Promise<void>,
  config: { signIn?: 'oidc' } = {},
): Promise<void> {
  let port = 0;
  const relay = await openRelay(() => connect(port, '127.0.0.1'));
  const publicUrl = `http://127.0.0.1:${relay.port}`;
  const provider = await startProvider(publicUrl);
  try {
    await withApp(
      async (app) => {
        port = Number(new URL(app.url).port);
        const browser = await app.openBrowser();
        const { page } = browser;
        await page.goto(publicUrl);
        await test(app, browser, async (email) => {
          await page.getByRole('button', { name: 'Sign in with Example' }).click();
          await expect.poll(() => page.title()).toBe('Provider');
          await page.getByLabel('Email').fill(email);
          await page.getByRole('button', { name: 'Continue' }).click();
          await page.waitForURL(`${publicUrl}/**`);
        });
      },
      { config: { ...provider.config, ...config } },
    );
  } finally {
    await provider.stop();
    await relay.cut();
  }
}

describe('single sign-on', () => {
  it('connects an account by its password, signs out at both, and says why a sign-in was refused', () =>
    withProvider(async (app, { page }, signInAs) => {
      await expect(page.getByRole('button', { name: 'Sign in with Example' })).toBeVisible();
      expect(await axeViolations(page)).toEqual([]);
      await signInAs('unverified@example.com');
      await expect(page.getByText('Your email address is not verified')).toBeVisible();
      const known = await app.createEmployee('Grace Hopper');
      await page.context().clearCookies();
      await signInAs(known.email);
      await page.getByLabel('Your Password', { exact: true }).fill(known.password);
      await page.getByRole('button', { name: 'Connect' }).click();
      await expect(page.getByText('Welcome back, Grace!')).toBeVisible();
      expect(new URL(page.url()).hash).toBe('');
      await page.getByRole('button', { name: /User menu/ }).click();
      await page.getByRole('menuitem', { name: 'Sign Out' }).click();
      await page.getByRole('button', { name: 'Leave', exact: true }).click();
      await expect(page.getByRole('button', { name: 'Sign in with Example' })).toBeVisible();
    }));

  it('stands alone with SIGN_IN=oidc, and leaves local administrators a way', () =>
    withProvider(
      async (app, browser) => {
        const { page } = browser;
        await expect(page.getByRole('button', { name: 'Sign in with Example' })).toBeVisible();
        expect(await page.getByLabel('Email').count()).toBe(0);
        await page.getByRole('button', { name: 'Sign in as a local administrator' }).click();
        await signIn(browser, app.admin);
        await expect(page.getByText('Welcome back, Administrator!')).toBeVisible();
      },
      { signIn: 'oidc' },
    ));
});
