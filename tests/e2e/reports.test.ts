import { describe, expect, it } from 'vitest';
import {
  atTheReports,
  entry,
  generate,
  inspect,
  rowsOf,
  total,
  totalText,
  WEEK,
  worker,
} from './report-stage.ts';
import { onStage, signIn } from './stage.ts';

describe('a report of one employee', () => {
  it('is asked for with employee and dates, by default the last 30 days, and says what is missing or wrong', () =>
    onStage(async (stage) => {
      await worker(stage, 'Maya Gurung', []);
      const visit = await atTheReports(stage);
      const { page } = visit;
      await page.getByText('No reports yet').waitFor();
      expect([
        await page.getByLabel('Start Date').inputValue(),
        await page.getByLabel('End Date').inputValue(),
      ]).toEqual(['2026-10-21', '2026-11-20']);
      expect(await page.getByLabel('Rules').locator('option').allTextContents()).toEqual([
        'Standard (09:00, 8 h)',
        'Work settings',
      ]);
      await inspect(visit, 'reports-none');

      await page.getByRole('button', { name: 'Generate Report' }).click();
      await page.getByText('Please select an employee').waitFor();
      expect(
        await page
          .getByRole('combobox', { name: 'Employee' })
          .evaluate((field) => field === document.activeElement),
      ).toBe(true);
      await page.getByLabel('Start Date').fill('2026-11-21');
      await page.getByRole('button', { name: 'Generate Report' }).click();
      await page.getByText('Start date must be before or equal to end date').waitFor();
      await inspect(visit, 'reports-faults');
      await page.getByLabel('Start Date').fill('1976-11-21');
      expect(await page.getByText('Start date must be before or equal to end date').count()).toBe(0);
      await page.getByRole('button', { name: 'Generate Report' }).click();
      await page.getByText('A report covers at most 400 days').waitFor();
      await page.getByLabel('End Date').fill('');
      await page.getByRole('button', { name: 'Generate Report' }).click();
      await page.getByText('Please enter an end date').waitFor();
      // What is no date, 30 February say, reaches the page as an empty field.
      await page.getByLabel('End Date').focus();
      await page.keyboard.type('02302026');
      await page.getByRole('button', { name: 'Generate Report' }).click();
      await page.getByText('This date is incomplete or does not exist').waitFor();
      expect(await page.getByText('Please enter an end date').count()).toBe(0);
      await page.getByLabel('End Date').fill('2026-11-20');
      expect(await page.getByText('This date is incomplete or does not exist').count()).toBe(0);
    }));

  it('offers active employees only, and finds them by typing and with the keyboard alone', () =>
    onStage(async (stage) => {
      for (const name of ['Asha Rai', 'Maya Gurung', 'Ram Thapa']) await stage.hire(name);
      await stage.owner.query(`UPDATE account SET is_active = false WHERE name = 'Ram Thapa'`);
      const visit = await atTheReports(stage);
      const { page } = visit;
      const field = page.getByRole('combobox', { name: 'Employee' });
      await page.getByPlaceholder('Search by name or email').waitFor();
      await field.focus();
      await page.keyboard.press('ArrowDown');
      const options = page.getByRole('listbox').getByRole('option');
      await options.first().waitFor();
      expect((await options.allInnerTexts()).map((text) => text.split('\n')[0])).toEqual([
        'Asha Rai',
        'Maya Gurung',
      ]);
      await inspect(visit, 'reports-select');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      expect(await field.inputValue()).toBe('Maya Gurung');
      await page.keyboard.press('Escape');
      expect(await field.inputValue()).toBe('');
      await page.keyboard.type('zzz');
      await page.getByText('No employees found matching your search.').waitFor();
      await page.keyboard.press('Escape');
      await page.keyboard.type('ASHA');
      await page.keyboard.press('Enter');
      expect(await field.inputValue()).toBe('Asha Rai');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Asha Rai' }).waitFor();
    }));

  it('shows totals with their rules, each opening to what it comes from, and the table of entries', () =>
    onStage(async (stage) => {
      await worker(stage, 'Maya Gurung', [...WEEK, entry('2026-11-20 08:40-')]);
      const visit = await atTheReports(stage);
      const { page } = visit;
      await generate(visit, 'Maya Gurung', { from: '2026-11-16', to: '2026-11-20' });
      expect(await totalText(visit, 'Total Hours')).toBe(
        'Total Hours 25.25 h (25h 15m) time at work without breaks, with the running one',
      );
      expect(await totalText(visit, 'Late Arrivals')).toBe('Late Arrivals 2 days first clock-in after 09:00');
      expect(await totalText(visit, 'Absences')).toBe(
        'Absences (since start date) 1 day weekdays without an entry, including today',
      );
      expect(await totalText(visit, 'Overtime')).toBe('Overtime 2.00 h (2h) beyond 8 h in one entry');
      expect(
        await page.getByRole('table', { name: 'Time Entries' }).getByRole('columnheader').allTextContents(),
      ).toEqual(['Date', 'Clock In', 'Clock Out', 'Duration', 'Status', 'Notes']);
      expect(await rowsOf(visit, 'Time Entries')).toEqual([
        ['Nov 20, 2026', '08:40', 'Still clocked in', '15m', 'In Progress', '-'],
        ['Nov 19, 2026', '09:30 Late', '16:30', '7h', 'Complete', '-'],
        ['Nov 17, 2026', '08:55', '19:25', '10h', 'Complete', '-'],
        ['Nov 16, 2026', '09:03', '17:33', '8h', 'Complete', 'release day'],
      ]);
      await page.getByText("'Late' tag by the work settings: first clock-in after 09:05.").waitFor();
      await page.getByText('Start date: Jan 05, 2026').waitFor();
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
        await total(visit, name).click();
        const items = await page.locator('#total-detail li').allInnerTexts();
        expect(
          items.map((text) => text.replace(/\s*\n\s*/g, ' ').trim()),
          name,
        ).toEqual(lines);
      }
      await page.getByRole('heading', { name: 'Daily hours' }).waitFor();
      for (const summary of await page.getByText('Show as a table').all()) await summary.click();
      await page.getByRole('table', { name: 'Arrivals' }).getByText('09:30').waitFor();
      await inspect(visit, 'reports-one');
    }));

  it('by the work settings is judged by them', () =>
    onStage(async (stage) => {
      await stage.settings({
        work_start_time: '09:00',
        work_end_time: '17:00',
        late_threshold_minutes: 5,
        overtime_threshold_hours: 1,
      });
      await worker(stage, 'Maya Gurung', WEEK);
      const visit = await atTheReports(stage);
      await generate(visit, 'Maya Gurung', { from: '2026-11-16', to: '2026-11-19', rules: 'Work settings' });
      expect(await totalText(visit, 'Late Arrivals')).toBe('Late Arrivals 1 day first clock-in after 09:05');
      expect(await totalText(visit, 'Overtime')).toBe('Overtime 1.00 h (1h) beyond 9 h a day');
    }));

  it('notes a start date that lies after the start of the range', () =>
    onStage(async (stage) => {
      await worker(stage, 'Maya Gurung', [], '2026-11-18T03:15:00.000Z');
      const visit = await atTheReports(stage);
      await generate(visit, 'Maya Gurung', { from: '2026-11-16' });
      await visit.page.getByText('Start date: Nov 18, 2026').waitFor();
      await visit.page.getByText('Absences only counted from start date').waitFor();
      expect(await totalText(visit, 'Absences')).toContain('3 days');
      await visit.page.getByText('No entries in this range').waitFor();
      await inspect(visit, 'reports-empty');
    }));

  it("of somebody who was deactivated meanwhile is 'Employee not found'; without a connection it can be tried again", () =>
    onStage(async (stage) => {
      const maya = await worker(stage, 'Maya Gurung', WEEK);
      const visit = await atTheReports(stage);
      const { page } = visit;
      await page.getByRole('combobox', { name: 'Employee' }).fill('Maya');
      await page.getByRole('listbox').getByRole('option', { name: 'Maya Gurung' }).waitFor();
      await page.keyboard.press('Enter');
      visit.expectProblem(/404|ERR_INTERNET_DISCONNECTED|ERR_NETWORK/);
      await stage.owner.query('UPDATE account SET is_active = false WHERE id = $1', [maya.id]);
      await page.getByRole('button', { name: 'Generate Report' }).click();
      await page.getByText('Employee not found').waitFor();
      await inspect(visit, 'reports-refused');
      await stage.owner.query('UPDATE account SET is_active = true WHERE id = $1', [maya.id]);
      await visit.context.setOffline(true);
      await page.getByRole('button', { name: 'Generate Report' }).click();
      const again = page.getByRole('alert').getByRole('button', { name: 'Try again' });
      await again.waitFor();
      await visit.context.setOffline(false);
      await again.click();
      await page.getByRole('heading', { name: 'Maya Gurung' }).waitFor();
    }));
});

