import { read, utils } from '@e965/xlsx';
import { describe, expect, it } from 'vitest';
import { addDays } from '#domain/time/workplace-day';
import { withApp, type App } from './app.ts';
import { NARROW, readDownload, takeScreenshots, type BrowserSession, refuse } from './browser.ts';
import { createEmployeeWithEntries, entry, inspect, openReports, rowsOf, WEEK } from './reports-page.ts';

async function openTimeEntries(app: App): Promise<BrowserSession> {
  const browser = await openReports(app);
  await browser.page.getByRole('button', { name: 'Time entries' }).click();
  await expect(browser.page.getByRole('heading', { name: 'Time entries' })).toBeVisible();
  return browser;
}

/** The name in each row. */
const namesOf = async (browser: BrowserSession): Promise<string[]> =>
  (await rowsOf(browser, 'Time Entries')).map(([whose = '']) => whose.replace(/ Business Studio$/, ''));

/** Three short entries a day, on so many days. */
const manyEntries = (days: number) =>
  Array.from({ length: days }, (_, index) => addDays('2026-11-19', -index)).flatMap((day) => [
    entry(`${day} 09:00-10:00`),
    entry(`${day} 11:00-12:00`),
    entry(`${day} 13:00-14:00`, { notes: '=1+1' }),
  ]);

const chooseEmployee = async ({ page }: BrowserSession, name: string): Promise<void> => {
  const field = page.getByRole('combobox', { name: 'Employee' });
  await field.fill(name);
  await page.getByRole('option', { name }).click();
};

