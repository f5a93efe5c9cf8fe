import { mkdirSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { entry, createEmployeeWithEntries, generate, openReports } from './reports-page.ts';
import { addPeople, namesIn, openMonitoring } from './monitoring-page.ts';
import { withApp } from './app.ts';
import { DESK } from './browser.ts';
import { openDashboard } from './dashboard-page.ts';

/** The page as the browser prints it; saved next to the screenshots if these are requested. */
async function pagesPrinted(page: Page, name: string): Promise<number> {
  const pdf = await page.pdf({ format: 'A4', preferCSSPageSize: true });
  if (process.env['PICTURES'] === '1') {
    mkdirSync('test-results/pictures', { recursive: true });
    writeFileSync(`test-results/pictures/${name}.pdf`, pdf);
  }
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;
}

const controlsShown = (page: Page): Promise<number> =>
  page
    .getByRole('textbox')
    .or(page.getByRole('combobox'))
    .or(page.getByRole('tab'))
    .locator('visible=true')
    .count();

describe('on paper', () => {
  it('a printed report has no form and no navigation, and its notes are complete', () =>
    withApp(async (app) => {
      const note = `Inventory of the whole store room. ${'Shelf after shelf, box after box. '.repeat(13)}Done.`;
      await createEmployeeWithEntries(app, 'Maya Gurung', [
        entry('2026-11-16 09:03-17:33', { breaks: ['12:00-12:30'], notes: note }),
        entry('2026-11-17 08:55-19:25'),
      ]);
      const browser = await openReports(app);
      const { page } = browser;
      await generate(browser, 'Maya Gurung', { from: '2026-11-16', to: '2026-11-19' });
      await page.emulateMedia({ media: 'print' });
      expect(await controlsShown(page)).toBe(0);
      for (const gone of [
        'Generate Report',
        'Previous Reports',
        'Export CSV',
        'Admin Dashboard',
        'Show as a table',
      ])
        await expect(page.getByText(gone).first()).not.toBeVisible();
      for (const kept of ['Maya Gurung', 'Total Hours', 'Late Arrivals', 'Overtime', note])
        await expect(page.getByText(kept).filter({ visible: true }).first()).toBeVisible();
      expect(await pagesPrinted(page, 'print-report')).toBeLessThanOrEqual(2);
    }));

  it('a month of the timesheet is one page, with a bar for each day', () =>
    withApp(async (app) => {
      const days = Array.from({ length: 31 }, (_, at) => `2026-10-${String(at + 1).padStart(2, '0')}`);
      const maya = await createEmployeeWithEntries(
        app,
        'Maya Gurung',
        days.map((day) => entry(`${day} 09:00-17:00`, { breaks: ['12:00-12:30'], notes: 'Stocktaking' })),
        '2026-10-01T03:10:00.000Z',
      );
      const { page } = await openDashboard(app, maya, { viewport: DESK });
      await page.goto(`${app.url}/#?by=month&day=2026-10-05`);
      await expect(page.getByText('Oct 01, 2026 - Oct 31, 2026')).toBeVisible();
      await expect(page.getByText('Days worked31')).toBeVisible();
      await page.emulateMedia({ media: 'print' });
      await expect(page.getByRole('table').getByLabel(/^Saturday, Oct 31: 09:00 to 17:00/)).toBeVisible();
      expect(await pagesPrinted(page, 'print-timesheet')).toBe(1);
    }));

  it('the printed board has its three figures and all employees, whatever page is open', () =>
    withApp(async (app) => {
      await addPeople(app, 119);
      await app.clockIn(await app.createEmployee('Maya Gurung'), 'Front desk');
      const { page } = await openMonitoring(app);
      await expect(page.getByText('1-50 of 120')).toBeVisible();
      await page.emulateMedia({ media: 'print' });
      await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
      expect(await namesIn(page)).toHaveLength(120);
      await expect(page.getByRole('region', { name: 'Currently Clocked In' })).toBeVisible();
      for (const name of ['Currently Active', 'Activity Notifications', 'Arrivals today'])
        await expect(page.getByRole('region', { name, exact: true })).not.toBeVisible();
      expect(await controlsShown(page)).toBe(0);
      await expect(page.getByRole('button', { name: 'Refresh' })).not.toBeVisible();
      // A page holds about forty people.
      expect(await pagesPrinted(page, 'print-board')).toBeLessThanOrEqual(4);
      await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
      await expect.poll(() => namesIn(page)).toHaveLength(50);
    }));
});
