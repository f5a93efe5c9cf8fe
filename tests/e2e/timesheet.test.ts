import { describe, expect, it } from 'vitest';
import { requestId } from '#tests/make';
import { DESK, PHONE, readDownload, type BrowserSession } from './browser.ts';
import { FRIDAY_MORNING, MINUTE, withApp, type App } from './app.ts';
import {
  activityOf,
  openDashboard,
  openTimesheet,
  button,
  clockOf,
  DAY,
  HOUR,
  press,
  punch,
  shows,
  timesheetOf,
} from './dashboard-page.ts';

const FORMULA = '=HYPERLINK("http://evil.example","Pay")';
const SCRIPT = '<img src=x onerror="document.title=1"><script>document.title=2</script>';

/** A Monday of the week before with a break, and two entries of 90 minutes in all this Friday. */
async function twoWeeks(app: App, name = 'Maya Gurung'): Promise<BrowserSession> {
  const maya = await app.createEmployee(name);
  const onMonday = await app.signInElsewhere(maya);
  await onMonday.ask('clockIn', { requestId: requestId(), notes: 'Stocktaking' });
  await app.advance(3 * HOUR);
  await onMonday.ask('startBreak', { requestId: requestId() });
  await app.advance(30 * MINUTE);
  await onMonday.ask('endBreak', { requestId: requestId() });
  await app.advance(5 * HOUR);
  await onMonday.ask('clockOut', { requestId: requestId() });
  await app.advance(11 * DAY - 8 * HOUR - 30 * MINUTE);
  const browser = await openDashboard(app, maya, { viewport: DESK });
  await punch(browser, 'Clock In');
  await app.advance(HOUR);
  await punch(browser, 'Clock Out');
  await punch(browser, 'Clock In');
  await app.advance(30 * MINUTE);
  return browser;
}
/** The next tick of the clock may be a second away. */
const PATIENCE = { timeout: 20_000 };
const onMonday = { now: FRIDAY_MORNING - 11 * DAY };

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
  name = 'Download CSV',
): Promise<{ name: string; text: string }> {
  const [file] = await Promise.all([browser.page.waitForEvent('download'), press(browser, name)]);
  const { bytes, ...saved } = await readDownload(file);
  return { ...saved, text: bytes.toString() };
}

