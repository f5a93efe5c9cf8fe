/** Public holidays: chosen in Settings, and what people then see. */
import { describe, expect, it } from 'vitest';
import { FRIDAY_MORNING, MINUTE, withApp } from './app.ts';
import { axeViolations, overflowsHorizontally, PHONE, takeScreenshots, refuse } from './browser.ts';

const DAY = 24 * 60 * MINUTE;
/** Thursday, December 24, 2026, 10:55 in Kathmandu. */
const CHRISTMAS_EVE = FRIDAY_MORNING + 34 * DAY + 120 * MINUTE;

describe('public holidays', () => {
  it('are proposed by country and year, edited and saved, also after they could not be loaded at first', () =>
    withApp(async (app) => {
      const browser = await app.openBrowser({ as: app.admin });
      const { page } = browser;
      browser.expectError(/status of 500/);
      const fail = refuse('server_error');
      await page.route('**/api/settings/holiday*', fail);
      await page.goto(`${app.url}/#settings/holidays`);
      const card = page.getByRole('region', { name: 'Public Holidays' });
      await expect(card.getByText('The holidays could not be loaded.')).toBeVisible();
      await takeScreenshots(page, 'holidays-failed');
      await page.unroute('**/api/settings/holiday*');
      await page.route('**/api/settings/holiday-*', fail);
      await card.getByRole('button', { name: 'Try again' }).click();
      const day = (name: string) => card.getByRole('checkbox', { name, exact: true });
      await expect(card.getByText('No holidays yet')).toBeVisible();
      await card.getByRole('button', { name: 'Choose holidays' }).click();
      await expect(card.getByText('The countries could not be loaded.')).toBeVisible();
      await takeScreenshots(page, 'holidays-form-failed');
      await page.unroute('**/api/settings/holiday-*');
      await card.getByRole('button', { name: 'Try again' }).click();
      await card.getByRole('combobox', { name: 'Country or region' }).fill('xyz');
      // Enter on a list without a match saves nothing and keeps the form.
      await expect(card.getByText('Nothing found.')).toBeVisible();
      await page.keyboard.press('Enter');
      await card.getByRole('combobox', { name: 'Country or region' }).fill('bavaria');
      await page.getByRole('option', { name: 'Germany, Bayern' }).click();
      await card.getByRole('button', { name: 'Add the public holidays of 2026' }).click();
      await expect(day('Sun, Nov 01, 2026')).toBeVisible();
      expect(await day('Fri, Dec 25, 2026').isChecked()).toBe(true);
      // Carnival is observed in Bavaria, but it is not a day off.
      await card.getByRole('button', { name: 'observances (not days off)' }).click();
      expect(await day('Mon, Feb 16, 2026').isChecked()).toBe(false);
      await card.getByLabel('Company day').fill('2026-12-24');
      await card.getByRole('button', { name: 'Add this day' }).click();
      await card.getByLabel('Name of Thu, Dec 24, 2026').fill('Christmas Eve');
      await card.getByRole('checkbox', { name: 'Half day Thu, Dec 24, 2026' }).check();
      // Unsaved days survive a look at another tab.
      await page.getByRole('tab', { name: 'Employee Management' }).click();
      await page.getByRole('tab', { name: 'Settings' }).click();
      expect(await day('Thu, Dec 24, 2026').isChecked()).toBe(true);
      // A second press changes nothing that was edited.
      await card.getByRole('button', { name: 'Add the public holidays of 2026' }).click();
      await expect(card.getByLabel('Name of Thu, Dec 24, 2026')).toHaveValue('Christmas Eve');
      expect(await axeViolations(page)).toEqual([]);
      await takeScreenshots(page, 'holidays-form');
      expect(await overflowsHorizontally(page)).toBe(false);
      await page.setViewportSize(PHONE);
      expect(await overflowsHorizontally(page)).toBe(false);
      await card.getByRole('button', { name: 'Save holidays' }).click();
      await expect(card.getByRole('button', { name: 'Edit holidays' })).toBeVisible();
      await expect(card.getByText('Thu, Dec 24, 2026')).toBeVisible();
      await expect(card.getByText('Half day')).toBeVisible();
      await expect(card.getByText('2027 has no holidays yet.')).toBeVisible();
      await takeScreenshots(page, 'holidays');
      await card.getByRole('button', { name: 'Edit holidays' }).click();
      await expect(card.getByLabel('Year')).toHaveValue('2027');
    }));

  it('a holiday is named on the clock, in the timesheet and on the board, live', () =>
    withApp(
      async (app) => {
        const ada = await app.createEmployee('Ada Lovelace');
        await app.advance(DAY);
        const board = await app.openBrowser({ as: app.admin });
        const own = await app.openBrowser({ as: ada, viewport: PHONE });
        await expect(
          board.page.getByRole('row', { name: /Ada Lovelace/ }).getByText('Not in yet'),
        ).toBeVisible();
        const admin = await app.signInElsewhere(app.admin);
        const { version } = await admin.ask('holidays', {});
        await admin.ask('updateHolidays', {
          version,
          region: '',
          holidays: [{ day: '2026-12-24', name: 'Christmas Eve', isHalf: false }],
        });
        await expect(
          board.page.getByRole('row', { name: /Ada Lovelace/ }).getByText('Holiday'),
        ).toBeVisible();
        const shift = own.page.getByRole('region', { name: 'Today', exact: true });
        await expect(shift.getByText('Christmas Eve')).toBeVisible();
        await takeScreenshots(own.page, 'holiday-clock');
        await takeScreenshots(board.page, 'holiday-board');
        await own.page.getByRole('tab', { name: 'Timesheet' }).click();
        await expect(
          own.page.getByRole('table', { name: 'My timesheet' }).getByText('Christmas Eve'),
        ).toBeVisible();
        await takeScreenshots(own.page, 'holiday-timesheet');
        await app.clockIn(ada);
        await board.page.getByRole('button', { name: 'Report of Ada Lovelace' }).click();
        await expect(board.page.getByText('weekdays without an entry')).toBeVisible();
        await board.page.evaluate(() => {
          location.hash = location.hash.replace('2026-11-01.2026-11-30', '2026-12-01.2026-12-31');
        });
        await expect(board.page.getByText('Holidays: Dec 24, 2026 Christmas Eve')).toBeVisible();
        await expect(board.page.getByText('weekdays without an entry, except holidays')).toBeVisible();
        await takeScreenshots(board.page, 'holiday-report');
      },
      { now: CHRISTMAS_EVE - DAY },
    ));

  it('of a schedule are those of another region, until they are given up', () =>
    withApp(async (app) => {
      const { page } = await app.openBrowser({ as: app.admin });
      await page.goto(`${app.url}/#settings/schedules`);
      await page.getByRole('button', { name: 'Add schedule' }).click();
      const dialog = page.getByRole('dialog', { name: 'Add schedule' });
      await dialog.getByLabel('Name').fill('Vienna');
      await dialog.getByRole('button', { name: 'Save schedule' }).click();
      await page.getByRole('link', { name: 'Public holidays' }).click();
      await page.getByLabel('Holidays of', { exact: true }).selectOption('Vienna');
      const card = page.getByRole('region', { name: 'Public Holidays of Vienna' });
      await expect(card.getByText('The same as the workplace')).toBeVisible();
      await takeScreenshots(page, 'holidays-region-none');
      await card.getByRole('button', { name: 'Choose other holidays' }).click();
      await card.getByRole('combobox', { name: 'Country or region' }).fill('austria');
      await page.getByRole('option', { name: 'Austria', exact: false }).first().click();
      await card.getByRole('button', { name: 'Add the public holidays of 2026' }).click();
      await expect(card.getByRole('checkbox', { name: 'Mon, Oct 26, 2026', exact: true })).toBeVisible();
      await takeScreenshots(page, 'holidays-region-form');
      await card.getByRole('button', { name: 'Save holidays' }).click();
      await expect(card.getByText('Mon, Oct 26, 2026 National Holiday')).toBeVisible();
      await takeScreenshots(page, 'holidays-region');
      await page.getByLabel('Holidays of', { exact: true }).selectOption('The workplace');
      const workplace = page.getByRole('region', { name: 'Public Holidays', exact: true });
      await expect(workplace.getByText('No holidays yet')).toBeVisible();
      await page.getByLabel('Holidays of', { exact: true }).selectOption('Vienna');
      await card.getByRole('button', { name: 'Edit holidays' }).click();
      await card.getByRole('button', { name: 'Use the holidays of the workplace' }).click();
      await card.getByRole('button', { name: 'Save holidays' }).click();
      await expect(card.getByText('The same as the workplace')).toBeVisible();
    }));
});
