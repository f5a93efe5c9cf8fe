import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { withApp } from './app.ts';
import { DESK } from './browser.ts';
import { button, openDashboard, press, punch } from './dashboard-page.ts';
import { addPeople, openMonitoring } from './monitoring-page.ts';

/**
 * Whether, after a press, the page came to say so (`said` matches something) while what it brings was not drawn
 * yet (`drawn` matches nothing). Told by the page itself at each of its changes, however quick it is.
 */
async function isSaidFirst(
  page: Page,
  { said, drawn, press }: { said: string; drawn: string; press: () => Promise<unknown> },
): Promise<boolean> {
  await page.evaluate(
    ([wanted, brought]) => {
      const seen = { inHashingQueue: false };
      Object.assign(window, { seen });
      new MutationObserver(() => {
        seen.inHashingQueue ||=
          document.querySelector(wanted) !== null && document.querySelector(brought) === null;
      }).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
    },
    [said, drawn] as const,
  );
  await press();
  await expect.poll(() => page.locator(drawn).count()).toBeGreaterThan(0);
  return page.evaluate(
    () => (window as unknown as { seen: { inHashingQueue: boolean } }).seen.inHashingQueue,
  );
}

describe('a press is answered before what it brings is drawn', () => {
  it('where a month takes the place of a week in the chart', () =>
    withApp(async (app) => {
      const { page } = await openDashboard(app);
      const month = page.getByRole('button', { name: 'Month', exact: true });
      await expect(page.getByRole('img', { name: /^Hours worked on each day of the week/ })).toBeVisible();
      expect(
        await isSaidFirst(page, {
          said: '[aria-label="Time Summary of"] [aria-pressed=true]:last-child',
          drawn: '[role=img][aria-label*="each day of the month"]',
          press: () => month.click(),
        }),
      ).toBe(true);
    }));

  it("where the board's rows are searched, and where a tab is chosen", () =>
    withApp(async (app) => {
      await addPeople(app, 3);
      const { page } = await openMonitoring(app);
      expect(
        await isSaidFirst(page, {
          said: '[type=search][value="0002"]',
          drawn: 'body:has(tbody tr:only-child td)',
          press: () => page.getByLabel('Search by name').fill('0002'),
        }),
      ).toBe(true);
      expect(
        await isSaidFirst(page, {
          said: '[role=tab][aria-selected=true]:nth-child(2)',
          drawn: '[role=tabpanel][aria-labelledby$=employees]',
          press: () => page.getByRole('tab', { name: 'Employee Management' }).click(),
        }),
      ).toBe(true);
    }));
});

describe('a punch is shown, then it is sent', () => {
  it('since both take a slow phone as long', () =>
    withApp(async (app) => {
      const browser = await openDashboard(app);
      await punch(browser, 'Clock In');
      await browser.page.evaluate(() => {
        const ask = window.fetch;
        Object.assign(window, { shown: [] });
        window.fetch = (...asked) => {
          const { shown } = window as unknown as { shown: (string | undefined)[] };
          // What was pressed before is still asked about.
          if (String(asked[0]).endsWith('/break/start'))
            shown.push(document.querySelector('[aria-label="Today\'s Shift"] button')?.textContent);
          return ask(...asked);
        };
      });
      await press(browser, 'Start Break');
      await expect(button(browser, 'End Break')).toBeVisible();
      const shown = await browser.page.evaluate(() => (window as unknown as { shown: string[] }).shown);
      expect(shown[0]).toBe('Starting Break...');
    }));
});

describe('a press is shown without the whole page being painted again', () => {
  it('since each card and each table of the dashboards is painted apart', () =>
    withApp(async (app) => {
      await addPeople(app, 3);
      const employee = await openDashboard(app, undefined, { viewport: DESK });
      await expect(employee.page.getByRole('region', { name: 'My timesheet' })).toBeVisible();
      const admin = await openMonitoring(app);
      for (const { page } of [employee, admin])
        expect(
          await page.evaluate(() =>
            [...document.querySelectorAll('main section, main table')]
              .filter((one) => one.tagName === 'TABLE' || getComputedStyle(one).boxShadow !== 'none')
              .map((one) => getComputedStyle(one).isolation),
          ),
        ).toSatisfy((all: string[]) => all.length > 4 && all.every((each) => each === 'isolate'));
    }));

  it('in its new colours at once where it was a finger, which hovers over nothing', () =>
    withApp(async (app) => {
      const { page, context } = await openDashboard(app);
      await page.emulateMedia({ reducedMotion: 'no-preference' });
      const fading = () =>
        page
          .getByRole('button', { name: 'Clock In' })
          .evaluate((button) => getComputedStyle(button).transitionDuration);
      expect(await fading()).toBe('0.15s');
      const session = await context.newCDPSession(page);
      await session.send('Emulation.setTouchEmulationEnabled', { enabled: true });
      await expect.poll(fading).toBe('0s');
      await session.detach();
    }));
});
