import { describe, expect, it } from 'vitest';
import { linkIn, startMailServer, type MailServer } from '#tests/support/mail-server';
import {
  axeViolations,
  overflowsHorizontally,
  PHONE,
  takeScreenshots,
  type BrowserSession,
} from './browser.ts';
import { withApp, signIn, type App } from './app.ts';

const shows = ({ page }: BrowserSession, text: string): Promise<void> =>
  expect(page.getByText(text, { exact: true })).toBeVisible();
const press = ({ page }: BrowserSession, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click();

/** An app with a mail server. */
async function withPost(play: (app: App, post: MailServer) => Promise<void>): Promise<void> {
  const post = await startMailServer();
  try {
    await withApp((app) => play(app, post), { config: { smtpUrl: post.url } });
  } finally {
    await post.stop();
  }
}

async function askForLink(browser: BrowserSession, email: string): Promise<void> {
  await press(browser, 'Forgot password?');
  const dialog = browser.page.getByRole('dialog');
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByRole('button', { name: 'Send reset link' }).click();
}

const fillTwice = async ({ page }: BrowserSession, password: string, again = password): Promise<void> => {
  await page.getByLabel('New Password').fill(password);
  await page.getByLabel('Confirm Password').fill(again);
  await page.getByRole('button', { name: 'Save password' }).click();
};

describe("'Forgot password?'", () => {
  it('a mailed link sets a new password and ends older sessions at once', () =>
    withPost(async (app, post) => {
      const maya = await app.createEmployee('Maya Gurung');
      const elsewhere = await app.openBrowser({ as: maya });
      elsewhere.expectError(/status of 401/);
      await expect(elsewhere.page.getByRole('button', { name: 'Clock In' })).toBeVisible();

      const browser = await app.openBrowser({ viewport: PHONE });
      const { page } = browser;
      await page.getByLabel('Email').fill(maya.email);
      await press(browser, 'Forgot password?');
      const dialog = page.getByRole('dialog');
      expect(await dialog.getByLabel('Email').inputValue()).toBe(maya.email);
      await takeScreenshots(page, 'forgot-password');
      expect(await axeViolations(page)).toEqual([]);
      await dialog.getByRole('button', { name: 'Send reset link' }).click();
      await shows(browser, 'The link is on its way');
      await takeScreenshots(page, 'forgot-password-sent');
      expect(await axeViolations(page)).toEqual([]);
      await press(browser, 'Back to Login');
      await expect(dialog).not.toBeAttached();

      const { address, token } = linkIn(await post.mail(1));
      await page.goto(`${address}/#reset=${token}`);
      await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
      await shows(browser, `For ${maya.email}. Saving signs you out everywhere else.`);
      await takeScreenshots(page, 'reset');
      expect(await axeViolations(page)).toEqual([]);
      await fillTwice(browser, 'short', 'different');
      for (const text of ['Password must be at least 6 characters', 'Passwords do not match'])
        await shows(browser, text);
      expect(await axeViolations(page)).toEqual([]);
      await fillTwice(browser, 'a new password');
      await shows(browser, 'Your new password is set. Sign in with it.');
      await takeScreenshots(page, 'reset-done');
      expect(page.url()).toBe(`${address}/`);
      await expect(elsewhere.page.getByText('Your session has ended. Sign in again.')).toBeVisible();
      await takeScreenshots(elsewhere.page, 'login-session-ended');

      await signIn(browser, { ...maya, password: 'a new password' });
      await expect(page.getByRole('button', { name: 'Clock In' })).toBeVisible();
    }));

  it('says what is wrong with an address', () =>
    withPost(async (app) => {
      const browser = await app.openBrowser();
      browser.expectError(/status of 404/);
      await askForLink(browser, 'not an address');
      await shows(browser, 'Please enter a valid email address.');
      await browser.page.getByRole('dialog').getByLabel('Email').fill('nobody@example.com');
      await expect(browser.page.getByText('Please enter a valid email address.')).not.toBeAttached();
      await browser.page.keyboard.press('Enter');
      await shows(browser, 'No account found with this email address.');
      await takeScreenshots(browser.page, 'forgot-password-unknown');
      expect(await axeViolations(browser.page)).toEqual([]);
    }));

  it("says 'Failed to send password reset email.' when sending fails", () =>
    withApp(
      async (app) => {
        const browser = await app.openBrowser();
        browser.expectError(/status of 500|ERR_CONNECTION_FAILED/);
        await askForLink(browser, app.admin.email);
        await shows(browser, 'Failed to send password reset email.');
        await browser.page.route('**/api/password-reset', (route) => route.abort('connectionfailed'));
        await browser.page.getByRole('dialog').getByLabel('Email').fill('somebody@example.com');
        await expect(browser.page.getByText('Failed to send password reset email.')).not.toBeAttached();
        await press(browser, 'Send reset link');
        await shows(browser, 'Failed to send password reset email.');
      },
      { config: { smtpUrl: 'smtp://127.0.0.1:1' } },
    ));

  it('gives every address the same answer with HIDE_ACCOUNTS', () =>
    withApp(
      async (app) => {
        for (const email of [app.admin.email, 'nobody@example.com']) {
          const browser = await app.openBrowser();
          await askForLink(browser, email);
          await shows(browser, 'Ask an administrator for a new password');
          await expect(browser.page.getByText('An administrator can give you a new password.')).toBeVisible();
        }
      },
      { config: { hideAccounts: true, dataDir: '/dev/null/nowhere' } },
    ));

  it('works by keyboard alone and returns the focus', () =>
    withPost(async (app) => {
      const { page } = await app.openBrowser();
      const focused = (): Promise<string> =>
        page.evaluate(
          () => document.activeElement?.textContent || document.activeElement?.getAttribute('name') || '',
        );
      await page.getByLabel('Password', { exact: true }).focus();
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      await expect.poll(() => focused()).toBe('Forgot password?');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('dialog')).toBeVisible();
      const inDialog = (): Promise<boolean> =>
        page.evaluate(
          () => document.querySelector('[role=dialog]')?.contains(document.activeElement) === true,
        );
      for (let presses = 0; presses < 8; presses += 1) {
        await expect.poll(inDialog).toBe(true);
        await page.keyboard.press('Tab');
      }
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).not.toBeAttached();
      await expect.poll(() => focused()).toBe('Forgot password?');
    }));
});

