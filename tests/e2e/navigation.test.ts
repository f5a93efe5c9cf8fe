import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { MINUTE, withApp } from './app.ts';
import { axeViolations } from './browser.ts';
import { chooseMore, openDashboard, openTimesheet, timesheetOf } from './dashboard-page.ts';
import { dialog, editPerson, openEmployees, openPerson, press, row, says } from './employees-page.ts';
import { openMonitoring } from './monitoring-page.ts';
import { createEmployeeWithEntries, WEEK } from './reports-page.ts';

const hash = (page: Page): string => decodeURIComponent(new URL(page.url()).hash);
const isTab = (page: Page, name: string): Promise<void> =>
  expect(page.getByRole('tab', { name, selected: true })).toBeVisible();
/** Waits until the window has this title. */
const isTitled = (page: Page, title: string) =>
  page.waitForFunction((wanted) => document.title === wanted, title);
const question = (page: Page) => page.getByRole('alertdialog');

describe('Back', () => {
  it('Back and leaving the page ask only when typed input would be lost', () =>
    withApp(async (app) => {
      await app.createEmployee('Ana Flores');
      const browser = await openEmployees(app);
      const { page } = browser;
      const holds = () =>
        page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })));
      await editPerson(browser, 'Ana Flores');
      expect(await holds()).toBe(false);
      await dialog(browser).getByLabel('Name').fill('Ana Rai');
      expect(await holds()).toBe(true);
      const editing = page.url();
      await page.goBack();
      await says(question(page), 'Discard your changes?');
      expect(await axeViolations(page)).toEqual([]);
      await question(page).getByRole('button', { name: 'Keep editing' }).click();
      await expect(dialog(browser).getByLabel('Name')).toHaveValue('Ana Rai');
      await expect.poll(() => page.url()).toBe(editing);
      await page.goBack();
      await question(page).getByRole('button', { name: 'Discard' }).click();
      await expect(dialog(browser).getByRole('heading', { name: 'Ana Flores', exact: true })).toBeVisible();
      await expect.poll(holds).toBe(false);
      await page.waitForURL(/#employees\/[^/]+$/);
      await page.goBack();
      await expect(dialog(browser)).not.toBeAttached();
      await page.getByRole('tab', { name: 'Settings' }).click();
      await isTitled(page, 'Settings - Punctual');
      await page.getByLabel('Work Start Time').fill('08:30');
      // The input survives a change of tabs. Leaving the page would lose it, so the page asks first.
      await page.goBack();
      await isTab(page, 'Employee Management');
      await expect(row(browser, 'Ana Flores')).toBeVisible();
      expect(await holds()).toBe(true);
    }));

  it('Back closes only the topmost dialog, moves between tabs and meets no dead history entries', () =>
    withApp(async (app) => {
      await app.createEmployee('Ana Flores');
      const browser = await openMonitoring(app);
      const { page } = browser;
      await page.getByRole('button', { name: 'Head count' }).click();
      await expect(dialog(browser)).toBeVisible();
      await page.goBack();
      await expect(dialog(browser)).not.toBeAttached();
      await page.getByRole('tab', { name: 'Employee Management' }).click();
      await editPerson(browser, 'Ana Flores');
      await press(browser, 'Cancel');
      await press(browser, 'Close');
      await expect(dialog(browser)).not.toBeAttached();
      await editPerson(browser, 'Ana Flores');
      await dialog(browser).getByLabel('Name').fill('Ana Rai');
      await press(browser, 'Save');
      await expect(dialog(browser)).not.toBeAttached();

      await app.advance(20 * MINUTE);
      browser.expectError(/403/);
      await editPerson(browser, 'Ana Rai');
      await dialog(browser).getByLabel('Email').fill('ana.rai@example.com');
      await press(browser, 'Save');
      const confirming = page.getByRole('heading', { name: 'Confirm it is you' });
      await expect(confirming).toBeVisible();
      const editing = page.url();
      await page.goBack();
      await expect(confirming).not.toBeAttached();
      await page.waitForURL(editing);
      await expect(dialog(browser).getByLabel('Email')).toHaveValue('ana.rai@example.com');
      expect(await question(page).count()).toBe(0);
      await page.goBack();
      await question(page).getByRole('button', { name: 'Discard' }).click();
      await press(browser, 'Close');
      await expect(dialog(browser)).not.toBeAttached();

      await page.getByRole('button', { name: 'Add Employee' }).click();
      await expect(dialog(browser)).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(dialog(browser)).not.toBeAttached();
      await page.waitForURL(/#employees$/);
      await page.goBack();
      await isTab(page, 'Real-Time Monitoring');
      expect(await dialog(browser).count()).toBe(0);
      await page.goForward();
      await isTab(page, 'Employee Management');
    }));

  it('Back closes the dialogs of the login, returns one step of registration and asks before leaving the first', () =>
    withApp(
      async (app) => {
        const browser = await app.openBrowser();
        const { page } = browser;
        await page.getByRole('button', { name: 'Forgot password?' }).click();
        await dialog(browser).getByLabel('Email').fill('ana@example.com');
        await page.goBack();
        await expect(dialog(browser)).not.toBeAttached();
        await expect(page.getByLabel('Email')).toHaveValue('ana@example.com');
        await page.getByRole('button', { name: 'Create account' }).click();
        await isTitled(page, 'Join - Punctual');
        await page.goBack();
        await isTitled(page, 'Sign in - Punctual');

        await page.getByRole('button', { name: 'Create account' }).click();
        await page.getByLabel('Full Name').fill('Ana Flores');
        await page.getByLabel('Email').fill('ana@example.com');
        await page.getByRole('button', { name: 'Continue' }).click();
        await expect(page.getByLabel('Studio')).toBeVisible();
        await page.getByRole('button', { name: 'Privacy Policy' }).click();
        await expect(dialog(browser)).toBeVisible();
        await page.goBack();
        await expect(dialog(browser)).not.toBeAttached();
        await expect(page.getByLabel('Studio')).toBeVisible();
        await page.goBack();
        await expect(page.getByLabel('Full Name')).toHaveValue('Ana Flores');
        await page.waitForURL(/#join$/);
        await page.goBack();
        await says(question(page), 'Discard your changes?');
        await question(page).getByRole('button', { name: 'Keep editing' }).click();
        await expect(page.getByLabel('Full Name')).toHaveValue('Ana Flores');
        await page.waitForURL(/#join$/);
        await page.goBack();
        await question(page).getByRole('button', { name: 'Discard' }).click();
        await expect(page.getByText('Good to See You!')).toBeVisible();
        await expect.poll(() => hash(page)).toBe('');
      },
      { config: { smtpUrl: 'smtp://127.0.0.1:1' } },
    ));
});

describe("an employee's address", () => {
  it('Back asks before it closes a dialog of the user menu, and a reload restores the month of the timesheet', () =>
    withApp(async (app) => {
      const browser = await openDashboard(app);
      const { page } = browser;
      await page.getByRole('button', { name: /Employee/ }).click();
      await page.getByRole('menuitem', { name: 'Change name' }).click();
      await dialog(browser).getByLabel('Full Name').fill('Maya Rai');
      await page.goBack();
      await question(page).getByRole('button', { name: 'Discard' }).click();
      await expect(dialog(browser)).not.toBeAttached();
      await expect.poll(() => hash(page)).toBe('');
      await isTitled(page, 'Clock - Punctual');

      const sheet = timesheetOf(browser);
      await openTimesheet(browser);
      await chooseMore(browser, 'menuitemradio', 'Months');
      await page.keyboard.press('Escape');
      await sheet.getByRole('button', { name: 'Previous month' }).click();
      await page.waitForURL(/#timesheet\?by=month&day=2026-10-31/);
      await page.reload();
      await expect(sheet.getByText('Oct 01, 2026 - Oct 31, 2026')).toBeVisible();
    }));
});

describe('a reload and a shared link', () => {
  it('a link restores the open person, the search and the filters, and signing out removes them', () =>
    withApp(async (app) => {
      for (const name of ['Ana Flores', 'Ana Rai', 'Ram Thapa']) await app.createEmployee(name);
      const browser = await openEmployees(app);
      const { page } = browser;
      await page.getByLabel('Search employees').fill('ana');
      await page.getByLabel('Sort by').selectOption('Name');
      await expect(row(browser, 'Ram Thapa')).not.toBeAttached();
      await openPerson(browser, 'Ana Rai');
      const address = page.url();
      expect(hash(page)).toMatch(/^#employees\/[0-9a-f-]{36}\?search=ana&sorted=Name$/);
      await page.goto('about:blank');
      await page.goto(address);
      await expect(dialog(browser).getByRole('heading', { name: 'Ana Rai' })).toBeVisible();
      await isTitled(page, 'Ana Rai - Punctual');
      await press(browser, 'Close');
      await expect(dialog(browser)).not.toBeAttached();
      expect(hash(page)).toBe('#employees?search=ana&sorted=Name');
      await expect(page.getByLabel('Search employees')).toHaveValue('ana');
      expect(await row(browser, 'Ram Thapa').count()).toBe(0);
      await page.getByRole('button', { name: /Administrator/ }).click();
      await page.getByRole('menuitem', { name: 'Sign Out' }).click();
      await expect(page.getByText('Good to See You!')).toBeVisible();
      await page.waitForURL(/#employees$/);
    }));

  it('a reload or a link restores the filters of the board, of a report and of the time entries', () =>
    withApp(async (app) => {
      const { id } = await createEmployeeWithEntries(app, 'Maya Gurung', WEEK);
      await app.clockIn(await app.createEmployee('Ram Thapa'));
      const browser = await openMonitoring(app);
      const { page } = browser;
      await page.getByRole('button', { name: 'In 1', exact: true }).click();
      await page.waitForURL(/#monitoring\?show=in/);
      await page.getByRole('button', { name: 'View all activity' }).click();
      await dialog(browser).getByLabel('Type').selectOption({ index: 1 });
      await page.waitForURL(/#monitoring\/activity\?.*type=/);
      await page.reload();
      await expect(dialog(browser).getByRole('heading', { name: 'All activity' })).toBeVisible();
      expect(await dialog(browser).getByLabel('Type').inputValue()).not.toBe('');
      await page.goBack();
      await expect(dialog(browser)).not.toBeAttached();
      await expect(page.getByRole('button', { name: 'In 1', exact: true, pressed: true })).toBeVisible();
      await expect(page.getByText('1 of 2')).toBeVisible();

      await page.goto(`${app.url}/#reports?employee=${id}&from=2026-11-16&to=2026-11-18&rules=settings`);
      await isTitled(page, 'Reports - Punctual');
      await expect(page.getByRole('combobox', { name: 'Employee', exact: true })).toHaveValue('Maya Gurung');
      await expect(page.getByLabel('Start Date')).toHaveValue('2026-11-16');
      await page.getByLabel('End Date').fill('2026-11-17');
      await page.waitForURL(/to=2026-11-17/);
      await page.getByRole('button', { name: 'Time entries' }).click();
      const complete = page.getByRole('group', { name: 'Status' }).getByRole('button', { name: 'Complete' });
      await complete.click();
      await page.waitForURL(/entries\?status=closed/);
      await page.reload();
      await expect(complete.and(page.locator('[aria-pressed=true]'))).toBeVisible();
      await page.goBack();
      await expect(page.getByLabel('End Date')).toHaveValue('2026-11-17');
      await expect(page.getByLabel('Rules')).toHaveValue('settings');
    }));

  it('a link to something unknown leads to the nearest view, which the title of the window names', () =>
    withApp(async (app) => {
      const browser = await openEmployees(app);
      const { page } = browser;
      browser.expectError(/404/);
      await page.goto(`${app.url}/#employees/00000000-0000-4000-8000-000000000000/edit?shown=Nobody`);
      // The address returns to the list on which the link was followed.
      await page.waitForURL(/#employees$/);
      await expect(row(browser, 'Administrator')).toBeVisible();
      expect(await dialog(browser).count()).toBe(0);
      await isTitled(page, 'Employee Management - Punctual');
      await page.goto(`${app.url}/#nonsense/%E0%A4%A`);
      await isTab(page, 'Real-Time Monitoring');
      await page.waitForURL(/#monitoring$/);
      await isTitled(page, 'Real-Time Monitoring - Punctual');
    }));
});
