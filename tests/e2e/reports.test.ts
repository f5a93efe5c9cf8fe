import { readFileSync } from 'node:fs';
import { read, utils } from '@e965/xlsx';
import { describe, expect, it } from 'vitest';
import type { TimeEntry } from '#domain/time-entry';
import { createdAt, writeEntries } from '../api/report-data.ts';
import { entry as timeline } from '../domain/timeline.ts';
import { readPdf } from '../support/pdf-reader.ts';
import { accessibilityFaults, overflowsSideways, takePictures, ZONE, type Visit } from './browser.ts';
import { MINUTE, onStage, signIn, type Credentials, type Stage } from './stage.ts';

const entry = (text: string, details: { breaks?: string[]; notes?: string } = {}): TimeEntry => timeline(text, { zone: ZONE, ...details });

/** Somebody with entries, employed since a day. */
async function worker(stage: Stage, name: string, entries: readonly TimeEntry[], since = '2026-01-05T03:15:00.000Z'): Promise<Credentials & { id: string }> {
  const who = await stage.hire(name);
  const { rows } = await stage.owner.query<{ id: string }>('SELECT id FROM account WHERE email = $1', [who.email]);
  const id = rows[0]?.id ?? '';
  await createdAt(stage.owner, id, since);
  await writeEntries(stage.owner, id, entries);
  return { ...who, id };
}

async function atTheReports(stage: Stage): Promise<Visit> {
  const visit = await stage.visit();
  await signIn(visit, stage.admin);
  await visit.page.getByRole('tab', { name: 'Reports & Analytics' }).click();
  await visit.page.getByRole('heading', { name: 'Generate Report' }).waitFor();
  return visit;
}

async function generate({ page }: Visit, name: string, options: { from?: string; to?: string; rules?: string } = {}): Promise<void> {
  const field = page.getByRole('combobox', { name: 'Employee' });
  await field.click();
  await field.fill(name);
  await page.getByRole('listbox').getByRole('option', { name }).click();
  if (options.from !== undefined) await page.getByLabel('Start Date').fill(options.from);
  if (options.to !== undefined) await page.getByLabel('End Date').fill(options.to);
  if (options.rules !== undefined) await page.getByLabel('Rules').selectOption(options.rules);
  await page.getByRole('button', { name: 'Generate Report' }).click();
  await page.getByRole('heading', { name, level: 2, exact: true }).waitFor();
}

async function saved({ page }: Visit, format: 'CSV' | 'Excel' | 'PDF'): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: `Export ${format}` }).click()]);
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

const total = ({ page }: Visit, name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) });
const totalText = async (visit: Visit, name: string): Promise<string> => (await total(visit, name).innerText()).replace(/\s+/g, ' ').trim();
const rowsOf = async ({ page }: Visit, table: string): Promise<string[][]> => {
  const rows = await page.getByRole('table', { name: table }).locator('tbody tr').all();
  return Promise.all(rows.map(async (row) => (await row.getByRole('cell').allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim())));
};

async function inspect({ page }: Visit, name: string): Promise<void> {
  expect(await accessibilityFaults(page), name).toEqual([]);
  expect(await overflowsSideways(page), name).toBe(false);
  await takePictures(page, name);
}

//  Mon: late by the standard rules only, 8 h; Tue: 10 h; Wed: absent; Thu: 7 h
const WEEK = [
  entry('2026-11-16 09:03-17:33', { breaks: ['12:00-12:30'], notes: 'release day' }),
  entry('2026-11-17 08:55-19:25', { breaks: ['12:00-12:30'] }),
  entry('2026-11-19 09:30-16:30'),
];

