import { describe, expect, it } from 'vitest';
import { addPeople, openMonitoring, card, namesIn, text } from './monitoring-page.ts';
import { axeViolations, overflowsHorizontally, PHONE, takeScreenshots } from './browser.ts';
import { MINUTE, withApp } from './app.ts';

const HOUR = 60 * MINUTE;

describe('the table of all employees', () => {
  it('shows a thousand people in pages of fifty, and filters and sorts them', () =>
    withApp(async (app) => {
      await addPeople(app, 1000);
      await app.clockIn(await app.createEmployee('Zoe Thapa'));
      const browser = await openMonitoring(app);
      const { page } = browser;
      await expect(page.getByText('1-50 of 1,001')).toBeVisible();
      await page.getByRole('button', { name: 'Next' }).click();
      await expect.poll(async () => (await namesIn(page))[0]).toBe('Person 0051');
      expect(await namesIn(page)).toHaveLength(50);

      await page.getByLabel('Search by name').fill('son 000');
      await expect.poll(() => namesIn(page)).toHaveLength(9);
      await page.getByLabel('Studio').selectOption('Business Studio');
      const found = ['Person 0002', 'Person 0004', 'Person 0006', 'Person 0008'];
      await expect.poll(() => namesIn(page)).toEqual(found);
      const heading = page.getByRole('columnheader', { name: 'Employee' });
      await expect.poll(() => heading.getAttribute('aria-sort')).toBe('none');
      await heading.getByRole('button').focus();
      await page.keyboard.press('Enter');
      await expect.poll(() => heading.getAttribute('aria-sort')).toBe('ascending');
      await page.keyboard.press('Enter');
      await expect.poll(() => namesIn(page)).toEqual(found.toReversed());
      await expect.poll(() => heading.getAttribute('aria-sort')).toBe('descending');
      await page.getByRole('button', { name: 'On break 0' }).click();
      await expect(page.getByText('Nobody found')).toBeVisible();
      await page.getByRole('button', { name: 'Show all employees' }).click();
      await page.getByRole('button', { name: 'In 1', exact: true }).click();
      await expect.poll(() => namesIn(page)).toEqual(['Zoe Thapa']);
      await expect.poll(() => card(browser, 'All Employees Status')).toContain('1 of 1001');
      await page.getByRole('button', { name: 'In 1', exact: true }).click();
      await expect.poll(() => namesIn(page)).toHaveLength(50);
      await page.setViewportSize(PHONE);
      await page.getByRole('button', { name: 'Search and sort' }).click();
      await page.getByLabel('Sort by').selectOption('Status');
      await expect.poll(async () => (await namesIn(page))[0]).toBe('Zoe Thapa');
      expect(await overflowsHorizontally(page)).toBe(false);
    }));
});

