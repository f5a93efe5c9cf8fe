import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { withApp } from './app.ts';
import { DESK } from './browser.ts';
import { button, openDashboard, press, punch } from './dashboard-page.ts';
import { addPeople, openMonitoring } from './monitoring-page.ts';

/**
 * Whether the page reacts to a press (`said` matches) before it draws the new content (`drawn` does not match yet).
 * The page itself checks each of its changes, so that none is too quick.
 */
async function isSaidFirst(
  page: Page,
  { said, drawn, press }: { said: string; drawn: string; press: () => Promise<unknown> },
): Promise<boolean> {
  await page.evaluate(
    ([wanted, brought]) => {
      const seen = { isSaidFirst: false };
      Object.assign(window, { seen });
      new MutationObserver(() => {
        seen.isSaidFirst ||=
          document.querySelector(wanted) !== null && document.querySelector(brought) === null;
      }).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
    },
    [said, drawn] as const,
  );
  await press();
  await expect.poll(() => page.locator(drawn).count()).toBeGreaterThan(0);
  return page.evaluate(() => (window as unknown as { seen: { isSaidFirst: boolean } }).seen.isSaidFirst);
}

/** Whether each card and each table is painted separately. */
const isPaintedApart = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const painted = [...document.querySelectorAll('main section, main table')]
      .filter((one) => one.tagName === 'TABLE' || getComputedStyle(one).boxShadow !== 'none')
      .map((one) => getComputedStyle(one).isolation);
    return painted.length > 4 && painted.every((each) => each === 'isolate');
  });

describe('what a press shows first', () => {
  it("on an employee's dashboard, a punch is shown before it is sent", () =>
    withApp(async (app) => {
      const browser = await openDashboard(app, undefined, { viewport: DESK });
      const { page } = browser;
      await expect(page.getByRole('region', { name: 'My timesheet' })).toBeVisible();
      expect(await isPaintedApart(page)).toBe(true);
      await punch(browser, 'Clock In');
      await page.evaluate(() => {
        const ask = window.fetch;
        Object.assign(window, { shown: [] });
        window.fetch = (...asked) => {
          const { shown } = window as unknown as { shown: (string | undefined)[] };
          // Ignores other requests, since those of the earlier press may still be sent.
          if (String(asked[0]).endsWith('/break/start'))
            shown.push(document.querySelector('[aria-label="Today\'s Shift"] button')?.textContent);
          return ask(...asked);
        };
      });
      await press(browser, 'Start Break');
      await expect(button(browser, 'End Break')).toBeVisible();
      const shown = await page.evaluate(() => (window as unknown as { shown: string[] }).shown);
      expect(shown[0]).toBe('Starting Break...');
    }));

  it("on an admin's dashboard, the search field and the tabs react before the rows and the panel are drawn", () =>
    withApp(async (app) => {
      await addPeople(app, 3);
      const { page } = await openMonitoring(app);
      expect(await isPaintedApart(page)).toBe(true);
      expect(
        await isSaidFirst(page, {
          said: '[type=search][value="0002"]',
          // The row of the axis, and one of a person.
          drawn: 'body:has(tbody tr:nth-child(2):last-child td)',
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

  it('a button pressed by finger changes its colours without a transition', () =>
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
