/** Shared steps of the tests of the employee dashboard. */
import { expect } from 'vitest';
import type { Locator } from 'playwright-core';
import { PHONE, type BrowserSession, type BrowserOptions } from './browser.ts';
import { MINUTE, type Credentials, type App } from './app.ts';

export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Signs in and waits for the dashboard. */
export async function openDashboard(
  app: App,
  who?: Credentials,
  options: BrowserOptions = { viewport: PHONE },
): Promise<BrowserSession> {
  const browser = await app.openBrowser({ as: who ?? (await app.createEmployee('Maya Gurung')), ...options });
  await expect(clockOf(browser)).toBeVisible();
  return browser;
}

export const clockOf = ({ page }: BrowserSession): Locator =>
  page.getByRole('region', { name: 'Time clock' });
export const activityOf = ({ page }: BrowserSession): Locator =>
  page.getByRole('region', { name: "Today's Activity" });
export const timesheetOf = ({ page }: BrowserSession): Locator =>
  page.getByRole('region', { name: 'My timesheet' });
export const card = ({ page }: BrowserSession, name: string): Locator =>
  page.getByRole('region', { name, exact: true });
export const button = ({ page }: BrowserSession, name: string): Locator =>
  page.getByRole('button', { name, exact: true });
export const press = (browser: BrowserSession, name: string): Promise<void> => button(browser, name).click();
export const shows = ({ page }: BrowserSession, text: string | RegExp): Promise<void> =>
  expect(page.getByText(text).first()).toBeVisible();

/** Opens the Timesheet tab, which only a phone has. */
export const openTimesheet = async (browser: BrowserSession): Promise<void> => {
  await browser.page.getByRole('tab', { name: 'Timesheet' }).click();
  await expect(timesheetOf(browser)).toBeVisible();
};

/** Chooses from the menu of further timesheet actions. */
export async function chooseMore({ page }: BrowserSession, role: 'menuitem' | 'menuitemradio', name: string) {
  await page.getByRole('button', { name: 'More timesheet actions' }).click();
  await page.getByRole(role, { name, exact: true }).click();
}

/** Presses a button of the clock and waits for the button that follows. */
export async function punch(
  browser: BrowserSession,
  name: 'Clock In' | 'Start Break' | 'End Break' | 'Clock Out',
): Promise<void> {
  await press(browser, name);
  await expect(
    button(
      browser,
      {
        'Clock In': 'Start Break',
        'Start Break': 'End Break',
        'End Break': 'Start Break',
        'Clock Out': 'Clock In',
      }[name],
    ),
  ).toBeVisible();
}

/** How many entries the database has. */
export const entryCount = async (app: App): Promise<number> =>
  (await app.owner.query('SELECT id FROM counted_entry')).rowCount ?? 0;