describe('reset links', () => {
  it('an invalid link says so before anything is typed, and fits a narrow phone', () =>
    withApp(async (app) => {
      const browser = await app.openBrowser({ viewport: { width: 320, height: 640 } });
      browser.expectError(/status of 400/);
      const { page } = browser;
      await page.goto(`${app.url}/#reset=long-gone`);
      await shows(browser, 'This link is no longer valid. Request a new one.');
      expect(await overflowsHorizontally(page)).toBe(false);
      expect(await axeViolations(page)).toEqual([]);
      await takeScreenshots(page, 'reset-invalid');
      await press(browser, 'Back to Login');
      await shows(browser, 'Good to See You!');
      expect(new URL(page.url()).hash).toBe('');
    }));

  it('a link is checked again after the server could not be reached', () =>
    withApp(async (app) => {
      const browser = await app.openBrowser();
      browser.expectError(/ERR_CONNECTION_FAILED|status of 400/);
      await browser.page.route('**/api/password-reset/open', (route) => route.abort('connectionfailed'), {
        times: 4,
      });
      await browser.page.goto(`${app.url}/#reset=whatever`);
      await shows(browser, 'The service is not available at the moment. Try again.');
      await press(browser, 'Try again');
      await shows(browser, 'This link is no longer valid. Request a new one.');
    }));

  it('the token of a link never reaches the server in a URL', () =>
    withApp(async (app) => {
      const browser = await app.openBrowser();
      browser.expectError(/status of 400/);
      const asked: string[] = [];
      browser.page.on('request', (request) =>
        asked.push(`${request.url()} ${request.headers()['referer'] ?? ''}`),
      );
      await browser.page.goto(`${app.url}/#reset=a-secret-token`);
      await shows(browser, 'This link is no longer valid. Request a new one.');
      expect(asked.filter((one) => one.replace(/#.*$/, '').includes('a-secret-token'))).toEqual([]);
    }));
});
