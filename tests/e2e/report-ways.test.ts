import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { requestId } from '#tests/make';
import { withApp } from './app.ts';
import { readDownload, takeScreenshots } from './browser.ts';
import { createEmployeeWithEntries, entry, inspect, openReports, unfold } from './reports-page.ts';
import { personPage } from './employees-page.ts';

// The month before the test's today, which is November 20, 2026.
const OCTOBER = [entry('2026-10-05 09:00-17:00'), entry('2026-10-06 09:00-17:00')];

/** Counts presses, including the one on the reports tab. */
function countedTaps() {
  let count = 0;
  return {
    tap: (target: Locator) => {
      count += 1;
      return target.click();
    },
    taps: () => count,
  };
}

const overview = (page: Page) => page.getByRole('region', { name: 'November so far' });
const list = (page: Page, name: string) => overview(page).getByRole('region', { name });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const items = async (page: Page, name: string): Promise<string[]> =>
  (await list(page, name).getByRole('listitem').allInnerTexts()).map((text) => text.split('\n').join(' '));

describe('the way to a report', () => {
  it("everyone's last month is a PDF after two presses, including the tab", () =>
    withApp(async (app) => {
      await createEmployeeWithEntries(app, 'Maya Gurung', OCTOBER);
      const { page } = await app.openBrowser({ as: app.admin });
      const { tap, taps } = countedTaps();
      await tap(page.getByRole('tab', { name: 'Reports & Analytics' }));
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        tap(button(page, "Everybody's October 2026 as PDF")),
      ]);
      expect((await readDownload(download)).name).toBe('All employees_timesheet_2026-10.pdf');
      expect(taps()).toBe(2);
      await expect(page.getByRole('heading', { name: 'All employees' })).toBeVisible();
      await expect(
        page.getByRole('region', { name: 'Previous Reports' }).getByText('Oct 01, 2026 - Oct 31, 2026'),
      ).toBeVisible();
    }));

  it("one person's last month is a PDF after three presses from any place of their name", () =>
    withApp(async (app) => {
      await createEmployeeWithEntries(app, 'Maya Gurung', [...OCTOBER, entry('2026-11-20 08:40-')]);
      const { page } = await app.openBrowser({ as: app.admin });
      const { tap, taps } = countedTaps();
      await tap(button(page, 'Maya Gurung').first());
      await tap(personPage(page, 'Maya Gurung').getByRole('button', { name: 'Report', exact: true }));
      const [download] = await Promise.all([page.waitForEvent('download'), tap(button(page, 'Export PDF'))]);
      expect((await readDownload(download)).name).toBe('Maya Gurung_timesheet_2026-10.pdf');
      expect(taps()).toBe(3);
      await page.goBack();
      await expect(personPage(page, 'Maya Gurung')).toBeVisible();
      await page.goBack();
      await button(page, 'Report of Maya Gurung').click();
      await expect(button(page, 'Export PDF')).toBeVisible();
    }));

  it('from the board, the page and the overview leads by the work settings once there is a schedule', () =>
    withApp(async (app) => {
      await createEmployeeWithEntries(app, 'Maya Gurung', [...OCTOBER, entry('2026-11-20 08:40-')]);
      const client = await app.signInElsewhere(app.admin);
      const { version } = await client.ask('schedules', {});
      const days = [0, 1, 2, 3, 4, 5, 6].map(() => ({ minutes: 0 }));
      const schedule = { id: requestId(), name: 'Off', isRetired: false, from: '2026-10-01', days };
      await client.ask('saveSchedule', { version, schedule });
      const { page } = await app.openBrowser({ as: app.admin });
      const isBySettings = async () => {
        await expect(button(page, 'Export PDF')).toBeVisible();
        await expect(page.getByText(/2026 · Work settings · generated/)).toBeVisible();
        await page.goBack();
      };
      await button(page, 'Report of Maya Gurung').click();
      await isBySettings();
      await button(page, 'Maya Gurung').first().click();
      await personPage(page, 'Maya Gurung').getByRole('button', { name: 'Report', exact: true }).click();
      await isBySettings();
      await page.goBack();
      await page.getByRole('tab', { name: 'Reports & Analytics' }).click();
      await expect(page.getByText('Workdays without an entry')).toBeVisible();
      await button(page, 'Report of Maya Gurung').click();
      await isBySettings();
      await expect(page.getByLabel('Rules')).toHaveValue('standard');
    }));

  it('a card above the form is one press to the month of everybody, in the order that it says, or of a person', () =>
    withApp(async (app) => {
      await createEmployeeWithEntries(app, 'Maya Gurung', [entry('2026-11-18 09:30-17:30')]);
      await createEmployeeWithEntries(app, 'Asha Rai', [entry('2026-11-18 09:00-19:00')]);
      const browser = await openReports(app);
      const { page } = browser;
      const rows = page.getByRole('table').getByRole('button', { name: /^Report of/ });
      const names = () =>
        rows.evaluateAll((all) =>
          all.map((one) => one.getAttribute('aria-label')?.replace('Report of ', '')),
        );
      const cards = page.getByRole('list', { name: 'Frequent reports' });
      for (const [card, order] of [
        ['Everybody this month', ['Asha Rai', 'Maya Gurung']],
        ['Who was late', ['Maya Gurung', 'Asha Rai']],
        ['Fewest hours', ['Maya Gurung', 'Asha Rai']],
      ] as const) {
        await cards.getByRole('button', { name: card }).click();
        await expect(page.getByText('Nov 01, 2026 - Nov 20, 2026 · Standard')).toBeVisible();
        await expect.poll(names).toEqual(order);
        await page.reload();
        await expect.poll(names).toEqual(order);
        await page.goBack();
      }
      await inspect(browser, 'reports-cards');
      await cards.getByRole('combobox', { name: "A person's month" }).fill('maya');
      await page.getByRole('option', { name: 'Maya Gurung' }).click();
      await expect(page.getByRole('heading', { name: 'Maya Gurung', level: 2 })).toBeVisible();
      await expect(page.getByText('Nov 01, 2026 - Nov 20, 2026 · Standard')).toBeVisible();
    }));

  it('chips set the dates, and show when the dates match them', () =>
    withApp(async (app) => {
      await createEmployeeWithEntries(app, 'Maya Gurung', OCTOBER);
      const browser = await openReports(app);
      const { page } = browser;
      const chips = page.getByRole('group', { name: 'Period' });
      const pressed = chips.locator('[aria-pressed=true]');
      const dates = async () => [
        await page.getByLabel('Start Date').inputValue(),
        await page.getByLabel('End Date').inputValue(),
      ];
      await expect.poll(() => pressed.allInnerTexts()).toEqual(['Custom']);
      await chips.getByRole('button', { name: 'Last month' }).click();
      await expect.poll(() => pressed.allInnerTexts()).toEqual(['Last month']);
      expect(await dates()).toEqual(['2026-10-01', '2026-10-31']);
      await page.getByLabel('End Date').fill('2026-10-30');
      await expect.poll(() => pressed.allInnerTexts()).toEqual(['Custom']);
      await chips.getByRole('button', { name: 'Custom' }).click();
      const isFocused = (field: Element) => field === document.activeElement;
      expect(await page.getByLabel('Start Date').evaluate(isFocused)).toBe(true);
      expect(await dates()).toEqual(['2026-10-01', '2026-10-30']);
    }));

  it("chips above one person's report show another period of it in one press", () =>
    withApp(async (app) => {
      const { id } = await createEmployeeWithEntries(app, 'Maya Gurung', OCTOBER);
      const { page } = await openReports(app);
      await page.goto(`${app.url}/#reports?report=${id}.2026-10-01.2026-10-31`);
      const chips = page.getByRole('group', { name: 'Report of' });
      const pressed = chips.locator('[aria-pressed=true]');
      await expect.poll(() => pressed.allInnerTexts()).toEqual(['Last month']);
      expect(await chips.getByRole('button').allInnerTexts()).toEqual([
        'This month',
        'Last month',
        'Last week',
      ]);
      await chips.getByRole('button', { name: 'This month' }).click();
      await page.waitForURL(new RegExp(`report=${id}.2026-11-01.2026-11-20`));
      await expect.poll(() => pressed.allInnerTexts()).toEqual(['This month']);
      await expect(page.getByText('No entries in this range')).toBeVisible();
    }));

  it("Back leads from one person's report to everybody's and to the form, and a link restores a report", () =>
    withApp(async (app) => {
      const { id } = await createEmployeeWithEntries(app, 'Maya Gurung', OCTOBER);
      const browser = await openReports(app);
      const { page } = browser;
      const heading = (name: string) => page.getByRole('heading', { name, level: 2, exact: true });
      await page.getByRole('button', { name: 'All employees' }).click();
      await page.getByRole('button', { name: 'Last month' }).click();
      await page.getByRole('button', { name: 'Generate Report' }).click();
      await expect(heading('All employees')).toBeVisible();
      await expect(overview(page)).not.toBeAttached();
      await page.getByRole('button', { name: 'Report of Maya Gurung' }).click();
      await expect(heading('Maya Gurung')).toBeVisible();
      await page.goBack();
      await expect(heading('All employees')).toBeVisible();
      await page.goBack();
      await expect(overview(page)).toBeVisible();
      await expect(page.getByLabel('End Date')).toHaveValue('2026-10-31');
      await page.goForward();
      await expect(heading('All employees')).toBeVisible();
      await page.reload();
      await expect(heading('All employees')).toBeVisible();
      await expect(page.getByLabel('End Date')).toHaveValue('2026-10-31');
      // A reload shows the report again, but does not list it among the reports of this session (spec §3).
      await expect(page.getByText('No reports yet')).toBeVisible();

      await page.goto(`${app.url}/#reports?report=${id}.2026-10-05.2026-10-06.settings`);
      await expect(heading('Maya Gurung')).toBeVisible();
      await unfold(browser);
      await expect(page.getByRole('combobox', { name: 'Employee', exact: true })).toHaveValue('Maya Gurung');
      await page.waitForFunction(
        () => document.title === 'Maya Gurung, Oct 05, 2026 - Oct 06, 2026 - Punctual',
      );
      await expect(page.getByLabel('Rules')).toHaveValue('settings');
      browser.expectError(/400|404/);
      await page.goto(
        `${app.url}/#reports?report=00000000-0000-4000-8000-000000000000.2026-10-05.2026-10-06`,
      );
      await expect(page.getByRole('alert').getByText('Employee not found')).toBeVisible();
      await expect(overview(page)).toBeVisible();
    }));
});

