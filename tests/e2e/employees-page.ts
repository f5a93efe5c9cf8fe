/** Shared steps of the tests of Employee Management. */
import { expect } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import type { BrowserSession } from './browser.ts';
import { type Credentials, type App } from './app.ts';

/** Opens the tab as an admin. */
export async function openEmployees(app: App, who: Credentials = app.admin): Promise<BrowserSession> {
  const browser = await app.openBrowser({ as: who });
  await browser.page.getByRole('tab', { name: 'Employee Management' }).click();
  await expect(browser.page.getByRole('list', { name: 'Employees' })).toBeVisible();
  return browser;
}

export const row = ({ page }: BrowserSession, name: string): Locator =>
  page.getByRole('listitem').filter({ hasText: name });
export const dialog = ({ page }: BrowserSession): Locator => page.getByRole('dialog');
export const says = (place: Locator, words: string): Promise<void> =>
  expect(place.getByText(words).first()).toBeVisible();

export async function openPerson(browser: BrowserSession, name: string): Promise<void> {
  await row(browser, name).getByRole('button').click();
  await expect(dialog(browser).getByRole('heading', { name })).toBeVisible();
}
export const personPage = (page: Page, name: string): Locator =>
  page.getByRole('region', { name, exact: true });

/** From the drawer of the person to a tab of their page. */
export async function openPersonPage(
  page: Page,
  name: string,
  tab: 'Month' | 'Leave' | 'Details' = 'Month',
): Promise<Locator> {
  await page.getByRole('dialog').getByRole('button', { name: 'Open page' }).click();
  await personPage(page, name).getByRole('button', { name: tab, exact: true }).click();
  return personPage(page, name);
}

export async function editPerson(browser: BrowserSession, name: string): Promise<void> {
  await openPerson(browser, name);
  await dialog(browser).getByRole('button', { name: 'Edit' }).click();
  await expect(dialog(browser).getByLabel('Name')).toBeVisible();
}
export const press = (browser: BrowserSession, name: string): Promise<void> =>
  dialog(browser).getByRole('button', { name, exact: true }).click();
