import { describe, expect, it } from 'vitest';
import { requestId } from '#tests/make';
import { withApp } from './app.ts';
import { takeScreenshots } from './browser.ts';
import { openMonitoring, text } from './monitoring-page.ts';

describe('two people whose names look the same', () => {
  it('are told apart wherever an admin meets them, and what is odd about where they punched stands there too', () =>
    withApp(async (app) => {
      await app.createEmployee('Maya Gurung');
      await app.createEmployee('Asha Rai');
      // Cyrillic.
      const other = await app.signInElsewhere(await app.createEmployee('M\u0430ya Gurung'));
      const timestamp = '2026-11-20T03:10:00.000Z';
      const location = { latitude: 27.7172, longitude: 85.324, timestamp, accuracy: 5_000 };
      await other.ask('clockIn', { requestId: requestId(), ipAddress: 'unknown', location });
      const { user } = await other.ask('whoAmI', {});
      const shown = `${user?.name} ${user?.employeeId}`;
      const browser = await openMonitoring(app);
      await text(browser, 'Currently Active', shown);
      await text(browser, 'Currently Active', 'Server saw 127.0.0.1');
      await text(browser, 'Currently Active', 'Inexact location tracked');
      const { page } = browser;
      await page.getByRole('tab', { name: 'Employee Management' }).click();
      const people = page.getByRole('list', { name: 'Employees' });
      await expect(people.getByText(shown)).toBeVisible();
      await expect(people.getByText(/^Asha Rai$/)).toBeVisible();
      await people.getByText(shown).click();
      await expect(page.getByRole('heading', { name: shown })).toBeVisible();
      await takeScreenshots(page, 'namesake-details');
      await page.getByRole('button', { name: 'Set a new password' }).click();
      await expect(page.getByText(`${shown} gets a temporary password`)).toBeVisible();
      await takeScreenshots(page, 'namesake-password');
      await page.keyboard.press('Escape');
      await page.getByRole('tab', { name: 'Reports & Analytics' }).click();
      await page.getByRole('button', { name: 'Time entries' }).click();
      const entries = page.getByRole('table', { name: 'Time Entries' });
      await expect(entries.getByText(shown)).toBeVisible();
      await expect(entries.getByText('Server saw 127.0.0.1')).toBeVisible();
      await takeScreenshots(page, 'namesake-entries');
    }));
});
