import { describe, expect, it } from 'vitest';
import { requestId } from '#tests/make';
import { FRIDAY_MORNING, MINUTE, withApp } from './app.ts';
import { takeScreenshots } from './browser.ts';
import { openMonitoring, text } from './monitoring-page.ts';
import { generate } from './reports-page.ts';
import { openPersonPage } from './employees-page.ts';

/** Long enough to push the employee id out of sight. */
const NAME = 'Maximiliane Alexandra von Hohenstein';
const DAY = 24 * 60 * MINUTE;
const YESTERDAY = { now: FRIDAY_MORNING - DAY };

describe('namesakes', () => {
  it('an admin can tell people with confusable names apart everywhere and sees odd punch locations', () =>
    withApp(async (app) => {
      // Her entry stays open.
      await app.clockIn(await app.createEmployee(NAME));
      await app.advance(DAY);
      await app.createEmployee('Asha Rai');
      // Replaces a Latin 'a' by the Cyrillic letter that looks the same.
      const other = await app.signInElsewhere(await app.createEmployee(NAME.replace('a', '\u0430')));
      const timestamp = '2026-11-20T03:10:00.000Z';
      const location = { latitude: 27.7172, longitude: 85.324, timestamp, accuracy: 5_000 };
      await other.ask('clockIn', { requestId: requestId(), ipAddress: 'unknown', location });
      const { user } = await other.ask('whoAmI', {});
      const shown = `${user?.name} ${user?.employeeId}`;
      const browser = await openMonitoring(app);
      const { page } = browser;
      const name = new RegExp(`^Close entry of ${NAME} NXBI-\\w{5}$`);
      await page.getByRole('button', { name }).click();
      await expect(page.getByRole('dialog', { name })).toBeVisible();
      await page.keyboard.press('Escape');
      await text(browser, 'Currently Active', shown);
      await text(browser, 'Currently Active', 'Server saw 127.0.0.1');
      await text(browser, 'Currently Active', 'Inexact location tracked');
      await page.getByRole('tab', { name: 'Employee Management' }).click();
      const people = page.getByRole('list', { name: 'Employees' });
      await expect(people.getByText(shown)).toBeVisible();
      await expect(people.getByText(/^Asha Rai$/)).toBeVisible();
      await people.getByText(shown).click();
      await expect(page.getByRole('heading', { name: shown })).toBeVisible();
      await takeScreenshots(page, 'namesake-details');
      const its = await openPersonPage(page, shown, 'Details');
      await its.getByRole('button', { name: 'Set a new password' }).click();
      await expect(page.getByText(`${shown} gets a temporary password`)).toBeVisible();
      await takeScreenshots(page, 'namesake-password');
      await page.keyboard.press('Escape');
      await page.getByRole('tab', { name: 'Reports & Analytics' }).click();
      await generate(browser, user?.name ?? '', { from: '2026-11-20', to: '2026-11-20' });
      const report = page.getByRole('region', { name: 'Previous Reports' }).getByText(shown);
      expect(await report.evaluate((line) => line.scrollWidth <= line.clientWidth)).toBe(true);
      await takeScreenshots(page, 'namesake-reports');
      await page.getByRole('button', { name: 'Time entries' }).click();
      const entries = page.getByRole('table', { name: 'Time Entries' });
      await expect(entries.getByText(shown)).toBeVisible();
      await expect(entries.getByText('Server saw 127.0.0.1')).toBeVisible();
      await takeScreenshots(page, 'namesake-entries');
    }, YESTERDAY));
});
