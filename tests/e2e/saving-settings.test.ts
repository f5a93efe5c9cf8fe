import { describe, expect, it } from 'vitest';
import { FRIDAY_MORNING, signIn, withApp } from './app.ts';
import { axeViolations, PHONE, takeScreenshots, refuse } from './browser.ts';
import { field, openSettings, press, saved } from './settings-page.ts';

/** Records, in the page, the delay of each new timer in milliseconds. */
function recordTimers(): void {
  const timers: (number | undefined)[] = [];
  const { setTimeout } = window;
  Object.assign(window, {
    timers,
    setTimeout: (callback: () => void, delay?: number) => {
      timers.push(delay);
      return setTimeout(callback, delay);
    },
  });
}

describe('the settings', () => {
  it('saved settings show a banner for three seconds and reach other open screens, a time zone from the next day on', () =>
    withApp(async (app) => {
      const maya = await app.createEmployee('Maya Gurung');
      await app.clockIn(maya);
      const hers = await app.openBrowser({ as: maya, viewport: PHONE });
      await expect(hers.page.getByText('12:00 - 12:30')).toBeVisible();
      const browser = await openSettings(app);
      const { page } = browser;
      await field(browser, 'Break Duration').fill('45');
      await field(browser, 'Time Zone').focus();
      await page.keyboard.insertText('new york');
      await expect(page.getByRole('option', { name: 'America/New_York' })).toBeVisible();
      expect(await axeViolations(page)).toEqual([]);
      await takeScreenshots(page, 'settings-zone');
      await page.keyboard.press('Enter');
      await expect(field(browser, 'Time Zone')).toHaveValue('America/New_York');
      await page.keyboard.insertText('nowhere');
      await expect(page.getByText('Nothing found.')).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(field(browser, 'Time Zone')).toHaveValue('America/New_York');
      await page.evaluate(recordTimers);
      await press(browser, 'Save');
      await saved(browser);
      await expect(page.getByText('Changes saved to database')).toBeVisible();
      await expect.poll(() => page.evaluate(() => Reflect.get(window, 'timers'))).toContain(3000);
      await expect(page.getByText('From Nov 21, 2026. Before that: Asia/Kathmandu.')).toBeVisible();
      await expect(hers.page.getByText('12:00 - 12:45')).toBeVisible();
      await expect(hers.page.getByText('08:55').first()).toBeVisible();
      await expect(page.getByText('Settings Saved Successfully')).not.toBeAttached();
      // From midnight in Kathmandu the clocks show New York's time, where it is still Friday.
      await app.advance(Date.parse('2026-11-20T18:15:00Z') - FRIDAY_MORNING);
      await expect(hers.page.getByText('America/New York time').first()).toBeVisible();
      await expect(hers.page.getByText('Friday, November 20, 2026').first()).toBeVisible();
      await expect(hers.page.getByText('13:15').first()).toBeVisible();
    }));

  it('a failed save says why, and when two admins save at once, the second sees what changed and loses nothing', () =>
    withApp(async (app) => {
      const browser = await openSettings(app);
      const { page } = browser;
      browser.expectError(/500|ERR_FAILED/);
      await page.route('**/api/settings/app-config', refuse('settings_update_failed'));
      await field(browser, 'Late Threshold').fill('10');
      await press(browser, 'Save');
      await expect(page.getByText('Failed to Save Settings')).toBeVisible();
      await expect(page.getByText('Failed to update settings. Please try again.')).toBeVisible();
      await page.unroute('**/api/settings/app-config');
      await page.route('**/api/settings/app-config', (route) => route.abort());
      await press(browser, 'Save');
      await expect(page.getByText('Failed to save settings. Please try again.')).toBeVisible();
      await page.unroute('**/api/settings/app-config');

      const other = await app.signInElsewhere(await app.createAdmin('Second Admin'));
      const { version, workStartTime, workEndTime } = (await other.ask('settings', {})).settings;
      await other.ask('updateSettings', { version, workStartTime, workEndTime, breakDuration: 45 });
      await expect(page.getByText('Somebody else changed the settings in the meantime.')).toBeVisible();
      await expect(page.getByText('30 → 45')).toBeVisible();
      expect(await axeViolations(page)).toEqual([]);
      await takeScreenshots(page, 'settings-conflict');
      await press(browser, 'Use theirs');
      await press(browser, 'Save');
      await saved(browser);
      const { rows } = await app.owner.query('SELECT break_duration, late_threshold_minutes FROM settings');
      expect(rows).toEqual([{ break_duration: 45, late_threshold_minutes: 10 }]);
    }));

  it('settings that cannot be loaded say so and show the defaults', () =>
    withApp(async (app) => {
      const browser = await app.openBrowser();
      browser.expectError(/500/);
      await browser.page.route('**/api/settings/app-config', refuse('settings_load_failed'));
      await signIn(browser, app.admin);
      await browser.page.getByRole('tab', { name: 'Settings' }).click();
      await expect(browser.page.getByText('Error Loading Settings')).toBeVisible();
      await expect(browser.page.getByText('Failed to load settings')).toBeVisible();
      await expect(field(browser, 'Work Start Time')).toHaveValue('09:00');
      expect(await axeViolations(browser.page)).toEqual([]);
      await takeScreenshots(browser.page, 'settings-not-loaded');
      await browser.page.unroute('**/api/settings/app-config');
      await press(browser, 'Try again');
      await expect(browser.page.getByRole('button', { name: 'Save', exact: true })).toBeVisible();
    }));
});