describe('the overview of the current month', () => {
  it('names missing clock-outs, absences and overtime up to yesterday, and offers a retry when it fails', () =>
    withApp(async (app) => {
      await createEmployeeWithEntries(app, 'Maya Gurung', [
        entry('2026-11-18 09:00-19:30'),
        entry('2026-11-19 09:00-'),
      ]);
      await createEmployeeWithEntries(
        app,
        'Asha Rai',
        [entry('2026-11-20 08:00-')],
        '2026-11-19T03:15:00.000Z',
      );
      const browser = await app.openBrowser({ as: app.admin });
      const { page } = browser;
      browser.expectError(/ERR_/);
      await page.route('**/api/reports/all*', (route) => route.abort('connectionfailed'));
      await page.getByRole('tab', { name: 'Reports & Analytics' }).click();
      await expect(page.getByText('The month could not be loaded.')).toBeVisible();
      await takeScreenshots(page, 'reports-overview-failed');
      await page.unroute('**/api/reports/all*');
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(overview(page).getByText('Nov 01, 2026 - Nov 19, 2026')).toBeVisible();
      await expect.poll(() => items(page, 'Not clocked out')).toEqual(['MG Maya Gurung']);
      await expect
        .poll(() => items(page, 'Absences'))
        .toEqual(['MG Maya Gurung 12 days', 'AR Asha Rai 1 day']);
      await expect.poll(() => items(page, 'Overtime')).toEqual(['MG Maya Gurung 2h 30m']);
      await inspect(browser, 'reports-overview');
      await list(page, 'Not clocked out').getByRole('button', { name: 'Report of Maya Gurung' }).click();
      await expect(page.getByText('Nov 01, 2026 - Nov 20, 2026 · Standard')).toBeVisible();
      await expect(
        page.getByRole('region', { name: 'Previous Reports' }).getByText('Maya Gurung'),
      ).toBeVisible();
    }));
});