describe('the report form', () => {
  it('is as it was after a look at another tab, and begins anew for whoever signs in next', () =>
    onStage(async (stage) => {
      await worker(stage, 'Maya Gurung', WEEK);
      const visit = await atTheReports(stage);
      const { page } = visit;
      const field = page.getByRole('combobox', { name: 'Employee' });
      await generate(visit, 'Maya Gurung', { from: '2026-11-16' });
      await page.getByRole('tab', { name: 'Settings' }).click();
      await page.getByRole('tab', { name: 'Reports & Analytics' }).click();
      await page.getByRole('heading', { name: 'Generate Report' }).waitFor();
      expect([await field.inputValue(), await page.getByLabel('Start Date').inputValue()]).toEqual([
        'Maya Gurung',
        '2026-11-16',
      ]);
      await page.getByRole('button', { name: /Administrator/ }).click();
      await page.getByRole('menuitem', { name: 'Sign Out' }).click();
      await signIn(visit, await stage.appoint('Second Admin'));
      await page.getByRole('heading', { name: 'Generate Report' }).waitFor();
      await page.getByPlaceholder('Search by name or email').waitFor();
      expect([await field.inputValue(), await page.getByLabel('Start Date').inputValue()]).toEqual([
        '',
        '2026-10-21',
      ]);
    }));
});

