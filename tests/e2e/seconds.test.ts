/** A line below a column of whole minutes shows and explains the cut seconds. */
import { describe, expect, it } from 'vitest';
import { axeViolations, DESK, overflowsHorizontally, PHONE, takeScreenshots } from './browser.ts';
import { withApp } from './app.ts';
import { openDashboard, openTimesheet, timesheetOf } from './dashboard-page.ts';
import {
  createEmployeeWithEntries,
  entry,
  generate,
  openReports,
  entriesOf,
  total,
  unfold,
} from './reports-page.ts';

const SECOND = 1000;
const longer = (text: string, seconds: number) => {
  const one = entry(text);
  return { ...one, clockOut: (one.clockOut ?? 0) + seconds * SECOND };
};
//  8h 0m 40s and 15h 58m 59s: 23h 59m 39s, of which the rows show 23h 58m
const ENTRIES = [longer('2026-11-17 09:00-17:00', 40), longer('2026-11-18 08:00-23:58', 59)];

describe('seconds', () => {
  it('a line below a column shows its cut seconds in timesheet and report, and a sum with seconds takes one line', () =>
    withApp(async (app) => {
      const maya = await createEmployeeWithEntries(app, 'Maya Gurung', ENTRIES);
      const hers = await openDashboard(app, maya, { viewport: DESK });
      const sheet = timesheetOf(hers);
      await expect(sheet.getByText('23h 59m', { exact: true })).toBeVisible();
      await expect(sheet.getByText('Seconds not shown: 1m')).toBeVisible();
      await sheet.getByRole('button', { name: 'Show seconds' }).click();
      await expect(sheet.getByText('23h 59m 39s', { exact: true })).toBeVisible();
      await expect(sheet.getByText('8h 40s', { exact: true }).first()).toBeVisible();
      await expect(sheet.getByText('Seconds not shown')).not.toBeAttached();
      await expect(sheet.getByText('15h 58m 59s', { exact: true }).first()).toBeVisible();
      expect(await axeViolations(hers.page)).toEqual([]);
      await hers.page.setViewportSize(PHONE);
      await expect.poll(() => overflowsHorizontally(hers.page)).toBe(false);
      await takeScreenshots(hers.page, 'seconds-dashboard');
      await openTimesheet(hers);
      await sheet.getByRole('button', { name: 'Show seconds' }).click();
      const [date, sum] = await Promise.all(
        [sheet.getByText('Nov 18, 2026'), sheet.getByRole('cell', { name: '15h 58m 59s' }).last()].map(
          (place) => place.boundingBox(),
        ),
      );
      expect(sum?.height).toBe(20);
      expect(sum?.y).toBe(date?.y);

      const browser = await openReports(app);
      await generate(browser, 'Maya Gurung', { from: '2026-11-16', to: '2026-11-19' });
      await expect(total(browser, 'Total Hours').getByText('23h 59m')).toBeVisible();
      await expect(browser.page.getByText('Seconds not shown: 1m')).toBeVisible();
      await browser.page.getByRole('button', { name: 'Show seconds' }).click();
      expect((await entriesOf(browser)).map((cells) => cells[4])).toEqual(['15h 58m 59s', '8h 40s']);
      await total(browser, 'Total Hours').click();
      await expect(browser.page.locator('#total-detail').getByText('Seconds not shown: 1m')).toBeVisible();
      expect(await axeViolations(browser.page)).toEqual([]);
      await takeScreenshots(browser.page, 'seconds-report');

      // 50 s and the 39 s above are more than a minute.
      await createEmployeeWithEntries(app, 'Asha Rai', [longer('2026-11-17 09:00-17:00', 50)]);
      await unfold(browser);
      await browser.page.getByRole('button', { name: 'All employees' }).click();
      await browser.page.getByRole('button', { name: 'Generate Report' }).click();
      const foot = browser.page.getByRole('table', { name: 'Report over all employees' }).locator('tfoot');
      await expect(foot.getByText('Seconds not shown')).toBeVisible();
      await takeScreenshots(browser.page, 'seconds-team');
    }));
});
