import { describe, expect, it } from 'vitest';
import {
  openReports,
  entry,
  generate,
  inspect,
  rowsOf,
  total,
  totalText,
  unfold,
  WEEK,
  createEmployeeWithEntries,
} from './reports-page.ts';
import { withApp, signIn } from './app.ts';
import { takeScreenshots } from './browser.ts';

describe('a report of one employee', () => {
  it('the form finds active employees by keyboard, takes dates, by default 30 days, and says what is wrong', () =>
    withApp(async (app) => {
      for (const name of ['Asha Rai', 'Maya Gurung', 'Ram Thapa']) await app.createEmployee(name);
      await app.owner.query(`UPDATE account SET is_active = false WHERE name = 'Ram Thapa'`);
      const browser = await openReports(app);
      const { page } = browser;
      const field = page.getByRole('combobox', { name: 'Employee' });
      await expect(page.getByText('No reports yet')).toBeVisible();
      expect([
        await page.getByLabel('Start Date').inputValue(),
        await page.getByLabel('End Date').inputValue(),
      ]).toEqual(['2026-10-21', '2026-11-20']);
      expect(await page.getByLabel('Rules').locator('option').allTextContents()).toEqual([
        'Standard (09:00, 8h)',
        'Work settings',
      ]);
      await takeScreenshots(page, 'reports-none');

      await page.getByRole('button', { name: 'Generate Report' }).click();
      await expect(page.getByText('Please select an employee')).toBeVisible();
      await expect(field).toBeFocused();
      await page.getByLabel('Start Date').fill('2026-11-21');
      await page.getByRole('button', { name: 'Generate Report' }).click();
      await expect(page.getByText('Start date must be before or equal to end date')).toBeVisible();
      await takeScreenshots(page, 'reports-faults');
      await page.getByLabel('Start Date').fill('2016-11-21');
      expect(await page.getByText('Start date must be before or equal to end date').count()).toBe(0);
      await page.getByRole('button', { name: 'Generate Report' }).click();
      await expect(page.getByText('At most 400 days at a time')).toBeVisible();
      await page.getByLabel('End Date').fill('');
      await page.getByRole('button', { name: 'Generate Report' }).click();
      await expect(page.getByText('Enter an end date')).toBeVisible();
      // An invalid date such as 30 February reaches the page as an empty field.
      await page.getByLabel('End Date').focus();
      await page.keyboard.type('02302026');
      await page.getByRole('button', { name: 'Generate Report' }).click();
      await expect(page.getByText('This date is incomplete or does not exist')).toBeVisible();
      expect(await page.getByText('Enter an end date').count()).toBe(0);

      await field.focus();
      await page.keyboard.press('ArrowDown');
      const options = page.getByRole('listbox').getByRole('option');
      await expect(options.first()).toBeVisible();
      expect((await options.allInnerTexts()).map((text) => text.split('\n')[0])).toEqual([
        'Asha Rai',
        'Maya Gurung',
      ]);
      await inspect(browser, 'reports-select');
      await page.getByLabel('End Date').fill('2026-11-20');
      expect(await page.getByText('This date is incomplete or does not exist').count()).toBe(0);
      await page.getByLabel('Start Date').fill('2026-11-16');
      await expect(options).toHaveCount(0);
      const highlighted = options.and(page.locator('[data-highlighted]'));
      await field.focus();
      // A list that is still opening highlights its first option again.
      await expect
        .poll(async () => {
          await page.keyboard.press('ArrowDown');
          return (await highlighted.allInnerTexts()).join();
        })
        .toContain('Maya Gurung');
      await page.keyboard.press('Enter');
      await expect(field).toHaveValue('Maya Gurung');
      await page.keyboard.press('Escape');
      await expect(field).toHaveValue('');
      await page.keyboard.type('zzz');
      await expect(page.getByText('No employees found matching your search.')).toBeVisible();
      await page.keyboard.press('Tab');
      await expect(page.getByText('No employees found matching your search.')).not.toBeVisible();
      await expect(field).toHaveValue('');
      await field.focus();
      await page.keyboard.type('ASHA');
      await page.keyboard.press('Enter');
      await expect(field).toHaveValue('Asha Rai');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { name: 'Asha Rai' })).toBeVisible();
    }));

  it('the report shows totals with their rules and details, entries, and a start date within the range', () =>
    withApp(async (app) => {
      await createEmployeeWithEntries(app, 'Maya Gurung', [...WEEK, entry('2026-11-20 08:40-')]);
      await createEmployeeWithEntries(app, 'Ram Thapa', [], '2026-11-18T03:15:00.000Z');
      const browser = await openReports(app);
      const { page } = browser;
      await generate(browser, 'Maya Gurung', { from: '2026-11-16', to: '2026-11-20' });
      await expect
        .poll(() => totalText(browser, 'Total Hours'))
        .toBe('Total Hours 25h 15m time at work less breaks, including the running entry');
      await expect
        .poll(() => totalText(browser, 'Late Arrivals'))
        .toBe('Late Arrivals 2 days first clock-in after 09:00');
      await expect
        .poll(() => totalText(browser, 'Absences'))
        .toBe('Absences (since start date) 1 day weekdays without an entry, including today');
      await expect.poll(() => totalText(browser, 'Overtime')).toBe('Overtime 2h beyond 8h in one entry');
      expect(
        await page.getByRole('table', { name: 'Time Entries' }).getByRole('columnheader').allTextContents(),
      ).toEqual(['Date', 'Clock In', 'Clock Out', 'Breaks', 'Duration', 'Status', 'Notes']);
      expect(await rowsOf(browser, 'Time Entries')).toEqual([
        ['Fri Nov 20, 2026', '08:40', 'Still clocked in', '-', '15m', 'In Progress', '-'],
        ['Thu Nov 19, 2026', '09:30 Late', '16:30', '-', '7h', 'Complete', '-'],
        ['Tue Nov 17, 2026', '08:55', '19:25', '30m', '10h', 'Complete', '-'],
        [
          'Mon Nov 16, 2026',
          "09:03 Late by this report's rule",
          '17:33',
          '30m',
          '8h',
          'Complete',
          'release day',
        ],
        ['Week of Nov 16, 2026', '1h', '25h 15m', ''],
      ]);
      await expect(
        page.getByText(
          "The 'Late' tag goes by the work settings (first clock-in after 09:05): 1 day, not 2.",
        ),
      ).toBeVisible();
      await expect(page.getByRole('button', { name: 'Export CSV' })).toBeVisible();
      await expect(page.getByText('Start date: Jan 05, 2026')).toBeVisible();
      expect(await page.getByText('Absences only counted from start date').count()).toBe(0);

      const opened: [string, string[]][] = [
        [
          'Total Hours',
          ['FriNov 20, 2026 15m', 'ThuNov 19, 2026 7h', 'TueNov 17, 2026 10h', 'MonNov 16, 2026 8h'],
        ],
        ['Late Arrivals', ['ThuNov 19, 2026 09:30', 'MonNov 16, 2026 09:03']],
        ['Absences', ['WedNov 18, 2026 no entry']],
        ['Overtime', ['TueNov 17, 2026 +2h']],
      ];
      for (const [name, lines] of opened) {
        await total(browser, name).click();
        const items = await page.locator('#total-detail li').allInnerTexts();
        expect(
          items.map((text) => text.replace(/\s*\n\s*/g, ' ').trim()),
          name,
        ).toEqual(lines);
      }
      await expect(page.getByRole('heading', { name: 'Daily hours' })).toBeVisible();
      for (const summary of await page.getByText('Show as a table').all()) await summary.click();
      await expect(page.getByRole('table', { name: 'Arrivals' }).getByText('09:30')).toBeVisible();
      await inspect(browser, 'reports-one');

      await generate(browser, 'Maya Gurung', {
        from: '2026-11-16',
        to: '2026-11-19',
        rules: 'Work settings',
      });
      await expect
        .poll(() => totalText(browser, 'Late Arrivals'))
        .toBe('Late Arrivals 1 day first clock-in after 09:05');
      await expect.poll(() => totalText(browser, 'Overtime')).toBe('Overtime 1h beyond 9h a day');

      await generate(browser, 'Ram Thapa', { from: '2026-11-16', to: '2026-11-20' });
      await expect(page.getByText('Start date: Nov 18, 2026')).toBeVisible();
      await expect(page.getByText('Absences only counted from start date')).toBeVisible();
      await expect.poll(() => totalText(browser, 'Absences')).toContain('3 days');
      await expect(page.getByText('No entries in this range')).toBeVisible();
      await takeScreenshots(page, 'reports-empty');
    }));

  it("a lost connection offers a retry, and a deactivated employee gives 'Employee not found'", () =>
    withApp(async (app) => {
      const maya = await createEmployeeWithEntries(app, 'Maya Gurung', WEEK);
      const browser = await openReports(app);
      const { page } = browser;
      await page.getByRole('combobox', { name: 'Employee' }).fill('Maya');
      await expect(page.getByRole('listbox').getByRole('option', { name: 'Maya Gurung' })).toBeVisible();
      await page.keyboard.press('Enter');
      browser.expectError(/404|ERR_INTERNET_DISCONNECTED|ERR_NETWORK/);
      await browser.context.setOffline(true);
      await page.getByRole('button', { name: 'Generate Report' }).click();
      const again = page.getByRole('alert').getByRole('button', { name: 'Try again' });
      await expect(again).toBeVisible();
      await browser.context.setOffline(false);
      await again.click();
      await expect(page.getByRole('heading', { name: 'Maya Gurung' })).toBeVisible();
      await unfold(browser);
      // Not before the press: the form may still load the employees again, and would not offer this one.
      await page.route('**/api/reports/employee?*', async (route) => {
        await app.owner.query('UPDATE account SET is_active = false WHERE id = $1', [maya.id]);
        await route.continue();
      });
      await page.getByRole('button', { name: 'Generate Report' }).click();
      await expect(page.getByText('Employee not found')).toBeVisible();
      await takeScreenshots(page, 'reports-refused');
    }));
});

