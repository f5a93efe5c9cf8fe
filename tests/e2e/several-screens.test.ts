import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { setActive } from '#server/employees/commands';
import { DESK, type Visit } from './browser.ts';
import { MINUTE, onStage } from './stage.ts';
import {
  activityOf,
  arrive,
  button,
  card,
  clockOf,
  entryCount,
  HOUR,
  press,
  punch,
  timesheetOf,
} from './working-day.ts';

/** One more tab of the same browser. */
async function tabBeside(visit: Visit): Promise<Visit> {
  const page = await visit.context.newPage();
  await page.goto('/');
  const tab = { ...visit, page };
  await clockOf(tab).waitFor();
  return tab;
}

/** Breaks the line after the server has heard the request, and before its answer. */
async function loseAnswer(page: Page, path: string): Promise<void> {
  await page.route(
    `**${path}`,
    async (route) => {
      await route.fetch();
      await page.context().setOffline(true);
      await route.abort('connectionfailed');
    },
    { times: 1 },
  );
}

describe('several screens of one person', () => {
  it('a second tab and a second device follow each punch, wherever it was pressed', () =>
    onStage(async (stage) => {
      const maya = await stage.hire('Maya Gurung');
      const phone = await arrive(stage, maya);
      const tab = await tabBeside(phone);
      const desk = await arrive(stage, maya, { viewport: DESK });
      await press(phone, 'Clock In');
      for (const screen of [tab, desk]) await activityOf(screen).getByText('ACTIVE').waitFor();
      await button(desk, 'Start Break').click();
      for (const screen of [phone, tab]) {
        await button(screen, 'End Break').waitFor();
        await activityOf(screen).getByText('In progress').waitFor();
        await timesheetOf(screen).getByText('In progress').waitFor();
      }
      await button(tab, 'End Break').click();
      await button(phone, 'Clock Out').click();
      for (const screen of [tab, desk]) {
        await button(screen, 'Clock In').waitFor();
        await card(screen, 'Status').getByText('Clocked Out').waitFor();
        await activityOf(screen).getByText('ACTIVE').waitFor({ state: 'detached' });
      }
      expect(await entryCount(stage)).toBe(1);
    }));

  it('with eight tabs open one can still clock in, and all of them show it', () =>
    onStage(async (stage) => {
      const first = await arrive(stage);
      const others: Visit[] = [];
      for (let n = 2; n <= 8; n += 1) others.push(await tabBeside(first));
      const last = others.at(-1) ?? first;
      await press(last, 'Clock In');
      await Promise.all([first, ...others].map((tab) => activityOf(tab).getByText('ACTIVE').waitFor()));
      expect(await entryCount(stage)).toBe(1);
    }));

  it('two tabs that clock in at once make one entry', () =>
    onStage(async (stage) => {
      const one = await arrive(stage);
      one.expectProblem(/status of 409/);
      const other = await tabBeside(one);
      await Promise.all([press(one, 'Clock In'), press(other, 'Clock In')]);
      for (const tab of [one, other]) await button(tab, 'Start Break').waitFor();
      expect(await entryCount(stage)).toBe(1);
    }));
});

describe('a session that ends elsewhere', () => {
  it('by signing out in another tab leads to the login at once', () =>
    onStage(async (stage) => {
      const visit = await arrive(stage);
      const tab = await tabBeside(visit);
      await tab.page.getByRole('button', { name: /User menu/ }).click();
      await tab.page.getByRole('menuitem', { name: 'Sign Out' }).click();
      for (const screen of [tab, visit]) await screen.page.getByText('Good to See You!').waitFor();
    }));

  it('by deactivation leads to the login at once, without a touch', () =>
    onStage(async (stage) => {
      const visit = await arrive(stage);
      const { rows } = await stage.owner.query<{ id: string }>(
        "SELECT id FROM account WHERE name = 'Maya Gurung'",
      );
      await setActive(stage.database, stage.now(), null, rows[0]?.id ?? '', false);
      await visit.page.getByText('Good to See You!').waitFor();
    }));
});

/** In the page: what the browser says of the device's connection. */
function tellConnected(isConnected: boolean): void {
  Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => isConnected });
  dispatchEvent(new Event(isConnected ? 'online' : 'offline'));
}