describe('a report of one employee', () => {
  it('is asked for with employee and dates, by default the last 30 days, and says what is missing or wrong', () => onStage(async (stage) => {
    await worker(stage, 'Maya Gurung', []);
    const visit = await atTheReports(stage);
    const { page } = visit;
    await page.getByText('No reports yet').waitFor();
    expect([await page.getByLabel('Start Date').inputValue(), await page.getByLabel('End Date').inputValue()]).toEqual(['2026-10-21', '2026-11-20']);
    expect(await page.getByLabel('Rules').locator('option').allTextContents()).toEqual(['Standard (09:00, 8 h)', 'Work settings']);
    await inspect(visit, 'reports-none');

    await page.getByRole('button', { name: 'Generate Report' }).click();
    await page.getByText('Please select an employee').waitFor();
    expect(await page.getByRole('combobox', { name: 'Employee' }).evaluate((field) => field === document.activeElement)).toBe(true);
    await page.getByLabel('Start Date').fill('2026-11-21');
    await page.getByRole('button', { name: 'Generate Report' }).click();
    await page.getByText('Start date must be before or equal to end date').waitFor();
    await inspect(visit, 'reports-faults');
    await page.getByLabel('Start Date').fill('1976-11-21');
    expect(await page.getByText('Start date must be before or equal to end date').count()).toBe(0);
    await page.getByRole('button', { name: 'Generate Report' }).click();
    await page.getByText('A report covers at most 400 days').waitFor();
    await page.getByLabel('End Date').fill('');
    await page.getByRole('button', { name: 'Generate Report' }).click();
    await page.getByText('Please enter an end date').waitFor();
  }));

  it('offers active employees only, and finds them by typing and with the keyboard alone', () => onStage(async (stage) => {
    for (const name of ['Asha Rai', 'Maya Gurung', 'Ram Thapa']) await stage.hire(name);
    await stage.owner.query(`UPDATE account SET is_active = false WHERE name = 'Ram Thapa'`);
    const visit = await atTheReports(stage);
    const { page } = visit;
    const field = page.getByRole('combobox', { name: 'Employee' });
    await page.getByPlaceholder('Search by name or email').waitFor();
    await field.focus();
    await page.keyboard.press('ArrowDown');
    const options = page.getByRole('listbox').getByRole('option');
    await options.first().waitFor();
    expect((await options.allInnerTexts()).map((text) => text.split('\n')[0])).toEqual(['Asha Rai', 'Maya Gurung']);
    await inspect(visit, 'reports-select');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    expect(await field.inputValue()).toBe('Maya Gurung');
    await page.keyboard.press('Escape');
    expect(await field.inputValue()).toBe('');
    await page.keyboard.type('zzz');
    await page.getByText('No employees found matching your search.').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.type('ASHA');
    await page.keyboard.press('Enter');
    expect(await field.inputValue()).toBe('Asha Rai');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Asha Rai' }).waitFor();
  }));

  it('shows totals with their rules, each opening to what it comes from, and the table of entries', () => onStage(async (stage) => {
    await worker(stage, 'Maya Gurung', [...WEEK, entry('2026-11-20 08:40-')]);
    const visit = await atTheReports(stage);
    const { page } = visit;
    await generate(visit, 'Maya Gurung', { from: '2026-11-16', to: '2026-11-20' });
    expect(await totalText(visit, 'Total Hours')).toBe('Total Hours 25.25 h (25h 15m) time at work without breaks');
    expect(await totalText(visit, 'Late Arrivals')).toBe('Late Arrivals 2 days first clock-in after 09:00');
    expect(await totalText(visit, 'Absences')).toBe('Absences (since start date) 1 day weekdays without an entry');
    expect(await totalText(visit, 'Overtime')).toBe('Overtime 2.00 h (2h) beyond 8 h in one entry');
    expect(await page.getByRole('table', { name: 'Time Entries' }).getByRole('columnheader').allTextContents()).toEqual(['Date', 'Clock In', 'Clock Out', 'Duration', 'Status', 'Notes']);
    expect(await rowsOf(visit, 'Time Entries')).toEqual([
      ['Nov 20, 2026', '08:40', 'Still clocked in', '15m', 'In Progress', '-'],
      ['Nov 19, 2026', '09:30 Late', '16:30', '7h', 'Complete', '-'],
      ['Nov 17, 2026', '08:55', '19:25', '10h', 'Complete', '-'],
      ['Nov 16, 2026', '09:03', '17:33', '8h', 'Complete', 'release day'],
    ]);
    await page.getByText("'Late' tag by the work settings: first clock-in after 09:05.").waitFor();
    await page.getByText('Start date: Jan 05, 2026').waitFor();
    expect(await page.getByText('Absences only counted from start date').count()).toBe(0);

    const opened: [string, string[]][] = [
      ['Total Hours', ['FriNov 20, 2026 15m', 'ThuNov 19, 2026 7h', 'TueNov 17, 2026 10h', 'MonNov 16, 2026 8h']],
      ['Late Arrivals', ['ThuNov 19, 2026 09:30', 'MonNov 16, 2026 09:03']], ['Absences', ['WedNov 18, 2026 no entry']], ['Overtime', ['TueNov 17, 2026 +2h']],
    ];
    for (const [name, lines] of opened) {
      await total(visit, name).click();
      const items = await page.locator('#total-detail li').allInnerTexts();
      expect(items.map((text) => text.replace(/\s*\n\s*/g, ' ').trim()), name).toEqual(lines);
    }
    await page.getByRole('heading', { name: 'Daily hours' }).waitFor();
    for (const summary of await page.getByText('Show as a table').all()) await summary.click();
    await page.getByRole('table', { name: 'Arrivals' }).getByText('09:30').waitFor();
    await inspect(visit, 'reports-one');
  }));

  it('by the work settings is judged by them', () => onStage(async (stage) => {
    await stage.settings({ work_start_time: '09:00', work_end_time: '17:00', late_threshold_minutes: 5, overtime_threshold_hours: 1 });
    await worker(stage, 'Maya Gurung', WEEK);
    const visit = await atTheReports(stage);
    await generate(visit, 'Maya Gurung', { from: '2026-11-16', to: '2026-11-19', rules: 'Work settings' });
    expect(await totalText(visit, 'Late Arrivals')).toBe('Late Arrivals 1 day first clock-in after 09:05');
    expect(await totalText(visit, 'Overtime')).toBe('Overtime 1.00 h (1h) beyond 9 h a day');
  }));

  it('notes a start date that lies after the start of the range', () => onStage(async (stage) => {
    await worker(stage, 'Maya Gurung', [], '2026-11-18T03:15:00.000Z');
    const visit = await atTheReports(stage);
    await generate(visit, 'Maya Gurung', { from: '2026-11-16' });
    await visit.page.getByText('Start date: Nov 18, 2026').waitFor();
    await visit.page.getByText('Absences only counted from start date').waitFor();
    expect(await totalText(visit, 'Absences')).toContain('3 days');
    await visit.page.getByText('No entries in this range').waitFor();
    await inspect(visit, 'reports-empty');
  }));

  it("of somebody who was deactivated meanwhile is 'Employee not found'; without a connection it can be tried again", () => onStage(async (stage) => {
    const maya = await worker(stage, 'Maya Gurung', WEEK);
    const visit = await atTheReports(stage);
    const { page } = visit;
    await page.getByRole('combobox', { name: 'Employee' }).fill('Maya');
    await page.keyboard.press('Enter');
    visit.expectProblem(/404|ERR_INTERNET_DISCONNECTED|ERR_NETWORK/);
    await stage.owner.query('UPDATE account SET is_active = false WHERE id = $1', [maya.id]);
    await page.getByRole('button', { name: 'Generate Report' }).click();
    await page.getByText('Employee not found').waitFor();
    await inspect(visit, 'reports-refused');
    await stage.owner.query('UPDATE account SET is_active = true WHERE id = $1', [maya.id]);
    await visit.context.setOffline(true);
    await page.getByRole('button', { name: 'Generate Report' }).click();
    const again = page.getByRole('alert').getByRole('button', { name: 'Try again' });
    await again.waitFor();
    await visit.context.setOffline(false);
    await again.click();
    await page.getByRole('heading', { name: 'Maya Gurung' }).waitFor();
  }));
});