describe("everybody's time entries", () => {
  it('an admin sees all entries with their employees, newest first, and reads when there are none', () =>
    withApp(async (app) => {
      const browser = await openTimeEntries(app);
      await expect(browser.page.getByText('No time entries yet')).toBeVisible();
      await createEmployeeWithEntries(app, 'Maya Gurung', WEEK);
      await createEmployeeWithEntries(app, 'Ram Thapa', [entry('2026-11-18 22:00-02:10')]);
      await app.clockIn(await app.createEmployee('Asha Rai'), 'Stocktaking');
      await browser.page.getByRole('button', { name: 'Refresh' }).click();
      await expect(browser.page.getByText('Still clocked in')).toBeVisible();
      expect(await rowsOf(browser, 'Time Entries')).toEqual([
        [
          'Asha Rai Business Studio',
          'Fri Nov 20, 2026',
          '08:55',
          'Still clocked in',
          '-',
          '0m',
          'In Progress',
          'Stocktaking',
        ],
        [
          'Maya Gurung Business Studio',
          'Thu Nov 19, 2026',
          '09:30 Late',
          '16:30',
          '-',
          '7h',
          'Complete',
          '-',
        ],
        [
          'Ram Thapa Business Studio',
          'Wed Nov 18, 2026',
          '22:00 Late',
          '02:10 Nov 19, 2026',
          '-',
          '4h 10m',
          'Complete',
          '-',
        ],
        ['Maya Gurung Business Studio', 'Tue Nov 17, 2026', '08:55', '19:25', '30m', '10h', 'Complete', '-'],
        [
          'Maya Gurung Business Studio',
          'Mon Nov 16, 2026',
          '09:03',
          '17:33',
          '30m',
          '8h',
          'Complete',
          'release day',
        ],
      ]);
      await inspect(browser, 'time-entries');
      // Measures the table, since the card would hide anything too wide for a phone.
      await browser.page.setViewportSize(NARROW);
      const table = browser.page.getByRole('table', { name: 'Time Entries' });
      expect(await table.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
      const lines = (element: Element) => element.getClientRects().length;
      expect(await browser.page.getByText('Still clocked in').evaluate(lines)).toBe(1);
    }));

  it('entries can be filtered by person, studio, status and range, and the list says when none match or loading fails', () =>
    withApp(async (app) => {
      const maya = await createEmployeeWithEntries(app, 'Maya Gurung', WEEK);
      await createEmployeeWithEntries(app, 'Ram Thapa', [entry('2026-11-18 09:00-17:00')]);
      await app.owner.query(`UPDATE account SET department = 'Legal', is_active = false WHERE id = $1`, [
        maya.id,
      ]);
      await app.clockIn(await app.createEmployee('Asha Rai'));
      const browser = await openTimeEntries(app);
      const { page } = browser;
      await expect.poll(() => namesOf(browser)).toHaveLength(5);
      const status = page.getByRole('group', { name: 'Status' });
      await status.getByRole('button', { name: 'In Progress' }).click();
      await expect.poll(() => namesOf(browser)).toEqual(['Asha Rai']);
      await status.getByRole('button', { name: 'Complete' }).click();
      await expect.poll(() => namesOf(browser)).toHaveLength(4);
      await page.getByLabel('Studio').selectOption('Business Studio');
      await expect.poll(() => namesOf(browser)).toEqual(['Ram Thapa']);
      await chooseEmployee(browser, 'Maya Gurung');
      await expect(page.getByText('No matching entries')).toBeVisible();
      await expect(page.getByText('There are no entries to export.')).toBeVisible();
      await takeScreenshots(page, 'time-entries-none');
      await page.getByRole('button', { name: 'Show all entries' }).click();
      await expect.poll(() => namesOf(browser)).toHaveLength(5);
      browser.expectError(/status of 500/);
      await page.route('**/api/time-entries/all*', refuse('server_error'));
      await page.getByLabel('Studio').selectOption('Legal');
      await expect(page.getByText('The time entries could not be loaded.')).toBeVisible();
      await takeScreenshots(page, 'time-entries-failed');
      await page.unroute('**/api/time-entries/all*');
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect.poll(() => namesOf(browser)).toHaveLength(3);
      await page.getByLabel('Studio').selectOption('All');
      await page.getByLabel('Start Date').fill('2026-11-17');
      await page.getByLabel('End Date').fill('2026-11-18');
      await expect.poll(() => namesOf(browser)).toEqual(['Ram Thapa', 'Maya Gurung Inactive Legal']);
      await page.getByLabel('End Date').fill('2026-11-16');
      await expect(page.getByText('Start date must be before or equal to end date')).toBeVisible();
      await expect(page.getByText('Correct the dates first.')).toBeVisible();
    }));

  it('entries come in pages, and one CSV file, which can be cancelled and made again, has all filtered entries', () =>
    withApp(async (app) => {
      await createEmployeeWithEntries(app, 'Maya Gurung', manyEntries(70));
      await createEmployeeWithEntries(app, '=Ram', WEEK);
      const browser = await openTimeEntries(app);
      const { page } = browser;
      await chooseEmployee(browser, 'Maya Gurung');
      await expect.poll(async () => new Set(await namesOf(browser))).toEqual(new Set(['Maya Gurung']));
      const first = await rowsOf(browser, 'Time Entries');
      expect(first).toHaveLength(50);
      await page.getByRole('button', { name: 'Older' }).click();
      await expect(page.getByText('Page 2')).toBeVisible();
      await expect.poll(async () => (await rowsOf(browser, 'Time Entries'))[0]?.[1]).toBe('Tue Nov 03, 2026');
      await page.getByRole('button', { name: 'Newer' }).click();
      await expect.poll(() => rowsOf(browser, 'Time Entries')).toEqual(first);
      browser.expectError(/status of 500/);
      const isExport = /time-entries\/all\?.*limit=200/;
      await page.route(isExport, refuse('server_error'));
      await page.getByRole('button', { name: 'Export CSV' }).click();
      await expect(page.getByText('The file could not be made.')).toBeVisible();
      await page.unroute(isExport);
      await page.route(isExport, () => {});
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(page.getByText('0 entries so far')).toBeVisible();
      await page.getByRole('button', { name: 'Cancel' }).click();
      await expect(page.getByText('entries so far')).not.toBeAttached();
      expect(await page.getByText('The file could not be made.').count()).toBe(0);
      await page.unroute(isExport);
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Export CSV' }).click(),
      ]);
      const { name, bytes } = await readDownload(download);
      expect(name).toBe('Time entries.csv');
      const sheet = read(bytes.toString(), { type: 'string', raw: true, cellFormula: true }).Sheets['Sheet1'];
      const lines = sheet ? utils.sheet_to_json<string[]>(sheet, { header: 1, raw: false }) : [];
      expect(lines[0]).toEqual(
        'Employee,Employee ID,Department,Date,Clock In,Clock Out,Hours,Notes'.split(','),
      );
      expect(lines).toHaveLength(211);
      expect(lines[1]?.slice(3)).toEqual(['Nov 19, 2026', '13:00', '14:00', '1.00', "'=1+1"]);
      expect(bytes.toString()).not.toContain('Ram');
    }));
});