describe('previous reports', () => {
  it('the last five reports and the form stay until they are cleared, the user signs out or the page reloads', () =>
    withApp(async (app) => {
      await createEmployeeWithEntries(app, 'Maya Gurung', WEEK);
      const browser = await openReports(app);
      const { page } = browser;
      const field = page.getByRole('combobox', { name: 'Employee' });
      const form = async () => [await field.inputValue(), await page.getByLabel('Start Date').inputValue()];
      const list = page.getByRole('region', { name: 'Previous Reports' }).getByRole('listitem');
      await generate(browser, 'Maya Gurung', { from: '2026-11-16', to: '2026-11-16' });
      for (const day of ['17', '18', '19', '20', '21']) {
        await unfold(browser);
        await page.getByLabel('End Date').fill(`2026-11-${day}`);
        await page.getByRole('button', { name: 'Generate Report' }).click();
        await expect(page.getByText(`Nov 16, 2026 - Nov ${day}, 2026 · Standard`)).toBeVisible();
      }
      expect((await list.allInnerTexts()).map((text) => text.split('\n')[1])).toEqual(
        ['21', '20', '19', '18', '17'].map((day) => `Nov 16, 2026 - Nov ${day}, 2026`),
      );
      await list.nth(4).getByRole('button').click();
      await expect(page.getByText('Nov 16, 2026 - Nov 17, 2026 · Standard')).toBeVisible();
      await page.getByRole('tab', { name: 'Settings' }).click();
      await page.getByRole('tab', { name: 'Reports & Analytics' }).click();
      await expect(page.getByText('Nov 16, 2026 - Nov 17, 2026 · Standard')).toBeVisible();
      await expect(list).toHaveCount(5);
      await unfold(browser);
      expect(await form()).toEqual(['Maya Gurung', '2026-11-16']);
      await page.getByRole('button', { name: 'Clear All' }).click();
      await expect(page.getByText('No reports yet')).toBeVisible();
      await generate(browser, 'Maya Gurung', { from: '2026-11-16' });

      await page.getByRole('button', { name: /Administrator/ }).click();
      await page.getByRole('menuitem', { name: 'Sign Out' }).click();
      await signIn(browser, await app.createAdmin('Second Admin'));
      await expect(page.getByText('No reports yet')).toBeVisible();
      await expect(page.getByPlaceholder('Search by name or email')).toBeVisible();
      expect(await form()).toEqual(['', '2026-10-21']);
      await generate(browser, 'Maya Gurung');
      await page.reload();
      await expect(page.getByRole('tab', { name: 'Reports & Analytics', selected: true })).toBeVisible();
      await expect(page.getByText('No reports yet')).toBeVisible();
    }));
});
