import { describe, expect, it } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { requestId } from '#tests/make';
import { startMailServer } from '../support/mail-server.ts';
import { MINUTE, withApp } from './app.ts';
import { axeViolations, overflowsHorizontally, PHONE, takeScreenshots, refuse } from './browser.ts';
import { dialog, openEmployees, openPerson, press, says } from './employees-page.ts';
import { openMonitoring } from './monitoring-page.ts';
import { createEmployeeWithEntries, WEEK } from './reports-page.ts';

const HOUR = 60 * MINUTE;
const drawer = (page: Page, name: string): Locator => page.getByRole('dialog', { name, exact: true });
const isFocused = (place: Locator): Promise<void> => expect(place).toBeFocused();

describe('names of people', () => {
  it('a name opens the person everywhere, and Back returns the focus to the name', () =>
    withApp(async (app) => {
      const name = 'Maya Gurung';
      await createEmployeeWithEntries(app, name, WEEK);
      const asha = await app.createEmployee('Asha Rai');
      await app.clockIn(asha);
      const { page } = await openMonitoring(app);
      const goesThere = async (link: Locator, who: string): Promise<void> => {
        const before = page.url();
        await link.click();
        await expect(drawer(page, who).getByText('Member Since')).toBeVisible();
        await page.goBack();
        await expect(drawer(page, who)).not.toBeAttached();
        expect(page.url()).toBe(before);
        await isFocused(link);
      };
      const board = page.getByRole('table', { name: 'All Employees Status' });
      await goesThere(board.getByRole('button', { name, exact: true }), name);
      await goesThere(
        page.getByRole('region', { name: 'Currently Active' }).getByRole('button', { name: 'Asha Rai' }),
        'Asha Rai',
      );
      // The person's drawer also opens above a modal dialog.
      for (const [opener, place] of [
        ['View all activity', '#monitoring/activity'],
        ['Head count', '#monitoring/head-count'],
      ] as const) {
        await page.getByRole('button', { name: opener }).click();
        await page.waitForURL(`**/${place}`);
        const sheet = page.getByRole('dialog');
        await goesThere(sheet.getByRole('button', { name: 'Asha Rai' }).first(), 'Asha Rai');
        await page.keyboard.press('Escape');
        await expect(sheet).not.toBeAttached();
      }
      await page.getByRole('tab', { name: 'Reports & Analytics' }).click();
      await page.getByRole('button', { name: 'Time entries' }).click();
      const entries = page.getByRole('table', { name: 'Time Entries' });
      await goesThere(entries.getByRole('button', { name }).first(), name);
    }));
});

describe('the drawer of a person', () => {
  it('shows status, location, week and last days with their changes, and offers a retry if they do not load', () =>
    withApp(async (app) => {
      const maya = await createEmployeeWithEntries(app, 'Maya Gurung', WEEK);
      const hers = await app.signInElsewhere(maya);
      const location = { latitude: 27.7172, longitude: 85.324, timestamp: '2026-11-20T03:10:00.000Z' };
      await hers.ask('clockIn', {
        requestId: requestId(),
        ipAddress: 'unknown',
        location,
        notes: 'Till 17',
      });
      const browser = await openEmployees(app);
      const { page } = browser;
      browser.expectError(/status of 500/);
      await page.route('**/api/employees/person*', refuse('server_error'));
      await openPerson(browser, 'Maya Gurung');
      const here = dialog(browser);
      await says(here, 'This person could not be loaded.');
      await page.unroute('**/api/employees/person*');
      await press(browser, 'Try again');
      for (const words of [
        'Clocked In',
        'Since 08:55',
        'IP: unknown',
        'Server saw 127.0.0.1',
        'Location tracked: 27.71720, 85.32400',
        'Till 17',
      ])
        await says(here.getByRole('region', { name: 'Now' }), words);
      await says(here, '25h of 40h');
      const week = here.getByRole('list', { name: 'Hours of this week' });
      expect(await week.getByRole('listitem').allInnerTexts()).toMatchObject(
        [/8h of 8h/, /10h of 8h/, /0m/, /7h/, /0m/, /Sat/, /Sun/].map((one) => expect.stringMatching(one)),
      );
      const days = here.getByRole('region', { name: 'Last 14 days' }).getByRole('listitem');
      await says(days.filter({ hasText: 'Nov 17, 2026' }), '08:55 - 19:25');
      await says(days.filter({ hasText: 'Nov 18, 2026' }), 'No entry');
      await says(days.filter({ hasText: 'Today' }), 'Registered');
      expect(await axeViolations(page)).toEqual([]);
      expect(await overflowsHorizontally(page)).toBe(false);
      await takeScreenshots(page, 'person');
      await app.advance(HOUR);
      await says(here.getByRole('region', { name: 'Now' }), '1h');
      await hers.ask('startBreak', { requestId: requestId() });
      await says(here, 'On Break');
      await hers.ask('updateProfile', { name: 'Maya Rai' });
      await expect(drawer(page, 'Maya Rai')).toBeVisible();
      await says(days.filter({ hasText: 'Today' }), 'Name changed');
    }));
});

