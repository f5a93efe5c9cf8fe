import { describe, expect, it } from 'vitest';
import { DESK, PHONE, type BrowserSession } from './browser.ts';
import { MINUTE, withApp, type App } from './app.ts';

const HOUR = 60 * MINUTE;

async function openDashboard(app: App, name = 'Maya Gurung'): Promise<BrowserSession> {
  const browser = await app.openBrowser({ as: await app.createEmployee(name), viewport: PHONE });
  await expect(browser.page.getByRole('button', { name: 'Clock In' })).toBeVisible();
  return browser;
}

const press = ({ page }: BrowserSession, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click();
const shows = ({ page }: BrowserSession, text: string | RegExp): Promise<void> =>
  expect(page.getByText(text).first()).toBeVisible();
const buttons = async ({ page }: BrowserSession): Promise<string[]> =>
  (await page.getByRole('region', { name: 'Time clock' }).getByRole('button').allTextContents()).map((text) =>
    text.trim(),
  );

describe('the clock widget', () => {
  it('shows the time, the full date, the shift and the suggested break', () =>
    withApp(async (app) => {
      const browser = await openDashboard(app);
      for (const text of [
        '08:55',
        'Friday, November 20, 2026',
        "Today's Shift",
        '09:00 - 17:00',
        'Suggested break: 12:00 - 12:30',
      ])
        await shows(browser, text);
    }));

  it('says that it is break time within the break window', () =>
    withApp(async (app) => {
      const browser = await openDashboard(app);
      await app.advance(3 * HOUR + 10 * MINUTE);
      await browser.page.reload();
      await shows(browser, 'Break Time: 12:00 - 12:30');
    }));

  it('offers only what is allowed in each state', () =>
    withApp(async (app) => {
      const browser = await openDashboard(app);
      expect(await buttons(browser)).toEqual(['Clock In']);
      await press(browser, 'Clock In');
      await expect(browser.page.getByRole('button', { name: 'Start Break' })).toBeVisible();
      expect((await buttons(browser)).toSorted()).toEqual(['Clock Out', 'Start Break']);
      await press(browser, 'Start Break');
      await expect(browser.page.getByRole('button', { name: 'End Break' })).toBeVisible();
      expect(await buttons(browser)).toEqual(['End Break']);
    }));

  it('says how late a clock-in was', () =>
    withApp(async (app) => {
      const browser = await openDashboard(app);
      await app.advance(17 * MINUTE);
      await press(browser, 'Clock In');
      await shows(browser, 'Clock-in successful at 09:12 (7 min late)');
    }));

  it('says that a clock-in was on time, with a pin when the location was taken', () =>
    withApp(async (app) => {
      const browser = await openDashboard(app);
      await press(browser, 'Clock In');
      await shows(browser, /Clock-in successful at 08:55 - You're on time!.*📍/);
    }));

  it('clocks in without a location when the browser refuses one', () =>
    withApp(async (app) => {
      const browser = await openDashboard(app);
      await browser.context.clearPermissions();
      await press(browser, 'Clock In');
      await shows(browser, "Clock-in successful at 08:55 - You're on time!");
      const { rows } = await app.owner.query<{ location: string | null }>(
        'SELECT location FROM time_entry_detail',
      );
      expect(rows).toEqual([{ location: null }]);
    }));

  it('warns on a weekend, and clocks in anyway', () =>
    withApp(async (app) => {
      const browser = await openDashboard(app);
      await app.advance(24 * HOUR);
      await browser.page.reload();
      await press(browser, 'Clock In');
      await shows(browser, 'Weekend work is not allowed by the current settings.');
      await shows(browser, /Clock-in successful/);
    }));

  it('refuses notes of more than 500 characters', () =>
    withApp(async (app) => {
      const browser = await openDashboard(app);
      await browser.page.getByLabel('Notes').fill('x'.repeat(501));
      await press(browser, 'Clock In');
      await shows(browser, 'Notes must be less than 500 characters');
      expect((await app.owner.query('SELECT id FROM counted_entry')).rows).toEqual([]);
    }));

  it('keeps an entry that is still open after midnight, and clocks it out', () =>
    withApp(async (app) => {
      const browser = await openDashboard(app);
      await press(browser, 'Clock In');
      await expect(browser.page.getByRole('button', { name: 'Clock Out' })).toBeVisible();
      await app.advance(20 * HOUR);
      await browser.page.reload();
      await press(browser, 'When did you leave yesterday?');
      await press(browser, 'I am still at work');
      await expect(
        browser.page.getByRole('region', { name: 'Active Session' }).getByText('Nov 20, 2026'),
      ).toBeVisible();
      await press(browser, 'Clock Out');
      await expect(browser.page.getByRole('button', { name: 'Clock In' })).toBeVisible();
    }));

  it('shows start, duration and notes of the active session', () =>
    withApp(async (app) => {
      const browser = await openDashboard(app);
      await browser.page.getByLabel('Notes').fill('Stocktaking');
      await press(browser, 'Clock In');
      const session = browser.page.getByRole('region', { name: 'Active Session' });
      await expect(session).toBeVisible();
      await app.advance(95 * MINUTE);
      for (const text of ['08:55', '1h 35m', 'Stocktaking'])
        await expect(session.getByText(text, { exact: true })).toBeVisible();
      const clock = browser.page.getByRole('region', { name: 'Time clock' });
      await expect(clock.getByText('Clocked In', { exact: true })).toBeVisible();
      await press(browser, 'Start Break');
      await expect(clock.getByText('On Break', { exact: true })).toBeVisible();
    }));

  it('records one entry when the button is pressed twice at once', () =>
    withApp(async (app) => {
      const browser = await openDashboard(app);
      await browser.page.getByRole('button', { name: 'Clock In' }).dblclick();
      await expect(browser.page.getByRole('button', { name: 'Start Break' })).toBeVisible();
      expect((await app.owner.query('SELECT id FROM counted_entry')).rowCount).toBe(1);
    }));
});

describe('when the day is over', () => {
  it('says when that was and what it came to, after the message and over a reload', () =>
    withApp(async (app) => {
      const browser = await openDashboard(app);
      await press(browser, 'Clock In');
      await expect(browser.page.getByRole('button', { name: 'Start Break' })).toBeVisible();
      await app.advance(461 * MINUTE);
      await press(browser, 'Clock Out');
      await shows(browser, 'Clocked-out successful');
      await expect(browser.page.getByText('Clocked-out successful')).not.toBeAttached();
      const status = browser.page.getByRole('region', { name: 'Status', exact: true });
      await expect(status.getByText('Out at 16:36')).toBeVisible();
      await shows(browser, 'Done for today, 7h 41m');
      await browser.page.reload();
      await expect(status.getByText('Out at 16:36')).toBeVisible();
      await shows(browser, 'Done for today, 7h 41m');
    }));
});

describe('the employee dashboard', () => {
  it('has its title and text, four cards with the running session, and the header of an employee', () =>
    withApp(async (app) => {
      const browser = await openDashboard(app);
      await press(browser, 'Clock In');
      await expect(browser.page.getByRole('button', { name: 'Clock Out' })).toBeVisible();
      await app.advance(2 * HOUR);
      for (const text of [
        'Employee Dashboard',
        'Track your time and manage your work schedule efficiently',
        'Employee Workspace',
      ])
        await shows(browser, text);
      for (const part of ['Time clock', 'Time Summary', "Today's Activity"])
        await expect(browser.page.getByRole('region', { name: part, exact: true })).toBeVisible();
      for (const card of ["Today's Hours", 'This Week', 'This Month'])
        await expect(
          browser.page.getByRole('region', { name: card, exact: true }).getByText('2h', { exact: true }),
        ).toBeVisible();
      await expect(
        browser.page.getByRole('region', { name: 'Status', exact: true }).getByText('Clocked In'),
      ).toBeVisible();
      expect(await browser.page.getByText('Welcome back, Maya!').isVisible()).toBe(false);
      await browser.page.setViewportSize(DESK);
      await shows(browser, 'Welcome back, Maya!');
    }));
});

describe("today's activity", () => {
  it('shows clock-in and clock-out, breaks, notes and address of each entry', () =>
    withApp(async (app) => {
      const browser = await openDashboard(app);
      await browser.page.getByLabel('Notes').fill('Stocktaking');
      await press(browser, 'Clock In');
      const activity = browser.page.getByRole('region', { name: "Today's Activity" });
      await expect(activity.getByText('ACTIVE')).toBeVisible();
      await app.advance(HOUR);
      await press(browser, 'Start Break');
      await expect(activity.getByText('In progress')).toBeVisible();
      await app.advance(15 * MINUTE);
      await press(browser, 'End Break');
      await expect(activity.getByText('09:55 - 10:10')).toBeVisible();
      await press(browser, 'Clock Out');
      await expect(activity.getByText('ACTIVE')).not.toBeAttached();
      for (const text of ['08:55', '10:10', '15m', '1h', 'Stocktaking', 'IP: 127.0.0.1'])
        await expect(activity.getByText(text).first()).toBeVisible();
    }));

  it('follows in a second window without a reload', () =>
    withApp(async (app) => {
      const browser = await openDashboard(app);
      const second = await browser.context.newPage();
      await second.goto(app.url);
      await expect(second.getByRole('button', { name: 'Clock In' })).toBeVisible();
      await press(browser, 'Clock In');
      await expect(second.getByRole('button', { name: 'Clock Out' })).toBeVisible();
      await expect(second.getByText('ACTIVE', { exact: true })).toBeVisible();
    }));
});
