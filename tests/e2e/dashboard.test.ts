import { describe, expect, it } from 'vitest';
import {
  axeViolations,
  DESK,
  NARROW,
  overflowsHorizontally,
  PHONE,
  takeScreenshots,
  type BrowserSession,
  refuse,
} from './browser.ts';
import { disableRequestTimeouts } from './request-timeouts.ts';
import { FRIDAY_MORNING, MINUTE, withApp } from './app.ts';
import {
  activityOf,
  openDashboard,
  openTimesheet,
  button,
  card,
  chooseMore,
  clockOf,
  DAY,
  HOUR,
  press,
  punch,
  shows,
  timesheetOf,
} from './dashboard-page.ts';

/** Checks that a state fits the screen, and takes screenshots. */
async function fits({ page }: BrowserSession, name: string): Promise<void> {
  expect(await overflowsHorizontally(page), name).toBe(false);
  await takeScreenshots(page, `employee-${name}`, [NARROW, PHONE, DESK]);
}

/** Checks that a state fits the screen and passes axe. */
async function inspect(browser: BrowserSession, name: string): Promise<void> {
  expect(await axeViolations(browser.page), name).toEqual([]);
  await fits(browser, name);
}

/** Checks a state in the two wider layouts, at their narrowest. */
async function inspectWide(browser: BrowserSession, name: string): Promise<void> {
  const { page } = browser;
  for (const width of [640, 1024]) {
    await page.setViewportSize({ width, height: 800 });
    // The layout is drawn one frame after the styles change.
    await expect.poll(() => overflowsHorizontally(page), { message: `${name} at ${width}` }).toBe(false);
  }
  for (const region of [activityOf(browser), timesheetOf(browser)]) await expect(region).toBeVisible();
  expect(await axeViolations(page), `wide ${name}`).toEqual([]);
  await page.setViewportSize(NARROW);
}

describe('states of the employee dashboard', () => {
  it('every state before a clock-in is accessible and fits 320 px', () =>
    withApp(
      async (app) => {
        const browser = await openDashboard(app, undefined, { viewport: NARROW });
        browser.expectError(/ERR_/);
        for (const text of ['No activity recorded today', 'Start your workday by clocking in!'])
          await shows(browser, text);
        await fits(browser, 'none');
        await openTimesheet(browser);
        await shows(browser, 'No entries this week');
        await fits(browser, 'none-timesheet');
        await browser.page.getByRole('tab', { name: 'Clock' }).click();
        await browser.page.getByLabel('Notes').fill('x'.repeat(501));
        await press(browser, 'Clock In');
        await shows(browser, 'Notes must be less than 500 characters');
        await inspect(browser, 'notes');
        await browser.page.getByLabel('Notes').fill('');
        await disableRequestTimeouts(browser.page);
        let answer = (): void => {};
        const held = new Promise<void>((resolve) => {
          answer = resolve;
        });
        await browser.page.route('**/api/clock/in', (route) => held.then(() => route.continue()));
        await press(browser, 'Clock In');
        await expect(button(browser, 'Clocking In...')).toBeVisible();
        await app.advance(6000);
        await shows(browser, "Still checking, please don't press again");
        await fits(browser, 'pending');
        answer();
        await shows(browser, 'Weekend work is not allowed by the current settings.');
        await expect(button(browser, 'Clock Out')).toBeVisible();
        await inspect(browser, 'weekend');
      },
      { now: FRIDAY_MORNING + DAY },
    ));

  it('every state at work is accessible and fits 320 px', () =>
    withApp(
      async (app) => {
        const browser = await openDashboard(app, await app.createEmployeeWithHistory(), {
          viewport: NARROW,
        });
        browser.expectError(/ERR_|status of 500/);
        const { page } = browser;
        await expect(card(browser, 'Work Insights')).toBeVisible();
        await fits(browser, 'working');
        await card(browser, 'Time Summary').getByRole('button', { name: 'Month' }).click();
        await fits(browser, 'month');
        await openTimesheet(browser);
        await chooseMore(browser, 'menuitemradio', 'Months');
        await page.keyboard.press('Escape');
        await inspect(browser, 'month-timesheet');
        await inspectWide(browser, 'month');

        // Forced colours keep a bar distinct from its track.
        await page.emulateMedia({ forcedColors: 'active' });
        const shown = await page.evaluate(() => {
          const filled = document.querySelector('[role=progressbar] > div');
          const style = filled && getComputedStyle(filled);
          return {
            bar: style?.backgroundColor,
            track: style && getComputedStyle(filled.parentElement ?? filled).backgroundColor,
          };
        });
        expect(shown.bar).not.toBe(shown.track);
        await takeScreenshots(page, 'employee-forced-colours', [DESK]);
        await page.emulateMedia({ forcedColors: null });

        await page.route('**/api/clock/out', (route) => route.abort('connectionfailed'));
        await page.route('**/api/time-entries*', refuse('server_error'));
        await press(browser, 'Previous month');
        await shows(browser, 'Your timesheet could not be loaded.');
        await fits(browser, 'failed-timesheet');
        await page.getByRole('tab', { name: 'Clock' }).click();
        await press(browser, 'Clock Out');
        await shows(browser, 'The server did not answer.');
        await fits(browser, 'failed');
        await browser.context.setOffline(true);
        await app.advance(40_000);
        await shows(browser, 'Connection lost 40s ago');
        await fits(browser, 'offline');
        await inspectWide(browser, 'offline');
      },
      // 14:25, between two breaks.
      { now: FRIDAY_MORNING + 330 * MINUTE },
    ));

  it('every state on a break or since yesterday is accessible and fits 320 px', () =>
    withApp(async (app) => {
      const browser = await openDashboard(app, undefined, { zone: 'Europe/Lisbon', viewport: NARROW });
      await shows(browser, 'Asia/Kathmandu time');
      await browser.page.getByLabel('Notes').fill('Inventory of the cellar. '.repeat(20).trim());
      await punch(browser, 'Clock In');
      await shows(browser, /Clock-in successful/);
      await fits(browser, 'message');
      await app.advance(3 * HOUR);
      await punch(browser, 'Start Break');
      await app.advance(70 * MINUTE);
      await expect(activityOf(browser).getByText('Extended')).toBeVisible();
      await inspect(browser, 'break');
      await punch(browser, 'End Break');
      await app.advance(DAY);
      await browser.page.reload();
      // On a phone the question takes one line, so Clock In stays in view.
      await browser.page.setViewportSize({ width: 360, height: 640 });
      const clockIn = await button(browser, 'Clock In').boundingBox();
      expect((clockIn?.y ?? Infinity) + (clockIn?.height ?? 0)).toBeLessThan(640 - 56);
      await press(browser, 'When did you leave yesterday?');
      await shows(browser, 'End of the shift');
      await browser.page.setViewportSize(NARROW);
      await fits(browser, 'forgotten');
      await press(browser, 'I am still at work');
      await expect(clockOf(browser).getByText('It counts once you clock out.')).toBeVisible();
      await fits(browser, 'yesterday');
    }));

  it('the dashboard is accessible while settings load or cannot be loaded', () =>
    withApp(async (app) => {
      const browser = await openDashboard(app, undefined, { viewport: NARROW });
      browser.expectError(/ERR_|status of 500/);
      let fail = (): void => {};
      const held = new Promise<void>((resolve) => {
        fail = resolve;
      });
      await browser.page.route(/\/api\/clock$/, async (route) => {
        await held;
        await refuse('server_error')(route);
      });
      await disableRequestTimeouts(browser.page);
      await browser.page.reload();
      await shows(browser, 'Loading your settings...');
      await inspect(browser, 'loading');
      fail();
      await shows(browser, 'Error Loading Settings');
      await shows(browser, 'Failed to load settings');
      await inspect(browser, 'error');
      await browser.page.unroute(/\/api\/clock$/);
      await press(browser, 'Try again');
      await expect(clockOf(browser)).toBeVisible();

      // The pay periods load separately, so the clock stays when they fail.
      await browser.page.route(/period-list/, (route) => route.abort());
      await openTimesheet(browser);
      await chooseMore(browser, 'menuitem', 'Pay periods');
      await shows(browser, 'Your pay periods could not be loaded.');
      await browser.page.unrouteAll();
      await press(browser, 'Try again');
      await expect(browser.page.getByRole('dialog', { name: 'Pay periods' })).toBeVisible();
    }));
});

