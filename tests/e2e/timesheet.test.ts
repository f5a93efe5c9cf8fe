import { describe, expect, it } from 'vitest';
import { DESK, PHONE, readDownload, type BrowserSession } from './browser.ts';
import { FRIDAY_MORNING, MINUTE, withApp, type App } from './app.ts';
import {
  activityOf,
  openDashboard,
  openTimesheet,
  button,
  card,
  chooseMore,
  clockOf,
  press,
  punch,
  shows,
  timesheetOf,
} from './dashboard-page.ts';
import { createEmployeeWithEntries, entry } from './reports-page.ts';

const SCRIPT = '<img src=x onerror="document.title=1"><script>document.title=2</script>';

/** Monday of last week with a break, and two entries of this Friday: one hour, and one that is still open. */
const ENTRIES = [
  entry('2026-11-09 08:55-17:25', { breaks: ['11:55-12:25'], notes: 'Stocktaking' }),
  entry('2026-11-20 08:55-09:55'),
  entry('2026-11-20 09:55-'),
];
const atHalfPastTen = { now: FRIDAY_MORNING + 90 * MINUTE };

async function openTwoWeeks(app: App, viewport = DESK): Promise<BrowserSession> {
  const maya = await createEmployeeWithEntries(app, 'Maya Gurung', ENTRIES, '2026-11-09T03:10:00.000Z');
  const browser = await openDashboard(app, maya, { viewport });
  if (viewport === DESK) await press(browser, 'Show as a table');
  return browser;
}
/** The next tick of the clock may be a second away. */
const PATIENCE = { timeout: 20_000 };

/** The texts of the table without its heading. */
const rows = async (browser: BrowserSession): Promise<string[][]> =>
  (await timesheetOf(browser).getByRole('row').allInnerTexts()).slice(1).map((row) =>
    row
      .split(/\s*\t\s*|\n+/)
      .map((cell) => cell.trim())
      .filter((cell) => cell !== ''),
  );
const figures = async (browser: BrowserSession): Promise<string> =>
  (await timesheetOf(browser).locator('dl').innerText()).replaceAll(/\s+/g, ' ');

async function download(
  browser: BrowserSession,
  choose = () => chooseMore(browser, 'menuitem', 'Download CSV'),
): Promise<{ name: string; text: string }> {
  const [file] = await Promise.all([browser.page.waitForEvent('download'), choose()]);
  const { bytes, ...saved } = await readDownload(file);
  return { ...saved, text: bytes.toString() };
}

