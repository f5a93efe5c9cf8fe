import { describe, expect, it } from 'vitest';
import { addPeople, atTheDesk, card, namesIn, text } from './board.ts';
import { accessibilityFaults, overflowsSideways, PHONE, takePictures } from './browser.ts';
import { MINUTE, onStage, signIn } from './stage.ts';

const HOUR = 60 * MINUTE;

describe('the table of all employees', () => {
  it('is filtered by name, status and studio, and says when nobody fits', () =>
    onStage(async (stage) => {
      await addPeople(stage, 4);
      await stage.clockIn(await stage.hire('Maya Gurung'));
      const visit = await atTheDesk(stage);
      const { page } = visit;
      await page.getByLabel('Search by name').fill('son 000');
      await expect
        .poll(() => namesIn(page))
        .toEqual(['Person 0001', 'Person 0002', 'Person 0003', 'Person 0004']);
      await page.getByLabel('Studio').selectOption('Business Studio');
      await expect.poll(() => namesIn(page)).toEqual(['Person 0002', 'Person 0004']);
      await page.getByLabel('Status', { exact: true }).selectOption('On Break');
      await page.getByText('Nobody fits').waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.getByRole('button', { name: 'Show all employees' }).click();
      await page.getByLabel('Status', { exact: true }).selectOption('Clocked In');
      await expect.poll(() => namesIn(page)).toEqual(['Maya Gurung']);
      expect(await card(visit, 'All Employees Status')).toContain('1 of 5');
    }));

  it('is sorted by its headings, with the keyboard too', () =>
    onStage(async (stage) => {
      const [maya] = [
        await stage.hire('Maya Gurung'),
        await stage.hire('Asha Rai'),
        await stage.hire('Ram Thapa'),
      ];
      await stage.clockIn(maya);
      const { page } = await atTheDesk(stage);
      await expect.poll(() => namesIn(page)).toEqual(['Asha Rai', 'Maya Gurung', 'Ram Thapa']);
      const heading = page.getByRole('columnheader', { name: 'Employee' });
      expect(await heading.getAttribute('aria-sort')).toBe('ascending');
      await heading.getByRole('button').focus();
      await page.keyboard.press('Enter');
      await expect.poll(() => namesIn(page)).toEqual(['Ram Thapa', 'Maya Gurung', 'Asha Rai']);
      expect(await heading.getAttribute('aria-sort')).toBe('descending');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Space');
      await expect.poll(() => namesIn(page)).toEqual(['Maya Gurung', 'Asha Rai', 'Ram Thapa']);
      await page.setViewportSize(PHONE);
      await page.getByLabel('Sort by').selectOption('Employee');
      await expect.poll(() => namesIn(page)).toEqual(['Asha Rai', 'Maya Gurung', 'Ram Thapa']);
      expect(await overflowsSideways(page)).toBe(false);
    }));

  it('shows a thousand people fifty at a time', () =>
    onStage(async (stage) => {
      await addPeople(stage, 1000);
      const { page } = await atTheDesk(stage);
      await page.getByText('1-50 of 1,000').waitFor();
      await page.getByRole('button', { name: 'Next' }).click();
      await expect.poll(async () => (await namesIn(page))[0]).toBe('Person 0051');
      expect(await namesIn(page)).toHaveLength(50);
      await page.getByLabel('Search by name').fill('person 0999');
      await expect.poll(() => namesIn(page)).toEqual(['Person 0999']);
      expect(await accessibilityFaults(page)).toEqual([]);
    }));
});

describe('a live list', () => {
  it('is held by Pause, which counts what is new, and goes on with Resume', () =>
    onStage(async (stage) => {
      const maya = await stage.hire('Maya Gurung');
      const visit = await atTheDesk(stage);
      await text(visit, 'Activity Notifications', 'Registered');
      await visit.page.getByRole('button', { name: 'Pause' }).click();
      await stage.clockIn(maya);
      await visit.page.getByRole('button', { name: 'Resume (1 new)' }).waitFor();
      expect(await card(visit, 'Activity Notifications')).not.toContain('clocked in');
      expect(await card(visit, 'Currently Active')).toContain('No employees currently clocked in');
      // What a row says stays true all the same, and so do the figures.
      expect(await card(visit, 'Currently Clocked In')).toContain('1 of 1');
      await text(visit, 'All Employees Status', 'Clocked In');
      expect(await accessibilityFaults(visit.page)).toEqual([]);
      await visit.page.getByRole('button', { name: 'Resume' }).click();
      await text(visit, 'Activity Notifications', /clocked in/);
      await text(visit, 'Currently Active', 'Maya Gurung');
    }));

  it('moves no row under the pointer, and says how many are waiting', () =>
    onStage(async (stage) => {
      const [maya, ram] = [await stage.hire('Maya Gurung'), await stage.hire('Ram Thapa')];
      await stage.clockIn(maya);
      const visit = await atTheDesk(stage);
      const list = visit.page.getByRole('region', { name: 'Activity Notifications' });
      const row = list.getByText(/Maya Gurung clocked in/);
      await row.hover();
      const before = await row.boundingBox();
      await stage.clockIn(ram);
      await list.getByRole('button', { name: '1 new' }).waitFor();
      expect(await row.boundingBox()).toEqual(before);
      // By the keyboard: a mouse on its way to the button leaves the rows, which lets them go already.
      await list.getByRole('button', { name: '1 new' }).press('Enter');
      await list.getByText(/Ram Thapa clocked in/).waitFor();
    }));

  it('follows an employee at the next desk to the second', () =>
    onStage(async (stage) => {
      const desk = await atTheDesk(stage);
      const maya = await stage.hire('Maya Gurung');
      const employee = await stage.visit();
      await signIn(employee, maya);
      await employee.page.getByRole('button', { name: 'Clock In' }).click();
      await text(desk, 'Currently Active', 'Maya Gurung');
      await desk.page
        .getByRole('table', { name: 'All Employees Status' })
        .getByRole('row')
        .filter({ hasText: 'Clocked In' })
        .waitFor();
      await stage.pass(HOUR);
      await employee.page.getByRole('button', { name: 'Start Break' }).click();
      await text(desk, 'Currently Active', 'On Break');
      await text(desk, 'In the building today', '1');
    }));
});

