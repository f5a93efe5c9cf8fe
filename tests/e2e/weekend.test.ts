import { describe, expect, it } from 'vitest';
import { takePictures } from './browser.ts';
import { onStage } from './stage.ts';
import { arrive, button, DAY, HOUR, press, punch, shows } from './working-day.ts';

const WARNING = 'Weekend work is not allowed by the current settings.';

describe('the weekend warning', () => {
  it('comes before the location is known', () =>
    onStage(async (stage) => {
      const visit = await arrive(stage);
      await stage.pass(DAY);
      await visit.page.addInitScript(() => {
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
      await visit.page.reload();
      await press(visit, 'Clock In');
      await shows(visit, WARNING);
      await shows(visit, 'Clocking In...');
      await visit.page.evaluate(() => window.dispatchEvent(new Event('found')));
      await shows(visit, /Clock-in successful/);
      expect(await visit.page.getByText(WARNING).count()).toBe(1);
    }));

  it('stands until the entry ends, over a reload too', () =>
    onStage(async (stage) => {
      const visit = await arrive(stage);
      await stage.pass(DAY);
      await visit.page.reload();
      await punch(visit, 'Clock In');
      await visit.page.getByText(/Clock-in successful/).waitFor({ state: 'detached' });
      await shows(visit, WARNING);
      await stage.pass(HOUR);
      await visit.page.reload();
      await shows(visit, WARNING);
      await takePictures(visit.page, 'weekend-warning');
      await punch(visit, 'Start Break');
      await shows(visit, WARNING);
      await punch(visit, 'End Break');
      await punch(visit, 'Clock Out');
      await visit.page.getByText(WARNING).waitFor({ state: 'detached' });
    }));

  it('stands on Monday for an entry of Sunday, and goes when the settings allow it', () =>
    onStage(async (stage) => {
      const visit = await arrive(stage);
      await stage.pass(2 * DAY + 14 * HOUR);
      await visit.page.reload();
      await punch(visit, 'Clock In');
      await stage.pass(2 * HOUR);
      await visit.page.reload();
      await shows(visit, WARNING);
      await stage.settings({ weekend_work_allowed: true });
      await visit.page.reload();
      await button(visit, 'Clock Out').waitFor();
      expect(await visit.page.getByText(WARNING).count()).toBe(0);
    }));
});