describe('arrivals', () => {
  it("people who have not come are missing, and then late in the table and in 'Arrivals today'", () =>
    withApp(async (app) => {
      const [asha, maya] = [await app.createEmployee('Asha Rai'), await app.createEmployee('Maya Gurung')];
      await app.createEmployee('Zoe Thapa');
      const browser = await openMonitoring(app);
      const { page } = browser;
      await text(browser, 'Arrivals today', 'Nobody has clocked in yet today.');
      await expect(page.getByRole('button', { name: 'Not in yet 0', exact: true })).toBeVisible();
      await app.clockIn(asha);
      await text(browser, 'Arrivals today', 'First in 08:55, 1 so far, 0 late');
      await app.advance(11 * MINUTE);
      const chip = page.getByRole('button', { name: 'Not in yet 2', exact: true });
      await expect(chip).toBeVisible();
      // The line between the missing and everybody else moves no cell.
      const lefts = await page
        .getByRole('table', { name: 'All Employees Status' })
        .locator('[role=cell]:nth-of-type(2)')
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().x));
      expect([lefts.length, new Set(lefts).size]).toEqual([3, 1]);
      await chip.click();
      await expect.poll(() => namesIn(page)).toEqual(['Maya Gurung', 'Zoe Thapa']);
      await expect(page.getByText('Not clocked in by 09:05')).toBeVisible();
      const row = page.getByRole('row').filter({ hasText: 'Maya Gurung' });
      for (const words of ['Clocked Out', 'Not in yet', 'Not clocked in today', '0h 0m'])
        await expect(row.getByText(words, { exact: true })).toBeVisible();
      await takeScreenshots(page, 'monitoring-missing');
      await row.getByRole('button', { name: 'Friday, Nov 20: missing, 0m of 8h' }).press('Enter');
      await expect(page.getByRole('dialog', { name: 'Maya Gurung' })).toBeVisible();
      await page.keyboard.press('Escape');
      // A press anywhere in the row opens the person, for a glance.
      await row.getByText('Clocked Out').click();
      await expect(page.getByRole('dialog', { name: 'Maya Gurung' })).toBeVisible();
      await page.keyboard.press('Escape');
      await app.clockIn(maya);
      await expect.poll(() => namesIn(page)).toEqual(['Zoe Thapa']);
      await page.getByRole('button', { name: 'Late 1' }).click();
      await expect.poll(() => namesIn(page)).toEqual(['Maya Gurung']);
      await expect(row.getByText('1m late')).toBeVisible();
      await page.getByRole('button', { name: 'Late 1' }).click();
      await expect.poll(() => namesIn(page)).toEqual(['Zoe Thapa', 'Maya Gurung', 'Asha Rai']);
      await page.getByRole('button', { name: 'End missing 0' }).click();
      await expect(page.getByText('No end is missing')).toBeVisible();

      await text(browser, 'Arrivals today', 'First in 08:55, 1 by 09:00, 1 late');
      await expect(page.getByRole('img', { name: /^Arrivals today by quarter hour/ })).toBeVisible();
      await page.getByText('Show as a table').click();
      const rows = page.getByRole('table', { name: 'Arrivals today by quarter hour' }).getByRole('row');
      await expect
        .poll(async () => (await rows.allInnerTexts()).slice(-2).map((words) => words.split(/\s{2,}|\t|\n/)))
        .toEqual([
          ['08:45 - 09:00', '1', '0'],
          ['09:00 - 09:15', '0', '1'],
        ]);
      expect(await axeViolations(page, 'target-size')).toEqual([]);
      await takeScreenshots(page, 'monitoring-arrivals');
    }));
});

describe('live lists', () => {
  it('a pointer or Pause holds a list and counts new rows, and Resume continues it', () =>
    withApp(async (app) => {
      const [maya, ram] = [await app.createEmployee('Maya Gurung'), await app.createEmployee('Ram Thapa')];
      const zoe = await app.createEmployee('Zoe Thapa');
      await app.clockIn(maya);
      const browser = await openMonitoring(app);
      const { page } = browser;
      const list = page.getByRole('region', { name: 'Activity Notifications' });
      const row = list.getByText(/Maya Gurung clocked in/);
      await row.hover();
      const before = await row.boundingBox();
      await app.clockIn(ram);
      await expect(list.getByRole('button', { name: '1 new' })).toBeVisible();
      expect(await row.boundingBox()).toEqual(before);
      // Uses the keyboard, since a mouse would leave the rows on its way to the button and release them.
      await list.getByRole('button', { name: '1 new' }).press('Enter');
      await expect(list.getByText(/Ram Thapa clocked in/)).toBeVisible();

      await page.getByRole('button', { name: 'Pause' }).click();
      await app.clockIn(zoe);
      await expect(page.getByRole('button', { name: 'Resume (1 new)' })).toBeVisible();
      expect(await card(browser, 'Activity Notifications')).not.toContain('Zoe Thapa clocked in');
      expect(await card(browser, 'Currently Active')).not.toContain('Zoe Thapa');
      // The content of held rows and the figures still update.
      await expect.poll(() => card(browser, 'Currently Clocked In')).toContain('3 of 3');
      await expect(
        page.getByRole('row').filter({ hasText: 'Zoe Thapa' }).getByText('Clocked In'),
      ).toBeVisible();
      await page.getByRole('button', { name: 'Resume' }).click();
      await text(browser, 'Activity Notifications', /Zoe Thapa clocked in/);
      await text(browser, 'Currently Active', 'Zoe Thapa');
    }));
});

