import { read, utils } from '@e965/xlsx';
import { describe, expect, it } from 'vitest';
import { readPdf } from '../support/pdf-reader.ts';
import {
  openReports,
  entry,
  generate,
  inspect,
  saved,
  WEEK,
  createEmployeeWithEntries,
  totalText,
  unfold,
} from './reports-page.ts';
import { writeEntries } from '../api/report-data.ts';
import { withApp } from './app.ts';
import { readDownload } from './browser.ts';

describe('report files', () => {
  it('CSV, Excel and PDF files contain what the screen shows, and one that fails can be made again', () =>
    withApp(async (app) => {
      await createEmployeeWithEntries(app, 'Maya Gurung', WEEK);
      const browser = await openReports(app, { isOptimised: true });
      await generate(browser, 'Maya Gurung', { from: '2026-11-16', to: '2026-11-19' });
      const csv = await saved(browser, 'CSV');
      expect(csv.name).toBe('Maya Gurung_timesheet.csv');
      expect(csv.bytes.toString()).toBe(
        [
          'Date,Clock In,Clock Out,Hours,Notes',
          '"Nov 19, 2026",09:30,16:30,7.00,',
          '"Nov 17, 2026",08:55,19:25,10.00,',
          '"Nov 16, 2026",09:03,17:33,8.00,release day',
        ]
          .map((line) => `${line}\r\n`)
          .join(''),
      );
      const excel = await saved(browser, 'Excel');
      expect(excel.name).toBe('Maya Gurung_timesheet_2026-11-16_2026-11-19.xlsx');
      const sheet = read(excel.bytes).Sheets['Timesheet'];
      expect(sheet && utils.sheet_to_json(sheet, { header: 1, raw: false, defval: '' })).toContainEqual([
        'Nov 16, 2026',
        'Mon',
        '09:03',
        '17:33',
        '0:30',
        '8:00',
        '',
        'Complete',
        'release day',
      ]);
      browser.expectError(/Failed to fetch|ERR_FAILED/);
      await browser.page.route('**/api/reports/file*', (route) => route.abort());
      await browser.page.getByRole('button', { name: 'Export PDF' }).click();
      await expect(browser.page.getByText('The file could not be made.')).toBeVisible();
      await inspect(browser, 'reports-file-failed');
      await browser.page.unroute('**/api/reports/file*');
      const [download] = await Promise.all([
        browser.page.waitForEvent('download'),
        browser.page.getByRole('alert').getByRole('button', { name: 'Try again' }).click(),
      ]);
      const pdf = await readDownload(download);
      expect(pdf.name).toBe('Maya Gurung_timesheet_2026-11-16_2026-11-19.pdf');
      const { pages, title, fonts, language, told } = readPdf(pdf.bytes);
      expect(title).toBe('Timesheet of Maya Gurung');
      expect(fonts).toEqual(['NotoSans-Regular', 'NotoSans-SemiBold']);
      for (const words of [
        'Punctual',
        'Maya Gurung',
        'Total Hours',
        '25.00',
        'beyond 8h in one entry',
        '09:30 Late',
        'release day',
        'Page 1 of 1',
      ])
        expect(pages[0]).toContain(words);
      // Screen readers get everything but decoration, in the order of the page.
      expect(language).toBe('en');
      expect(told.filter((line) => !/^P (NXBI|Start date)/.test(line))).toEqual([
        'P Punctual',
        'P Timesheet of Maya Gurung',
        'H1 Maya Gurung',
        'P Nov 16, 2026 - Nov 19, 2026 · Rules: Standard (09:00, 8h)',
        'Lbl Total Hours',
        'P 25.00',
        'P time at work less breaks',
        'Lbl Late Arrivals',
        'P 2',
        'P first clock-in after 09:00',
        'Lbl Absences (since start date)',
        'P 1',
        'P weekdays without an entry',
        'Lbl Overtime',
        'P 2.00',
        'P beyond 8h in one entry',
        `TR ${['Date', 'Clock In', 'Clock Out', 'Breaks', 'Duration', 'Status', 'Notes'].map((title) => `${title} (Column)`).join(' | ')}`,
        'TR Thu Nov 19, 2026 (Row) | 09:30 Late | 16:30 | - | 7h | Complete | -',
        'TR Tue Nov 17, 2026 (Row) | 08:55 | 19:25 | 30m | 10h | Complete | -',
        'TR Mon Nov 16, 2026 (Row) | 09:03 | 17:33 | 30m | 8h | Complete | release day',
        'TR Week of Nov 16, 2026 (Row) |  |  | 1h | 25h |  | ',
        "P The 'Late' tag goes by the work settings (first clock-in after 09:05): 1 day, not 2.",
        'P Signature of Maya Gurung',
        'P Date',
        'P Signature for the employer',
        'P Date',
      ]);
    }));

  it('asks before it downloads figures that have changed since the report was made, and then shows them', () =>
    withApp(async (app) => {
      const { id } = await createEmployeeWithEntries(app, 'Maya Gurung', WEEK);
      const browser = await openReports(app, { isOptimised: true });
      await generate(browser, 'Maya Gurung', { from: '2026-11-16', to: '2026-11-19' });
      await writeEntries(app.owner, id, [entry('2026-11-18 09:00-12:00')]);
      browser.expectError(/409/);
      await browser.page.getByRole('button', { name: 'Export CSV' }).click();
      const question = browser.page.getByRole('alert');
      await expect(question.getByText('Download the new ones?')).toBeVisible();
      await inspect(browser, 'reports-figures-changed');
      const [download] = await Promise.all([
        browser.page.waitForEvent('download'),
        question.getByRole('button', { name: 'Download the new ones' }).click(),
      ]);
      expect((await readDownload(download)).bytes.toString()).toContain('"Nov 18, 2026",09:00,12:00,3.00,');
      expect(await totalText(browser, 'Total Hours')).toContain('28h');
      await expect.poll(() => question.getByText('Download the new ones?').count()).toBe(0);
    }));

  it('files keep names that look like formulas or use other scripts, also in their file names', () =>
    withApp(async (app) => {
      const mixed = 'سارة ﷺ 😀';
      const names = ['=HYPERLINK("http://x")', 'माया गुरुङ', 'Ольга Ніколаєнко', '山田 太郎', mixed];
      for (const name of names)
        await createEmployeeWithEntries(app, name, [entry('2026-11-16 09:00-17:00', { notes: `@${name}` })]);
      const browser = await openReports(app, { isOptimised: true });
      await generate(browser, mixed, { from: '2026-11-16' });
      const csv = await saved(browser, 'CSV');
      expect(csv.name).toBe(`${mixed}_timesheet.csv`);
      expect(csv.bytes.toString()).toContain(mixed);
      await unfold(browser);
      await browser.page.getByRole('button', { name: 'All employees' }).click();
      await browser.page.getByRole('button', { name: 'Generate Report' }).click();
      await expect(browser.page.getByRole('heading', { name: 'All employees' })).toBeVisible();
      const all = readPdf((await saved(browser, 'PDF')).bytes);
      for (const word of ['All employees', 'A frame stands for', ...names.flatMap((name) => name.split(' '))])
        expect(all.pages[0]).toContain(word);
    }));

  it('a long PDF has numbered pages', () =>
    withApp(async (app) => {
      const name = 'माया गुरुङ';
      const days = Array.from({ length: 30 }, (_, index) =>
        new Date(Date.parse('2026-07-20') + index * 86_400_000).toISOString().slice(0, 10),
      );
      await createEmployeeWithEntries(
        app,
        name,
        days.map((day) =>
          entry(`${day} 09:00-17:00`, {
            notes:
              `A note long enough to take several lines of its own on ${day}, so that pages fill quickly. `.repeat(
                3,
              ),
          }),
        ),
      );
      const browser = await openReports(app, { isOptimised: true });
      await generate(browser, name, { from: '2026-07-20' });
      const { pages, title } = readPdf((await saved(browser, 'PDF')).bytes);
      expect(title).toBe(`Timesheet of ${name}`);
      expect(pages.length).toBeGreaterThan(2);
      for (const [index, page] of pages.entries()) {
        expect(page).toContain(`Page ${index + 1} of ${pages.length}`);
        expect(page).toContain('Clock In');
      }
      expect(days.filter((day) => !pages.some((page) => page.includes(day)))).toEqual([]);
    }));
});
