import { describe, expect, it } from 'vitest';
import { takeScreenshots } from './browser.ts';
import { FRIDAY_MORNING, withApp } from './app.ts';
import { openDashboard, DAY, HOUR, press, punch, shows } from './dashboard-page.ts';

const WARNING = 'Weekend work is not allowed by the current settings.';

const SATURDAY = { now: FRIDAY_MORNING + DAY };

describe('the weekend warning', () => {
  it('the weekend warning appears before the location is known and stays until the entry ends, even over a reload', () =>
    withApp(async (app) => {
      const browser = await openDashboard(app);
      const shift = browser.page.getByRole('region', { name: 'Today', exact: true });
      await expect(shift.getByText('Day off')).toBeVisible();
      await browser.page.evaluate(() => {
        navigator.geolocation.getCurrentPosition = (found) => {
          window.addEventListener('found', () =>
            found({
              coords: { latitude: 27.7, longitude: 85.3 },
              timestamp: Date.now(),
            } as GeolocationPosition),
          );
        };
        // Extends the 3 s limit of the location request, which would end the wait.
        const wait = window.setTimeout;
        window.setTimeout = ((run: () => void, ms: number) => wait(run, ms === 3000 ? 600_000 : ms)) as never;
      });
      await press(browser, 'Clock In');
      await shows(browser, WARNING);
      await shows(browser, 'Clocking In...');
      await browser.page.evaluate(() => window.dispatchEvent(new Event('found')));
      await shows(browser, /Clock-in successful/);
      await expect(browser.page.getByText(WARNING)).toHaveCount(1);
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
});