describe('a connection that is lost', () => {
  it('is told with its age; what was missed is there when it returns', () =>
    onStage(async (stage) => {
      const maya = await stage.hire('Maya Gurung');
      const phone = await arrive(stage, maya);
      const desk = await arrive(stage, maya, { viewport: DESK });
      phone.expectProblem(/ERR_INTERNET_DISCONNECTED|ERR_NETWORK/);
      await phone.context.setOffline(true);
      await stage.pass(10_000);
      await phone.page.getByText('Connection lost 10 s ago').waitFor();
      await stage.pass(2 * MINUTE);
      await phone.page.getByText('Connection lost 2m ago').waitFor();
      await punch(desk, 'Clock In');
      await punch(desk, 'Start Break');
      await stage.pass(20 * MINUTE);
      await punch(desk, 'End Break');
      await phone.context.setOffline(false);
      await activityOf(phone).getByText('08:57 - 09:17').waitFor();
      await button(phone, 'Clock Out').waitFor();
      await phone.page.getByText(/Connection lost/).waitFor({ state: 'detached' });
    }));

  it('during a clock-in leaves exactly one entry, found when it returns', () =>
    onStage(async (stage) => {
      const visit = await arrive(stage);
      visit.expectProblem(/ERR_/);
      await loseAnswer(visit.page, '/api/clock/in');
      await press(visit, 'Clock In');
      await visit.page
        .getByText(
          'We do not know whether your clock-in was recorded. Trying again is safe: it is never recorded twice.',
        )
        .waitFor();
      await visit.context.setOffline(false);
      await button(visit, 'Clock Out').waitFor();
      await visit.page.getByText('The server did not answer.').waitFor({ state: 'detached' });
      expect(await entryCount(stage)).toBe(1);
    }));

  it("during a clock-in that was not heard keeps its notes, and 'Try again' records it once", () =>
    onStage(async (stage) => {
      const visit = await arrive(stage);
      visit.expectProblem(/ERR_/);
      await visit.page.getByLabel('Notes').fill('Inventory');
      await visit.page.route('**/api/clock/in', (route) => route.abort('connectionfailed'), { times: 2 });
      await press(visit, 'Clock In');
      await press(visit, 'Try again');
      await visit.page.getByText('The server did not answer.').waitFor();
      expect(await visit.page.getByLabel('Notes').inputValue()).toBe('Inventory');
      await press(visit, 'Try again');
      await visit.page.getByRole('region', { name: 'Active Session' }).getByText('Inventory').waitFor();
      expect(await entryCount(stage)).toBe(1);
    }));

  it('breaks and clock-outs say so too, and are carried out by trying again', () =>
    onStage(async (stage) => {
      const visit = await arrive(stage);
      visit.expectProblem(/ERR_/);
      await punch(visit, 'Clock In');
      for (const [name, path, then] of [
        ['Start Break', 'break/start', 'End Break'],
        ['End Break', 'break/end', 'Clock Out'],
        ['Clock Out', 'out', 'Clock In'],
      ] as const) {
        await visit.page.route(`**/api/clock/${path}`, (route) => route.abort('connectionfailed'), {
          times: 1,
        });
        await press(visit, name);
        await visit.page.getByText(/^We do not know whether your .* was recorded/).waitFor();
        await press(visit, 'Try again');
        await button(visit, then).waitFor();
      }
      expect(await entryCount(stage)).toBe(1);
    }));

  it('does not keep the page from opening: it says that this device is offline, and goes on by itself', () =>
    onStage(async (stage) => {
      const visit = await arrive(stage, undefined, { keepsPage: true });
      visit.expectProblem(/ERR_/);
      await visit.page.evaluate(() => navigator.serviceWorker.ready);
      await visit.page.waitForFunction(() => navigator.serviceWorker.controller !== null);
      await visit.context.setOffline(true);
      // While a service worker comes and goes, Chromium cuts the connection of a reloaded page without always
      // telling it so.
      await visit.page.addInitScript(tellConnected, false);
      await visit.page.reload();
      await visit.page.getByText('This device is offline.').waitFor();
      await visit.page.getByText('Version 1.6.4').waitFor();
      await visit.context.setOffline(false);
      await visit.page.evaluate(tellConnected, true);
      await button(visit, 'Clock In').waitFor();
      await stage.pass(HOUR);
      await clockOf(visit).getByText('09:55').waitFor();
    }));
});