describe('previous reports', () => {
  it('are the last five, reopened by a click, kept over a change of tabs and not over a reload, and cleared', () => onStage(async (stage) => {
    await worker(stage, 'Maya Gurung', WEEK);
    const visit = await atTheReports(stage);
    const { page } = visit;
    const list = page.getByRole('region', { name: 'Previous Reports' }).getByRole('listitem');
    await generate(visit, 'Maya Gurung', { from: '2026-11-16', to: '2026-11-16' });
    for (const day of ['17', '18', '19', '20', '21']) {
      await page.getByLabel('End Date').fill(`2026-11-${day}`);
      await page.getByRole('button', { name: 'Generate Report' }).click();
      await page.getByText(`Nov 16, 2026 - Nov ${day}, 2026 · Standard`).waitFor();
    }
    expect((await list.allInnerTexts()).map((text) => text.split('\n')[1])).toEqual(['21', '20', '19', '18', '17'].map((day) => `Nov 16, 2026 - Nov ${day}, 2026`));
    await list.nth(4).getByRole('button').click();
    await page.getByText('Nov 16, 2026 - Nov 17, 2026 · Standard').waitFor();
    await page.getByRole('tab', { name: 'Real-Time Monitoring' }).click();
    await page.getByRole('tab', { name: 'Reports & Analytics' }).click();
    await page.getByText('Nov 16, 2026 - Nov 17, 2026 · Standard').waitFor();
    expect(await list.count()).toBe(5);
    await page.getByRole('button', { name: 'Clear All' }).click();
    await page.getByText('No reports yet').waitFor();
    await generate(visit, 'Maya Gurung');
    await page.reload();
    await page.getByRole('tab', { name: 'Reports & Analytics', selected: true }).waitFor();
    await page.getByText('No reports yet').waitFor();
  }));
});

