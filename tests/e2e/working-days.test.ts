import { describe, expect, it } from 'vitest';
import { FRIDAY_MORNING, MINUTE, withApp } from './app.ts';
import { DESK, takeScreenshots } from './browser.ts';
import {
  activityOf,
  openDashboard,
  openTimesheet,
  button,
  card,
  clockOf,
  DAY,
  HOUR,
  press,
  punch,
  shows,
  timesheetOf,
} from './dashboard-page.ts';

/** Five minutes before the start of work; in Berlin on the first workday after the clocks go forward. */
const WORKPLACES: readonly { zone: string; now: number; date: string }[] = [
  { zone: 'Asia/Kathmandu', now: Date.parse('2026-11-20T03:10:00.000Z'), date: 'Friday, November 20, 2026' },
  { zone: 'Europe/Berlin', now: Date.parse('2026-03-30T06:55:00.000Z'), date: 'Monday, March 30, 2026' },
];

describe.each(WORKPLACES)('a day at a workplace in $zone', ({ zone, now, date }) => {
  it('the late threshold, the break time and the weekend warning are exact', () =>
    withApp(
      async (app) => {
        const browser = await openDashboard(app);
        await shows(browser, date);
        await app.advance(10 * MINUTE + 59_000);
        await press(browser, 'Clock In');
        await shows(browser, "Clock-in successful at 09:05 - You're on time!");
        await punch(browser, 'Clock Out');
        await app.advance(173 * MINUTE + 1000);
        await shows(browser, 'Suggested break: 12:00 - 12:30');
        await app.advance(MINUTE);
        await shows(browser, 'Break Time: 12:00 - 12:30');
        await app.advance(30 * MINUTE);
        await shows(browser, 'Suggested break: 12:00 - 12:30');

        const daysToSaturday = (6 - new Date(now).getUTCDay() + 7) % 7;
        await app.advance(daysToSaturday * DAY);
        await browser.page.reload();
        await press(browser, 'Clock In');
        await shows(browser, 'Weekend work is not allowed by the current settings.');
        await expect(button(browser, 'Clock Out')).toBeVisible();
      },
      { zone, now },
    ));
});

describe('a day of work', () => {
  it('shows lateness after the threshold, an extended break after 60 minutes and overtime after 8 hours', () =>
    withApp(
      async (app) => {
        const browser = await openDashboard(app);
        await press(browser, 'Clock In');
        await shows(browser, 'Clock-in successful at 09:26 (21 min late)');
        await punch(browser, 'Start Break');
        await app.advance(HOUR);
        await expect(activityOf(browser).getByText('1h', { exact: true })).toBeVisible();
        expect(await activityOf(browser).getByText('Extended').count()).toBe(0);
        await app.advance(15 * MINUTE);
        await expect(activityOf(browser).getByText('Extended')).toBeVisible();
        await punch(browser, 'End Break');
        await shows(browser, 'Break ended at 10:41 (extended, 75 min)');
        await app.advance(9 * HOUR + 30 * MINUTE);
        await expect(card(browser, 'Work Insights').getByText('0.5h', { exact: true })).toBeVisible();
        await press(browser, 'Clock Out');
        await shows(browser, 'Clocked-out successful');
        await shows(browser, 'Overtime: 9.5 h worked, more than 8 h.');
        const { rows } = await app.owner.query<{ message: string }>(
          "SELECT message FROM activity_notification WHERE type = 'overtime'",
        );
        expect(rows).toEqual([{ message: 'Maya Gurung clocked out after 9.5 h (overtime)' }]);
      },
      { now: FRIDAY_MORNING + 31 * MINUTE },
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
      await expect(activityOf(browser).getByText('No activity recorded today')).toBeVisible();
      await expect(clockOf(browser).getByText('It counts once you clock out.')).toBeVisible();
      await expect(card(browser, "Today's Hours").getByText('0m', { exact: true })).toBeVisible();
      await expect(card(browser, 'This Week').getByText('16h')).toHaveCount(0);
      await expect(timesheetOf(browser).getByText('End missing').first()).toBeVisible();
      await punch(browser, 'Clock Out');
    }));
});

describe('nights with a clock change', () => {
  it.each([
    {
      night: 'forward',
      evening: '2026-03-28T21:00:00.000Z',
      worked: '7h',
      started: 'Mar 28, 2026',
      shift: ['22:00', '06:00 Mar 29, 2026'],
      later: 7,
    },
    {
      night: 'back',
      evening: '2026-10-24T20:00:00.000Z',
      worked: '9h',
      started: 'Oct 24, 2026',
      shift: ['22:00', '06:00 Oct 25, 2026'],
      later: 9,
    },
  ])(
    'a night shift in Berlin lasts $worked when the clocks go $night',
    ({ evening, worked, started, shift, later }) =>
      withApp(
        async (app) => {
          const browser = await openDashboard(app);
          await punch(browser, 'Clock In');
          await app.advance(later * HOUR);
          await expect(clockOf(browser).getByText('06:00', { exact: true })).toBeVisible();
          await expect(clockOf(browser).getByText(started, { exact: true })).toBeVisible();
          await expect(clockOf(browser).getByText(worked, { exact: true })).toBeVisible();
          await punch(browser, 'Clock Out');
          await openTimesheet(browser);
          const row = timesheetOf(browser).getByRole('row').filter({ hasText: started });
          for (const text of [...shift, worked])
            await expect(row.getByText(text, { exact: true }).first()).toBeVisible();
        },
        { zone: 'Europe/Berlin', now: Date.parse(evening) },
      ),
  );
});
