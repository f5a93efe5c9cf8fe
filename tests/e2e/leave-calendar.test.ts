/** The calendar of absences: a month on a desk, a list by day on a phone, and on paper. */
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
    .getByRole('table', { name: /^Who is on leave/ })
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
      await page.getByRole('button', { name: 'Who is on leave' }).click();
      await expect(page.getByText('The calendar could not be loaded.')).toBeVisible();
      await page.unroute('**/api/leave/calendar*');
      await page.getByRole('button', { name: 'Try again' }).click();
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
      await expect.poll(() => page.url()).toContain('month=2026-12');
      await page.reload();
      await expect(page.getByText('December 2026').first()).toBeVisible();
      await page.getByRole('button', { name: 'This month' }).click();
      await expect.poll(() => cell('Bob Noyce', 24)).toMatch(/Training, morning$/);
      await page.setViewportSize({ width: 768, height: 900 });
      expect(await overflowsHorizontally(page)).toBe(false);
      await page.setViewportSize(PHONE);
      await expect(page.getByRole('heading', { name: 'Fri, Nov 20, 2026' })).toBeVisible();
      expect(await overflowsHorizontally(page)).toBe(false);
      await takeScreenshots(page, 'leave-calendar-admin-phone');
      await page.getByRole('button', { name: 'Close' }).click();
      // A phone has the tools in one menu.
      await page.getByRole('button', { name: 'Tools' }).click();
      await expect(page.getByRole('menuitem', { name: 'Who is on leave' })).toBeVisible();
      expect(await axeViolations(page)).toEqual([]);
      await takeScreenshots(page, 'leave-calendar-monitoring', [NARROW, PHONE]);
    }));

  it("shows a colleague 'On leave' alone: a list by day on a phone, the month on a desk", () =>
    withApp(async (app) => {
      const { bob } = await fill(app);
      const { page } = await app.openBrowser({ as: bob, viewport: PHONE });
      await page.getByRole('tab', { name: 'Leave' }).click();
      await page.getByRole('button', { name: 'Who is on leave' }).click();
      const dialog = page.getByRole('dialog', { name: 'Who is on leave' });
      await expect(dialog.getByRole('heading', { name: 'Tue, Nov 24, 2026' })).toBeVisible();
      const list = dialog.getByRole('list', { name: 'Days' });
      await expect(list.getByText('Training, morning')).toBeVisible();
      expect(await list.getByText('On leave', { exact: true }).count()).toBe(5);
      await expect(list.getByText(/Sick|Holiday|requested/)).toHaveCount(0);
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
