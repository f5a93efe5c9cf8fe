import { describe, expect, it } from 'vitest';
import { axeViolations, DESK, type BrowserSession } from './browser.ts';
import { withApp, type App, type Credentials } from './app.ts';

const shows = ({ page }: BrowserSession, text: string): Promise<void> =>
  expect(page.getByText(text, { exact: true })).toBeVisible();

async function signedIn(app: App, who?: Credentials): Promise<BrowserSession> {
  const as = who ?? (await app.createEmployee('Maya Gurung'));
  const browser = await app.openBrowser({ as, viewport: DESK });
  await expect(browser.page.getByRole('button', { name: 'Clock In' })).toBeVisible();
  return browser;
}

describe('a session that ends elsewhere', () => {
  it('a session that ends by deactivation leads to the login at once, with a message', () =>
    withApp(async (app) => {
      const maya = await app.createEmployee('Maya Gurung');
      const browser = await signedIn(app, maya);
      // Pending requests such as the stream are refused.
      browser.expectError(/status of 401/);
      await app.deactivate(maya);
      await shows(browser, 'Your session has ended. Sign in again.');
      await shows(browser, 'Good to See You!');
      expect(await axeViolations(browser.page)).toEqual([]);
    }));

  it('signing out cancels the stream and every other request, and no more are sent', () =>
    withApp(async (app) => {
      const browser = await signedIn(app);
      const { page } = browser;
      const asked: string[] = [];
      let leave = (): void => {};
      const isOver = new Promise<void>((resolve) => {
        leave = resolve;
      });
      // Leaves the page, since its stream may open only now and be taken for the next page's.
      await page.goto('about:blank');
      // Holds these requests back, so that they reach the server after the session has ended.
      await page.route(/api.live|periods.mine/, (route) =>
        isOver.then(() => route.continue()).catch(() => {}),
      );
      const held = Promise.all([page.waitForRequest(/api.live/), page.waitForRequest(/periods.mine/)]);
      await page.goto(app.url);
      const [stream] = await held;
      const ended = Promise.race(
        ['requestfailed' as const, 'requestfinished' as 'requestfailed'].map((end) =>
          page.waitForEvent(end, (request) => request === stream),
        ),
      );
      await page.route(/sign-out/, async (route) => {
        page.on('request', (request) => asked.push(new URL(request.url()).pathname));
        const response = await route.fetch();
        leave();
        await page.evaluate(() => dispatchEvent(new Event('online')));
        await ended;
        await route.fulfill({ response });
      });
      await page.getByRole('button', { name: /User menu/ }).click();
      await page.getByRole('menuitem', { name: 'Sign Out' }).click();
      await shows(browser, 'Good to See You!');
      // The login requests only the workplace's time, which needs no session.
      expect(asked.filter((path) => path.startsWith('/api/') && path !== '/api/workplace-time')).toEqual([]);
    }));

  it('signing out in another tab leads to the login at once', () =>
    withApp(async (app) => {
      const browser = await signedIn(app);
      browser.expectError(/status of 401/);
      const second = await browser.context.newPage();
      await second.goto(app.url);
      await expect(second.getByRole('button', { name: 'Clock In' })).toBeVisible();
      await browser.page.getByRole('button', { name: /User menu/ }).click();
      await browser.page.getByRole('menuitem', { name: 'Sign Out' }).click();
      await shows(browser, 'Good to See You!');
      await expect(second.getByText('Good to See You!')).toBeVisible();
      // Somebody who signs out sees no message that the session has ended.
      expect(await browser.page.getByText('Your session has ended.').count()).toBe(0);
    }));
});