describe('previous reports', () => {
  it('are the last five, reopened by a click, kept over a change of tabs and not over a reload, and cleared', () =>
    onStage(async (stage) => {
      await worker(stage, 'Maya Gurung', WEEK);
      const visit = await atTheReports(stage);
      const { page } = visit;
      const list = page.getByRole('region', { name: 'Previous Reports' }).getByRole('listitem');
      await generate(visit, 'Maya Gurung', { from: '2026-11-16', to: '2026-11-16' });
      for (const day of ['17', '18', '19', '20', '21']) {
        await page.getByLabel('End Date').fill(`2026-11-${day}`);
        await page.getByRole('button', { name: 'Generate Report' }).click();
        await page.getByText(`Nov 16, 2026 - Nov ${day}, 2026 · Standard`).waitFor();
      }
      expect((await list.allInnerTexts()).map((text) => text.split('\n')[1])).toEqual(
        ['21', '20', '19', '18', '17'].map((day) => `Nov 16, 2026 - Nov ${day}, 2026`),
      );
      await list.nth(4).getByRole('button').click();
      await page.getByText('Nov 16, 2026 - Nov 17, 2026 · Standard').waitFor();
      await page.getByRole('tab', { name: 'Real-Time Monitoring' }).click();
      await page.getByRole('tab', { name: 'Reports & Analytics' }).click();
      await page.getByText('Nov 16, 2026 - Nov 17, 2026 · Standard').waitFor();
      expect(await list.count()).toBe(5);
      await page.getByRole('button', { name: 'Clear All' }).click();
      await page.getByText('No reports yet').waitFor();
      await generate(visit, 'Maya Gurung');
      await page.reload();
      await page.getByRole('tab', { name: 'Reports & Analytics', selected: true }).waitFor();
      await page.getByText('No reports yet').waitFor();
    }));
});
