/** The calendar of a team: hours and absences of a week or month on a desk, lists on a phone, and on paper. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { withApp, type App, type Credentials } from './app.ts';
import {
  axeViolations,
  DESK,
  NARROW,
  overflowsHorizontally,
  PHONE,
  takeScreenshots,
  refuse,
} from './browser.ts';

type Half = 'morning' | 'afternoon' | null;

async function take(
  app: App,
  who: Credentials,
  kind: string,
  [first, last = first]: readonly [string, string?],
  half: Half = null,
): Promise<{ id: string; version: number }> {
  const client = await app.signInElsewhere(who);
  const wanted = { kind, first, last, half };
  return (await client.ask('askLeave', { old: null, new: wanted, reason: '' })).correction;
}

async function fill(app: App) {
  const [ada, bob, cy] = [
    await app.createEmployee('Ada Lovelace'),
    await app.createEmployee('Bob Noyce'),
    await app.createEmployee('Cynthia Breazeal-Featherstonehaugh'),
  ];
  const admin = await app.signInElsewhere(app.admin);
  const { version } = await admin.ask('holidays', {});
  const holidays = [{ day: '2026-11-25', name: 'Founding Day', isHalf: false }];
  await admin.ask('updateHolidays', { version, region: '', holidays });
  for (const one of [ada, bob]) await app.clockIn(one);
  const asked = [
    await take(app, ada, 'holiday', ['2026-11-23', '2026-11-27']),
    await take(app, bob, 'training', ['2026-11-24'], 'morning'),
  ];
  await admin.ask('decideCorrections', {
    action: 'agree',
    corrections: asked.map(({ id, version: v }) => ({ id, version: v })),
  });
  await take(app, cy, 'sick', ['2026-11-19', '2026-11-20']);
  await take(app, cy, 'holiday', ['2026-11-26', '2026-11-30']);
  return { bob };
}

/** The text of a person's cell for a day of the month. */
const cellOf = (page: Page, name: string, day: number): Promise<string> =>
  page
    .getByRole('table', { name: /^(Who is on leave|Team month)/ })
    .getByRole('row', { name })
    .getByRole('cell')
    .nth(day - 1)
    .innerText();

