import { describe, expect, it } from 'vitest';
import { MINUTE, withApp } from './app.ts';
import { DESK, takeScreenshots } from './browser.ts';
import {
  activityOf,
  openDashboard,
  openTimesheet,
  card,
  clockOf,
  HOUR,
  press,
  punch,
  shows,
  timesheetOf,
} from './dashboard-page.ts';

describe('a day of work', () => {
  it('shows lateness after the threshold, the break time, an extended break and overtime after 8 hours', () =>
    withApp(
      async (app) => {
        const browser = await openDashboard(app);
        await shows(browser, 'Monday, March 30, 2026');
        await app.advance(11 * MINUTE);
        await press(browser, 'Clock In');
        await shows(browser, 'Clock-in successful at 09:06 (1 min late)');
        await app.advance(173 * MINUTE + 59_000);
        await shows(browser, 'Suggested break: 12:00 - 12:30');
        await app.advance(1000);
        await shows(browser, 'Break Time: 12:00 - 12:30');
        await app.advance(30 * MINUTE);
        await shows(browser, 'Suggested break: 12:00 - 12:30');
        await punch(browser, 'Start Break');
        await app.advance(HOUR);
        await expect(activityOf(browser).getByText('1h', { exact: true })).toBeVisible();
        expect(await activityOf(browser).getByText('Extended').count()).toBe(0);
        await app.advance(15 * MINUTE);
        await expect(activityOf(browser).getByText('Extended')).toBeVisible();
        await press(browser, 'End Break');
        await shows(browser, 'Break ended 13:45');
        await app.advance(366 * MINUTE);
        const messages = ['Clocked-out successful', 'Overtime: 9.5 h worked, more than 8 h.'];
        const seen = messages.map((message) => shows(browser, message));
        await press(browser, 'Clock Out');
        await Promise.all(seen);
      },
      // Five minutes before the start of work, on the first workday after the clocks went forward.
      { zone: 'Europe/Berlin', now: Date.parse('2026-03-30T06:55:00.000Z') },
    ));

  it('a night shift counts as today past midnight without a reload, until it passes its limit', () =>
    withApp(async (app) => {
      const browser = await openDashboard(app, undefined, { viewport: DESK });
      await punch(browser, 'Clock In');
      await expect(card(browser, "Today's Hours").getByText('0m', { exact: true })).toBeVisible();
      await app.advance(15 * HOUR + 10 * MINUTE);
      await expect(
        clockOf(browser).getByText('A night shift: until you clock out, today means'),
      ).toBeVisible();
      await expect(clockOf(browser).getByText('15h 10m')).toBeVisible();
      await expect(activityOf(browser).getByText('Night shift of')).toBeVisible();
      await expect(activityOf(browser).getByText('ACTIVE')).toBeVisible();
      await expect(card(browser, "Today's Hours").getByText('15h 10m', { exact: true })).toBeVisible();
      await expect(card(browser, "Today's Hours").getByText('night shift of')).toBeVisible();
      await takeScreenshots(browser.page, 'night-shift-running');
      const admins = await app.openBrowser({ as: app.admin, viewport: DESK });
      const hours = admins.page.getByRole('table', { name: 'All Employees Status' }).getByText(/^of /u);
      await expect(hours).toBeVisible();
      expect(await hours.evaluate((text) => text.scrollWidth <= text.clientWidth)).toBe(true);
      await takeScreenshots(admins.page, 'night-shift-board');
      await app.advance(50 * MINUTE);
      // The earlier reminder has the same button.
      const question = card(browser, 'When did you leave yesterday?');
      await question.getByRole('button', { name: 'I am still at work' }).click();
      await expect(activityOf(browser).getByText(/^Open since/u)).toBeVisible();
      await expect(clockOf(browser).getByText('It counts once you clock out.')).toBeVisible();
      await expect(card(browser, "Today's Hours").getByText('0m', { exact: true })).toBeVisible();
      await expect(card(browser, 'This Week').getByText('16h')).toHaveCount(0);
      await expect(timesheetOf(browser).getByText('End missing').first()).toBeVisible();
      await punch(browser, 'Clock Out');
    }));
});

describe('nights with a clock change', () => {
  it('a night shift in Berlin from 22:00 to 06:00 lasts 9 hours when the clocks go back', () =>
    withApp(
      async (app) => {
        const browser = await openDashboard(app);
        await punch(browser, 'Clock In');
        await app.advance(9 * HOUR);
        await expect(clockOf(browser).getByText('06:00', { exact: true })).toBeVisible();
        await expect(clockOf(browser).getByText('Oct 24, 2026', { exact: true })).toBeVisible();
        await expect(clockOf(browser).getByText('9h', { exact: true })).toBeVisible();
        await punch(browser, 'Clock Out');
        await openTimesheet(browser);
        const row = timesheetOf(browser).getByRole('row').filter({ hasText: 'Oct 24, 2026' });
        for (const text of ['22:00', '06:00 Oct 25, 2026', '9h'])
          await expect(row.getByText(text, { exact: true }).first()).toBeVisible();
      },
      { zone: 'Europe/Berlin', now: Date.parse('2026-10-24T20:00:00.000Z') },
    ));
});