describe('the files of a report', () => {
  it('are CSV, Excel and PDF, read back with what the screen shows', () => onStage(async (stage) => {
    await worker(stage, 'Maya Gurung', WEEK);
    const visit = await atTheReports(stage);
    await generate(visit, 'Maya Gurung', { from: '2026-11-16', to: '2026-11-19' });
    const csv = await saved(visit, 'CSV');
    expect(csv.name).toBe('Maya Gurung_timesheet.csv');
    expect(csv.bytes.toString()).toBe([
      'Date,Clock In,Clock Out,Hours,Notes', '"Nov 19, 2026",09:30,16:30,7.00,', '"Nov 17, 2026",08:55,19:25,10.00,', '"Nov 16, 2026",09:03,17:33,8.00,release day',
    ].map((line) => `${line}\r\n`).join(''));
    const excel = await saved(visit, 'Excel');
    expect(excel.name).toBe('Maya Gurung_timesheet.xlsx');
    const sheet = read(excel.bytes).Sheets['Timesheet'];
    expect(sheet && utils.sheet_to_json(sheet, { header: 1, raw: false, defval: '' })).toContainEqual(['Nov 16, 2026', '09:03', '17:33', '8:00', '', 'Complete', 'release day']);
    const pdf = await saved(visit, 'PDF');
    expect(pdf.name).toBe('Maya Gurung_timesheet.pdf');
    const { pages, title, fonts } = readPdf(pdf.bytes);
    expect(title).toBe('Timesheet of Maya Gurung');
    expect(fonts).toEqual(['NotoSans-Regular', 'NotoSans-SemiBold']);
    for (const words of ['Punctual', 'Maya Gurung', 'Total Hours', '25.00', 'beyond 8 h in one entry', '09:30 Late', 'release day', 'Page 1 of 1']) expect(pages[0]).toContain(words);
  }));

  it('hold names that look like formulas, or are not in Latin letters, and are called by them', () => onStage(async (stage) => {
    const names = ['=HYPERLINK("http://x")', 'माया गुरुङ', 'Ольга Ніколаєнко', '山田 太郎', 'سارة ﷺ 😀'];
    for (const name of names) await worker(stage, name, [entry('2026-11-16 09:00-17:00', { notes: `@${name}` })]);
    const visit = await atTheReports(stage);
    for (const name of names) {
      await generate(visit, name, { from: '2026-11-16' });
      const pdf = await saved(visit, 'PDF');
      const { pages, pictures, title } = readPdf(pdf.bytes);
      expect(title).toBe(`Timesheet of ${name}`);
      for (const word of name.split(' ')) expect(pages[0], name).toContain(word);
      expect(pictures > 0, name).toBe(/[山س]/u.test(name));
      expect(pdf.name).toContain(name.startsWith('=') ? '=HYPERLINK' : name.split(' ')[0]);
    }
    await visit.page.getByRole('button', { name: 'All employees' }).click();
    await visit.page.getByRole('button', { name: 'Generate Report' }).click();
    await visit.page.getByRole('heading', { name: 'All employees' }).waitFor();
    const csv = (await saved(visit, 'CSV')).bytes.toString();
    expect(csv.startsWith('\uFEFFEmployee,')).toBe(true);
    expect(csv).toContain(`"'=HYPERLINK(""http://x"")"`);
    const sheet = read((await saved(visit, 'Excel')).bytes, { cellFormula: true }).Sheets['All employees'];
    const cells = Object.values(sheet ?? {}) as { v?: unknown; f?: string }[];
    expect(names.filter((name) => !cells.some(({ v }) => v === name))).toEqual([]);
    expect(cells.filter(({ f }) => f !== undefined)).toEqual([]);
    const all = readPdf((await saved(visit, 'PDF')).bytes);
    for (const word of ['All employees', 'Ольга', 'माया', '山田', '=HYPERLINK']) expect(all.pages[0]).toContain(word);
  }));

  it('run over many pages with numbers on each', () => onStage(async (stage) => {
    const days = Array.from({ length: 120 }, (_, index) => new Date(Date.parse('2026-07-20') + index * 86_400_000).toISOString().slice(0, 10));
    await worker(stage, 'Maya Gurung', days.map((day) => entry(`${day} 09:00-17:00`, { notes: `A note long enough to take several lines of its own on ${day}, so that pages fill quickly. `.repeat(3) })));
    const visit = await atTheReports(stage);
    await generate(visit, 'Maya Gurung', { from: '2026-07-20' });
    const { pages } = readPdf((await saved(visit, 'PDF')).bytes);
    expect(pages.length).toBeGreaterThan(5);
    for (const [index, page] of pages.entries()) {
      expect(page).toContain(`Page ${index + 1} of ${pages.length}`);
      expect(page).toContain('Clock In');
    }
    expect(days.filter((day) => !pages.some((page) => page.includes(day)))).toEqual([]);
  }));

  it('that cannot be made are said so, and can be tried again', () => onStage(async (stage) => {
    await worker(stage, 'Maya Gurung', WEEK);
    const visit = await atTheReports(stage);
    await generate(visit, 'Maya Gurung');
    visit.expectProblem(/Failed to fetch|ERR_FAILED|could not be loaded/);
    await visit.page.route('**/*.woff', (route) => route.abort());
    await visit.page.getByRole('button', { name: 'Export PDF' }).click();
    await visit.page.getByText('The file could not be made.').waitFor();
    await inspect(visit, 'reports-file-failed');
    await visit.page.unroute('**/*.woff');
    const [download] = await Promise.all([visit.page.waitForEvent('download'), visit.page.getByRole('alert').getByRole('button', { name: 'Try again' }).click()]);
    expect(download.suggestedFilename()).toBe('Maya Gurung_timesheet.pdf');
  }));
});