describe('account actions', () => {
  it('the role and the active status change after a question, but the last admin stays an active admin', () =>
    withApp(async (app) => {
      await app.createEmployee('Maya Gurung');
      const browser = await openEmployees(app);
      const { page } = browser;
      const act = async (button: string, question: string): Promise<void> => {
        await press(browser, button);
        await page
          .getByRole('dialog', { name: question })
          .getByRole('button', { name: button, exact: true })
          .click();
      };
      await openPerson(browser, 'Administrator');
      await says(dialog(browser), 'There must be an active administrator.');
      expect(
        await dialog(browser)
          .getByRole('button', { name: 'No longer administrator' })
          .getAttribute('aria-disabled'),
      ).toBe('true');
      await press(browser, 'Edit');
      await expect(dialog(browser).getByLabel('Role')).toHaveValue('Admin');
      expect(await dialog(browser).getByLabel('Role').getAttribute('readonly')).not.toBeNull();
      expect(await dialog(browser).getByLabel('Active').isDisabled()).toBe(true);
      await says(dialog(browser), 'You cannot deactivate your own account.');
      await press(browser, 'Cancel');
      await press(browser, 'Close');

      await openPerson(browser, 'Maya Gurung');
      await act('Deactivate', 'Deactivate Maya Gurung?');
      await expect(page.getByText('Maya Gurung was deactivated.')).toBeVisible();
      await says(dialog(browser), 'Inactive');
      await expect(dialog(browser).getByRole('button', { name: 'Make administrator' })).not.toBeAttached();
      await act('Activate', 'Activate Maya Gurung?');
      await expect(page.getByText('Maya Gurung was reactivated.')).toBeVisible();

      await press(browser, 'Make administrator');
      const asked = page.getByRole('dialog', { name: 'Make Maya Gurung an administrator?' });
      await expect(asked).toBeVisible();
      expect(await axeViolations(page)).toEqual([]);
      await takeScreenshots(page, 'make-admin');
      await asked.getByRole('button', { name: 'Cancel' }).click();
      await act('Make administrator', 'Make Maya Gurung an administrator?');
      await expect(page.getByText('Maya Gurung is now an administrator.')).toBeVisible();
      await isFocused(dialog(browser).getByRole('button', { name: 'No longer administrator' }));
      await says(dialog(browser), 'Made an administrator (Administrator)');
      await act('No longer administrator', 'Make Maya Gurung an employee again?');
      await isFocused(dialog(browser).getByRole('button', { name: 'Make administrator' }));
    }));

  it('a password link is shown when no mail is configured', () =>
    withApp(async (app) => {
      await app.createEmployee('Maya Gurung');
      const browser = await openEmployees(app);
      await openPerson(browser, 'Maya Gurung');
      await press(browser, 'Set a new password');
      await press(browser, 'Show a link');
      await press(browser, 'Show the link');
      await expect(dialog(browser).getByText(/#reset=[\w-]{43}$/)).toBeVisible();
      await dialog(browser).getByRole('button', { name: 'Copy link to a new password' }).click();
      await expect(dialog(browser).getByRole('button', { name: 'Copied' })).toBeVisible();
      expect(await axeViolations(browser.page)).toEqual([]);
      await press(browser, 'Done');
      await says(dialog(browser), 'Made a link to a new password (Administrator)');
    }));

  it('a password link is mailed, and Back asks before it hides a shown password', async () => {
    const post = await startMailServer();
    try {
      await withApp(
        async (app) => {
          const maya = await app.createEmployee('Maya Gurung');
          const browser = await openEmployees(app);
          const { page } = browser;
          await openPerson(browser, 'Maya Gurung');
          await press(browser, 'Set a new password');
          await takeScreenshots(page, 'new-password-ways', [PHONE]);
          await press(browser, 'Send the link');
          await expect(page.getByText(`A link is on its way to ${maya.email}.`)).toBeVisible();
          expect(post.mails.map(({ to }) => to)).toEqual([[maya.email]]);
          await press(browser, 'Set a new password');
          await press(browser, 'Show a password');
          await dialog(browser).getByRole('button', { name: 'Set a new password' }).click();
          const password = dialog(browser).locator('code');
          await expect(password).toBeVisible();
          const shown = await password.innerText();
          await page.goBack();
          const asked = page.getByRole('alertdialog', { name: 'Leave without the password?' });
          await asked.getByRole('button', { name: 'Stay here' }).click();
          expect(await password.innerText()).toBe(shown);
          await press(browser, 'Done');
          await says(dialog(browser), 'New password set (Administrator)');
          await page.goBack();
          await expect(dialog(browser)).not.toBeAttached();
        },
        { config: { smtpUrl: post.url, mailFrom: 'clock@example.com' } },
      );
    } finally {
      await post.stop();
    }
  });
});
