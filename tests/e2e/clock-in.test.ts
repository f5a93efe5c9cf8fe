import { describe, expect, it } from 'vitest';
import { DESK } from './browser.ts';
import { MINUTE, onStage, type Stage } from './stage.ts';
import { activityOf, arrive, HOUR, press, punch, shows, timesheetOf } from './working-day.ts';

/** What was kept of the only clock-in. */
async function kept(stage: Stage): Promise<{ ip_address: string; located: boolean } | undefined> {
  const { rows } = await stage.owner.query<{ ip_address: string; located: boolean }>(
    'SELECT ip_address, location IS NOT NULL AS located FROM time_entry_detail',
  );
  return rows[0];
}

describe('a clock-in', () => {
  it('shows the pin as a picture that has a name', () =>
    onStage(async (stage) => {
      const visit = await arrive(stage);
      await press(visit, 'Clock In');
      await visit.page.getByRole('status').getByRole('img', { name: 'Location recorded' }).waitFor();
      expect(await kept(stage)).toEqual({ ip_address: '127.0.0.1', located: true });
    }));

  it('waits three seconds for a location that does not come, and goes on without', () =>
    onStage(async (stage) => {
      const visit = await arrive(stage);
      await visit.page.evaluate(() => {
        navigator.geolocation.getCurrentPosition = () => {};
      });
      await press(visit, 'Clock In');
      await shows(visit, "Clock-in successful at 08:55 - You're on time!");
      expect(await visit.page.getByRole('img', { name: 'Location recorded' }).count()).toBe(0);
      expect(await kept(stage)).toEqual({ ip_address: '127.0.0.1', located: false });
    }));

  it('asks for no location when the settings do not want one', () =>
    onStage(async (stage) => {
      await stage.settings({ require_location_tracking: false });
      const visit = await arrive(stage);
      await visit.page.evaluate(() => {
        navigator.geolocation.getCurrentPosition = () => {
          throw new Error('asked');
        };
      });
      await press(visit, 'Clock In');
      await shows(visit, "Clock-in successful at 08:55 - You're on time!");
      expect((await kept(stage))?.located).toBe(false);
    }));

  it("names the workplace's zone where the browser's shows another time, and not where it shows the same", () =>
    onStage(async (stage) => {
      const maya = await stage.hire('Maya Gurung');
      const away = await arrive(stage, maya, { zone: 'Europe/Lisbon' });
      await shows(away, 'Asia/Kathmandu time');
      await shows(away, '08:55');
      await shows(away, 'Friday, November 20, 2026');
      const here = await arrive(stage, maya, { viewport: DESK });
      expect(await here.page.getByText('Asia/Kathmandu time').count()).toBe(0);
    }));

  it('is the second of the day after a clock-out, and then cannot be late', () =>
    onStage(async (stage) => {
      const visit = await arrive(stage);
      await punch(visit, 'Clock In');
      await stage.pass(3 * HOUR);
      await punch(visit, 'Clock Out');
      await stage.pass(65 * MINUTE);
      await press(visit, 'Clock In');
      await shows(visit, "Clock-in successful at 13:00 - You're on time!");
      expect(await activityOf(visit).getByRole('listitem').count()).toBe(2);
      await timesheetOf(visit).getByText('13:00', { exact: true }).waitFor();
    }));
});