describe('my timesheet', () => {
  it('shows each entry with its times, breaks, notes and totals, by weeks and by months', () =>
    withApp(async (app) => {
      const browser = await twoWeeks(app);
      await shows(browser, 'Nov 16, 2026 - Nov 22, 2026');
      await expect(timesheetOf(browser).getByText('1h 30m').first()).toBeVisible();
      await expect
        .poll(() => rows(browser), PATIENCE)
        .toEqual([
          // An IP address appears only if it differs from the usual one.
          ['Fri Nov 20, 2026', '09:55', 'Still clocked in', '-', '30m', '1h 30m'],
          ['Nov 20, 2026', '08:55', '09:55', '-', '1h'],
          ...['Thu Nov 19', 'Wed Nov 18', 'Tue Nov 17', 'Mon Nov 16'].map((day) => [
            `${day}, 2026`,
            'No entry Add',
          ]),
        ]);
      await expect.poll(() => figures(browser), PATIENCE).toBe('Total 1h 30m Breaks 0m Days worked 1');

      expect(await button(browser, 'Next week').getAttribute('aria-disabled')).toBe('true');
      await press(browser, 'Previous week');
      await shows(browser, 'Nov 09, 2026 - Nov 15, 2026');
      await expect(timesheetOf(browser).getByText('Stocktaking')).toBeVisible();
      await expect
        .poll(async () => (await rows(browser)).slice(-1), PATIENCE)
        .toEqual([['Mon Nov 09, 2026', '08:55', '17:25', '11:55 - 12:25', '30m', 'Stocktaking', '8h', '8h']]);
      await expect.poll(() => figures(browser), PATIENCE).toBe('Total 8h Breaks 30m Days worked 1');
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
      await expect.poll(() => figures(browser), PATIENCE).toBe('Total 9h 30m Breaks 30m Days worked 2');
      for (let back = 0; back < 11; back += 1) await press(browser, 'Previous month');
      await shows(browser, 'Dec 01, 2025 - Dec 31, 2025');
      await shows(browser, 'No entries in this month');
    }, onMonday));

  it("the timesheet is saved as '{employee name}_timesheet.csv', also at a second try", () =>
    withApp(async (app) => {
      const browser = await twoWeeks(app);
      browser.expectError(/No room/);
      // The dashboard has the entries of this week and this month.
      await browser.page.route('**/api/time-entries*', (route) => route.abort());
      await timesheetOf(browser).getByRole('button', { name: 'Months' }).click();
      await expect(timesheetOf(browser).getByText('Stocktaking')).toBeVisible();
      await expect(timesheetOf(browser).getByText('1h 30m').first()).toBeVisible(PATIENCE);

      await browser.page.evaluate(() => {
        const made = URL.createObjectURL.bind(URL);
        URL.createObjectURL = () => {
          URL.createObjectURL = made;
          throw new Error('No room');
        };
      });
      await press(browser, 'Download CSV');
      await shows(browser, 'The file could not be made.');
      expect(await download(browser, 'Try again')).toEqual({
        name: 'Maya Gurung_timesheet.csv',
        text: 'Date,Clock In,Clock Out,Hours,Notes\r\n"Nov 20, 2026",09:55,,0,\r\n"Nov 20, 2026",08:55,09:55,1.00,\r\n"Nov 09, 2026",08:55,17:25,8.00,Stocktaking\r\n',
      });
    }, onMonday));

  it('a press anywhere in a row opens the correction on a phone', () =>
    withApp(async (app) => {
      const browser = await twoWeeks(app);
      await browser.page.setViewportSize(PHONE);
      await openTimesheet(browser);
      await expect(timesheetOf(browser).getByText('1h 30m').first()).toBeVisible(PATIENCE);
      const ended = timesheetOf(browser).getByRole('row').filter({ hasText: '08:55' });
      await ended.click({ position: { x: 8, y: 8 } });
      await expect(browser.page.getByRole('dialog', { name: 'Correct my hours' })).toBeVisible();
    }, onMonday));

  it('says when it cannot be loaded and offers a retry', () =>
    withApp(async (app) => {
      const browser = await openDashboard(app);
      browser.expectError(/ERR_|status of 503/);
      await openTimesheet(browser);
      await browser.page.route('**/api/time-entries*', (route) => route.abort('connectionfailed'));
      // The dashboard has the weeks of this month.
      for (const week of ['Nov 09', 'Nov 02', 'Oct 26']) {
        await press(browser, 'Previous week');
        await expect(timesheetOf(browser).getByText(week)).toBeVisible();
      }
      await shows(browser, 'Your timesheet could not be loaded.');
      await browser.page.unroute('**/api/time-entries*');
      await timesheetOf(browser).getByRole('button', { name: 'Try again' }).click();
      await shows(browser, 'No entries in this week');
    }));
});

describe('notes', () => {
  it.each([
    ['script', SCRIPT, `"${SCRIPT.replaceAll('"', '""')}"`],
    ['a formula', FORMULA, `"'${FORMULA.replaceAll('"', '""')}"`],
  ])('notes with %s stay text on the screen and in the file', (_kind, notes, cell) =>
    withApp(async (app) => {
      const browser = await openDashboard(app, await app.createEmployee('Maya <b>Gurung</b>'), {
        viewport: DESK,
      });
      await browser.page.getByLabel('Notes').fill(notes);
      await punch(browser, 'Clock In');
      await expect(
        browser.page.getByRole('region', { name: 'Active Session' }).getByText(notes),
      ).toBeVisible();
      for (const place of [activityOf(browser), timesheetOf(browser)])
        await expect(place.getByText(notes)).toBeVisible();
      expect(await browser.page.title()).toBe('Clock - Punctual');
      const file = await download(browser);
      expect(file.text).toContain(`,08:55,,0,${cell}\r\n`);
      expect(file.name).toBe('Maya bGurungb_timesheet.csv');
    }),
  );

  it('notes of 501 characters are refused, and 500 characters are kept exactly', () =>
    withApp(async (app) => {
      const browser = await openDashboard(app);
      const notes = browser.page.getByLabel('Notes');
      await notes.fill(`${'ä'.repeat(250)}\n${'x'.repeat(250)}`);
      await expect(clockOf(browser).getByText('501 of 500')).toBeVisible();
      await press(browser, 'Clock In');
      await shows(browser, 'Notes must be less than 500 characters');
      expect(await notes.getAttribute('aria-invalid')).toBe('true');
      await notes.fill(`${'ä'.repeat(250)}\n${'x'.repeat(249)}`);
      await expect(browser.page.getByText('Notes must be less than 500 characters')).not.toBeAttached();
      await expect(clockOf(browser).getByText('500 of 500')).toBeVisible();
      await punch(browser, 'Clock In');
      const { rows: kept } = await app.owner.query<{ notes: string }>('SELECT notes FROM time_entry_detail');
      expect(kept).toEqual([{ notes: `${'ä'.repeat(250)}\n${'x'.repeat(249)}` }]);
    }));
});
