import { randomUUID } from 'node:crypto';
import { saveSettings } from '#server/workplace/settings/commands';
import { describe, expect, it } from 'vitest';
import { openMonitoring, card, text } from './monitoring-page.ts';
import { axeViolations, takeScreenshots, refuse } from './browser.ts';
import { MINUTE, withApp } from './app.ts';

const HOUR = 60 * MINUTE;

describe('real-time monitoring', () => {
  it('says that a workplace is empty, lists activity and people as they come, shows hours as the workplace does, and warns of a session over 480 minutes', () =>
    withApp(async (app) => {
      const browser = await openMonitoring(app);
      const { page } = browser;
      await text(browser, 'Activity Notifications', 'No recent notifications');
      await expect(page.getByText('Last updated 08:55:00')).toBeVisible();
      await app.advance(1000);
      await expect(page.getByText('Last updated 08:55:01')).toBeVisible();
      const maya = await app.createEmployee('Maya Gurung');
      await text(browser, 'Currently Active', 'No employees currently clocked in');
      await text(browser, 'All Employees Status', 'Not clocked in today');
      await text(browser, 'All Employees Status', '0h 0m');
      await expect.poll(() => card(browser, 'Currently Clocked In')).toContain('0 of 1');
      expect(await axeViolations(page)).toEqual([]);
      await takeScreenshots(page, 'monitoring-empty');
      const asked = page.waitForResponse('**/api/monitoring');
      await page.getByRole('button', { name: 'Refresh' }).click();
      expect((await asked).status()).toBe(200);

      await app.advance(30 * MINUTE - 1000);
      await app.clockIn(maya, 'Opening', { latitude: 27.7, longitude: 85.3 });
      for (const words of [
        'Maya Gurung clocked in at 09:25 (20 min late)',
        '09:25',
        'IP: 127.0.0.1',
        'Opening',
        'Late Arrival',
        'Registered',
      ])
        await text(browser, 'Activity Notifications', words);
      const table = page.getByRole('table', { name: 'All Employees Status' });
      const row = table.getByRole('row').filter({ hasText: 'Maya Gurung' });
      await expect(row.getByText('Clocked In')).toBeVisible();
      expect(await table.getByRole('columnheader').allTextContents()).toEqual([
        'Employee',
        'Status',
        'Last Activity',
        "Today's Hours",
      ]);
      await app.advance(95 * MINUTE);
      for (const words of [
        'Maya Gurung',
        'Since 09:25',
        'IP: 127.0.0.1',
        /^Location tracked/,
        'Opening',
        '1h 35m',
      ])
        await text(browser, 'Currently Active', words);
      for (const words of ['09:25', '1h 35m'])
        await expect(row.getByText(words, { exact: true })).toBeVisible();
      await saveSettings(app.database, { at: app.now(), actor: randomUUID() }, null, { hourFormat: '12h' });
      await text(browser, 'Currently Active', 'Since 9:25 AM');

      const active = page.getByRole('region', { name: 'Currently Active', exact: true });
      await app.advance(480 * MINUTE - 95 * MINUTE);
      await expect(active.getByText('8h', { exact: true })).toBeVisible();
      expect(await active.getByLabel('Long session').count()).toBe(0);
      await app.advance(MINUTE);
      await expect(active.getByLabel('Long session')).toBeVisible();
      expect(await active.getByText('8h 1m').evaluate((element) => getComputedStyle(element).color)).toBe(
        'rgb(185, 28, 28)',
      );
    }));

  it("counts people who are clocked in or not, and today's alerts", () =>
    withApp(async (app) => {
      const browser = await openMonitoring(app);
      const [maya, ram] = [await app.createEmployee('Maya Gurung'), await app.createEmployee('Ram Thapa')];
      await app.clockIn(await app.createEmployee('Asha Rai'));
      await app.advance(30 * MINUTE);
      await app.clockIn(maya, 'Opening');
      await text(browser, 'Currently Active', 'Maya Gurung');
      await expect(
        browser.page
          .getByRole('region', { name: 'Alerts Today', exact: true })
          .getByText('1', { exact: true }),
      ).toBeVisible();
      await expect.poll(() => card(browser, 'Currently Clocked In')).toContain('2 of 3');
      await expect.poll(() => card(browser, 'Not Clocked In')).toContain('1');
      const table = browser.page.getByRole('region', { name: 'All Employees Status' });
      await browser.page.getByRole('button', { name: /^Not Clocked In/ }).click();
      await expect(table.getByRole('row').filter({ hasText: 'Ram Thapa' })).toBeVisible();
      await expect(table.getByText('1 of 3', { exact: true })).toBeVisible();
      await browser.page.getByRole('button', { name: /^Currently Clocked In/ }).click();
      await expect(table.getByText('2 of 3', { exact: true })).toBeVisible();

      // The server's clock was a day ahead while somebody punched.
      const sita = await app.createEmployee('Sita Rai');
      await app.advance(24 * HOUR);
      await app.clockIn(sita);
      await text(browser, 'Currently Active', 'Sita Rai');
      await app.advance(-24 * HOUR);
      await app.clockIn(ram);
      await expect(browser.page.getByText("The server's clock was ahead and was set back.")).toBeVisible();
    }));

  it('says that it could not be loaded or lost the live connection, and catches up', () =>
    withApp(async (app) => {
      const browser = await openMonitoring(app);
      const { page } = browser;
      browser.expectError(/status of 500/);
      await page.route('**/api/monitoring', refuse('server_error'));
      await page.reload();
      await expect(
        page.getByRole('alert').getByText('The monitoring data could not be loaded.'),
      ).toBeVisible();
      expect(await page.getByText('Loading...').count()).toBe(0);
      expect(await axeViolations(page)).toEqual([]);
      await page.unroute('**/api/monitoring');
      await page.getByRole('button', { name: 'Try again' }).click();
      await text(browser, 'All Employees Status', 'No employees yet');

      browser.expectError(/ERR_INTERNET_DISCONNECTED|ERR_NETWORK/);
      await browser.context.setOffline(true);
      await app.advance(10_000);
      await expect(page.getByText(/Connection lost .* ago/)).toBeVisible();
      await app.clockIn(await app.createEmployee('Maya Gurung'));
      await browser.context.setOffline(false);
      await text(browser, 'Currently Active', 'Maya Gurung');
      await expect(page.getByText(/Connection lost .* ago/)).not.toBeAttached();
    }));
});
