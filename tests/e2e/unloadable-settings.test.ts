/** Screens when the settings cannot be loaded (spec §4, §8, §9). */
import { describe, expect, it } from 'vitest';
import { withApp } from './app.ts';
import { takeScreenshots } from './browser.ts';
import { createEmployeeWithEntries, entry, generate, openReports, entriesOf } from './reports-page.ts';

/** The default zone is that of the installation. */
const IN_ZONE = { config: { timeZone: 'Asia/Kathmandu' } };

describe('when the settings cannot be loaded', () => {
  it("the employee reads 'Failed to load settings' and can clock in with the defaults", () =>
    withApp(async (app) => {
      await app.owner.query(`UPDATE settings SET work_start_time = '06:00'`);
      await app.owner.query('ALTER TABLE settings RENAME TO settings_elsewhere');
      const browser = await app.openBrowser({ as: await app.createEmployee('Maya Gurung') });
      const { page } = browser;
      // Leave and pay periods have no defaults, so they show errors of their own.
      browser.expectError(/500 .*\/api\/(leave|periods\/mine)$/);
      const alert = page.getByRole('alert').filter({ hasText: 'Failed to load settings' });
      await expect(alert).toBeVisible();
      await expect(page.getByText('09:00 - 17:00')).toBeVisible();
      await takeScreenshots(page, 'employee-defaults');

      await app.owner.query('ALTER TABLE settings_elsewhere RENAME TO settings');
      await alert.getByRole('button', { name: 'Try again' }).click();
      await expect(page.getByText('06:00 - 17:00')).toBeVisible();
      expect(await alert.count()).toBe(0);

      // By the settings 08:55 is late, but the defaults apply. The requests after a punch show the failure again.
      await app.owner.query('ALTER TABLE settings RENAME TO settings_elsewhere');
      await page.getByRole('button', { name: 'Clock In' }).click();
      await expect(page.getByText(/Clock-in successful at 08:55 - You're on time!/)).toBeVisible();
      await expect(alert).toBeVisible();
    }, IN_ZONE));

  it('admins see the board by the defaults with a note about it, and all people', () =>
    withApp(async (app) => {
      await app.clockIn(await app.createEmployee('Maya Gurung'));
      await app.owner.query('ALTER TABLE settings RENAME TO settings_elsewhere');
      const browser = await app.openBrowser({ as: app.admin });
      browser.expectError(/500.*(set-up|corrections)/);
      const { page } = browser;
      await expect(page.getByRole('alert').filter({ hasText: 'Failed to load settings' })).toBeVisible();
      await expect(page.getByText('Maya Gurung').first()).toBeVisible();
      await takeScreenshots(page, 'monitoring-defaults');
      await page.getByRole('tab', { name: 'Employee Management' }).click();
      await expect(page.getByRole('list', { name: 'Employees' }).getByText('Maya Gurung')).toBeVisible();
    }, IN_ZONE));

  it("the 'Late' tag of a report means hour > 9 and says so", () =>
    withApp(async (app) => {
      await createEmployeeWithEntries(app, 'Maya Gurung', [
        entry('2026-11-16 09:59-17:00'),
        entry('2026-11-17 10:00-17:00'),
      ]);
      const browser = await openReports(app);
      browser.expectError(/500 .*\/api\/(corrections|settings\/schedules)/);
      await app.owner.query('ALTER TABLE settings RENAME TO settings_elsewhere');
      await generate(browser, 'Maya Gurung', { from: '2026-11-16', to: '2026-11-17' });
      await expect(
        browser.page.getByText(
          "Failed to load settings. 'Late' tag by the hour only: first clock-in at 10:00 or later.",
        ),
      ).toBeVisible();
      await expect(browser.page.getByText('Tue Nov 17, 2026').first()).toBeVisible();
      expect((await entriesOf(browser)).map(([date, clockIn]) => [date, clockIn])).toEqual([
        ['Tue Nov 17, 2026', '10:00 Late'],
        ['Mon Nov 16, 2026', "09:59 Late by this report's rule"],
      ]);
    }, IN_ZONE));
});
