import { describe, expect, it } from 'vitest';
import {
  accessibilityFaults,
  DESK,
  NARROW,
  neverGivesUp,
  overflowsSideways,
  PHONE,
  takePictures,
  type Visit,
} from './browser.ts';
import { FRIDAY_MORNING, MINUTE, onStage, type Stage } from './stage.ts';
import {
  activityOf,
  arrive,
  button,
  card,
  clockOf,
  DAY,
  HOUR,
  press,
  punch,
  shows,
  timesheetOf,
} from './working-day.ts';

const WIDTHS = [320, 360, 640, 768, 1024, 1280];

/** Looks at a state as axe does, at every width, and leaves pictures of it for people to look at. */
async function inspect({ page }: Visit, name: string): Promise<void> {
  for (const viewport of [PHONE, DESK]) {
    await page.setViewportSize(viewport);
    expect(await accessibilityFaults(page), `${name} at ${viewport.width}`).toEqual([]);
  }
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    expect(await overflowsSideways(page), `${name} at ${width}`).toBe(false);
  }
  await takePictures(page, `employee-${name}`, [NARROW, PHONE, DESK]);
}

/** Friday, November 20, 2026, 14:25 in Kathmandu, after three months of work. */
const afternoon = { now: FRIDAY_MORNING + 330 * MINUTE };
async function veteranAtWork(stage: Stage): Promise<Visit> {
  const visit = await arrive(stage, await stage.veteran());
  await visit.page.getByRole('table', { name: 'My timesheet' }).waitFor();
  return visit;
}

describe('every state of the employee dashboard is accessible, and fits from 320 px on', () => {
  it('nothing recorded yet', () =>
    onStage(async (stage) => {
      const visit = await arrive(stage);
      await shows(visit, 'No entries this week');
      await inspect(visit, 'none');
    }));

  it('at work, after three months', () =>
    onStage(async (stage) => {
      const visit = await veteranAtWork(stage);
      await inspect(visit, 'working');
      await card(visit, 'Time Summary').getByRole('button', { name: 'Month' }).click();
      await timesheetOf(visit).getByRole('button', { name: 'Months' }).click();
      await card(visit, 'Time Summary').getByText('Show as a table').click();
      await inspect(visit, 'month');
    }, afternoon));

  it('on a break, with long notes, in a workplace elsewhere', () =>
    onStage(async (stage) => {
      const visit = await arrive(stage, undefined, { zone: 'Europe/Lisbon' });
      await shows(visit, 'Asia/Kathmandu time');
      await visit.page.getByLabel('Notes').fill('Inventory of the cellar. '.repeat(20).trim());
      await punch(visit, 'Clock In');
      await shows(visit, /Clock-in successful/);
      await inspect(visit, 'message');
      await stage.pass(3 * HOUR);
      await punch(visit, 'Start Break');
      await stage.pass(70 * MINUTE);
      await activityOf(visit).getByText('Extended').waitFor();
      await inspect(visit, 'break');
    }));

  it('a session that is open since yesterday', () =>
    onStage(async (stage) => {
      const visit = await arrive(stage);
      await punch(visit, 'Clock In');
      await stage.pass(DAY + HOUR);
      await visit.page.reload();
      await clockOf(visit).getByText('Open since an earlier day.').waitFor();
      await inspect(visit, 'yesterday');
    }));

  it('faulty notes, and a weekend warning', () =>
    onStage(async (stage) => {
      const visit = await arrive(stage);
      await stage.pass(DAY);
      await visit.page.reload();
      await visit.page.getByLabel('Notes').fill('x'.repeat(501));
      await press(visit, 'Clock In');
      await shows(visit, 'Notes must be less than 500 characters');
      await inspect(visit, 'notes');
      await visit.page.getByLabel('Notes').fill('');
      await press(visit, 'Clock In');
      await shows(visit, 'Weekend work is not allowed by the current settings.');
      await inspect(visit, 'weekend');
    }));

  it('a punch of which nobody knows, and a timesheet that could not be loaded', () =>
    onStage(async (stage) => {
      const visit = await veteranAtWork(stage);
      visit.expectProblem(/ERR_/);
      await visit.page.route(/\/api\/(clock\/out|time-entries)/, (route) => route.abort('connectionfailed'));
      await press(visit, 'Clock Out');
      await press(visit, 'Previous week');
      await shows(visit, 'The server did not answer.');
      await shows(visit, 'Your timesheet could not be loaded.');
      await inspect(visit, 'failed');
    }, afternoon));

  it('a punch under way for long', () =>
    onStage(async (stage) => {
      const visit = await arrive(stage);
      visit.expectProblem(/ERR_/);
      await neverGivesUp(visit.page);
      let answer = (): void => {};
      const held = new Promise<void>((resolve) => {
        answer = resolve;
      });
      await visit.page.route('**/api/clock/in', (route) => held.then(() => route.continue()));
      await press(visit, 'Clock In');
      await button(visit, 'Clocking In...').waitFor();
      await stage.pass(6000);
      await shows(visit, "Still checking, please don't press again");
      await inspect(visit, 'pending');
      answer();
      await button(visit, 'Clock Out').waitFor();
    }));

  it('settings that are loading, and settings that cannot be loaded', () =>
    onStage(async (stage) => {
      const visit = await arrive(stage);
      visit.expectProblem(/ERR_/);
      let fail = (): void => {};
      const held = new Promise<void>((resolve) => {
        fail = resolve;
      });
      await visit.page.route(/\/api\/clock$/, (route) => held.then(() => route.abort('connectionfailed')));
      await neverGivesUp(visit.page);
      await visit.page.reload();
      await shows(visit, 'Loading your settings...');
      await inspect(visit, 'loading');
      fail();
      await shows(visit, 'Error Loading Settings');
      await shows(visit, 'Failed to load settings');
      await inspect(visit, 'error');
      await visit.page.unroute(/\/api\/clock$/);
      await press(visit, 'Try again');
      await clockOf(visit).waitFor();
    }));

  it('without a connection', () =>
    onStage(async (stage) => {
      const visit = await veteranAtWork(stage);
      visit.expectProblem(/ERR_/);
      await visit.context.setOffline(true);
      await stage.pass(40_000);
      await shows(visit, 'Connection lost 40 s ago');
      await inspect(visit, 'offline');
    }, afternoon));
});