describe('the report over all employees', () => {
  it('has one row a person with sums, is sorted by its headings, and each name opens that report', () => onStage(async (stage) => {
    await worker(stage, 'Maya Gurung', WEEK);
    await worker(stage, 'Asha Rai', [entry('2026-11-16 08:00-18:00')]);
    const gone = await worker(stage, 'Lea Ver', [entry('2026-11-16 09:00-12:00')]);
    await stage.owner.query(`UPDATE account SET is_active = false, created_at = '2026-11-16T00:00:00Z' WHERE id = $1`, [gone.id]);
    const visit = await atTheReports(stage);
    const { page } = visit;
    await page.getByRole('button', { name: 'All employees' }).click();
    await page.getByLabel('Start Date').fill('2026-11-16');
    await page.getByLabel('End Date').fill('2026-11-19');
    await page.getByRole('button', { name: 'Generate Report' }).click();
    await page.getByRole('heading', { name: 'All employees' }).waitFor();
    const figures = async () => (await rowsOf(visit, 'Report over all employees')).map(([name, ...rest]) => [name?.split(' NXBI')[0], ...rest]);
    const [asha, maya] = [['Asha Rai', '10.00', '0', '3', '2.00', '0.00'], ['Maya Gurung', '25.00', '2', '1', '2.00', '1.00']];
    expect(await figures()).toEqual([asha, maya]);
    expect(await page.getByRole('table', { name: 'Report over all employees' }).locator('tfoot td').allInnerTexts()).toEqual(['All 2', '35.00', '2', '4', '4.00', '1.00']);
    await page.getByRole('button', { name: 'Total Hours' }).click();
    expect(await figures()).toEqual([maya, asha]);
    expect(await page.getByRole('columnheader', { name: 'Total Hours' }).getAttribute('aria-sort')).toBe('descending');
    await page.getByRole('button', { name: 'Total Hours' }).click();
    expect(await figures()).toEqual([asha, maya]);

    await page.getByLabel('Include former employees').check();
    await page.getByRole('button', { name: 'Generate Report' }).click();
    await page.getByText('3 employees, former ones included').waitFor();
    await page.getByText('Left Nov 16, 2026').waitFor();
    await inspect(visit, 'reports-all');
    const csv = (await saved(visit, 'CSV')).bytes.toString().trim().split('\r\n');
    expect(csv[2]).toMatch(/^Lea Ver,NXBI-\w+,Business Studio,3\.00,0,0,0\.00,0\.00,"Nov 16, 2026"$/);
    await page.getByRole('button', { name: 'Lea Ver' }).click();
    await page.getByRole('heading', { name: 'Lea Ver' }).waitFor();
    expect(await totalText(visit, 'Total Hours')).toContain('3.00');
  }));

  it('shows how far it is when it takes long, and can be cancelled', () => onStage(async (stage) => {
    await worker(stage, 'Maya Gurung', WEEK);
    const visit = await atTheReports(stage);
    const { page } = visit;
    await page.getByRole('button', { name: 'All employees' }).click();
    await page.route('**/api/reports/all*', () => {});
    await page.getByRole('button', { name: 'Generate Report' }).click();
    await page.getByRole('button', { name: 'Generating...' }).waitFor();
    await page.getByRole('progressbar', { name: 'Generating the report' }).waitFor();
    await inspect(visit, 'reports-working');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Generate Report' }).waitFor();
    await page.unroute('**/api/reports/all*');
    await page.getByRole('button', { name: 'Generate Report' }).click();
    await page.getByRole('heading', { name: 'All employees' }).waitFor();
  }));

  it('says of a range in which nobody was employed that it is empty', () => onStage(async (stage) => {
    await stage.pass(MINUTE);
    const visit = await atTheReports(stage);
    await visit.page.getByRole('button', { name: 'All employees' }).click();
    await visit.page.getByRole('button', { name: 'Generate Report' }).click();
    await visit.page.getByText('Nobody was employed in this range').waitFor();
    await inspect(visit, 'reports-all-empty');
  }));
});
