import { describe, expect, it } from 'vitest';
import { withApp, type App } from './app.ts';
import { activityOf, openDashboard, press, shows } from './dashboard-page.ts';

/** Recorded details of the only clock-in. */
async function kept(app: App): Promise<{ ip_address: string; located: boolean } | undefined> {
  const { rows } = await app.owner.query<{ ip_address: string; located: boolean }>(
    'SELECT ip_address, location IS NOT NULL AS located FROM time_entry_detail',
  );
  return rows[0];
}

describe('a clock-in', () => {
  it('shows the location pin as a named image and marks an inexact location', () =>
    withApp(async (app) => {
      const browser = await openDashboard(app);
      await browser.context.setGeolocation({ latitude: 27.7172, longitude: 85.324, accuracy: 5_000 });
      await press(browser, 'Clock In');
      await expect(
        browser.page.getByRole('status').getByRole('img', { name: 'Location recorded' }),
      ).toBeVisible();
      await expect(activityOf(browser).getByText('Inexact location recorded')).toBeVisible();
      expect(await kept(app)).toEqual({ ip_address: '127.0.0.1', located: true });
    }));

  it('waits three seconds for a location and then goes on without it', () =>
    withApp(async (app) => {
      const browser = await openDashboard(app);
      await browser.page.evaluate(() => {
        navigator.geolocation.getCurrentPosition = () => {};
      });
      await press(browser, 'Clock In');
      await shows(browser, "Clock-in successful at 08:55 - You're on time!");
      expect(await browser.page.getByRole('img', { name: 'Location recorded' }).count()).toBe(0);
      expect(await kept(app)).toEqual({ ip_address: '127.0.0.1', located: false });
    }));

  it('asks for no location when the settings turn it off', () =>
    withApp(async (app) => {
      await app.changeSettings({ require_location_tracking: false });
      const browser = await openDashboard(app);
      await browser.page.evaluate(() => {
        navigator.geolocation.getCurrentPosition = () => {
          throw new Error('asked');
        };
      });
      await press(browser, 'Clock In');
      await shows(browser, "Clock-in successful at 08:55 - You're on time!");
      expect((await kept(app))?.located).toBe(false);
    }));

  it("names the workplace's time zone when the browser shows another time", () =>
    withApp(async (app) => {
      const away = await openDashboard(app, undefined, { zone: 'Europe/Lisbon' });
      await shows(away, 'Asia/Kathmandu time');
      await shows(away, '08:55');
      await shows(away, 'Friday, November 20, 2026');
    }));
});
