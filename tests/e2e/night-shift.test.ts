import { describe, expect, it } from 'vitest';
import { requestId } from '#tests/make';
import { DESK, overflowsHorizontally, PHONE, takeScreenshots } from './browser.ts';
import { withApp } from './app.ts';
import { activityOf, openDashboard, HOUR, press, timesheetOf } from './dashboard-page.ts';

describe('ended night shifts', () => {
  it("a night shift shows the date of its clock-out in 'My timesheet' and in Today's Activity", () =>
    withApp(async (app) => {
      const maya = await app.createEmployee('Maya Gurung');
      const client = await app.signInElsewhere(maya);
      await client.ask('clockIn', { requestId: requestId() });
      await app.advance(2 * HOUR);
      await client.ask('clockOut', { requestId: requestId() });
      await app.advance(12 * HOUR);
      await client.ask('clockIn', { requestId: requestId() });
      await app.advance(HOUR);
      // Sets a clock-out after midnight, while the test's clock still shows the day before.
      await app.owner.query(
        `UPDATE counted_entry SET clock_out = clock_in + interval '3 hours 15 minutes' WHERE clock_out IS NULL`,
      );
      const browser = await openDashboard(app, maya, { viewport: DESK });
      await press(browser, 'Show as a table');
      for (const region of [activityOf(browser), timesheetOf(browser)])
        await expect(region.getByText('Nov 21, 2026')).toBeVisible();
      expect(await overflowsHorizontally(browser.page)).toBe(false);
      await browser.page.setViewportSize(PHONE);
      await expect.poll(() => overflowsHorizontally(browser.page)).toBe(false);
      await takeScreenshots(browser.page, 'night-shift');
    }));
});
