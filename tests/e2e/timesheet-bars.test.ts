import { describe, expect, it } from 'vitest';
import { axeViolations, DESK, takeScreenshots, type BrowserSession } from './browser.ts';
import { FRIDAY_MORNING, MINUTE, withApp, type App } from './app.ts';
import { openDashboard, timesheetOf } from './dashboard-page.ts';
import { createEmployeeWithEntries, entry } from './reports-page.ts';

const atHalfPastTen = { now: FRIDAY_MORNING + 90 * MINUTE };

/** Works on Thursday from 9 to 17, and since Friday at 8:55. Wednesday has no entry. */
async function openWeek(app: App): Promise<BrowserSession> {
  const maya = await createEmployeeWithEntries(
    app,
    'Maya Gurung',
    [entry('2026-11-19 09:00-17:00', { breaks: ['12:00-12:30'] }), entry('2026-11-20 08:55-')],
    '2026-11-18T03:10:00.000Z',
  );
  return openDashboard(app, maya, { viewport: DESK });
}

const THURSDAY = 'Thursday, Nov 19: 09:00 to 17:00, break 12:00 to 12:30, 7h 30m of 8h';
const barOf = (browser: BrowserSession, name: string) =>
  timesheetOf(browser).getByRole('button', { name, exact: true });

describe('the bars of the timesheet', () => {
  it('say what a day has, what it lacks, and where a day is missing', () =>
    withApp(async (app) => {
      const browser = await openWeek(app);
      const days = timesheetOf(browser).getByRole('list', { name: 'Days' }).getByRole('listitem');
      await expect(barOf(browser, THURSDAY)).toBeVisible();
      await expect(barOf(browser, 'Friday, Nov 20: 08:55 to now, 1h 30m of 8h')).toBeVisible();
      await expect(barOf(browser, 'Wednesday, Nov 18: missing, 0m of 8h')).toBeVisible();
      await expect
        .poll(async () => (await days.allInnerTexts()).slice(2, 5).map((row) => row.split(/\s+/).at(-1)))
        .toEqual(['-8h', '-30m', '30m']);
      expect(await axeViolations(browser.page)).toEqual([]);
      await takeScreenshots(browser.page, 'timesheet-bars');
    }, atHalfPastTen));

  it('open the correction with the time to which an end is dragged, and change nothing by themselves', () =>
    withApp(async (app) => {
      const browser = await openWeek(app);
      const { page } = browser;
      await barOf(browser, THURSDAY).hover();
      const end = timesheetOf(browser).getByRole('slider', { name: 'End' });
      const [handle, track] = await Promise.all([end.boundingBox(), barOf(browser, THURSDAY).boundingBox()]);
      if (!handle || !track) throw new Error('The handle is not drawn.');
      const [x, y] = [handle.x + handle.width / 2, handle.y + handle.height / 2];
      await page.mouse.move(x, y);
      await page.mouse.down();
      // The axis has ten hours, so a twentieth of it is half an hour.
      await page.mouse.move(x + track.width / 20 + 1, y, { steps: 4 });
      await expect.poll(() => end.getAttribute('aria-valuetext')).toBe('17:30');
      await page.mouse.up();
      const form = page.getByRole('dialog', { name: 'Correct my hours' });
      await expect(form.getByLabel('Clock Out')).toHaveValue('17:30');
      await form.getByRole('button', { name: 'Cancel' }).click();
      await expect(barOf(browser, THURSDAY)).toBeVisible();
    }, atHalfPastTen));

  it('open the correction by keyboard: arrows move an end by a minute, with Shift by fifteen', () =>
    withApp(async (app) => {
      const browser = await openWeek(app);
      const { page } = browser;
      await barOf(browser, THURSDAY).focus();
      await page.keyboard.press('Tab');
      const start = timesheetOf(browser).getByRole('slider', { name: 'Start' });
      await expect(start).toBeFocused();
      await page.keyboard.press('Shift+ArrowLeft');
      await page.keyboard.press('ArrowRight');
      await expect.poll(() => start.getAttribute('aria-valuetext')).toBe('08:46');
      await page.keyboard.press('Escape');
      await expect.poll(() => start.getAttribute('aria-valuetext')).toBe('09:00');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Enter');
      const form = page.getByRole('dialog', { name: 'Correct my hours' });
      await expect(form.getByLabel('Clock In')).toHaveValue('09:01');
    }, atHalfPastTen));
});