describe('my timesheet', () => {
  it('shows entries and totals by weeks and months, saves them as a file and offers a retry of what fails', () =>
    withApp(async (app) => {
      const browser = await openTwoWeeks(app);
      browser.expectError(/No room|ERR_/);
      // This week needs no request, since the dashboard has already loaded the entries of this month.
      await browser.page.route('**/api/time-entries*', (route) => route.abort('connectionfailed'));
      await shows(browser, 'Nov 16, 2026 - Nov 22, 2026');
      await expect(timesheetOf(browser).getByText('1h 30m').first()).toBeVisible();
      await expect
        .poll(() => rows(browser), PATIENCE)
        .toEqual([
          ['Fri Nov 20, 2026', '09:55', 'Still clocked in', '-', '30m', '1h 30m'],
          ['Nov 20, 2026', '08:55', '09:55', '-', '1h'],
          ...['Thu Nov 19', 'Wed Nov 18', 'Tue Nov 17', 'Mon Nov 16'].map((day) => [
            `${day}, 2026`,
            'No entry Add',
          ]),
        ]);
      await expect
        .poll(() => figures(browser), PATIENCE)
        .toBe('Total 1h 30m of 33h 30m due Breaks 0m Days worked 1 Balance -32h');

      expect(await button(browser, 'Next week').getAttribute('aria-disabled')).toBe('true');
      await press(browser, 'Previous week');
      await shows(browser, 'Nov 09, 2026 - Nov 15, 2026');
      await expect(timesheetOf(browser).getByText('Stocktaking')).toBeVisible();
      await expect
        .poll(async () => (await rows(browser)).slice(-1), PATIENCE)
        .toEqual([['Mon Nov 09, 2026', '08:55', '17:25', '11:55 - 12:25', '30m', 'Stocktaking', '8h', '8h']]);
      await expect
        .poll(() => figures(browser), PATIENCE)
        .toBe('Total 8h of 40h due Breaks 30m Days worked 1 Balance -32h');
      await press(browser, 'Previous week');
      await shows(browser, 'No entries in this week');
      await press(browser, 'This week');
      await shows(browser, 'Nov 16, 2026 - Nov 22, 2026');
      await press(browser, 'Previous week');
      await press(browser, 'Next week');
      await expect(timesheetOf(browser).getByText('Still clocked in')).toBeVisible();

      await timesheetOf(browser).getByRole('button', { name: 'Months' }).click();
      await shows(browser, 'Nov 01, 2026 - Nov 30, 2026');
      await expect(timesheetOf(browser).getByText('Stocktaking')).toBeVisible();
      await expect
        .poll(() => figures(browser), PATIENCE)
        .toBe('Total 9h 30m of 73h 30m due Breaks 30m Days worked 2 Balance -64h');
      await browser.page.evaluate(() => {
        const made = URL.createObjectURL.bind(URL);
        URL.createObjectURL = () => {
          URL.createObjectURL = made;
          throw new Error('No room');
        };
      });
      await chooseMore(browser, 'menuitem', 'Download CSV');
      await shows(browser, 'The file could not be made.');
      expect(await download(browser, () => press(browser, 'Try again'))).toEqual({
        name: 'Maya Gurung_timesheet.csv',
        text: 'Date,Clock In,Clock Out,Hours,Notes\r\n"Nov 20, 2026",09:55,,0,\r\n"Nov 20, 2026",08:55,09:55,1.00,\r\n"Nov 09, 2026",08:55,17:25,8.00,Stocktaking\r\n',
      });

      await press(browser, 'Previous month');
      await shows(browser, 'Your timesheet could not be loaded.');
      await browser.page.unroute('**/api/time-entries*');
      await timesheetOf(browser).getByRole('button', { name: 'Try again' }).click();
      await shows(browser, 'No entries in this month');
    }, atHalfPastTen));

  it('a press anywhere in a row opens the correction on a phone', () =>
    withApp(async (app) => {
      const browser = await openTwoWeeks(app, PHONE);
      await openTimesheet(browser);
      await expect(timesheetOf(browser).getByText('1h 30m').first()).toBeVisible(PATIENCE);
      const ended = timesheetOf(browser).getByRole('row').filter({ hasText: '08:55' });
      await ended.click({ position: { x: 8, y: 8 } });
      await expect(browser.page.getByRole('dialog', { name: 'Correct my hours' })).toBeVisible();
    }, atHalfPastTen));
});

describe('notes', () => {
  it('notes of 501 characters are refused, and 500 of them stay text on the screen, in the record and the file', () =>
    withApp(async (app) => {
      const browser = await openDashboard(app, await app.createEmployee('Maya <b>Gurung</b>'), {
        viewport: DESK,
      });
      const field = browser.page.getByLabel('Notes');
      const notes = `=HYPERLINK("http://evil.example","Pay")\n${SCRIPT}`.padEnd(500, 'ä');
      await field.fill(`${notes}x`);
      await expect(clockOf(browser).getByText('501 of 500')).toBeVisible();
      await press(browser, 'Clock In');
      await shows(browser, 'Notes must be less than 500 characters');
      expect(await field.getAttribute('aria-invalid')).toBe('true');
      await field.fill(notes);
      await expect(browser.page.getByText('Notes must be less than 500 characters')).not.toBeAttached();
      await expect(clockOf(browser).getByText('500 of 500')).toBeVisible();
      await punch(browser, 'Clock In');
      await press(browser, 'Show as a table');
      for (const place of [card(browser, 'Active Session'), activityOf(browser), timesheetOf(browser)])
        await expect(place.getByText(SCRIPT)).toBeVisible();
      expect(await browser.page.title()).toBe('Clock - Punctual');
      const { rows: kept } = await app.owner.query<{ notes: string }>('SELECT notes FROM time_entry_detail');
      expect(kept).toEqual([{ notes }]);
      const file = await download(browser);
      expect(file.text).toContain(`,08:55,,0,"'${notes.replaceAll('"', '""')}"\r\n`);
      expect(file.name).toBe('Maya bGurungb_timesheet.csv');
    }));
});
