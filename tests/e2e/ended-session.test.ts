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
  it.each([
    ['by deactivation', (app: App, who: Credentials) => app.deactivate(who)],
    ['because it expires', ({ owner }: App) => owner.query('UPDATE session SET expires_at = created_at')],
  ])('a session that ends %s leads to the login at once, with a message', (_why, end) =>
    withApp(async (app) => {
      const maya = await app.createEmployee('Maya Gurung');
      const browser = await signedIn(app, maya);
      // Pending requests such as the stream are refused.
      browser.expectError(/status of 401/);
      await end(app, maya);
      await shows(browser, 'Your session has ended. Sign in again.');
      await shows(browser, 'Good to See You!');
      expect(await axeViolations(browser.page)).toEqual([]);
    }),
  );

  it('signing out cancels a pending stream, so that nothing is refused', () =>
    withApp(async (app) => {
      const browser = await signedIn(app);
      const { page } = browser;
      let letGo = (): void => {};
      const isOver = new Promise<void>((resolve) => {
        letGo = resolve;
      });
      // This page's own stream may begin only now, and would be taken for the next page's.
      await page.goto('about:blank');
      const held = page.waitForRequest(/api.live/);
      await page.route(/api.live/, (route) => isOver.then(() => route.continue()));
      await page.goto(app.url);
      const stream = await held;
      const ended = Promise.race(
        ['requestfailed' as const, 'requestfinished' as 'requestfailed'].map((end) =>
          page.waitForEvent(end, (request) => request === stream),
        ),
      );
      // The stream's request reaches the server after the session ends and before the page knows it.
      await page.route(/sign-out/, async (route) => {
        const response = await route.fetch();
        letGo();
        await ended;
        await route.fulfill({ response });
      });
      await page.getByRole('button', { name: /User menu/ }).click();
      await page.getByRole('menuitem', { name: 'Sign Out' }).click();
      await shows(browser, 'Good to See You!');
    }));

  it('signing out cancels every request of the page, and no more are sent', () =>
    withApp(async (app) => {
      const browser = await signedIn(app);
      const { page } = browser;
      const asked: string[] = [];
      let leave = (): void => {};
      const isOver = new Promise<void>((resolve) => {
        leave = resolve;
      });
      // Views keep sending requests while the session ends, and these reach the server too late.
      await page.goto('about:blank');
      await page.route(/periods\/mine/, (route) => isOver.then(() => route.continue()).catch(() => {}));
      const held = page.waitForRequest(/periods\/mine/);
      await page.goto(app.url);
      await held;
      await page.route(/sign-out/, async (route) => {
        page.on('request', (request) => asked.push(new URL(request.url()).pathname));
        const response = await route.fetch();
        leave();
        await page.evaluate(() => dispatchEvent(new Event('online')));
        await route.fulfill({ response });
      });
      await page.getByRole('button', { name: /User menu/ }).click();
      await page.getByRole('menuitem', { name: 'Sign Out' }).click();
      await shows(browser, 'Good to See You!');
      // Requests of the login need no session.
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
