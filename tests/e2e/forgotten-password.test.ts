import { describe, expect, it } from 'vitest';
import { linkIn, startMailServer, type MailServer } from '#tests/support/mail-server';
import { accessibilityFaults, overflowsSideways, PHONE, takePictures, type Visit } from './browser.ts';
import { onStage, signIn, type Stage } from './stage.ts';

const shows = ({ page }: Visit, text: string): Promise<void> =>
  page.getByText(text, { exact: true }).waitFor();
const press = ({ page }: Visit, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click();

/** A stage with a mail server. */
async function withPost(play: (stage: Stage, post: MailServer) => Promise<void>): Promise<void> {
  const post = await startMailServer();
  try {
    await onStage((stage) => play(stage, post), { config: { smtpUrl: post.url } });
  } finally {
    await post.stop();
  }
}

async function askForLink(visit: Visit, email: string): Promise<void> {
  await press(visit, 'Forgot password?');
  const dialog = visit.page.getByRole('dialog');
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByRole('button', { name: 'Send reset link' }).click();
}

const fillTwice = async ({ page }: Visit, password: string, again = password): Promise<void> => {
  await page.getByLabel('New Password').fill(password);
  await page.getByLabel('Confirm Password').fill(again);
  await page.getByRole('button', { name: 'Save password' }).click();
};

describe("'Forgot password?'", () => {
  it('leads by a real mail to a new password, and ends the older sessions at once', () =>
    withPost(async (stage, post) => {
      const maya = await stage.hire('Maya Gurung');
      const elsewhere = await stage.visit();
      await signIn(elsewhere, maya);
      await elsewhere.page.getByRole('button', { name: 'Clock In' }).waitFor();

      const visit = await stage.visit({ viewport: PHONE });
      const { page } = visit;
      await page.getByLabel('Email').fill(maya.email);
      await press(visit, 'Forgot password?');
      const dialog = page.getByRole('dialog');
      expect(await dialog.getByLabel('Email').inputValue()).toBe(maya.email);
      await takePictures(page, 'forgot-password');
      expect(await accessibilityFaults(page)).toEqual([]);
      await dialog.getByRole('button', { name: 'Send reset link' }).click();
      await shows(visit, 'The link is on its way');
      await takePictures(page, 'forgot-password-sent');
      expect(await accessibilityFaults(page)).toEqual([]);
      await press(visit, 'Back to Login');
      await dialog.waitFor({ state: 'detached' });

      const { address, token } = linkIn(await post.mail(1));
      await page.goto(`${address}/#reset=${token}`);
      await page.getByRole('heading', { name: 'Choose a new password' }).waitFor();
      await shows(visit, `For ${maya.email}. Saving it signs you out everywhere else.`);
      await takePictures(page, 'reset');
      expect(await accessibilityFaults(page)).toEqual([]);
      await fillTwice(visit, 'short', 'different');
      for (const text of ['Password must be at least 6 characters', 'Passwords do not match'])
        await shows(visit, text);
      expect(await accessibilityFaults(page)).toEqual([]);
      await fillTwice(visit, 'a new password');
      await shows(visit, 'Your new password is set. Sign in with it.');
      await takePictures(page, 'reset-done');
      expect(page.url()).toBe(`${address}/`);
      await elsewhere.page.getByText('Your session has ended. Please sign in again.').waitFor();
      await takePictures(elsewhere.page, 'login-session-ended');

      await signIn(visit, { ...maya, password: 'a new password' });
      await page.getByRole('button', { name: 'Clock In' }).waitFor();
    }));

  it('tells what is wrong with an address', () =>
    withPost(async (stage) => {
      const visit = await stage.visit();
      visit.expectProblem(/status of 404/);
      await askForLink(visit, 'not an address');
      await shows(visit, 'Please enter a valid email address.');
      await visit.page.getByRole('dialog').getByLabel('Email').fill('nobody@example.com');
      await visit.page.getByText('Please enter a valid email address.').waitFor({ state: 'detached' });
      await visit.page.keyboard.press('Enter');
      await shows(visit, 'No account found with this email address.');
      await takePictures(visit.page, 'forgot-password-unknown');
      expect(await accessibilityFaults(visit.page)).toEqual([]);
    }));

  it("says 'Failed to send password reset email.' when that is so", () =>
    onStage(
      async (stage) => {
        const visit = await stage.visit();
        visit.expectProblem(/status of 500|ERR_CONNECTION_FAILED/);
        await askForLink(visit, stage.admin.email);
        await shows(visit, 'Failed to send password reset email.');
        await visit.page.route('**/api/password-reset', (route) => route.abort('connectionfailed'));
        await visit.page.getByRole('dialog').getByLabel('Email').fill('somebody@example.com');
        await visit.page.getByText('Failed to send password reset email.').waitFor({ state: 'detached' });
        await press(visit, 'Send reset link');
        await shows(visit, 'Failed to send password reset email.');
      },
      { config: { smtpUrl: 'smtp://127.0.0.1:1' } },
    ));

  it('says the same for every address with HIDE_ACCOUNTS', () =>
    onStage(
      async (stage) => {
        for (const email of [stage.admin.email, 'nobody@example.com']) {
          const visit = await stage.visit();
          await askForLink(visit, email);
          await shows(visit, 'Ask your administrator for the link');
          await visit.page.getByText(`If ${email} has an account, its link lies ready there.`).waitFor();
        }
      },
      { config: { hideAccounts: true, dataDir: '/dev/null/nowhere' } },
    ));

  it('works by the keyboard alone, and gives the focus back', () =>
    withPost(async (stage) => {
      const { page } = await stage.visit();
      const focused = (): Promise<string> =>
        page.evaluate(
          () => document.activeElement?.textContent || document.activeElement?.getAttribute('name') || '',
        );
      await page.getByLabel('Password', { exact: true }).focus();
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      expect(await focused()).toBe('Forgot password?');
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').waitFor();
      const inDialog = (): Promise<boolean> =>
        page.evaluate(
          () => document.querySelector('[role=dialog]')?.contains(document.activeElement) === true,
        );
      for (let presses = 0; presses < 8; presses += 1) {
        await expect.poll(inDialog).toBe(true);
        await page.keyboard.press('Tab');
      }
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      expect(await focused()).toBe('Forgot password?');
    }));
});

describe('a link', () => {
  it('that is no longer valid says so before anything is typed, and fits a narrow phone', () =>
    onStage(async (stage) => {
      const visit = await stage.visit({ viewport: { width: 320, height: 640 } });
      visit.expectProblem(/status of 400/);
      const { page } = visit;
      await page.goto('/#reset=long-gone');
      await shows(visit, 'This link is no longer valid. Please ask for a new one.');
      expect(await overflowsSideways(page)).toBe(false);
      expect(await accessibilityFaults(page)).toEqual([]);
      await takePictures(page, 'reset-invalid');
      await press(visit, 'Back to Login');
      await shows(visit, 'Good to See You!');
      expect(new URL(page.url()).hash).toBe('');
    }));

  it('is looked at again when the server could not be reached', () =>
    onStage(async (stage) => {
      const visit = await stage.visit();
      visit.expectProblem(/ERR_CONNECTION_FAILED|status of 400/);
      await visit.page.route('**/api/password-reset/open', (route) => route.abort('connectionfailed'), {
        times: 1,
      });
      await visit.page.goto('/#reset=whatever');
      await shows(visit, 'The service is not available at the moment. Please try again.');
      await press(visit, 'Try again');
      await shows(visit, 'This link is no longer valid. Please ask for a new one.');
    }));

  it('never reaches the server in an address', () =>
    onStage(async (stage) => {
      const visit = await stage.visit();
      visit.expectProblem(/status of 400/);
      const asked: string[] = [];
      visit.page.on('request', (request) =>
        asked.push(`${request.url()} ${request.headers()['referer'] ?? ''}`),
      );
      await visit.page.goto('/#reset=a-secret-token');
      await shows(visit, 'This link is no longer valid. Please ask for a new one.');
      expect(asked.filter((one) => one.replace(/#.*$/, '').includes('a-secret-token'))).toEqual([]);
    }));
});
