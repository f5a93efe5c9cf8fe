/** Shared steps of the settings tests. */
import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import type { App, Credentials } from './app.ts';
import type { BrowserSession } from './browser.ts';

export async function openSettings(app: App, who: Credentials = app.admin): Promise<BrowserSession> {
  const browser = await app.openBrowser({ as: who });
  await browser.page.getByRole('tab', { name: 'Settings' }).click();
  await expect(browser.page.getByLabel('Work Start Time')).toBeVisible();
  return browser;
}

export const field = ({ page }: BrowserSession, label: string): Locator =>
  page.getByLabel(label, { exact: true });
export const press = ({ page }: BrowserSession, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click();
export const saved = ({ page }: BrowserSession): Promise<void> =>
  expect(page.getByText('Settings Saved Successfully')).toBeVisible();
