import { describe, expect, it } from 'vitest';
import { takeScreenshots } from './browser.ts';
import { FRIDAY_MORNING, withApp } from './app.ts';
import { openDashboard, button, DAY, HOUR, press, punch, shows } from './dashboard-page.ts';

const WARNING = 'Weekend work is not allowed by the current settings.';

const SATURDAY = { now: FRIDAY_MORNING + DAY };

describe('the weekend warning', () => {
  it('the weekend warning appears before the location is known', () =>
    withApp(async (app) => {
      const browser = await openDashboard(app);
      await browser.page.evaluate(() => {
        navigator.geolocation.getCurrentPosition = (found) => {
          window.addEventListener('found', () =>
            found({
              coords: { latitude: 27.7, longitude: 85.3 },
              timestamp: Date.now(),
            } as GeolocationPosition),
          );
        };
        // The location's own time-out would end the wait.
        const wait = window.setTimeout;
        window.setTimeout = ((run: () => void, ms: number) => wait(run, ms === 3000 ? 600_000 : ms)) as never;
      });
      await press(browser, 'Clock In');
      await shows(browser, WARNING);
      await shows(browser, 'Clocking In...');
      await browser.page.evaluate(() => window.dispatchEvent(new Event('found')));
      await shows(browser, /Clock-in successful/);
      await expect(browser.page.getByText(WARNING)).toHaveCount(1);
    }, SATURDAY));

  it('the weekend warning stays until the entry ends, even over a reload', () =>
    withApp(async (app) => {
      const browser = await openDashboard(app);
      await punch(browser, 'Clock In');
      await expect(browser.page.getByText(/Clock-in successful/)).not.toBeAttached();
      await shows(browser, WARNING);
      await app.advance(HOUR);
      await browser.page.reload();
      await shows(browser, WARNING);
      await takeScreenshots(browser.page, 'weekend-warning');
      await punch(browser, 'Start Break');
      await shows(browser, WARNING);
      await punch(browser, 'End Break');
      await punch(browser, 'Clock Out');
      await expect(browser.page.getByText(WARNING)).not.toBeAttached();
    }, SATURDAY));

  it('the weekend warning of a Sunday entry stays on Monday and goes when weekend work is allowed', () =>
    withApp(
      async (app) => {
        const browser = await openDashboard(app);
        await punch(browser, 'Clock In');
        await app.advance(2 * HOUR);
        await browser.page.reload();
        await shows(browser, WARNING);
        await app.changeSettings({ weekend_work_allowed: true });
        await browser.page.reload();
        await expect(button(browser, 'Clock Out')).toBeVisible();
        expect(await browser.page.getByText(WARNING).count()).toBe(0);
      },
      { now: FRIDAY_MORNING + 2 * DAY + 14 * HOUR },
    ));
});