describe('entries left open', () => {
  it('an entry of an earlier day or of a deactivated employee is flagged and can be closed on the board', () =>
    withApp(async (app) => {
      await app.clockIn(await app.createEmployee('Maya Gurung'));
      const asha = await app.createEmployee('Asha Rai');
      await app.advance(16 * HOUR);
      const browser = await openMonitoring(app);
      const { page } = browser;
      await expect.poll(() => namesIn(page)).toEqual(['Maya Gurung', 'Asha Rai']);
      const row = page.getByRole('row').filter({ hasText: 'Maya Gurung' });
      expect((await row.getByRole('cell').allInnerTexts()).slice(1, 3)).toEqual([
        'End missing',
        'Not clocked in today',
      ]);
      await expect(row.getByText('0h 0m')).toBeVisible();
      await expect(row.getByRole('img', { name: 'Saturday, Nov 21: nothing expected' })).toBeVisible();
      await expect.poll(() => card(browser, 'Currently Clocked In')).toContain('0 of 2');
      await text(browser, 'Currently Active', 'No employees currently clocked in');
      await text(browser, 'Arrivals today', 'Nobody has clocked in yet today.');
      await page.getByRole('button', { name: 'End missing 1' }).click();
      await expect.poll(() => namesIn(page)).toEqual(['Maya Gurung']);
      await text(browser, 'All Employees Status', 'These entries have no end.');
      expect(await axeViolations(page, 'target-size')).toEqual([]);
      await takeScreenshots(page, 'monitoring-left-open');

      await page.getByRole('button', { name: 'Close entry of Maya Gurung' }).click();
      const dialog = page.getByRole('dialog', { name: 'Close entry of Maya Gurung' });
      await dialog.getByLabel('Time').fill('17:00');
      await dialog.getByLabel('Reason').fill('Forgot to clock out');
      await dialog.getByRole('button', { name: 'Close entry' }).click();
      await expect(dialog).not.toBeAttached();
      await expect(page.getByText('The entry of Maya Gurung was closed.')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Closed entry of Maya Gurung' })).toBeVisible();
      await expect.poll(() => card(browser, 'Currently Clocked In')).toContain('0 of 2');
      await page.getByRole('button', { name: 'End missing 0' }).click();
      await expect(page.getByRole('button', { name: /entry of Maya Gurung/ })).not.toBeAttached();

      await app.clockIn(asha);
      await text(browser, 'Currently Active', 'Asha Rai');
      await app.deactivate(asha);
      await text(browser, 'All Employees Status', 'No longer active');
      await expect.poll(() => card(browser, 'Currently Clocked In')).toContain('0 of 1');
      await page.reload();
      await text(browser, 'All Employees Status', 'No longer active');
    }));
});

describe('the head count', () => {
  it('the head count can be printed, even without a connection', () =>
    withApp(async (app) => {
      await app.clockIn(await app.createEmployee('Maya Gurung'));
      await app.createEmployee('Ram Thapa');
      const browser = await openMonitoring(app);
      const { page } = browser;
      await text(browser, 'Currently Active', 'Maya Gurung');
      browser.expectError(/ERR_INTERNET_DISCONNECTED|ERR_NETWORK/);
      await browser.context.setOffline(true);
      await page.getByRole('button', { name: 'Head count' }).click();
      const sheet = page.getByRole('dialog', { name: 'Head count' });
      await expect(sheet.getByText('1 person in the building')).toBeVisible();
      await expect(
        sheet.getByRole('table', { name: 'Business Studio (1)' }).getByText('Maya Gurung'),
      ).toBeVisible();
      expect(await sheet.getByText('Ram Thapa').count()).toBe(0);
      // Tick boxes appear only on paper.
      await expect(sheet.getByText('Seen')).not.toBeVisible();
      await expect(sheet.getByText('□')).not.toBeVisible();
      expect(await axeViolations(page, 'target-size')).toEqual([]);
      await takeScreenshots(page, 'head-count');
      await page.emulateMedia({ media: 'print' });
      expect(await page.locator('#root').isVisible()).toBe(false);
      await expect(page.locator('.print-sheet').getByText('Maya Gurung')).toBeVisible();
      await expect(page.locator('.print-sheet').getByText('Seen')).toBeVisible();
      await expect(page.locator('.print-sheet').getByText('□')).toBeVisible();
      await page.emulateMedia({ media: 'screen' });
      await page.keyboard.press('Escape');
      await expect(sheet).not.toBeAttached();
      await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Head count');
    }));
});
