import { describe, expect, it } from 'vitest';
import { readPdf } from '../support/pdf-reader.ts';
import { DESK, overflowsHorizontally, PHONE, takeScreenshots } from './browser.ts';
import { openReports, entry, generate, saved, createEmployeeWithEntries } from './reports-page.ts';
import { withApp } from './app.ts';
import { activityOf, openDashboard, HOUR, punch, timesheetOf } from './dashboard-page.ts';

describe('ended night shifts', () => {
  it("a night shift shows the date of its clock-out in 'My timesheet' and in Today's Activity", () =>
    withApp(async (app) => {
      const browser = await openDashboard(app, undefined, { viewport: DESK });
      await punch(browser, 'Clock In');
      await app.advance(2 * HOUR);
      await punch(browser, 'Clock Out');
      await app.advance(12 * HOUR);
      await punch(browser, 'Clock In');
      await app.advance(HOUR);
      // The clock-out is tomorrow, and the browser does not know yet that today is over.
      await app.owner.query(
        `UPDATE counted_entry SET clock_out = clock_in + interval '3 hours 15 minutes' WHERE clock_out IS NULL`,
      );
      await browser.page.reload();
      await expect(activityOf(browser).getByText('Nov 21, 2026')).toBeVisible();
      await expect(timesheetOf(browser).getByText('Nov 21, 2026')).toBeVisible();
      for (const region of [activityOf(browser), timesheetOf(browser)]) {
        await expect(region.getByText('Nov 21, 2026')).toHaveCount(1);
      }
      for (const viewport of [PHONE, DESK]) {
        await browser.page.setViewportSize(viewport);
        expect(await overflowsHorizontally(browser.page)).toBe(false);
      }
      await takeScreenshots(browser.page, 'night-shift');
    }));

  it('the PDF of a report shows the date of the clock-out', () =>
    withApp(async (app) => {
      await createEmployeeWithEntries(app, 'Maya Gurung', [entry('2026-11-18 20:00-02:10')]);
      const browser = await openReports(app);
      await generate(browser, 'Maya Gurung', { from: '2026-11-16', to: '2026-11-19' });
      expect(readPdf((await saved(browser, 'PDF')).bytes).pages[0]).toContain('02:10, Nov 19, 2026');
    }));
});
