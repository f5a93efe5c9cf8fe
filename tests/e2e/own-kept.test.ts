/** A press on a person's own device that finds no network: it is kept, and always becomes a request. */
import { describe, expect, it } from 'vitest';
import type { BrowserSession } from './browser.ts';
import { withApp, type App } from './app.ts';
import { activityOf, button, entryCount, HOUR, openDashboard, press, shows } from './dashboard-page.ts';

const keptCard = ({ page }: BrowserSession) =>
  page.getByRole('region', { name: 'Kept on this device, not sent yet' });

async function keep(browser: BrowserSession, name: string, time: string): Promise<void> {
  await press(browser, name);
  await shows(browser, `Kept on this device, ${time}. It will be sent.`);
  await expect(keptCard(browser).getByText(new RegExp(`${name}.*${time}`))).toBeVisible();
}

/** The reasons of requests that wait. */
const requests = async (app: App): Promise<string[]> =>
  (await app.owner.query<{ reason: string }>("SELECT reason FROM correction WHERE state = 'asked'")).rows.map(
    ({ reason }) => reason,
  );

async function openWithCut(app: App): Promise<BrowserSession> {
  const browser = await openDashboard(app);
  browser.expectError(/ERR_|Failed to load/);
  // The code that keeps a press comes after the clock.
  await shows(browser, 'Nothing to confirm yet');
  await browser.page.waitForLoadState('networkidle');
  await browser.context.setOffline(true);
  return browser;
}

describe('a press that finds no network on a device of one’s own', () => {
  it('is kept, later ones join it, and all become one request with the times pressed and received', () =>
    withApp(async (app) => {
      const browser = await openWithCut(app);
      await keep(browser, 'Clock In', '08:55');
      await app.advance(2 * HOUR);
      await keep(browser, 'Clock Out', '10:55');
      await expect(button(browser, 'Clock In')).toBeVisible();
      await app.advance(HOUR);
      await browser.context.setOffline(false);
      await shows(browser, '2 presses were sent. They wait as requests.');
      await expect(keptCard(browser)).toHaveCount(0);
      expect(await entryCount(app)).toBe(0);
      const [request, ...others] = await requests(app);
      expect(others).toEqual([]);
      expect(request).toMatch(/08:55.*11:55.*10:55.*11:55/);
    }));

  it('is sent by nobody else who signs in there, and by its person after a reload', () =>
    withApp(async (app) => {
      const browser = await openWithCut(app);
      const { page, context } = browser;
      await keep(browser, 'Clock In', '08:55');
      const cookies = await context.cookies();
      await page.goto('about:blank');
      await context.setOffline(false);
      const other = await app.openBrowser({ as: await app.createEmployee('Ishan Rai') });
      await context.addCookies(await other.context.cookies());
      await page.goto(app.url);
      await expect(button(browser, 'Clock In')).toBeVisible();
      await page.waitForLoadState('networkidle');
      await expect(keptCard(browser)).toHaveCount(0);
      expect(await requests(app)).toEqual([]);
      await context.addCookies(cookies);
      await page.reload();
      await shows(browser, 'Sent. It waits as a request.');
      await expect(activityOf(browser).getByText(/08:55 - .*now/)).toBeVisible();
      expect(await requests(app)).toHaveLength(1);
    }));

  it('stays in sight until its person has read that no request could be made of it', () =>
    withApp(async (app) => {
      const browser = await openWithCut(app);
      const { page, context } = browser;
      await keep(browser, 'Clock In', '08:55');
      await page.route('**/api/clock/kept', async (route) => {
        const { presses } = route.request().postDataJSON() as { presses: { requestId: string }[] };
        const outcomes = presses.map(({ requestId }) => ({
          requestId,
          outcome: 'refused',
          reason: 'closed_period',
        }));
        await route.fulfill({ json: { outcomes } });
      });
      await context.setOffline(false);
      await shows(browser, 'No request could be made of it.');
      await expect(button(browser, 'Clock In')).toBeVisible();
      await page.reload();
      await shows(browser, 'No request could be made of it.');
      await press(browser, 'Got it');
      await expect(keptCard(browser)).toHaveCount(0);
      await page.reload();
      await expect(button(browser, 'Clock In')).toBeVisible();
      await page.waitForLoadState('networkidle');
      await expect(keptCard(browser)).toHaveCount(0);
    }));
});
