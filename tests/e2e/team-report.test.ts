import { describe, expect, it } from 'vitest';
import { atTheReports, entry, inspect, rowsOf, saved, totalText, WEEK, worker } from './report-stage.ts';
import { MINUTE, onStage } from './stage.ts';

describe('the report over all employees', () => {
  it('has one row a person with sums, is sorted by its headings, and each name opens that report', () =>
    onStage(async (stage) => {
      await worker(stage, 'Maya Gurung', WEEK);
      await worker(stage, 'Asha Rai', [entry('2026-11-16 08:00-18:00')]);
      const gone = await worker(stage, 'Lea Ver', [entry('2026-11-16 09:00-12:00')]);
      await stage.owner.query(
        `UPDATE account SET is_active = false, created_at = '2026-11-16T00:00:00Z' WHERE id = $1`,
        [gone.id],
      );
      const visit = await atTheReports(stage);
      const { page } = visit;
      await page.getByRole('button', { name: 'All employees' }).click();
      await page.getByLabel('Start Date').fill('2026-11-16');
      await page.getByLabel('End Date').fill('2026-11-19');
      await page.getByRole('button', { name: 'Generate Report' }).click();
      await page.getByRole('heading', { name: 'All employees' }).waitFor();
      const figures = async () =>
        (await rowsOf(visit, 'Report over all employees')).map(([name, ...rest]) => [
          name?.split(' NXBI')[0],
          ...rest,
        ]);
      const [asha, maya] = [
        ['Asha Rai', '10.00', '0', '3', '2.00', '0.00'],
        ['Maya Gurung', '25.00', '2', '1', '2.00', '1.00'],
      ];
      expect(await figures()).toEqual([asha, maya]);
      expect(
        await page
          .getByRole('table', { name: 'Report over all employees' })
          .locator('tfoot td')
          .allInnerTexts(),
      ).toEqual(['All 2', '35.00', '2', '4', '4.00', '1.00']);
      await page.getByText('Breaks: hours of breaks taken').waitFor();
      await page.getByRole('button', { name: 'Total Hours' }).click();
      expect(await figures()).toEqual([maya, asha]);
      expect(await page.getByRole('columnheader', { name: 'Total Hours' }).getAttribute('aria-sort')).toBe(
        'descending',
      );
      await page.getByRole('button', { name: 'Total Hours' }).click();
      expect(await figures()).toEqual([asha, maya]);

      await page.getByLabel('Include former employees').check();
      await page.getByRole('button', { name: 'Generate Report' }).click();
      await page.getByText('3 employees, former ones included').waitFor();
      await page.getByText('Left Nov 16, 2026').waitFor();
      await inspect(visit, 'reports-all');
      const csv = (await saved(visit, 'CSV')).bytes.toString().trim().split('\r\n');
      expect(csv[2]).toMatch(/^Lea Ver,NXBI-\w+,Business Studio,3\.00,0,0,0\.00,0\.00,"Nov 16, 2026"$/);
      await page.getByRole('button', { name: 'Lea Ver' }).click();
      await page.getByRole('heading', { name: 'Lea Ver' }).waitFor();
      expect(await totalText(visit, 'Total Hours')).toContain('3.00');
    }));

  it('shows how far it is when it takes long, and can be cancelled', () =>
    onStage(async (stage) => {
      await worker(stage, 'Maya Gurung', WEEK);
      const visit = await atTheReports(stage);
      const { page } = visit;
      await page.getByRole('button', { name: 'All employees' }).click();
      await page.route('**/api/reports/all*', () => {});
      await page.getByRole('button', { name: 'Generate Report' }).click();
      await page.getByRole('button', { name: 'Generating...' }).waitFor();
      await page.getByRole('progressbar', { name: 'Generating the report' }).waitFor();
      await inspect(visit, 'reports-working');
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('button', { name: 'Generate Report' }).waitFor();
      await page.unroute('**/api/reports/all*');
      await page.getByRole('button', { name: 'Generate Report' }).click();
      await page.getByRole('heading', { name: 'All employees' }).waitFor();
    }));

  it('says of a range in which nobody was employed that it is empty', () =>
    onStage(async (stage) => {
      await stage.pass(MINUTE);
      const visit = await atTheReports(stage);
      await visit.page.getByRole('button', { name: 'All employees' }).click();
      await visit.page.getByRole('button', { name: 'Generate Report' }).click();
      await visit.page.getByText('Nobody was employed in this range').waitFor();
      await inspect(visit, 'reports-all-empty');
    }));
});
