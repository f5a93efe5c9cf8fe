import { describe, expect, it } from 'vitest';
import { linkIn, startMailServer, type MailServer } from '#tests/support/mail-server';
import {
  axeViolations,
  overflowsHorizontally,
  PHONE,
  takeScreenshots,
  type BrowserSession,
} from './browser.ts';
import { withApp, type App } from './app.ts';

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
  it('a mailed link sets a new password', () =>
    withPost(async (app, post) => {
      const maya = await app.createEmployee('Maya Gurung');
      const browser = await app.openBrowser({ viewport: PHONE });
      const { page } = browser;
      await page.getByLabel('Email').fill(maya.email);
      await press(browser, 'Forgot password?');
      const dialog = page.getByRole('dialog');
      expect(await dialog.getByLabel('Email').inputValue()).toBe(maya.email);
      await takeScreenshots(page, 'forgot-password');
      await dialog.getByRole('button', { name: 'Send reset link' }).click();
      await shows(browser, 'The link is on its way');
      await takeScreenshots(page, 'forgot-password-sent');
      await press(browser, 'Back to Login');
      await expect(dialog).not.toBeAttached();

      const { address, token } = linkIn(await post.mail(1));
      await page.goto(`${address}/#reset=${token}`);
      await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
      await shows(browser, `For ${maya.email}. Saving signs you out everywhere else.`);
      await takeScreenshots(page, 'reset');
      await fillTwice(browser, 'short', 'different');
      for (const text of ['Password must be at least 6 characters', 'Passwords do not match'])
        await shows(browser, text);
      expect(await axeViolations(page)).toEqual([]);
      await fillTwice(browser, 'a new password');
      await shows(browser, 'Your new password is set. Sign in with it.');
      await takeScreenshots(page, 'reset-done');
      expect(page.url()).toBe(`${address}/`);
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

  it('says before anything is typed that no mail can be sent', () =>
    withApp(async (app) => {
      const browser = await app.openBrowser({ viewport: PHONE });
      await press(browser, 'Forgot password?');
      await shows(browser, 'Ask an administrator for a new password');
      await expect(browser.page.getByRole('dialog').getByLabel('Email')).not.toBeAttached();
      await takeScreenshots(browser.page, 'forgot-password-no-mail');
      expect(await axeViolations(browser.page)).toEqual([]);
    }));

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
  it('an invalid link says so before anything is typed, and its token never reaches the server in a URL', () =>
    withApp(async (app) => {
      const browser = await app.openBrowser({ viewport: { width: 320, height: 640 } });
      browser.expectError(/ERR_CONNECTION_FAILED|status of 400/);
      const { page } = browser;
      const asked: string[] = [];
      page.on('request', (request) => asked.push(`${request.url()} ${request.headers()['referer'] ?? ''}`));
      await page.route('**/api/password-reset/open', (route) => route.abort('connectionfailed'), {
        times: 4,
      });
      await page.goto(`${app.url}/#reset=a-secret-token`);
      await shows(browser, 'The service is not available at the moment. Try again.');
      await press(browser, 'Try again');
      await shows(browser, 'This link is no longer valid. Request a new one.');
      expect(asked.filter((one) => one.replace(/#.*$/, '').includes('a-secret-token'))).toEqual([]);
      expect(await overflowsHorizontally(page)).toBe(false);
      expect(await axeViolations(page)).toEqual([]);
      await takeScreenshots(page, 'reset-invalid');
      await press(browser, 'Back to Login');
      await shows(browser, 'Good to See You!');
      expect(new URL(page.url()).hash).toBe('');
    }));
});