describe('the calendar of absences', () => {
  it('shows an administrator a month of people with kinds and requests, live, also after a failed load, and fits one page', () =>
    withApp(async (app) => {
      const { bob } = await fill(app);
      const browser = await app.openBrowser({ as: app.admin, viewport: DESK });
      const { page } = browser;
      browser.expectError(/status of 500/);
      await page.route('**/api/leave/calendar*', refuse('server_error'));
      await page.getByRole('button', { name: 'Team week' }).click();
      await expect(page.getByText('The calendar could not be loaded.')).toBeVisible();
      await page.unroute('**/api/leave/calendar*');
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(page.getByRole('table', { name: /^Team week, Nov 16, 2026/ })).toBeVisible();
      await page.getByRole('button', { name: 'Month', exact: true }).click();
      const days = page.getByRole('group', { name: 'Days', exact: true });
      const bar = (name: string) =>
        days.getByRole('row', { name }).getByRole('button', { name: 'Friday, Nov 20: 08:55 to now' });
      await days.getByRole('button', { name: 'Ada Lovelace' }).focus();
      for (const [key, to] of [
        ['ArrowRight', bar('Ada Lovelace')],
        ['ArrowDown', bar('Bob Noyce')],
        ['Home', days.getByRole('button', { name: 'Bob Noyce' })],
      ] as const) {
        await page.keyboard.press(key);
        await expect(to).toBeFocused();
      }
      await expect(days.locator('button:not([tabindex="-1"])')).toHaveCount(1);
      await page.keyboard.press('Tab');
      await expect(days.locator(':focus')).toHaveCount(0);
      const cell = (name: string, day: number) => cellOf(page, name, day);
      await expect.poll(() => cell('Ada Lovelace', 23)).toMatch(/Holiday$/);
      // Nobody is on leave on a holiday or a day off.
      await expect.poll(() => cell('Ada Lovelace', 25)).toBe('');
      await expect.poll(() => cell('Bob Noyce', 24)).toMatch(/Training, morning$/);
      await expect.poll(() => cell('Cynthia', 20)).toMatch(/Sick$/);
      // The account was made on November 20.
      await expect.poll(() => cell('Cynthia', 19)).toBe('');
      await expect.poll(() => cell('Cynthia', 26)).toMatch(/Holiday, requested$/);
      expect(await overflowsHorizontally(page)).toBe(false);
      expect(await axeViolations(page)).toEqual([]);
      await takeScreenshots(page, 'leave-calendar');
      await take(app, bob, 'sick', ['2026-11-26']);
      await expect.poll(() => cell('Bob Noyce', 26)).toMatch(/Sick$/);
      const pdf = await page.pdf({ format: 'A4', preferCSSPageSize: true });
      expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
      await page.getByRole('button', { name: 'Next month' }).click();
      await expect(page.getByText('December 2026').first()).toBeVisible();
      await expect.poll(() => page.url()).toContain('day=2026-12-01');
      await page.reload();
      await expect(page.getByText('December 2026').first()).toBeVisible();
      await page.getByRole('button', { name: 'This month' }).click();
      await expect.poll(() => cell('Bob Noyce', 24)).toMatch(/Training, morning$/);
      await page.setViewportSize({ width: 768, height: 900 });
      expect(await overflowsHorizontally(page)).toBe(false);
      await page.setViewportSize(PHONE);
      const now = page.getByRole('list', { name: 'Away now' });
      await expect(now.getByText('Sick, today')).toBeVisible();
      const next = page.getByRole('list', { name: 'Next' });
      await expect(next.getByText('Holiday, Nov 23 to Nov 27')).toBeVisible();
      await expect(next.getByText('Training, Nov 24, morning')).toBeVisible();
      await expect(next.getByText('Holiday, Nov 26 to Nov 30, requested')).toBeVisible();
      await expect(page.getByRole('list', { name: 'Weeks' }).getByText('Bob Noyce')).toBeVisible();
      expect(await axeViolations(page)).toEqual([]);
      expect(await overflowsHorizontally(page)).toBe(false);
      await takeScreenshots(page, 'leave-calendar-admin-phone');
      await page.getByRole('button', { name: 'Close' }).click();
      // A phone has the tools in one menu.
      await page.getByRole('button', { name: 'Tools' }).click();
      await expect(page.getByRole('menuitem', { name: 'Team week' })).toBeVisible();
      expect(await axeViolations(page)).toEqual([]);
      await takeScreenshots(page, 'leave-calendar-monitoring', [NARROW, PHONE]);
    }));

  it("shows a colleague 'On leave' alone: now and next on a phone, the month on a desk", () =>
    withApp(async (app) => {
      const { bob } = await fill(app);
      const { page } = await app.openBrowser({ as: bob, viewport: PHONE });
      await page.getByRole('tab', { name: 'Leave' }).click();
      await page.getByRole('button', { name: 'Who is on leave' }).click();
      const dialog = page.getByRole('dialog', { name: 'Who is on leave' });
      await expect(dialog.getByRole('list', { name: 'Away now' }).getByText('On leave, today')).toBeVisible();
      const list = dialog.getByRole('list', { name: 'Next' });
      await expect(list.getByText('Training, Nov 24, morning')).toBeVisible();
      await expect(list.getByText('On leave, Nov 23 to Nov 27')).toBeVisible();
      await expect(dialog.getByText(/Sick|Holiday|requested/)).toHaveCount(0);
      expect(await axeViolations(page)).toEqual([]);
      expect(await overflowsHorizontally(page)).toBe(false);
      await takeScreenshots(page, 'leave-calendar-phone');
      await page.setViewportSize(DESK);
      await expect.poll(() => cellOf(page, 'Cynthia', 20)).toMatch(/On leave$/);
      await takeScreenshots(page, 'leave-calendar-colleague');
      await dialog.getByRole('button', { name: 'Close' }).click();
      await app.changeSettings({ share_away: false });
      await page.reload();
      await expect(page.getByRole('button', { name: 'Subscribe to my leave' })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Who is on leave' })).toHaveCount(0);
    }));

  it("shows a lead the week of their people as bars, live, by keys alone, and a day's times", () =>
    withApp(async (app) => {
      const [lea, ada] = [await app.createEmployee('Lea Lead'), await app.createEmployee('Ada Lovelace')];
      await app.createEmployee('Bob Noyce');
      const client = await app.signInElsewhere(app.admin);
      const { employees } = await client.ask('employees', {});
      const idOf = (name: string) => employees.find((one) => one.name === name)?.id ?? '';
      const led = { scope: 'person', id: idOf('Ada Lovelace'), from: '2026-11-01', until: null } as const;
      await client.ask('saveLeads', { id: idOf('Lea Lead'), before: [], leads: [led] });
      const { page } = await app.openBrowser({ as: lea, viewport: DESK });
      await page.getByRole('tab', { name: 'Team' }).click();
      await page.getByRole('button', { name: 'Team week' }).press('Enter');
      const table = page.getByRole('table', { name: /^Team week, Nov 16, 2026/ });
      const row = table.getByRole('row', { name: 'Ada Lovelace' });
      await expect(row).toBeVisible();
      await app.clockIn(ada, 'A note for nobody else');
      const bar = row.getByRole('button', { name: 'Friday, Nov 20: 08:55 to now, 0m of 8h' });
      await expect(bar).toBeVisible();
      await expect(table.getByRole('row', { name: 'Bob Noyce' }).getByRole('button')).toHaveCount(0);
      expect(await axeViolations(page)).toEqual([]);
      expect(await overflowsHorizontally(page)).toBe(false);
      await takeScreenshots(page, 'team-week');
      await bar.press('Enter');
      const day = page.getByRole('dialog', { name: 'Ada Lovelace' });
      await expect(day.getByText('08:55 to now, 0m of 8h').last()).toBeVisible();
      expect(await axeViolations(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await expect(day).toHaveCount(0);
      await expect(bar).toBeFocused();
      await page.setViewportSize(PHONE);
      await expect(page.getByText('Nobody is on leave today')).toBeVisible();
      const weeks = page.getByRole('list', { name: 'Weeks' });
      await weeks.getByRole('button', { name: /^Friday, Nov 20/ }).click();
      await expect(day).toBeVisible();
      expect(await overflowsHorizontally(page)).toBe(false);
      await takeScreenshots(page, 'team-week-phone');
    }));

  it('gives a private address once, which a calendar program reads until it is ended', () =>
    withApp(async (app) => {
      const cy = await app.createEmployee('Cynthia Breazeal');
      await take(app, cy, 'sick', ['2026-11-19', '2026-11-20']);
      const { page } = await app.openBrowser({ as: cy, viewport: PHONE });
      await page.getByRole('tab', { name: 'Leave' }).click();
      await page.getByRole('button', { name: 'Subscribe to my leave' }).click();
      const dialog = page.getByRole('dialog', { name: 'Private calendar link' });
      await dialog.getByRole('button', { name: 'Make a link' }).click();
      const address = await dialog.getByText('leave.ics?key=').innerText();
      expect(await axeViolations(page)).toEqual([]);
      await takeScreenshots(page, 'leave-calendar-address');
      expect(await (await fetch(address)).text()).toContain('SUMMARY:Sick');
      await dialog.getByRole('button', { name: 'Close' }).click();
      await expect(dialog).toHaveCount(0);
      await page.getByRole('button', { name: /User menu/ }).click();
      await page.getByRole('menuitem', { name: 'Sign-in & security' }).click();
      const list = page.getByRole('list', { name: 'Private calendar links' });
      await expect(list.getByText('My leave')).toBeVisible();
      expect(await overflowsHorizontally(page)).toBe(false);
      expect(await axeViolations(page)).toEqual([]);
      await takeScreenshots(page, 'security-calendar-address');
      await page.getByRole('button', { name: 'End My leave' }).click();
      await expect(page.getByText('That calendar link is turned off.')).toBeVisible();
      await expect(list.getByRole('listitem')).toHaveCount(0);
      expect((await fetch(address)).status).toBe(404);
    }));
});
