import { describe, expect, it } from 'vitest';
import type { Locator } from 'playwright-core';
import { DESK, type Visit } from './browser.ts';
import { FRIDAY_MORNING, MINUTE, onStage, type Stage } from './stage.ts';
import { arrive, card, DAY, HOUR, punch, shows } from './working-day.ts';

const timeSummary = (visit: Visit): Locator => card(visit, 'Time Summary');
const bar = (visit: Visit): Locator =>
  timeSummary(visit).getByRole('progressbar', { name: 'Worked of the target' });
const choose = (visit: Visit, period: 'Week' | 'Month'): Promise<void> =>
  timeSummary(visit).getByRole('button', { name: period }).click();

/** On Wednesday 8 h on time, on Thursday 10 h from 09:35, on Friday since 08:55. */
async function midWeek(stage: Stage): Promise<Visit> {
  const maya = await stage.hire('Maya Gurung');
  const visit = await arrive(stage, maya, { viewport: DESK });
  for (const [late, worked] of [
    [0, 8 * HOUR],
    [40 * MINUTE, 10 * HOUR],
  ] as const) {
    await stage.pass(late);
    await punch(visit, 'Clock In');
    await stage.pass(worked);
    await punch(visit, 'Clock Out');
    await stage.pass(DAY - late - worked);
    await visit.page.reload();
  }
  await punch(visit, 'Clock In');
  return visit;
}

const onWednesday = { now: FRIDAY_MORNING - 2 * DAY };

describe('the summary', () => {
  it('moves with the running session: cards, insights, total, target and progress bar, without a reload', () =>
    onStage(async (stage) => {
      const visit = await midWeek(stage);
      await stage.pass(2 * HOUR);
      await card(visit, "Today's Hours").getByText('2h', { exact: true }).waitFor();
      for (const name of ['This Week', 'This Month'])
        await card(visit, name).getByText('20h', { exact: true }).waitFor();
      await card(visit, 'Status').getByText('since 08:55').waitFor();
      await timeSummary(visit).getByText('Total 20h').waitFor();
      await timeSummary(visit).getByText('Target: 40h • 50% Complete').waitFor();
      expect(await bar(visit).getAttribute('aria-valuenow')).toBe('50');
      await stage.pass(4 * HOUR);
      await timeSummary(visit).getByText('Target: 40h • 60% Complete').waitFor();
      expect(await bar(visit).getAttribute('aria-valuenow')).toBe('60');
    }, onWednesday));

  it("has 'Work Insights' of the week: Daily Average in minutes, On-Time Days, Overtime in hours", () =>
    onStage(async (stage) => {
      const visit = await midWeek(stage);
      const insights = card(visit, 'Work Insights');
      await stage.pass(3 * HOUR);
      const told = [
        ['Daily Average', '7h', '420 minutes, over 3 days'],
        ['On-Time Days', '2', 'of 3 days this week'],
        ['Overtime', '1.0h', 'this week, beyond 9h a day'],
      ] as const;
      for (const [name, figure, by] of told) {
        const one = insights.locator('dl > div').filter({ hasText: name });
        await one.getByText(figure, { exact: true }).waitFor();
        await one.getByText(by, { exact: true }).waitFor();
      }
    }, onWednesday));

  it('shows the week or the month, each with its dates, total and target', () =>
    onStage(async (stage) => {
      const visit = await midWeek(stage);
      await timeSummary(visit).getByText('Nov 16, 2026 - Nov 22, 2026').waitFor();
      await choose(visit, 'Month');
      for (const text of ['Nov 01, 2026 - Nov 30, 2026', 'Total 18h', 'Target: 168h • 11% Complete'])
        await timeSummary(visit).getByText(text, { exact: true }).waitFor();
      expect(
        await timeSummary(visit).getByRole('button', { name: 'Month' }).getAttribute('aria-pressed'),
      ).toBe('true');
      await choose(visit, 'Week');
      await timeSummary(visit).getByText('Target: 40h • 45% Complete').waitFor();
    }, onWednesday));

  it('draws each day of the week with its value and the target, and has the same as a table', () =>
    onStage(async (stage) => {
      const visit = await midWeek(stage);
      await stage.pass(90 * MINUTE);
      const chart = timeSummary(visit).getByRole('img', {
        name: 'Hours worked on each day of the week, against a target of 8h a day',
      });
      for (const text of ['8h', '10h', '1.5h', 'Target 8h', 'Today', 'Sun'])
        await chart.getByText(text, { exact: true }).first().waitFor();
      await timeSummary(visit).getByText('Show as a table').click();
      const rows = timeSummary(visit)
        .getByRole('table', { name: 'Hours of each day of the week' })
        .getByRole('row');
      expect((await rows.allInnerTexts()).map((row) => row.split(/\s*\t\s*/))).toEqual([
        ['Day', 'Target', 'Worked'],
        ['Mon, Nov 16, 2026', '8h', '0m'],
        ['Tue, Nov 17, 2026', '8h', '0m'],
        ['Wed, Nov 18, 2026', '8h', '8h'],
        ['Thu, Nov 19, 2026', '8h', '10h'],
        ['Fri, Nov 20, 2026', '8h', '1h 30m'],
      ]);
    }, onWednesday));

  it('draws nothing anew while no minute has passed', () =>
    onStage(async (stage) => {
      const visit = await midWeek(stage);
      await visit.page.reload();
      await visit.page.getByRole('table', { name: 'My timesheet' }).waitFor();
      const changes = await visit.page.evaluate(() => {
        const seen: string[] = [];
        new MutationObserver((records) =>
          seen.push(...records.map((record) => record.target.nodeName)),
        ).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
        return new Promise<string[]>((resolve) => {
          const started = performance.now();
          // Two beats of the clock: the page's time stands, its beats go on.
          const look = (): void =>
            void (performance.now() - started > 2200 ? resolve(seen) : requestAnimationFrame(look));
          look();
        });
      });
      expect(changes).toEqual([]);
      await stage.pass(MINUTE);
      await shows(visit, '08:56');
    }, onWednesday));
});
