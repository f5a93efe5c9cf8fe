import { describe, expect, it } from 'vitest';
import type { Locator } from 'playwright-core';
import { withApp } from './app.ts';
import { DESK, PHONE } from './browser.ts';
import { activityOf, card, clockOf, HOUR, openDashboard, press, punch } from './dashboard-page.ts';

const places = (things: readonly Locator[]) => Promise.all(things.map((thing) => thing.boundingBox()));

describe('positions during punches', () => {
  it.each([
    ['a phone', PHONE],
    ['a desk', DESK],
  ])('nothing moves from a clock-in with notes over a break to the clock-out, on %s', (_place, viewport) =>
    withApp(async (app) => {
      const browser = await openDashboard(app, undefined, { viewport });
      const { page } = browser;
      await browser.context.clearPermissions();
      await expect(page.getByText('Nothing to confirm yet')).toBeVisible();
      const look = async () => {
        // The test's own presses may scroll the page to their button.
        await page.evaluate(() => scrollTo(0, 0));
        return places([
          clockOf(browser).getByRole('button').first(),
          clockOf(browser),
          card(browser, "Today's Shift"),
          activityOf(browser).getByRole('heading'),
        ]);
      };
      const before = await look();
      const ofToday = await places([activityOf(browser), card(browser, 'This Week')]);
      await punch(browser, 'Clock In');
      await expect(activityOf(browser).getByText('ACTIVE')).toBeVisible();
      expect(await look()).toEqual(before);
      expect(await places([activityOf(browser), card(browser, 'This Week')])).toEqual(ofToday);
      await app.advance(HOUR);
      await punch(browser, 'Clock Out');
      await page.getByLabel('Notes').fill('Stocktaking\nin the cellar\nand on every floor\nuntil four');
      expect(await look()).toEqual(before);
      await punch(browser, 'Clock In');
      expect(await look()).toEqual(before);
      await app.advance(HOUR);
      await punch(browser, 'Start Break');
      expect(await look()).toEqual(before);
      await app.advance(HOUR);
      await punch(browser, 'End Break');
      expect(await look()).toEqual(before);
      await punch(browser, 'Clock Out');
      expect(await look()).toEqual(before);
      await page.getByLabel('Notes').fill('x'.repeat(501));
      await press(browser, 'Clock In');
      await expect(page.getByText('Notes must be less than 500 characters')).toBeVisible();
      expect(await look()).toEqual(before);
    }),
  );
});
