import { describe, expect, it } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { requestId } from '#tests/make';
import { startMailServer } from '../support/mail-server.ts';
import { FRIDAY_MORNING, MINUTE, signIn, withApp } from './app.ts';
import { axeViolations, overflowsHorizontally, PHONE, takeScreenshots } from './browser.ts';
import { dialog, openEmployees, openPerson, press, says } from './employees-page.ts';
import { openMonitoring } from './monitoring-page.ts';
import { createEmployeeWithEntries, entry, totalText, unfold, WEEK } from './reports-page.ts';

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
      await goesThere(
        page
          .getByRole('region', { name: 'Activity Notifications' })
          .getByRole('button', { name: 'Asha Rai' })
          .first(),
        'Asha Rai',
      );
      // Also above the browser's top layer.
      for (const opener of ['View all activity', 'Head count']) {
        await page.getByRole('button', { name: opener }).click();
        const sheet = page.getByRole('dialog');
        await goesThere(sheet.getByRole('button', { name: 'Asha Rai' }).first(), 'Asha Rai');
        expect(await axeViolations(page)).toEqual([]);
        await page.keyboard.press('Escape');
        await expect(sheet).not.toBeAttached();
      }
      await page.getByRole('tab', { name: 'Reports & Analytics' }).click();
      await page.getByRole('button', { name: 'Time entries' }).click();
      const entries = page.getByRole('table', { name: 'Time Entries' });
      await goesThere(entries.getByRole('button', { name }).first(), name);
      // A reload restores the drawer.
      await entries.getByRole('button', { name }).first().press('Enter');
      await page.reload();
      await expect(drawer(page, name).getByText('Member Since')).toBeVisible();
    }));

  it("one press leads from a person to last month's report, and Back returns to the person", () =>
    withApp(async (app) => {
      const maya = await createEmployeeWithEntries(app, 'Maya Gurung', [
        entry('2026-10-05 09:00-17:00'),
        ...WEEK,
      ]);
      const { page, ...browser } = await openMonitoring(app);
      await page
        .getByRole('table', { name: 'All Employees Status' })
        .getByRole('button', { name: 'Maya Gurung', exact: true })
        .click();
      await page.getByRole('button', { name: 'Report', exact: true }).click();
      await expect(page.getByRole('heading', { name: 'Maya Gurung', level: 2 })).toBeVisible();
      await unfold({ page, ...browser });
      await expect(page.getByLabel('Start Date')).toHaveValue('2026-10-01');
      await expect(page.getByLabel('End Date')).toHaveValue('2026-10-31');
      await expect(page.getByRole('combobox', { name: 'Employee', exact: true })).toHaveValue('Maya Gurung');
      await expect.poll(() => totalText({ page, ...browser }, 'Total Hours')).toContain('8.00');
      await page.waitForURL(new RegExp(`#reports\\?report=${maya.id}.2026-10-01.2026-10-31$`));
      await page.goBack();
      await expect(drawer(page, 'Maya Gurung')).toBeVisible();
    }));
});

