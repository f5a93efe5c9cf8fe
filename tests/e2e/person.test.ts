import { describe, expect, it } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { requestId } from '#tests/make';
import { startMailServer } from '../support/mail-server.ts';
import { MINUTE, withApp } from './app.ts';
import { axeViolations, overflowsHorizontally, PHONE, takeScreenshots, refuse } from './browser.ts';
import {
  dialog,
  openEmployees,
  openPerson,
  openPersonPage,
  personPage,
  press,
  says,
} from './employees-page.ts';
import { openMonitoring } from './monitoring-page.ts';
import { createEmployeeWithEntries, WEEK } from './reports-page.ts';

const HOUR = 60 * MINUTE;
const drawer = (page: Page, name: string): Locator => page.getByRole('dialog', { name, exact: true });
const isFocused = (place: Locator): Promise<void> => expect(place).toBeFocused();

describe('names of people', () => {
  it("a name opens the person's page everywhere, and Back returns the focus to the name", () =>
    withApp(async (app) => {
      const name = 'Maya Gurung';
      await createEmployeeWithEntries(app, name, WEEK);
      const asha = await app.createEmployee('Asha Rai');
      await app.clockIn(asha);
      const { page } = await openMonitoring(app);
      const goesThere = async (link: Locator, who: string): Promise<void> => {
        const before = page.url();
        await link.click();
        await expect(personPage(page, who).getByText('Member Since').first()).toBeVisible();
        await isFocused(page.getByRole('heading', { name: who }));
        await page.goBack();
        await expect(personPage(page, who)).not.toBeAttached();
        expect(page.url()).toBe(before);
      };
      const board = page.getByRole('table', { name: 'All Employees Status' });
      const link = board.getByRole('button', { name, exact: true });
      await goesThere(link, name);
      await isFocused(link);
      await goesThere(
        page.getByRole('region', { name: 'Currently Active' }).getByRole('button', { name: 'Asha Rai' }),
        'Asha Rai',
      );
      // Back opens the dialog again from which the name led away.
      for (const [opener, place] of [
        ['View all activity', '#monitoring/activity'],
        ['Head count', '#monitoring/head-count'],
      ] as const) {
        await page.getByRole('button', { name: opener }).click();
        await page.waitForURL(`**/${place}`);
        const sheet = page.getByRole('dialog');
        await goesThere(sheet.getByRole('button', { name: 'Asha Rai' }).first(), 'Asha Rai');
        await expect(sheet).toBeVisible();
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
  it('shows status, location and the bars of this week with what was changed, and offers a retry if they do not load', () =>
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
      await says(here, '25h of 32h due');
      const days = here.getByRole('list', { name: 'Days of this week' }).getByRole('listitem');
      expect(await days.getByRole('img').evaluateAll((all) => all.map((bar) => bar.ariaLabel))).toMatchObject(
        [
          /^Friday, Nov 20: 08:55 to now, 0m of 8h$/,
          /^Thursday, Nov 19: 0\d:\d\d to .*7h of 8h$/,
          /^Wednesday, Nov 18: missing, 0m of 8h$/,
          /^Tuesday, Nov 17: 08:55 to 19:25.* 10h of 8h$/,
          /^Monday, Nov 16: .* 8h of 8h$/,
        ].map((one) => expect.stringMatching(one)),
      );
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
        await page.getByRole('button', { name: button, exact: true }).click();
        await page
          .getByRole('dialog', { name: question })
          .getByRole('button', { name: button, exact: true })
          .click();
      };
      await openPerson(browser, 'Administrator');
      const own = await openPersonPage(page, 'Administrator', 'Details');
      await says(own, 'There must be an active administrator.');
      expect(
        await own.getByRole('button', { name: 'No longer administrator' }).getAttribute('aria-disabled'),
      ).toBe('true');
      await own.getByRole('button', { name: 'Edit' }).click();
      await expect(dialog(browser).getByLabel('Role')).toHaveValue('Admin');
      expect(await dialog(browser).getByLabel('Role').getAttribute('readonly')).not.toBeNull();
      expect(await dialog(browser).getByLabel('Active').isDisabled()).toBe(true);
      await says(dialog(browser), 'You cannot deactivate your own account.');
      await press(browser, 'Cancel');
      await own.getByRole('button', { name: 'Back' }).click();

      await openPerson(browser, 'Maya Gurung');
      const hers = await openPersonPage(page, 'Maya Gurung', 'Details');
      await act('Deactivate', 'Deactivate Maya Gurung?');
      await expect(page.getByText('Maya Gurung was deactivated.')).toBeVisible();
      await says(hers, 'Inactive');
      await expect(hers.getByRole('button', { name: 'Make administrator' })).not.toBeAttached();
      await act('Activate', 'Activate Maya Gurung?');
      await expect(page.getByText('Maya Gurung was reactivated.')).toBeVisible();

      await hers.getByRole('button', { name: 'Make administrator' }).click();
      const asked = page.getByRole('dialog', { name: 'Make Maya Gurung an administrator?' });
      await expect(asked).toBeVisible();
      expect(await axeViolations(page)).toEqual([]);
      await takeScreenshots(page, 'make-admin');
      await asked.getByRole('button', { name: 'Cancel' }).click();
      await act('Make administrator', 'Make Maya Gurung an administrator?');
      await expect(page.getByText('Maya Gurung is now an administrator.')).toBeVisible();
      await isFocused(hers.getByRole('button', { name: 'No longer administrator' }));
      await hers.getByRole('button', { name: 'Month', exact: true }).click();
      await says(hers, 'Made an administrator (Administrator)');
      await hers.getByRole('button', { name: 'Details', exact: true }).click();
      await act('No longer administrator', 'Make Maya Gurung an employee again?');
      await isFocused(hers.getByRole('button', { name: 'Make administrator' }));
    }));

  it('a password link is shown when no mail is configured', () =>
    withApp(async (app) => {
      await app.createEmployee('Maya Gurung');
      const browser = await openEmployees(app);
      await openPerson(browser, 'Maya Gurung');
      const its = await openPersonPage(browser.page, 'Maya Gurung', 'Details');
      await its.getByRole('button', { name: 'Set a new password' }).click();
      await press(browser, 'Show a link');
      await press(browser, 'Show the link');
      await expect(dialog(browser).getByText(/#reset=[\w-]{43}$/)).toBeVisible();
      await dialog(browser).getByRole('button', { name: 'Copy link to a new password' }).click();
      await expect(dialog(browser).getByRole('button', { name: 'Copied' })).toBeVisible();
      expect(await axeViolations(browser.page)).toEqual([]);
      await press(browser, 'Done');
      await its.getByRole('button', { name: 'Month', exact: true }).click();
      await says(its, 'Made a link to a new password (Administrator)');
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
          const its = await openPersonPage(page, 'Maya Gurung', 'Details');
          const setting = its.getByRole('button', { name: 'Set a new password' });
          await setting.click();
          await takeScreenshots(page, 'new-password-ways', [PHONE]);
          await press(browser, 'Send the link');
          await expect(page.getByText(`A link is on its way to ${maya.email}.`)).toBeVisible();
          expect(post.mails.map(({ to }) => to)).toEqual([[maya.email]]);
          await setting.click();
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
          await its.getByRole('button', { name: 'Month', exact: true }).click();
          await says(its, 'New password set (Administrator)');
          await page.goBack();
          await expect(its).not.toBeAttached();
        },
        { config: { smtpUrl: post.url, mailFrom: 'clock@example.com' } },
      );
    } finally {
      await post.stop();
    }
  });
});
