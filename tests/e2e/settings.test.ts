import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { accessibilityFaults, takePictures, type Visit } from './browser.ts';
import { onStage, signIn, type Credentials, type Stage } from './stage.ts';

async function atTheSettings(stage: Stage, who: Credentials = stage.admin): Promise<Visit> {
  const visit = await stage.visit();
  await signIn(visit, who);
  await visit.page.getByRole('tab', { name: 'Settings' }).click();
  await visit.page.getByLabel('Work Start Time').waitFor();
  return visit;
}

const field = ({ page }: Visit, label: string): Locator => page.getByLabel(label, { exact: true });
const press = ({ page }: Visit, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click();
const saved = ({ page }: Visit): Promise<void> => page.getByText('Settings Saved Successfully').waitFor();

describe('the settings', () => {
  it('have four sections with the fields of the specification, filled with what is saved', () =>
    onStage(async (stage) => {
      const visit = await atTheSettings(stage);
      const fields: Readonly<Record<string, readonly string[]>> = {
        'Work Period': [
          'Work Start Time',
          'Work End Time',
          'Time Zone',
          'Allow Flexible Hours',
          'Weekend Work Allowed',
        ],
        'Break Settings': ['Break Start Time', 'Break Duration'],
        Tracking: ['Require Location Tracking'],
        Thresholds: ['Late Threshold', 'Overtime Threshold'],
      };
      for (const [section, labels] of Object.entries(fields)) {
        for (const label of labels)
          expect(
            await visit.page
              .getByRole('region', { name: section })
              .getByLabel(label, { exact: true })
              .count(),
          ).toBe(1);
      }
      expect(await field(visit, 'Work Start Time').inputValue()).toBe('09:00');
      expect(await field(visit, 'Time Zone').inputValue()).toBe('Asia/Kathmandu');
      expect(await field(visit, 'Break Duration').inputValue()).toBe('30');
      expect(await field(visit, 'Require Location Tracking').isChecked()).toBe(true);
      expect(await accessibilityFaults(visit.page)).toEqual([]);
      await takePictures(visit.page, 'settings');
    }));

  it('are saved with a banner of three seconds, and reach an open employee screen and the other admin at once', () =>
    onStage(async (stage) => {
      const maya = await stage.hire('Maya Gurung');
      const hers = await stage.visit();
      await signIn(hers, maya);
      await hers.page.getByText('12:00 - 12:30').waitFor();
      const [one, two] = [
        await atTheSettings(stage),
        await atTheSettings(stage, await stage.appoint('Second Admin')),
      ];
      await field(one, 'Break Duration').fill('45');
      await field(one, 'Late Threshold').fill('0');
      await field(one, 'Overtime Threshold').fill('0.5');
      await press(one, 'Save');
      await saved(one);
      await one.page.getByText('Changes saved to database').waitFor();
      expect(await accessibilityFaults(one.page)).toEqual([]);
      await hers.page.getByText('12:00 - 12:45').waitFor();
      await two.page.waitForFunction(() =>
        [...document.querySelectorAll('input')].some((input) => input.value === '45'),
      );
      expect(await field(one, 'Late Threshold').inputValue()).toBe('0');
      expect(await field(one, 'Overtime Threshold').inputValue()).toBe('0.5');
      await one.page.getByText('Settings Saved Successfully').waitFor({ state: 'detached', timeout: 6_000 });
      const { rows } = await stage.owner.query(
        'SELECT break_duration, late_threshold_minutes, overtime_threshold_hours FROM settings',
      );
      expect(rows).toEqual([
        { break_duration: 45, late_threshold_minutes: 0, overtime_threshold_hours: 0.5 },
      ]);
    }));

  it('that cannot be are refused under their fields, and nothing is sent', () =>
    onStage(async (stage) => {
      const visit = await atTheSettings(stage);
      visit.page.on('request', (request) => {
        if (request.method() === 'POST') visit.problems.push(request.url());
      });
      await field(visit, 'Work Start Time').fill('24:00');
      await field(visit, 'Break Start Time').fill('');
      await field(visit, 'Break Duration').fill('481');
      await field(visit, 'Late Threshold').fill('-1');
      await field(visit, 'Overtime Threshold').fill('0.7');
      await press(visit, 'Save');
      for (const words of [
        'Invalid time format: "24:00". Expected HH:mm format',
        'Invalid time string: must be a non-empty string',
        'Break duration must be a whole number from 0 to 480',
        'Late threshold must be a whole number from 0 to 60',
        'Overtime threshold must be a number in steps of 0.5 from 0 to 12',
      ])
        await visit.page.getByText(words).waitFor();
      expect(
        await field(visit, 'Work Start Time').evaluate((element) => element === document.activeElement),
      ).toBe(true);
      expect(await accessibilityFaults(visit.page)).toEqual([]);
      await takePictures(visit.page, 'settings-faults');
      await field(visit, 'Work Start Time').fill('17:00');
      expect(await visit.page.getByText('Invalid time format').count()).toBe(0);
      await press(visit, 'Reset');
      await field(visit, 'Work Start Time').fill('17:00');
      await press(visit, 'Save');
      await visit.page.getByText('Work end time must differ from work start time').waitFor();
    }));

  it('keep a message until something is done about it, and no longer', () =>
    onStage(async (stage) => {
      const visit = await atTheSettings(stage);
      const equal = visit.page.getByText('Work end time must differ from work start time');
      await field(visit, 'Work Start Time').fill('17:00');
      await press(visit, 'Save');
      await equal.waitFor();
      await field(visit, 'Work Start Time').fill('08:00');
      expect(await equal.count()).toBe(0);
      await field(visit, 'Late Threshold').fill('61');
      await press(visit, 'Save');
      const late = visit.page.getByText('Late threshold must be a whole number from 0 to 60');
      await late.waitFor();
      await visit.page.keyboard.press('Tab');
      expect(
        await field(visit, 'Late Threshold').evaluate((element) => element === document.activeElement),
      ).toBe(false);
      expect(await late.count()).toBe(1);
      await field(visit, 'Break Start Time').fill('25:00');
      await press(visit, 'Save');
      const format = visit.page.getByText('Invalid time format: "25:00". Expected HH:mm format');
      await format.waitFor();
      await press(visit, 'Use defaults');
      expect([
        await late.count(),
        await format.count(),
        await field(visit, 'Break Start Time').inputValue(),
      ]).toEqual([0, 0, '12:00']);
      await press(visit, 'Save');
      await saved(visit);
    }));

  it('keep what is typed while a save is still under way', () =>
    onStage(async (stage) => {
      const visit = await atTheSettings(stage);
      let answer = (): void => undefined;
      const held = new Promise<void>((resolve) => {
        answer = resolve;
      });
      await visit.page.route('**/api/settings/app-config', async (route) => {
        const response = await route.fetch();
        await held;
        await route.fulfill({ response });
      });
      await field(visit, 'Late Threshold').fill('7');
      await press(visit, 'Save');
      await visit.page.getByRole('button', { name: 'Saving...' }).waitFor();
      await field(visit, 'Break Duration').fill('45');
      expect(await visit.page.getByText('Somebody else has changed the settings meanwhile.').count()).toBe(0);
      answer();
      await saved(visit);
      expect([
        await field(visit, 'Late Threshold').inputValue(),
        await field(visit, 'Break Duration').inputValue(),
      ]).toEqual(['7', '45']);
      await visit.page.getByText('Not saved yet.').waitFor();
      await visit.page.unroute('**/api/settings/app-config');
      await press(visit, 'Save');
      await visit.page.getByText('Not saved yet.').waitFor({ state: 'detached' });
      const { rows } = await stage.owner.query('SELECT break_duration, late_threshold_minutes FROM settings');
      expect(rows).toEqual([{ break_duration: 45, late_threshold_minutes: 7 }]);
    }));

  it("'Reset' goes back to what is saved, 'Use defaults' fills in the defaults, and neither saves", () =>
    onStage(async (stage) => {
      await stage.owner.query(
        `UPDATE settings SET break_duration = 60, work_start_time = '07:00', version = version + 1`,
      );
      const visit = await atTheSettings(stage);
      await field(visit, 'Break Duration').fill('15');
      await press(visit, 'Reset');
      expect(await field(visit, 'Break Duration').inputValue()).toBe('60');
      await press(visit, 'Use defaults');
      expect(await field(visit, 'Break Duration').inputValue()).toBe('30');
      expect(await field(visit, 'Work Start Time').inputValue()).toBe('09:00');
      await visit.page.getByText('Not saved yet.').waitFor();
      await field(visit, 'Break Duration').fill('');
      await field(visit, 'Break Duration').blur();
      expect(await field(visit, 'Break Duration').inputValue()).toBe('30');
      const { rows } = await stage.owner.query('SELECT break_duration FROM settings');
      expect(rows).toEqual([{ break_duration: 60 }]);
    }));

  it('keep what was typed over a look at another tab', () =>
    onStage(async (stage) => {
      const visit = await atTheSettings(stage);
      await field(visit, 'Break Duration').fill('15');
      await visit.page.getByRole('tab', { name: 'Employee Management' }).click();
      await visit.page.getByRole('list', { name: 'Employees' }).waitFor();
      await visit.page.getByRole('tab', { name: 'Settings' }).click();
      await visit.page.getByText('Not saved yet.').waitFor();
      expect(await field(visit, 'Break Duration').inputValue()).toBe('15');
    }));

  it('the time zone is searched for and chosen by the keyboard, and days are reckoned in it at once', () =>
    onStage(async (stage) => {
      const maya = await stage.hire('Maya Gurung');
      await stage.clockIn(maya);
      const hers = await stage.visit();
      await signIn(hers, maya);
      await hers.page.getByText('08:55').first().waitFor();
      const visit = await atTheSettings(stage);
      await field(visit, 'Time Zone').focus();
      await visit.page.keyboard.type('new york');
      await visit.page.getByRole('option', { name: 'America/New_York' }).waitFor();
      expect(await accessibilityFaults(visit.page)).toEqual([]);
      await takePictures(visit.page, 'settings-zone');
      await visit.page.keyboard.press('Enter');
      expect(await field(visit, 'Time Zone').inputValue()).toBe('America/New_York');
      await visit.page.keyboard.type('nowhere');
      await visit.page.getByText('Nothing found.').waitFor();
      await visit.page.keyboard.press('Escape');
      expect(await field(visit, 'Time Zone').inputValue()).toBe('America/New_York');
      await press(visit, 'Save');
      await saved(visit);
      await hers.page.getByText('Thursday, November 19, 2026').waitFor();
      await hers.page.getByText('22:10').first().waitFor();
    }));

  it('two admins at once: the second is told what changed, and nothing is lost', () =>
    onStage(async (stage) => {
      const [one, two] = [
        await atTheSettings(stage),
        await atTheSettings(stage, await stage.appoint('Second Admin')),
      ];
      await field(two, 'Late Threshold').fill('10');
      await field(one, 'Break Duration').fill('45');
      await press(one, 'Save');
      await saved(one);
      await two.page.getByText('Somebody else has changed the settings meanwhile.').waitFor();
      await two.page.getByText('30 → 45').waitFor();
      expect(await accessibilityFaults(two.page)).toEqual([]);
      await takePictures(two.page, 'settings-conflict');
      await press(two, 'Take over');
      await press(two, 'Save');
      await saved(two);
      const { rows } = await stage.owner.query('SELECT break_duration, late_threshold_minutes FROM settings');
      expect(rows).toEqual([{ break_duration: 45, late_threshold_minutes: 10 }]);
    }));

  it("that cannot be saved say so, in the server's words or their own", () =>
    onStage(async (stage) => {
      const visit = await atTheSettings(stage);
      visit.expectProblem(/500|ERR_FAILED/);
      await visit.page.route('**/api/settings/app-config', (route) =>
        route.fulfill({ status: 500, json: { code: 'settings_update_failed', message: '' } }),
      );
      await field(visit, 'Break Duration').fill('45');
      await press(visit, 'Save');
      await visit.page.getByText('Failed to Save Settings').waitFor();
      await visit.page.getByText('Failed to update settings. Please try again.').waitFor();
      expect(await accessibilityFaults(visit.page)).toEqual([]);
      await visit.page.unroute('**/api/settings/app-config');
      await visit.page.route('**/api/settings/app-config', (route) => route.abort());
      await press(visit, 'Save');
      await visit.page.getByText('Failed to save settings. Please try again.').waitFor();
      await visit.page.unroute('**/api/settings/app-config');
      await press(visit, 'Save');
      await saved(visit);
    }));

  it('that cannot be followed live say so, until they can again', () =>
    onStage(async (stage) => {
      const visit = await atTheSettings(stage);
      visit.expectProblem(/ERR_INTERNET_DISCONNECTED|ERR_NETWORK/);
      const cutOff = visit.page.getByText('Failed to subscribe to settings');
      expect(await cutOff.count()).toBe(0);
      await visit.context.setOffline(true);
      await stage.pass(10_000);
      await cutOff.waitFor();
      expect(await accessibilityFaults(visit.page)).toEqual([]);
      await takePictures(visit.page, 'settings-cut-off');
      await visit.context.setOffline(false);
      await cutOff.waitFor({ state: 'detached' });
    }));

  it('that cannot be loaded say so, and show the defaults', () =>
    onStage(async (stage) => {
      const visit = await stage.visit();
      visit.expectProblem(/500/);
      await visit.page.route('**/api/settings/app-config', (route) =>
        route.fulfill({ status: 500, json: { code: 'settings_load_failed', message: '' } }),
      );
      await signIn(visit, stage.admin);
      await visit.page.getByRole('tab', { name: 'Settings' }).click();
      await visit.page.getByText('Error Loading Settings').waitFor();
      await visit.page.getByText('Failed to load settings').waitFor();
      expect(await field(visit, 'Work Start Time').inputValue()).toBe('09:00');
      expect(await accessibilityFaults(visit.page)).toEqual([]);
      await takePictures(visit.page, 'settings-not-loaded');
      await visit.page.unroute('**/api/settings/app-config');
      await press(visit, 'Try again');
      await visit.page.getByRole('button', { name: 'Save', exact: true }).waitFor();
    }));
});

describe('the admin dashboard', () => {
  it('has its title, its text and four tabs', () =>
    onStage(async (stage) => {
      const { page } = await atTheSettings(stage);
      await page.getByRole('heading', { name: 'Admin Dashboard' }).waitFor();
      await page.getByText('Manage employees, monitor activity and generate reports').waitFor();
      expect((await page.getByRole('tab').allTextContents()).map((text) => text.trim())).toEqual([
        'Real-Time Monitoring',
        'Employee Management',
        'Reports & Analytics',
        'Settings',
      ]);
    }));
});

describe('the chosen tab', () => {
  it("stands in the address's fragment and survives a reload", () =>
    onStage(async (stage) => {
      const visit = await atTheSettings(stage);
      expect(new URL(visit.page.url()).hash).toBe('#settings');
      await visit.page.reload();
      await visit.page.getByLabel('Work Start Time').waitFor();
      await visit.page.getByRole('tab', { name: 'Settings' }).press('ArrowLeft');
      await visit.page.getByRole('tab', { name: 'Settings', selected: false }).waitFor();
      expect(new URL(visit.page.url()).hash).not.toBe('#settings');
    }));
});
