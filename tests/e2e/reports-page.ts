/** Shared steps of the report tests. */
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { TimeEntry } from '#domain/entry/time-entry';
import { createdAt, writeEntries } from '../api/report-data.ts';
import { entry as timeline } from '../domain/timeline.ts';
import {
  axeViolations,
  overflowsHorizontally,
  readDownload,
  takeScreenshots,
  ZONE,
  type BrowserOptions,
  type BrowserSession,
} from './browser.ts';
import { type Credentials, type App } from './app.ts';

export const entry = (text: string, details: { breaks?: string[]; notes?: string } = {}): TimeEntry =>
  timeline(text, { zone: ZONE, ...details });

/** Creates an employee with entries, employed since a given day. */
export async function createEmployeeWithEntries(
  app: App,
  name: string,
  entries: readonly TimeEntry[],
  since = '2026-01-05T03:15:00.000Z',
): Promise<Credentials & { id: string }> {
  const who = await app.createEmployee(name);
  const { rows } = await app.owner.query<{ id: string }>('SELECT id FROM account WHERE email = $1', [
    who.email,
  ]);
  const id = rows[0]?.id ?? '';
  await createdAt(app.owner, id, since);
  await writeEntries(app.owner, id, entries);
  return { ...who, id };
}

/** The field of the form, which appears once the employees are loaded. */
const employeeField = (page: Page): Locator => page.getByPlaceholder('Search by name or email');

export async function openReports(app: App, options: BrowserOptions = {}): Promise<BrowserSession> {
  const browser = await app.openBrowser({ as: app.admin, ...options });
  await browser.page.getByRole('tab', { name: 'Reports & Analytics' }).click();
  await expect(employeeField(browser.page)).toBeVisible();
  return browser;
}

/** Opens the form, which collapses to one line above a report. */
export async function unfold({ page }: BrowserSession): Promise<void> {
  await expect(page.locator('#generate-report')).toBeVisible();
  const line = page.getByRole('button', { name: 'Another report', expanded: false });
  if ((await line.count()) > 0) await line.click();
}

export async function generate(
  browser: BrowserSession,
  name: string,
  options: { from?: string; to?: string; rules?: string } = {},
): Promise<void> {
  const { page } = browser;
  await unfold(browser);
  const field = employeeField(page);
  await field.click();
  await field.fill(name);
  await page.getByRole('listbox').getByRole('option', { name }).click();
  if (options.from !== undefined) await page.getByLabel('Start Date').fill(options.from);
  if (options.to !== undefined) await page.getByLabel('End Date').fill(options.to);
  if (options.rules !== undefined) await page.getByLabel('Rules').selectOption(options.rules);
  await page.getByRole('button', { name: 'Generate Report' }).click();
  await expect(page.getByRole('heading', { name, level: 2, exact: true })).toBeVisible();
}

export async function saved(
  { page }: BrowserSession,
  format: 'CSV' | 'Excel' | 'PDF',
): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: `Export ${format}` }).click(),
  ]);
  return readDownload(download);
}

export const total = ({ page }: BrowserSession, name: string) =>
  page.getByRole('button', { name: new RegExp(`^${name}`) });
export const totalText = async (browser: BrowserSession, name: string): Promise<string> =>
  (await total(browser, name).innerText()).replace(/\s+/g, ' ').trim();
export const rowsOf = async ({ page }: BrowserSession, table: string): Promise<string[][]> => {
  const rows = await page.getByRole('table', { name: table }).locator('tbody tr').all();
  return Promise.all(
    rows.map(async (row) =>
      (await row.getByRole('cell').allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim()),
    ),
  );
};

/** Rows without the sums of days and weeks. */
export const entriesOf = async (browser: BrowserSession): Promise<string[][]> =>
  (await rowsOf(browser, 'Time Entries')).filter((cells) => cells.length > 6);

export async function inspect({ page }: BrowserSession, name: string): Promise<void> {
  expect(await axeViolations(page), name).toEqual([]);
  expect(await overflowsHorizontally(page), name).toBe(false);
  await takeScreenshots(page, name);
}

//  Mon: late by the standard rules only, 8 h; Tue: 10 h; Wed: absent; Thu: 7 h
export const WEEK = [
  entry('2026-11-16 09:03-17:33', { breaks: ['12:00-12:30'], notes: 'release day' }),
  entry('2026-11-17 08:55-19:25', { breaks: ['12:00-12:30'] }),
  entry('2026-11-19 09:30-16:30'),
];
