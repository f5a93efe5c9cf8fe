import { describe, expect, it } from 'vitest';
import type { Locator } from 'playwright-core';
import { FRIDAY_MORNING, withApp } from './app.ts';
import { DESK, NARROW, PHONE, takeScreenshots, type BrowserSession, refuse } from './browser.ts';
import { activityOf, button, card, clockOf, DAY, HOUR, openDashboard, press } from './dashboard-page.ts';
import { dialog, editPerson, press as pressInDialog, row } from './employees-page.ts';
import { openMonitoring } from './monitoring-page.ts';
import { field, openSettings, saved } from './settings-page.ts';

const boxes = (things: readonly Locator[]) => Promise.all(things.map((thing) => thing.boundingBox()));

/** Positions of things in a window of this size, with the page scrolled to each of `tops`. */
async function placesOn(
  size: typeof PHONE,
  { page }: BrowserSession,
  things: readonly Locator[],
  tops: readonly number[] = [0],
) {
  await page.setViewportSize(size);
  const seen = [];
  for (const top of tops) {
    await page.evaluate(async (y) => {
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      // Waits until parts that depend on the width are drawn again.
      await frame();
      scrollTo(0, y);
      await frame();
    }, top);
    seen.push(await boxes(things));
  }
  return seen;
}

/** Positions in both layouts. Starts with the present one, since a change of size draws the page again. */
async function places(browser: BrowserSession, things: readonly Locator[], tops?: readonly number[]) {
  const isDesk = browser.page.viewportSize()?.width === DESK.width;
  const [one, other] = isDesk ? [DESK, PHONE] : [PHONE, DESK];
  const seen = [await placesOn(one, browser, things, tops), await placesOn(other, browser, things, tops)];
  const [desk = [], phone = []] = isDesk ? seen : seen.toReversed();
  return { desk, phone };
}

const buttonsOfClock = (browser: BrowserSession): Locator[] => [
  button(browser, 'Clock Out'),
  button(browser, 'Start Break'),
  card(browser, "Today's Shift"),
  card(browser, "Today's Activity"),
  button(browser, 'Month'),
];