describe('the dashboard for all users', () => {
  it('works by keyboard alone and never loses the focus', () =>
    withApp(async (app) => {
      const browser = await openDashboard(app, undefined, { viewport: DESK });
      const { page } = browser;
      const focus = (): Promise<string> =>
        page.evaluate(
          () =>
            document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '',
        );
      await page.getByLabel('Notes').focus();
      await page.keyboard.type('Early shift');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await expect(button(browser, 'Clock Out').and(page.locator(':not([aria-disabled])'))).toBeVisible();
      await expect.poll(focus).toBe('Clock Out');
      await page.keyboard.press('Tab');
      await page.keyboard.press(' ');
      await expect(button(browser, 'End Break').and(page.locator(':not([aria-disabled])'))).toBeVisible();
      await expect.poll(focus).toBe('End Break');
      await expect(button(browser, 'Add entry')).toBeVisible();
      const reached: string[] = [];
      for (let n = 0; n < 8; n += 1) {
        await page.keyboard.press('Tab');
        reached.push(await focus());
      }
      expect(reached).toEqual([
        'Correct Nov 20, 2026, 08:55 - open',
        'Week',
        'Month',
        'Weeks',
        'Months',
        'Previous week',
        'Next week',
        'Add entry',
      ]);
      await page.keyboard.press('Shift+Tab');
      await page.keyboard.press('Shift+Tab');
      await page.keyboard.press('Enter');
      await shows(browser, 'Nov 09, 2026 - Nov 15, 2026');
    }));

  it('has one column at 400 % zoom, and large buttons above the bar on a small phone', () =>
    withApp(async (app) => {
      const browser = await openDashboard(app, undefined, { viewport: { width: 320, height: 256 } });
      expect(await overflowsHorizontally(browser.page)).toBe(false);
      await punch(browser, 'Clock In');
      await browser.page.setViewportSize({ width: 360, height: 640 });
      const boxOf = async (name: string): Promise<{ y: number; height: number }> =>
        (await button(browser, name).boundingBox()) ?? { y: 0, height: 0 };
      await expect
        .poll(() => browser.page.getByRole('tablist').boundingBox())
        .toMatchObject({ x: 0, y: 584, width: 360, height: 56 });
      const whole = await clockOf(browser).boundingBox();
      expect((whole?.y ?? 0) + (whole?.height ?? 0)).toBeLessThanOrEqual(584);
      const [out, pause] = [await boxOf('Clock Out'), await boxOf('Start Break')];
      expect(Math.min(out.height, pause.height)).toBeGreaterThanOrEqual(48);
      expect(pause.y - out.y - out.height).toBeGreaterThanOrEqual(16);
    }));
});
