import { describe, expect, it } from 'vitest';
import { withApp } from './app.ts';
import { axeViolations, overflowsHorizontally, PHONE, takeScreenshots } from './browser.ts';
import { field, openSettings, press, saved } from './settings-page.ts';

describe('the settings', () => {
  it('the last of four tabs has the specified fields with the saved values, and a reload keeps the tab', () =>
    withApp(async (app) => {
      const browser = await app.openBrowser({ as: app.admin });
      await browser.page.getByRole('tab', { name: 'Settings' }).click();
      await expect(browser.page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
      await expect(
        browser.page.getByText('Manage employees, monitor activity and generate reports'),
      ).toBeVisible();
      expect((await browser.page.getByRole('tab').allTextContents()).map((text) => text.trim())).toEqual([
        'Real-Time Monitoring',
        'Employee Management',
        'Reports & Analytics',
        'Settings',
      ]);
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
          await expect(
            browser.page.getByRole('region', { name: section }).getByLabel(label, { exact: true }),
          ).toHaveCount(1);
      }
      await expect(field(browser, 'Work Start Time')).toHaveValue('09:00');
      await expect(field(browser, 'Time Zone')).toHaveValue('Asia/Kathmandu');
      await expect(browser.page.getByText(`Time zone rules: ${process.versions['tz']}`)).toBeVisible();
      await expect(field(browser, 'Break Duration')).toHaveValue('30');
      expect(await field(browser, 'Require Location Tracking').isChecked()).toBe(true);
      expect(await axeViolations(browser.page)).toEqual([]);
      await takeScreenshots(browser.page, 'settings');
      const { page } = browser;
      expect(new URL(page.url()).hash).toBe('#settings');
      await page.reload();
      await expect(field(browser, 'Work Start Time')).toBeVisible();
      await page.getByRole('tab', { name: 'Settings' }).press('ArrowLeft');
      await expect(page.getByRole('tab', { name: 'Reports & Analytics', selected: true })).toBeVisible();
    }));

  it('each section has an address, says in the list what it is set to, and keeps what is not saved yet', () =>
    withApp(async (app) => {
      const browser = await openSettings(app);
      const { page } = browser;
      const link = (name: string) =>
        page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name });
      const current = page.locator('[aria-current=page]');
      await expect(current.getByText('09:00 - 17:00, break 30m')).toBeVisible();
      await expect(link('Public holidays None yet')).toBeVisible();
      await expect(link('Record and backups Not checked yet.')).toBeVisible();
      await field(browser, 'Late Threshold').fill('7');
      await expect(page.getByText('Not saved yet. Late Threshold: 5 → 7.')).toBeVisible();
      await link('Record and backups').click();
      expect(new URL(page.url()).hash).toBe('#settings/record');
      await expect(link('Work hours Not saved yet')).toBeVisible();
      const record = page.getByRole('region', { name: 'Record and Backups' });
      await expect(record.getByText('No backups are made.')).toBeVisible();
      await record.getByRole('button', { name: 'Check now' }).click();
      await expect(record.getByText('Checked just now: 3 records, no differences.')).toBeVisible();
      expect(await axeViolations(page)).toEqual([]);
      await page.goBack();
      await expect(field(browser, 'Late Threshold')).toHaveValue('7');
      // A form saves its own fields alone.
      await link('More').click();
      await field(browser, 'Correction Window').fill('31');
      await press(browser, 'Save');
      await saved(browser);
      await expect(link('More Corrections 31 days back')).toBeVisible();
      const { rows } = await app.owner.query('SELECT correction_days, late_threshold_minutes FROM settings');
      expect(rows).toEqual([{ correction_days: 31, late_threshold_minutes: 5 }]);
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Find people, views and actions' }).fill('poster');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('button', { name: 'Copy link to join' })).toBeVisible();

      // On a phone each section is a page, and the list gets the focus back.
      await page.setViewportSize(PHONE);
      await press(browser, 'Back to Settings');
      await expect(link('Invite people')).toBeVisible();
      await link('Work hours').press('Enter');
      await expect(page.getByRole('button', { name: 'Back to Settings' })).toBeFocused();
      await expect(link('Work hours')).not.toBeVisible();
      expect(await overflowsHorizontally(page)).toBe(false);
      expect(await axeViolations(page)).toEqual([]);
      await page.goBack();
      await expect(link('Work hours Not saved yet')).toBeFocused();
      expect(await axeViolations(page)).toEqual([]);
      await takeScreenshots(page, 'settings-list', [PHONE]);
    }));

  it("invalid values are not sent, and 'Reset' and 'Use defaults' replace typed values without saving", () =>
    withApp(async (app) => {
      await app.owner.query(
        `UPDATE settings SET break_duration = 60, work_start_time = '07:00', version = version + 1`,
      );
      const browser = await openSettings(app);
      const sent: string[] = [];
      browser.page.on('request', (request) => {
        if (request.method() === 'POST') sent.push(request.url());
      });
      await field(browser, 'Work Start Time').fill('24:00');
      await field(browser, 'Break Start Time').fill('');
      await field(browser, 'Break Duration').fill('481');
      await field(browser, 'Late Threshold').fill('-1');
      await field(browser, 'Overtime Threshold').fill('0.7');
      await press(browser, 'Save');
      for (const words of [
        'Invalid time format: "24:00". Expected HH:mm format',
        'Invalid time string: must be a non-empty string',
        'Break duration must be a whole number from 0 to 480',
        'Late threshold must be a whole number from 0 to 60',
        'Overtime threshold must be a number in steps of 0.5 from 0 to 12',
      ])
        await expect(browser.page.getByText(words)).toBeVisible();
      await expect(field(browser, 'Work Start Time')).toBeFocused();
      expect(await axeViolations(browser.page)).toEqual([]);
      await takeScreenshots(browser.page, 'settings-faults');
      await field(browser, 'Work Start Time').fill('17:00');
      expect(await browser.page.getByText('Invalid time format').count()).toBe(0);
      await press(browser, 'Reset');
      await expect(field(browser, 'Break Duration')).toHaveValue('60');
      await field(browser, 'Work Start Time').fill('17:00');
      await press(browser, 'Save');
      const equal = browser.page.getByText('Work end time must differ from work start time');
      await expect(equal).toBeVisible();
      await field(browser, 'Work Start Time').fill('08:00');
      expect(await equal.count()).toBe(0);
      await field(browser, 'Late Threshold').fill('61');
      await press(browser, 'Save');
      const late = browser.page.getByText('Late threshold must be a whole number from 0 to 60');
      await expect(late).toBeVisible();
      await browser.page.keyboard.press('Tab');
      expect(
        await field(browser, 'Late Threshold').evaluate((element) => element === document.activeElement),
      ).toBe(false);
      await expect(late).toHaveCount(1);
      await field(browser, 'Break Start Time').fill('25:00');
      await press(browser, 'Save');
      const format = browser.page.getByText('Invalid time format: "25:00". Expected HH:mm format');
      await expect(format).toBeVisible();
      await press(browser, 'Use defaults');
      expect([await late.count(), await format.count()]).toEqual([0, 0]);
      for (const [name, value] of [
        ['Work Start Time', '09:00'],
        ['Break Start Time', '12:00'],
        ['Break Duration', '30'],
      ] as const)
        await expect(field(browser, name)).toHaveValue(value);
      await expect(browser.page.getByText('Not saved yet.')).toBeVisible();
      await field(browser, 'Break Duration').fill('');
      await field(browser, 'Break Duration').blur();
      await expect(field(browser, 'Break Duration')).toHaveValue('30');
      expect(sent).toEqual([]);
    }));

  it('input typed while a save is running or left for another tab is kept', () =>
    withApp(async (app) => {
      const browser = await openSettings(app);
      let answer = (): void => undefined;
      const held = new Promise<void>((resolve) => {
        answer = resolve;
      });
      await browser.page.route('**/api/settings/app-config', async (route) => {
        const response = await route.fetch();
        await held;
        await route.fulfill({ response });
      });
      await field(browser, 'Late Threshold').fill('7');
      await press(browser, 'Save');
      await expect(browser.page.getByRole('button', { name: 'Saving...' })).toBeVisible();
      await field(browser, 'Break Duration').fill('45');
      expect(
        await browser.page.getByText('Somebody else changed the settings in the meantime.').count(),
      ).toBe(0);
      answer();
      await saved(browser);
      expect([
        await field(browser, 'Late Threshold').inputValue(),
        await field(browser, 'Break Duration').inputValue(),
      ]).toEqual(['7', '45']);
      await expect(browser.page.getByText('Not saved yet.')).toBeVisible();
      await browser.page.getByRole('tab', { name: 'Employee Management' }).click();
      await expect(browser.page.getByRole('list', { name: 'Employees' })).toBeVisible();
      await browser.page.getByRole('tab', { name: 'Settings' }).click();
      await expect(browser.page.getByText('Not saved yet.')).toBeVisible();
      await expect(field(browser, 'Break Duration')).toHaveValue('45');
      await browser.page.unroute('**/api/settings/app-config');
      await press(browser, 'Save');
      await expect(browser.page.getByText('Not saved yet.')).not.toBeAttached();
      const { rows } = await app.owner.query('SELECT break_duration, late_threshold_minutes FROM settings');
      expect(rows).toEqual([{ break_duration: 45, late_threshold_minutes: 7 }]);
    }));
});