describe('the drawer of a person', () => {
  it('shows the current status and location, the week and the last days with their changes', () =>
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
      await openPerson(browser, 'Maya Gurung');
      const here = dialog(browser);
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

  it('opens before its data and offers a retry when they cannot be loaded', () =>
    withApp(async (app) => {
      await app.createEmployee('Maya Gurung');
      const browser = await openMonitoring(app);
      const { page } = browser;
      browser.expectError(/ERR_CONNECTION_FAILED/);
      await page.route('**/api/employees/person*', (route) => route.abort('connectionfailed'));
      await page.getByRole('button', { name: 'Maya Gurung', exact: true }).first().click();
      await says(drawer(page, 'Maya Gurung'), 'This person could not be loaded.');
      expect(await axeViolations(page)).toEqual([]);
      await page.unroute('**/api/employees/person*');
      await press(browser, 'Try again');
      await says(drawer(page, 'Maya Gurung'), 'Member Since');
    }));

  it('keeps its layout while an entry left open is closed', () =>
    withApp(
      async (app) => {
        await app.clockIn(await app.createEmployee('Maya Gurung'));
        await app.advance(24 * HOUR);
        const browser = await openEmployees(app);
        const { page } = browser;
        await openPerson(browser, 'Maya Gurung');
        const fields = () => page.getByText('Member Since').boundingBox();
        const before = await fields();
        await page.getByRole('button', { name: 'Close entry' }).click();
        const form = page.getByRole('dialog', { name: 'Close entry of Maya Gurung' });
        await form.getByLabel('Time').fill('12:00');
        await form.getByLabel('Reason').fill('Forgot');
        await form.getByRole('button', { name: 'Close entry' }).click();
        await says(drawer(page, 'Maya Gurung'), 'The entry is closed');
        await isFocused(page.getByRole('button', { name: 'Closed' }));
        expect(await fields()).toEqual(before);
        await drawer(page, 'Maya Gurung').getByRole('button', { name: 'Corrected' }).click();
        await says(page.getByRole('dialog', { name: 'Correction' }), 'End stated by Administrator');
      },
      { now: FRIDAY_MORNING - 24 * HOUR },
    ));
});

describe('account actions', () => {
  it('the role changes to admin and back, but the last admin stays an admin', () =>
    withApp(async (app) => {
      const maya = await app.createEmployee('Maya Gurung');
      const hers = await app.openBrowser({ as: maya });
      await expect(hers.page.getByText('Employee Workspace')).toBeVisible();
      hers.expectError(/401/);
      const browser = await openEmployees(app);
      const { page } = browser;
      await openPerson(browser, 'Administrator');
      await says(dialog(browser), 'There must be an active administrator.');
      expect(
        await dialog(browser).getByRole('button', { name: 'No longer admin' }).getAttribute('aria-disabled'),
      ).toBe('true');
      await press(browser, 'Close');
      await openPerson(browser, 'Maya Gurung');
      await press(browser, 'Make admin');
      const asked = page.getByRole('dialog', { name: 'Make Maya Gurung an administrator?' });
      expect(await axeViolations(page)).toEqual([]);
      await takeScreenshots(page, 'make-admin');
      await page.goBack();
      await expect(asked).not.toBeAttached();
      await press(browser, 'Make admin');
      await asked.getByRole('button', { name: 'Make admin' }).click();
      await expect(page.getByText('Maya Gurung is now an administrator.')).toBeVisible();
      await isFocused(dialog(browser).getByRole('button', { name: 'No longer admin' }));
      await says(dialog(browser), 'Made an administrator (Administrator)');
      await expect(hers.page.getByText('Good to See You!')).toBeVisible();
      await signIn(hers, maya);
      await expect(hers.page.getByText('Admin Control Center')).toBeVisible();
      await press(browser, 'No longer admin');
      await page
        .getByRole('dialog', { name: /an employee again/ })
        .getByRole('button', { name: 'No longer admin' })
        .click();
      await expect(hers.page.getByText('Good to See You!')).toBeVisible();
    }));

  it('a person is deactivated after a question and can be activated again', () =>
    withApp(async (app) => {
      await app.createEmployee('Maya Gurung');
      const browser = await openEmployees(app);
      const { page } = browser;
      await openPerson(browser, 'Maya Gurung');
      await press(browser, 'Deactivate');
      const asked = page.getByRole('dialog', { name: 'Deactivate Maya Gurung?' });
      await asked.getByRole('button', { name: 'Cancel' }).click();
      await press(browser, 'Deactivate');
      await asked.getByRole('button', { name: 'Deactivate' }).click();
      await expect(page.getByText('Maya Gurung was deactivated.')).toBeVisible();
      await says(dialog(browser), 'Inactive');
      expect(await dialog(browser).getByRole('button', { name: 'Make admin' }).count()).toBe(0);
      await press(browser, 'Activate');
      await page
        .getByRole('dialog', { name: 'Activate Maya Gurung?' })
        .getByRole('button', { name: 'Activate' })
        .click();
      await expect(page.getByText('Maya Gurung was reactivated.')).toBeVisible();
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
          expect(await axeViolations(page)).toEqual([]);
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
