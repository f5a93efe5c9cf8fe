import { describe, expect, it } from 'vitest';
import type { Locator } from 'playwright-core';
import { requestId } from '#tests/make';
import { DESK, type BrowserSession } from './browser.ts';
import { FRIDAY_MORNING, MINUTE, withApp, type App } from './app.ts';
import { clockOf, openDashboard, card, DAY, HOUR, punch, shows, timesheetOf } from './dashboard-page.ts';

const timeSummary = (browser: BrowserSession): Locator => card(browser, 'Time Summary');
const bar = (browser: BrowserSession): Locator =>
  timeSummary(browser).getByRole('progressbar', { name: 'Worked of the target' });
const choose = (browser: BrowserSession, period: 'Week' | 'Month'): Promise<void> =>
  timeSummary(browser).getByRole('button', { name: period }).click();

/** Works 8 h on time on Wednesday, 10 h from 09:35 on Thursday, and from 08:55 on Friday. */
async function midWeek(app: App): Promise<BrowserSession> {
  const maya = await app.createEmployee('Maya Gurung');
  const elsewhere = await app.signInElsewhere(maya);
  for (const [late, worked] of [
    [0, 8 * HOUR],
    [40 * MINUTE, 10 * HOUR],
  ] as const) {
    await app.advance(late);
    await elsewhere.ask('clockIn', { requestId: requestId(), notes: '' });
    await app.advance(worked);
    await elsewhere.ask('clockOut', { requestId: requestId() });
    await app.advance(DAY - late - worked);
  }
  const browser = await openDashboard(app, maya, { viewport: DESK });
  await punch(browser, 'Clock In');
  return browser;
}

const onWednesday = { now: FRIDAY_MORNING - 2 * DAY };

describe('the summary', () => {
  it('shows totals, targets, bars and insights, and updates them with the running session', () =>
    withApp(async (app) => {
      const browser = await midWeek(app);
      const summary = timeSummary(browser);
      await expect(summary.getByText('Nov 16, 2026 - Nov 22, 2026')).toBeVisible();
      await choose(browser, 'Month');
      for (const text of ['Nov 01, 2026 - Nov 30, 2026', 'Total 18h', 'Target: 168h • 11% Complete'])
        await expect(summary.getByText(text, { exact: true })).toBeVisible();
      const month = summary.getByRole('button', { name: 'Month' });
      expect(await month.getAttribute('aria-pressed')).toBe('true');
      await choose(browser, 'Week');
      await expect(summary.getByText('Target: 40h • 45% Complete')).toBeVisible();

      await app.advance(90 * MINUTE);
      const days = timesheetOf(browser).getByRole('list', { name: 'Days' });
      for (const name of [
        'Wednesday, Nov 18: 08:55 to 16:55, 8h of 8h',
        'Thursday, Nov 19: 09:35 to 19:35, 10h of 8h',
        'Friday, Nov 20: 08:55 to now, 1h 30m of 8h',
      ])
        await expect(days.getByRole('button', { name, exact: true })).toBeVisible();
      await expect
        .poll(async () => (await days.getByRole('listitem').allInnerTexts()).map((row) => row.split(/\s+/)))
        .toEqual(expect.arrayContaining([expect.arrayContaining(['Thu', '19', '10h', '+2h'])]));

      await app.advance(30 * MINUTE);
      await expect(card(browser, "Today's Hours").getByText('2h', { exact: true })).toBeVisible();
      for (const name of ['This Week', 'This Month'])
        await expect(card(browser, name).getByText('20h', { exact: true })).toBeVisible();
      await expect(card(browser, 'Status').getByText('since 08:55')).toBeVisible();
      await expect(summary.getByText('Total 20h')).toBeVisible();
      await expect(summary.getByText('Target: 40h • 50% Complete')).toBeVisible();
      await expect.poll(() => bar(browser).getAttribute('aria-valuenow')).toBe('50');

      await app.advance(HOUR);
      const told = [
        ['Daily Average', '7h', '420 minutes, over 3 days'],
        ['On-Time Days', '2', 'of 3 days this week'],
        ['Overtime', '1.0h', 'this week, beyond 9h a day'],
      ] as const;
      for (const [name, figure, by] of told) {
        const one = card(browser, 'Work Insights').locator('dl > div').filter({ hasText: name });
        await expect(one.getByText(figure, { exact: true })).toBeVisible();
        await expect(one.getByText(by, { exact: true })).toBeVisible();
      }
    }, onWednesday));

  it('changes only the text of the clock each second within a minute', () =>
    withApp(async (app) => {
      const browser = await midWeek(app);
      await browser.page.reload();
      await expect(timesheetOf(browser).getByRole('list', { name: 'Days' })).toBeVisible();
      await shows(browser, 'Nothing to confirm yet');
      await app.advance(1000);
      await expect(clockOf(browser).getByText('0:00:01')).toBeVisible();
      await browser.page.evaluate(() => {
        const seen: string[] = [];
        Object.assign(window, { seen });
        new MutationObserver((records) =>
          seen.push(...records.map(({ type, target }) => `${type}: ${target.textContent}`)),
        ).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
      });
      await app.advance(1000);
      await expect(clockOf(browser).getByText('0:00:02')).toBeVisible();
      expect(await browser.page.evaluate(() => (window as unknown as { seen: string[] }).seen)).toEqual([
        'characterData: 0:00:02',
      ]);
      // The test's clock stands still while the page's timers run on: nothing is drawn again.
      const changes = await browser.page.evaluate(() => {
        const { seen } = window as unknown as { seen: string[] };
        seen.length = 0;
        return new Promise<string[]>((resolve) => void setTimeout(() => resolve(seen), 2200));
      });
      expect(changes).toEqual([]);
      // During a break the break time runs and the work time stands still.
      await app.advance(HOUR);
      await punch(browser, 'Start Break');
      await app.advance(12 * MINUTE + 31_000);
      await expect(clockOf(browser).getByText('0:12:31')).toBeVisible();
      await shows(browser, '10:07');
      await expect(clockOf(browser).getByText('Worked 1h')).toBeVisible();
      await punch(browser, 'End Break');
      await expect(clockOf(browser).getByText('1:00:02')).toBeVisible();
    }, onWednesday));
});
