import { describe, expect, it } from 'vitest';
import { FRIDAY_MORNING, signIn, withApp } from './app.ts';
import { axeViolations, takeScreenshots } from './browser.ts';
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
  it('saved settings show a banner for three seconds and reach other open screens at once', () =>
    withApp(async (app) => {
      const maya = await app.createEmployee('Maya Gurung');
      const hers = await app.openBrowser({ as: maya });
      await expect(hers.page.getByText('12:00 - 12:30')).toBeVisible();
      const [one, two] = [
        await openSettings(app),
        await openSettings(app, await app.createAdmin('Second Admin')),
      ];
      await field(one, 'Break Duration').fill('45');
      await field(one, 'Late Threshold').fill('0');
      await field(one, 'Overtime Threshold').fill('0.5');
      await one.page.evaluate(recordTimers);
      await press(one, 'Save');
      await saved(one);
      await expect(one.page.getByText('Changes saved to database')).toBeVisible();
      expect(await one.page.evaluate(() => Reflect.get(window, 'timers'))).toContain(3000);
      expect(await axeViolations(one.page)).toEqual([]);
      await expect(hers.page.getByText('12:00 - 12:45')).toBeVisible();
      await two.page.waitForFunction(() =>
        [...document.querySelectorAll('input')].some((input) => input.value === '45'),
      );
      await expect(field(one, 'Late Threshold')).toHaveValue('0');
      await expect(field(one, 'Overtime Threshold')).toHaveValue('0.5');
      await expect(one.page.getByText('Settings Saved Successfully')).not.toBeAttached();
      const { rows } = await app.owner.query(
        'SELECT break_duration, late_threshold_minutes, overtime_threshold_hours FROM settings',
      );
      expect(rows).toEqual([
        { break_duration: 45, late_threshold_minutes: 0, overtime_threshold_hours: 0.5 },
      ]);
    }));

  it('a time zone chosen by keyboard holds from the next day on', () =>
    withApp(async (app) => {
      const maya = await app.createEmployee('Maya Gurung');
      await app.clockIn(maya);
      const hers = await app.openBrowser({ as: maya });
      await expect(hers.page.getByText('08:55').first()).toBeVisible();
      const browser = await openSettings(app);
      await field(browser, 'Time Zone').focus();
      await browser.page.keyboard.type('new york');
      await expect(browser.page.getByRole('option', { name: 'America/New_York' })).toBeVisible();
      expect(await axeViolations(browser.page)).toEqual([]);
      await takeScreenshots(browser.page, 'settings-zone');
      await browser.page.keyboard.press('Enter');
      await expect(field(browser, 'Time Zone')).toHaveValue('America/New_York');
      await browser.page.keyboard.type('nowhere');
      await expect(browser.page.getByText('Nothing found.')).toBeVisible();
      await browser.page.keyboard.press('Escape');
      await expect(field(browser, 'Time Zone')).toHaveValue('America/New_York');
      await press(browser, 'Save');
      await saved(browser);
      await expect(browser.page.getByText('From Nov 21, 2026. Before that: Asia/Kathmandu.')).toBeVisible();
      await expect(hers.page.getByText('08:55').first()).toBeVisible();
      // From midnight in Kathmandu the clocks show New York's time, where it is still Friday.
      await app.advance(Date.parse('2026-11-20T18:15:00Z') - FRIDAY_MORNING);
      await expect(hers.page.getByText('America/New York time').first()).toBeVisible();
      await expect(hers.page.getByText('Friday, November 20, 2026').first()).toBeVisible();
      await expect(hers.page.getByText('13:15').first()).toBeVisible();
    }));

  it('when two admins save at once, the second sees what changed and loses nothing', () =>
    withApp(async (app) => {
      const [one, two] = [
        await openSettings(app),
        await openSettings(app, await app.createAdmin('Second Admin')),
      ];
      await field(two, 'Late Threshold').fill('10');
      await field(one, 'Break Duration').fill('45');
      await press(one, 'Save');
      await saved(one);
      await expect(two.page.getByText('Somebody else changed the settings in the meantime.')).toBeVisible();
      await expect(two.page.getByText('30 → 45')).toBeVisible();
      expect(await axeViolations(two.page)).toEqual([]);
      await takeScreenshots(two.page, 'settings-conflict');
      await press(two, 'Use theirs');
      await press(two, 'Save');
      await saved(two);
      const { rows } = await app.owner.query('SELECT break_duration, late_threshold_minutes FROM settings');
      expect(rows).toEqual([{ break_duration: 45, late_threshold_minutes: 10 }]);
    }));

  it("a failed save shows the server's message or one of its own", () =>
    withApp(async (app) => {
      const browser = await openSettings(app);
      browser.expectError(/500|ERR_FAILED/);
      await browser.page.route('**/api/settings/app-config', (route) =>
        route.fulfill({ status: 500, json: { code: 'settings_update_failed', message: '' } }),
      );
      await field(browser, 'Break Duration').fill('45');
      await press(browser, 'Save');
      await expect(browser.page.getByText('Failed to Save Settings')).toBeVisible();
      await expect(browser.page.getByText('Failed to update settings. Please try again.')).toBeVisible();
      expect(await axeViolations(browser.page)).toEqual([]);
      await browser.page.unroute('**/api/settings/app-config');
      await browser.page.route('**/api/settings/app-config', (route) => route.abort());
      await press(browser, 'Save');
      await expect(browser.page.getByText('Failed to save settings. Please try again.')).toBeVisible();
      await browser.page.unroute('**/api/settings/app-config');
      await press(browser, 'Save');
      await saved(browser);
    }));

  it('a lost live connection is shown until it returns', () =>
    withApp(async (app) => {
      const browser = await openSettings(app);
      browser.expectError(/ERR_INTERNET_DISCONNECTED|ERR_NETWORK/);
      const cutOff = browser.page.getByText('Failed to subscribe to settings');
      expect(await cutOff.count()).toBe(0);
      await browser.context.setOffline(true);
      await app.advance(10_000);
      await expect(cutOff).toBeVisible();
      expect(await axeViolations(browser.page)).toEqual([]);
      await takeScreenshots(browser.page, 'settings-cut-off');
      await browser.context.setOffline(false);
      await expect(cutOff).not.toBeAttached();
    }));

  it('settings that cannot be loaded say so and show the defaults', () =>
    withApp(async (app) => {
      const browser = await app.openBrowser();
      browser.expectError(/500/);
      await browser.page.route('**/api/settings/app-config', (route) =>
        route.fulfill({ status: 500, json: { code: 'settings_load_failed', message: '' } }),
      );
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
