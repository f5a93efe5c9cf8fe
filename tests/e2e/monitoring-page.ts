/** Shared steps of the tests of the monitoring tab. */
import { expect } from 'vitest';
import type { Page } from 'playwright-core';
import type { BrowserSession } from './browser.ts';
import { type App } from './app.ts';

/** An admin's browser, on the monitoring tab. */
export async function openMonitoring(app: App): Promise<BrowserSession> {
  const browser = await app.openBrowser({ as: app.admin });
  await expect(browser.page.getByRole('heading', { name: 'Currently Active' })).toBeVisible();
  return browser;
}

/** The text of a card in one line. */
export const card = async ({ page }: BrowserSession, name: string): Promise<string> =>
  (await page.getByRole('region', { name, exact: true }).innerText()).replace(/\s+/g, ' ');

/** Waits until a card has this text. */
export const text = ({ page }: BrowserSession, region: string, words: string | RegExp): Promise<void> =>
  expect(
    page
      .getByRole('region', { name: region, exact: true })
      .getByText(words)
      .filter({ visible: true })
      .first(),
  ).toBeVisible();

/** The names in the table, from top to bottom. */
export const namesIn = async (page: Page): Promise<string[]> => {
  const cells = page
    .getByRole('table', { name: 'All Employees Status' })
    .getByRole('rowgroup')
    .last()
    .locator('[role=cell]:first-child');
  return (await cells.allInnerTexts()).map((words) => words.split('\n')[0] ?? '');
};

/** Adds 'Person 0001' and so on by SQL, since registering hundreds of people would take longer than the test. */
export async function addPeople({ owner }: App, count: number): Promise<void> {
  await owner.query(
    `
    INSERT INTO account (id, email, password_hash, name, role, employee_id, department, created_at, updated_at)
    SELECT gen_random_uuid(), 'person' || n || '@example.com', 'none', 'Person ' || lpad(n::text, 4, '0'), 'employee', 'NXBI-' || lpad(n::text, 5, '0'),
      CASE n % 2 WHEN 0 THEN 'Business Studio' ELSE 'Corporate Services Studio' END, '2026-11-01T00:00Z', '2026-11-01T00:00Z'
    FROM generate_series(1, $1::int) AS n`,
    [count],
  );
}

/** Adds notifications of one person, one per minute, the newest a minute before `now`. */
export async function addNotifications(
  { owner }: App,
  { count, userId, name, now }: { count: number; userId: string; name: string; now: number },
): Promise<void> {
  await owner.query(
    `
    INSERT INTO activity_notification (id, type, severity, message, user_id, user_name, at)
    SELECT gen_random_uuid(), 'break_start', 'info', $2 || ' started a break, number ' || n, $1, $2, $3::timestamptz - n * interval '1 minute'
    FROM generate_series(1, $4::int) AS n`,
    [userId, name, new Date(now).toISOString(), count],
  );
}