describe('an entry left open', () => {
  it('from an earlier day is flagged, beside the table and in it', () =>
    onStage(async (stage) => {
      await stage.clockIn(await stage.hire('Maya Gurung'));
      await stage.pass(16 * HOUR);
      const visit = await atTheDesk(stage);
      await text(visit, 'Entries left open', 'From an earlier day');
      await text(visit, 'Entries left open', 'Since Nov 20, 2026, 08:55');
      await text(visit, 'Entries left open', '16h');
      await text(visit, 'All Employees Status', 'Left open');
      expect(await accessibilityFaults(visit.page)).toEqual([]);
      await takePictures(visit.page, 'monitoring-left-open');
    }));

  it('is closed from the board, and so leaves it', () =>
    onStage(async (stage) => {
      await stage.clockIn(await stage.hire('Maya Gurung'));
      await stage.pass(16 * HOUR);
      const visit = await atTheDesk(stage);
      await visit.page.getByRole('button', { name: 'Close entry of Maya Gurung' }).click();
      const dialog = visit.page.getByRole('dialog', { name: 'Close entry of Maya Gurung' });
      await dialog.getByLabel('Time').fill('17:00');
      await dialog.getByLabel('Reason').fill('Forgot to clock out');
      await dialog.getByRole('button', { name: 'Close entry' }).click();
      await dialog.waitFor({ state: 'detached' });
      await visit.page.getByText('Entries left open').waitFor({ state: 'detached' });
      expect(await card(visit, 'Currently Clocked In')).toContain('0 of 1');
    }));

  it('by somebody deactivated is flagged though they are watched no longer', () =>
    onStage(async (stage) => {
      const maya = await stage.hire('Maya Gurung');
      const visit = await atTheDesk(stage);
      await stage.clockIn(maya);
      await text(visit, 'Currently Active', 'Maya Gurung');
      await stage.deactivate(maya);
      await text(visit, 'Entries left open', 'No longer active');
      expect(await card(visit, 'Currently Clocked In')).toContain('0 of 0');
      await visit.page.reload();
      await text(visit, 'Entries left open', 'Maya Gurung');
      expect(await accessibilityFaults(visit.page)).toEqual([]);
    }));
});

describe('who was and is in the building', () => {
  it('is a chart by hour, with a table for those who read', () =>
    onStage(async (stage) => {
      await stage.clockIn(await stage.hire('Maya Gurung'));
      await stage.pass(2 * HOUR);
      const visit = await atTheDesk(stage);
      await visit.page.getByRole('img', { name: /at most 1, between 08:00 and 09:00/ }).waitFor();
      await visit.page.getByText('Show as a table').click();
      const rows = visit.page.getByRole('table', { name: /by hour of today/ }).getByRole('row');
      expect((await rows.allInnerTexts()).slice(-2).map((words) => words.split(/\s{2,}|\t|\n/))).toEqual([
        ['09:00 - 10:00', '1'],
        ['10:00 - 11:00', '1'],
      ]);
      expect(await accessibilityFaults(visit.page)).toEqual([]);
    }));

  it('is a list to print, without a connection too', () =>
    onStage(async (stage) => {
      await stage.clockIn(await stage.hire('Maya Gurung'));
      await stage.hire('Ram Thapa');
      const visit = await atTheDesk(stage);
      const { page } = visit;
      await text(visit, 'Currently Active', 'Maya Gurung');
      visit.expectProblem(/ERR_INTERNET_DISCONNECTED|ERR_NETWORK/);
      await visit.context.setOffline(true);
      await page.getByRole('button', { name: 'Head count' }).click();
      const sheet = page.getByRole('dialog', { name: 'Head count' });
      await sheet.getByText('1 person in the building').waitFor();
      await sheet.getByRole('table', { name: 'Business Studio (1)' }).getByText('Maya Gurung').waitFor();
      expect(await sheet.getByText('Ram Thapa').count()).toBe(0);
      expect(await accessibilityFaults(page)).toEqual([]);
      await takePictures(page, 'head-count');
      await page.emulateMedia({ media: 'print' });
      expect(await page.locator('#root').isVisible()).toBe(false);
      await page.locator('.print-sheet').getByText('Maya Gurung').waitFor();
      await page.emulateMedia({ media: 'screen' });
      await page.keyboard.press('Escape');
      await sheet.waitFor({ state: 'detached' });
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Head count');
    }));
});
