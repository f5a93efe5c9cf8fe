/** Shared steps of the settings tests. */
import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import type { App } from './app.ts';
import type { BrowserSession } from './browser.ts';

/** @param section as in the address */
export async function openSettings(app: App, section = 'hours'): Promise<BrowserSession> {
  const browser = await app.openBrowser({ as: app.admin });
  await browser.page.goto(`${app.url}/#settings/${section}`);
  await expect(browser.page.getByRole('tabpanel').locator('form, section').first()).toBeVisible();
  return browser;
}

export const field = ({ page }: BrowserSession, label: string): Locator =>
  page.getByLabel(label, { exact: true });
export const press = ({ page }: BrowserSession, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click();
export const saved = ({ page }: BrowserSession): Promise<void> =>
  expect(page.getByText('Settings Saved Successfully')).toBeVisible();