describe('the dashboard for everybody', () => {
  it('is used by the keyboard alone: clock in, break, month, timesheet; the focus is never lost', () =>
    onStage(async (stage) => {
      const visit = await arrive(stage);
      const { page } = visit;
      const focus = (): Promise<string> =>
        page.evaluate(
          () =>
            document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '',
        );
      await page.getByLabel('Notes').focus();
      await page.keyboard.type('Early shift');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await button(visit, 'Clock Out').and(page.locator(':not([aria-disabled])')).waitFor();
      await expect.poll(focus).toBe('Clock Out');
      await page.keyboard.press('Tab');
      await page.keyboard.press(' ');
      await button(visit, 'End Break').and(page.locator(':not([aria-disabled])')).waitFor();
      await expect.poll(focus).toBe('End Break');
      const reached: string[] = [];
      for (let n = 0; n < 8; n += 1) {
        await page.keyboard.press('Tab');
        reached.push(await focus());
      }
      expect(reached).toEqual([
        'Week',
        'Month',
        'Show as a table',
        'Weeks',
        'Months',
        'Previous week',
        'Next week',
        'This week',
      ]);
      await page.keyboard.press('Shift+Tab');
      await page.keyboard.press('Shift+Tab');
      await page.keyboard.press('Enter');
      await shows(visit, 'Nov 09, 2026 - Nov 15, 2026');
    }));

  it('at 400 % zoom is one column without sideways scrolling, and the button can be reached', () =>
    onStage(async (stage) => {
      const visit = await arrive(stage, undefined, { viewport: { width: 320, height: 256 } });
      expect(await overflowsSideways(visit.page)).toBe(false);
      await press(visit, 'Clock In');
      await button(visit, 'Clock Out').waitFor();
    }));

  it('on a small phone has the clock and its button above the fold, 48 px high and 16 px apart', () =>
    onStage(async (stage) => {
      const visit = await arrive(stage, undefined, { viewport: { width: 360, height: 640 } });
      const boxOf = async (name: string): Promise<{ y: number; height: number }> =>
        (await button(visit, name).boundingBox()) ?? { y: 0, height: 0 };
      const clockIn = await boxOf('Clock In');
      expect(clockIn.y + clockIn.height).toBeLessThan(640);
      await punch(visit, 'Clock In');
      const [out, pause] = [await boxOf('Clock Out'), await boxOf('Start Break')];
      expect(Math.min(out.height, pause.height)).toBeGreaterThanOrEqual(48);
      expect(pause.y - out.y - out.height).toBeGreaterThanOrEqual(16);
    }));

  it('in forced colours keeps its buttons, bars and states', () =>
    onStage(async (stage) => {
      const visit = await veteranAtWork(stage);
      await visit.page.emulateMedia({ forcedColors: 'active' });
      const shown = await visit.page.evaluate(() => {
        const filled = document.querySelector('[role=progressbar] > div');
        const style = filled && getComputedStyle(filled);
        return {
          bar: style?.backgroundColor,
          track: style && getComputedStyle(filled.parentElement ?? filled).backgroundColor,
        };
      });
      expect(shown.bar).not.toBe(shown.track);
      await takePictures(visit.page, 'employee-forced-colours', [DESK]);
    }, afternoon));
});
