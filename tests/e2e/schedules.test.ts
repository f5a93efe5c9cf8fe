/** Schedules: made and assigned in Settings, and what people then see. */
import { describe, expect, it } from 'vitest';
import { withApp } from './app.ts';
import { axeViolations, DESK, overflowsHorizontally, PHONE, takeScreenshots } from './browser.ts';
import { personPage } from './employees-page.ts';

describe('schedules', () => {
  it('are made, given to several people and changed on the page, and everybody sees it live', () =>
    withApp(async (app) => {
      const ada = await app.createEmployee('Ada Lovelace');
      await app.createEmployee('Alan Turing');
      const own = await app.openBrowser({ as: ada, viewport: PHONE });
      const { page } = await app.openBrowser({ as: app.admin });
      await page.goto(`${app.url}/#settings/schedules`);
      const card = page.getByRole('region', { name: 'Schedules' });
      await expect(card.getByText('No schedules yet')).toBeVisible();
      await takeScreenshots(page, 'schedules-none');
      await card.getByRole('button', { name: 'Add schedule' }).click();
      const form = page.getByRole('dialog', { name: 'Add schedule' });
      await form.getByRole('button', { name: 'Save schedule' }).click();
      await expect(form.getByText('Name is required')).toBeVisible();
      await form.getByLabel('Name').fill('Four mornings');
      const weekdays = form.getByRole('group', { name: 'Mon - Fri' });
      await weekdays.getByLabel('Times').fill('8-13');
      await weekdays.getByLabel('Break').fill('soon');
      await form.getByRole('button', { name: 'Save schedule' }).click();
      await expect(form.getByText('Enter as 12-12:30')).toBeVisible();
      await weekdays.getByLabel('Break').fill('15');
      await weekdays.getByRole('checkbox', { name: 'Fri' }).press('Space');
      const mornings = form.getByRole('group', { name: 'Mon - Thu' });
      await expect(mornings.getByLabel('Times')).toHaveValue('08:00-13:00');
      await expect(mornings.getByLabel('Break')).toHaveValue('12:00-12:15');
      await mornings.getByRole('checkbox', { name: 'Sat' }).press('Space');
      await form.getByRole('button', { name: 'Add other days' }).click();
      expect(await axeViolations(page)).toEqual([]);
      await form.getByRole('button', { name: 'Save schedule' }).click();
      await expect(form.getByText('Choose days, or remove this line')).toBeVisible();
      await page.keyboard.press('Space');
      const others = form.getByRole('group', { name: 'Mon', exact: true });
      await others.getByLabel('Hours').fill('4');
      await expect(form.getByRole('region', { name: 'Hours: 24h' })).toBeVisible();
      await takeScreenshots(page, 'schedule-form');
      await others.getByRole('button', { name: 'Remove Mon' }).click();
      await form.getByRole('checkbox', { name: 'Mon' }).press('Space');
      for (const viewport of [PHONE, DESK]) {
        await page.setViewportSize(viewport);
        expect(await overflowsHorizontally(page)).toBe(false);
      }
      await form.getByRole('button', { name: 'Save schedule' }).click();
      await expect(card.getByText('Mon - Thu, Sat 08:00 - 13:00, break 12:00 - 12:15 (25h)')).toBeVisible();
      await expect(card.getByText('Nobody has it')).toBeVisible();

      await card.getByRole('button', { name: 'Assign Four mornings' }).click();
      const assigning = page.getByRole('dialog', { name: 'Assign schedule' });
      await assigning.getByRole('button', { name: 'Assign', exact: true }).click();
      await expect(assigning.getByText('Choose somebody')).toBeVisible();
      await assigning.getByRole('button', { name: 'Choose all 2' }).click();
      await expect(assigning.getByText('This changes past days of 2 people')).toBeVisible();
      await expect(assigning.getByText('Ada Lovelace: 8h → 0m')).toBeVisible();
      expect(await axeViolations(page)).toEqual([]);
      await takeScreenshots(page, 'schedule-assign');
      await assigning.getByRole('button', { name: 'Assign', exact: true }).click();
      await expect(card.getByText('2 people')).toBeVisible();
      await takeScreenshots(page, 'schedules');

      const shift = own.page.getByRole('region', { name: /^Today(.s Shift)?$/u });
      await expect(shift.getByText('Day off')).toBeVisible();
      await expect(shift.getByRole('heading', { name: 'Today', exact: true })).toBeVisible();
      await expect(shift.getByText('Tomorrow 08:00 - 13:00')).toBeVisible();
      await takeScreenshots(own.page, 'schedule-clock');

      await page.getByRole('tab', { name: 'Real-time Monitoring' }).click();
      const row = page.getByRole('row', { name: /Ada Lovelace/ });
      await expect(row.getByText('Day off')).toBeVisible();
      await takeScreenshots(page, 'schedule-board');
      await row.getByRole('button', { name: 'Ada Lovelace', exact: true }).click();
      const its = personPage(page, 'Ada Lovelace');
      await its.getByRole('button', { name: 'Details' }).click();
      await expect(its.getByText('Four mornings from Nov 20, 2026')).toBeVisible();
      await takeScreenshots(page, 'schedule-page');
      await its.getByRole('button', { name: 'Change' }).click();
      const own2 = page.getByRole('dialog', { name: 'Schedule of Ada Lovelace' });
      await own2.getByLabel('Schedule', { exact: true }).selectOption('Standard hours (09:00-17:00)');
      await own2.getByRole('button', { name: 'Assign', exact: true }).click();
      await expect(its.getByText('Standard hours (09:00-17:00)')).toBeVisible();
      await expect(shift.getByText('09:00 - 17:00')).toBeVisible();
    }));

  it('say when they cannot be loaded, and a form tells what somebody else saved meanwhile', () =>
    withApp(async (app) => {
      const browser = await app.openBrowser({ as: app.admin });
      const { page } = browser;
      browser.expectError(/ERR_/);
      await page.route('**/api/settings/schedules', (route) => route.abort('connectionfailed'));
      await page.goto(`${app.url}/#settings/schedules`);
      const card = page.getByRole('region', { name: 'Schedules' });
      await expect(card.getByText('The schedules could not be loaded.')).toBeVisible();
      await takeScreenshots(page, 'schedules-failed');
      await page.unroute('**/api/settings/schedules');
      await card.getByRole('button', { name: 'Try again' }).click();
      await card.getByRole('button', { name: 'Add schedule' }).press('Enter');
      await expect(page.getByRole('dialog').getByLabel('Name')).toBeFocused();
      await page.keyboard.type('Mornings');
      // Past 'Repeats' and seven days.
      for (let presses = 0; presses < 9; presses++) await page.keyboard.press('Tab');
      await page.keyboard.type('0800 1200');
      await page.keyboard.press('Enter');
      await expect(card.getByText('Mon - Fri 08:00 - 12:00 (20h)')).toBeVisible();

      await page.getByRole('button', { name: 'Edit Mornings' }).click();
      const form = page.getByRole('dialog', { name: 'Edit schedule' });
      await form.getByLabel('Name').fill('Early');
      const other = await app.signInElsewhere(app.admin);
      const { version, today, schedules } = await other.ask('schedules', {});
      const schedule = {
        id: schedules[0]?.id ?? '',
        name: 'Late',
        isRetired: false,
        from: today,
        days: schedules[0]?.versions[0]?.days ?? [],
      };
      await other.ask('saveSchedule', { version, schedule });
      await expect(form.getByText('Somebody else changed this schedule in the meantime.')).toBeVisible();
      await form.getByRole('button', { name: 'Keep mine' }).click();
      // Another setting changes the version, so the form's first request is refused, and it sends again by itself.
      browser.expectError(/status of 409/);
      await app.changeSettings({ late_threshold_minutes: 10 });
      await form.getByRole('button', { name: 'Save schedule' }).click();
      await expect(page.getByRole('button', { name: 'Edit Early' })).toBeVisible();
    }));
});
