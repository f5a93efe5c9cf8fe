import { describe, expect, it } from 'vitest';
import {
  openReports,
  entry,
  inspect,
  rowsOf,
  saved,
  totalText,
  unfold,
  WEEK,
  createEmployeeWithEntries,
} from './reports-page.ts';
import { MINUTE, withApp } from './app.ts';
import { takeScreenshots } from './browser.ts';

describe('the report over all employees', () => {
  it("has one row per person with sums, sorts by its headings and opens each person's report", () =>
    withApp(async (app) => {
      await createEmployeeWithEntries(app, 'Maya Gurung', WEEK);
      await createEmployeeWithEntries(app, 'Asha Rai', [entry('2026-11-16 08:00-18:00')]);
      const gone = await createEmployeeWithEntries(app, 'Lea Ver', [entry('2026-11-16 09:00-12:00')]);
      await app.owner.query(
        `UPDATE account SET is_active = false, created_at = '2026-11-16T00:00:00Z' WHERE id = $1`,
        [gone.id],
      );
      const browser = await openReports(app);
      const { page } = browser;
      await page.getByRole('button', { name: 'All employees' }).click();
      await page.getByLabel('Start Date').fill('2026-11-16');
      await page.getByLabel('End Date').fill('2026-11-19');
      await page.getByRole('button', { name: 'Generate Report' }).click();
      await expect(page.getByRole('heading', { name: 'All employees' })).toBeVisible();
      const figures = async () =>
        (await rowsOf(browser, 'Report over all employees')).map(([name, ...rest]) => [
          name?.split(' NXBI')[0],
          ...rest,
        ]);
      const [asha, maya] = [
        ['Asha Rai', '10.00', '0', '3', '2.00', '0.00'],
        ['Maya Gurung', '25.00', '2', '1', '2.00', '1.00'],
      ];
      await expect.poll(() => figures()).toEqual([asha, maya]);
      expect(
        await page
          .getByRole('table', { name: 'Report over all employees' })
          .locator('tfoot td')
          .allInnerTexts(),
      ).toEqual(['All 2', '35.00', '2', '4', '4.00', '1.00']);
      await expect(page.getByText('Breaks: hours of breaks taken')).toBeVisible();
      await page.getByRole('button', { name: 'Total Hours' }).click();
      await expect.poll(() => figures()).toEqual([maya, asha]);
      expect(await page.getByRole('columnheader', { name: 'Total Hours' }).getAttribute('aria-sort')).toBe(
        'descending',
      );

      await unfold(browser);
      await page.getByLabel('Include former employees').check();
      await page.getByRole('button', { name: 'Generate Report' }).click();
      await expect(page.getByText('3 employees, former ones included')).toBeVisible();
      await expect(page.getByText('Left Nov 16, 2026')).toBeVisible();
      await inspect(browser, 'reports-all');
      const csv = (await saved(browser, 'CSV')).bytes.toString().trim().split('\r\n');
      expect(csv[2]).toMatch(/^Lea Ver,NXBI-\w+,Business Studio,3\.00,0,0,0\.00,0\.00,"Nov 16, 2026"$/);
      await page.getByRole('button', { name: 'Report of Lea Ver' }).click();
      await expect(page.getByRole('heading', { name: 'Lea Ver' })).toBeVisible();
      await expect.poll(() => totalText(browser, 'Total Hours')).toContain('3h');
    }));

  it('shows the progress of a slow report, can be cancelled, and says when nobody was employed', () =>
    withApp(async (app) => {
      await app.advance(MINUTE);
      const browser = await openReports(app);
      const { page } = browser;
      await page.getByRole('button', { name: 'All employees' }).click();
      await page.route('**/api/reports/all*', () => {});
      await page.getByRole('button', { name: 'Generate Report' }).click();
      await expect(page.getByRole('button', { name: 'Generating...' })).toBeVisible();
      await expect(page.getByRole('progressbar', { name: 'Generating the report' })).toBeVisible();
      await inspect(browser, 'reports-working');
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.unroute('**/api/reports/all*');
      await page.getByRole('button', { name: 'Generate Report' }).click();
      await expect(page.getByText('Nobody was employed in this range')).toBeVisible();
      await takeScreenshots(page, 'reports-all-empty');
    }));
});