describe('stable positions on a phone and on a desk', () => {
  it('nothing moves when the connection is lost and comes back, or a punch is answered, refused or unanswered', () =>
    withApp(async (app) => {
      const browser = await openDashboard(app);
      browser.expectError(/ERR_|409/);
      const { page } = browser;
      const things = [page.getByRole('banner'), ...buttonsOfClock(browser)];
      await expect(page.getByText('Nothing to confirm yet')).toBeVisible();
      await page.evaluate(async () => void (await document.fonts.ready));
      await press(browser, 'Clock In');
      await expect(page.getByText(/Clock-in successful/)).toBeVisible();
      await expect(activityOf(browser).getByText('ACTIVE')).toBeVisible();
      const during = await placesOn(PHONE, browser, things);
      await takeScreenshots(page, 'clock-in-answered');
      await expect(page.getByText(/Clock-in successful/)).not.toBeAttached();
      const before = await places(browser, things);
      expect(during).toEqual(before.phone);

      await browser.context.setOffline(true);
      await app.advance(40_000);
      const strip = page.getByText('Connection lost 40s ago');
      await expect(strip).toBeVisible();
      expect(await places(browser, things)).toEqual(before);
      await takeScreenshots(page, 'connection-lost');
      // The strip stays visible further down the page.
      await card(browser, 'Time Summary').scrollIntoViewIfNeeded();
      expect((await strip.boundingBox())?.y).toBeGreaterThanOrEqual(0);
      await browser.context.setOffline(false);
      await expect(strip).not.toBeAttached();
      expect(await placesOn(PHONE, browser, things)).toEqual(before.phone);

      await page.route('**/api/clock/break/start', (route) => route.abort('connectionfailed'));
      await press(browser, 'Start Break');
      const failure = page.getByText('We do not know whether');
      await expect(failure).toBeVisible();
      // The failure message does not cover the timer.
      for (const size of [DESK, NARROW]) {
        const [[told, clock] = []] = await placesOn(size, browser, [failure, clockOf(browser)]);
        expect((told?.y ?? Infinity) + (told?.height ?? 0)).toBeLessThanOrEqual(clock?.y ?? 0);
      }
      expect(await places(browser, things)).toEqual(before);
      await takeScreenshots(page, 'break-start-unknown');
      await expect(page.getByText('Your break start was not recorded.')).toBeVisible();
      expect(await placesOn(PHONE, browser, things)).toEqual(before.phone);
      await page.route('**/api/clock/out', refuse('on_break'));
      await press(browser, 'Clock Out');
      await expect(page.getByText('Your clock-out was not recorded.')).toBeVisible();
      expect(await placesOn(PHONE, browser, things)).toEqual(before.phone);
    }));

  it('nothing moves when a clock-in has a weekend warning or signing out fails', () =>
    withApp(
      async (app) => {
        const browser = await openDashboard(app);
        browser.expectError(/ERR_/);
        const { page } = browser;
        const things = [clockOf(browser).locator('button'), card(browser, 'Today')];
        const before = await places(browser, things);
        await page.route('**/api/sign-out', (route) => route.abort('connectionfailed'));
        await page.getByRole('button', { name: /User menu/ }).click();
        await page.getByRole('menuitem', { name: 'Sign Out' }).click();
        const failure = page.getByText('Failed to sign out. Please try again.');
        await expect(failure).toBeVisible();
        await takeScreenshots(page, 'sign-out-failed');

        let answer = (): void => {};
        const held = new Promise<void>((resolve) => {
          answer = resolve;
        });
        await page.route('**/api/clock/in', (route) => held.then(() => route.continue()));
        await press(browser, 'Clock In');
        await expect(page.getByText('Weekend work is not allowed')).toBeVisible();
        await expect(failure).toBeVisible();
        expect(await places(browser, things)).toEqual(before);
        answer();
        await expect(button(browser, 'Clock Out')).toBeVisible();
        await takeScreenshots(page, 'weekend');
      },
      { now: FRIDAY_MORNING + DAY },
    ));

  it('nothing moves when entries left open are closed one after the other, or an employee is saved', () =>
    withApp(async (app) => {
      const people = ['Maya Gurung', 'Bina Rai'];
      for (const person of people) await app.clockIn(await app.createEmployee(person));
      await app.advance(24 * HOUR);
      const browser = await openMonitoring(app);
      const { page } = browser;
      const closing = (person: string) =>
        page.getByRole('button', { name: new RegExp(`^Closed? entry of ${person}$`) });
      const things = [
        ...people.map(closing),
        page.getByRole('heading', { name: 'Currently Active' }),
        page.getByRole('group', { name: 'Show only' }),
        button(browser, 'Refresh'),
      ];
      const before = await places(browser, things);
      for (const person of people) {
        await closing(person).click();
        await page.getByLabel('Time', { exact: true }).fill('17:00');
        await page.getByLabel('Reason').fill('Forgot to clock out');
        await dialog(browser).getByRole('button', { name: 'Close entry' }).click();
        await expect(page.getByRole('status').getByText(`The entry of ${person} was closed.`)).toBeVisible();
        await expect(page.getByRole('button', { name: `Closed entry of ${person}` })).toBeVisible();
        expect(await placesOn(PHONE, browser, things)).toEqual(before.phone);
      }
      expect(await placesOn(DESK, browser, things)).toEqual(before.desk);
      await takeScreenshots(page, 'entries-closed');

      await page.getByRole('tab', { name: 'Employee Management' }).click();
      await expect(page.getByRole('list', { name: 'Employees' })).toBeVisible();
      const rows = people.map((person) => row(browser, person));
      const rowsBefore = await places(browser, rows);
      const told = page.getByRole('status').getByText('Maya Gurung was saved.');
      await editPerson(browser, 'Maya Gurung');
      await dialog(browser).getByLabel('Position').selectOption('Lead');
      await pressInDialog(browser, 'Save');
      await expect(told).toBeVisible();
      await expect(dialog(browser)).not.toBeAttached();
      expect(await places(browser, rows)).toEqual(rowsBefore);
      await takeScreenshots(page, 'employee-saved');
      await page.mouse.move(DESK.width / 2, DESK.height - 10);
      await expect(told).not.toBeAttached();
      expect(await placesOn(DESK, browser, rows)).toEqual(rowsBefore.desk);
    }));

  it.each([
    ['on a phone', PHONE],
    ['on a desk', DESK],
  ])('no row moves under the pointer when entries become left open, %s', (_, viewport) =>
    withApp(async (app) => {
      const [asha] = [await app.createEmployee('Asha Rai'), await app.createEmployee('Bina Rai')];
      await app.clockIn(asha);
      await app.clockIn(await app.createEmployee('Maya Gurung'));
      const browser = await openMonitoring(app);
      const { page } = browser;
      await page.setViewportSize(viewport);
      const rows = page.getByRole('table', { name: 'All Employees Status' }).getByRole('rowgroup').last();
      const below = [page.getByRole('heading', { name: 'Currently Active' })];
      const row = rows.getByRole('row').filter({ hasText: 'Bina Rai' });
      const things = [row, ...below, page.getByRole('group', { name: 'Show only' })];
      await row.hover();
      const before = await boxes(things);
      await app.advance(16 * HOUR);
      await expect(rows.getByText('End missing')).toHaveCount(2);
      expect(await boxes(things)).toEqual(before);
      await page.mouse.move(viewport.width / 2, 2);
      // Released rows change places; the things below them do not.
      await expect.poll(() => rows.getByRole('row').last().innerText()).toContain('Bina Rai');
      expect(await boxes(below)).toEqual(before.slice(1, 2));
    }),
  );

  it('nothing moves when settings are changed, saved, not saved or no longer live', () =>
    withApp(async (app) => {
      const browser = await openSettings(app);
      browser.expectError(/500|ERR_/);
      const { page } = browser;
      const things = [
        button(browser, 'Save'),
        button(browser, 'Use defaults'),
        field(browser, 'Break Duration'),
      ];
      // The list is loaded.
      await expect(page.getByRole('tabpanel').locator('.animate-late')).toHaveCount(0);
      // Scrolled to the top, the buttons are at the window's lower edge. Scrolled down, they are at the form's end.
      const tops = [0, 10_000];
      const before = await places(browser, things, tops);
      await field(browser, 'Break Duration').fill('45');
      await expect(page.getByText('Not saved yet.')).toBeVisible();
      expect(await placesOn(PHONE, browser, things, tops)).toEqual(before.phone);
      await page.route('**/api/settings/app-config', refuse('settings_update_failed'));
      await press(browser, 'Save');
      await expect(page.getByText('Failed to Save Settings')).toBeVisible();
      expect(await places(browser, things, tops)).toEqual(before);
      await takeScreenshots(page, 'settings-failed');
      await page.unroute('**/api/settings/app-config');
      await press(browser, 'Save');
      await saved(browser);
      expect(await placesOn(PHONE, browser, things, tops)).toEqual(before.phone);
      await takeScreenshots(page, 'settings-saved');
      await expect(page.getByText('Settings Saved Successfully')).not.toBeAttached();
      await browser.context.setOffline(true);
      await app.advance(40_000);
      await expect(page.getByText('Failed to subscribe to settings')).toBeVisible();
      expect(await places(browser, things, tops)).toEqual(before);
      await takeScreenshots(page, 'settings-cut-off');
      await browser.context.setOffline(false);
      await expect(page.getByText('Failed to subscribe to settings')).not.toBeAttached();
      expect(await placesOn(PHONE, browser, things, tops)).toEqual(before.phone);
    }));
});
