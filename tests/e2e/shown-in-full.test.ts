import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openMonitoring } from './monitoring-page.ts';
import { axeViolations, DESK, NARROW, overflowsHorizontally, PHONE, takeScreenshots } from './browser.ts';
import { openReports, generate, WEEK, createEmployeeWithEntries } from './reports-page.ts';
import { withApp } from './app.ts';

/** Longer than two lines on any screen; its last words tell whether all of it is shown. */
const LONG_NOTES = `Client browser.\n${'Inventory of the storage rooms on every floor. '.repeat(9)}Back at four.`;

/** Whether the whole text is visible. */
const isWhole = (text: Locator): Promise<boolean> =>
  text.evaluate((element) => element.scrollHeight <= element.clientHeight + 1);

describe('long notes', () => {
  it('long notes on the board and in the activity can be shown in full and closed again', () =>
    withApp(async (app) => {
      await app.clockIn(await app.createEmployee('Maya Gurung'), LONG_NOTES);
      await app.clockIn(await app.createEmployee('Ram Thapa'), 'Short.');
      const { page } = await openMonitoring(app);
      for (const [region, viewport] of [
        ['Currently Active', DESK],
        ['Currently Active', PHONE],
        ['Activity Notifications', PHONE],
      ] as const) {
        await page.setViewportSize(viewport);
        const list = page.getByRole('region', { name: region, exact: true });
        const text = list.getByText('Client browser.');
        expect(await isWhole(text)).toBe(false);
        await list.getByRole('button', { name: 'Show all of the notes of Maya Gurung' }).click();
        const less = list.getByRole('button', { name: 'Show less of the notes of Maya Gurung' });
        await expect(less).toBeVisible();
        expect(await isWhole(text)).toBe(true);
        expect(await overflowsHorizontally(page)).toBe(false);
        await takeScreenshots(page, `notes-${region.replace(' ', '-')}`, [viewport]);
        await less.click();
        await expect(list.getByRole('button', { name: /^Show all/ })).toBeVisible();
        expect(await isWhole(text)).toBe(false);
        expect(await list.getByRole('button', { name: /notes of Ram Thapa/ }).count()).toBe(0);
      }
      expect(await axeViolations(page)).toEqual([]);
    }));
});

describe('labels on a phone', () => {
  it('the user menu has name and role as its label and shows both when it is open', () =>
    withApp(async (app) => {
      const { page } = await openMonitoring(app);
      await page.getByRole('button', { name: 'Administrator Admin User menu' }).click();
      const menu = page.getByRole('menu', { name: 'User menu' });
      await page.setViewportSize(NARROW);
      expect((await menu.getByText('Administrator').boundingBox())?.width).toBeGreaterThan(60);
      expect((await menu.getByText('Admin', { exact: true }).boundingBox())?.width).toBeGreaterThan(20);
      expect(await overflowsHorizontally(page)).toBe(false);
      await takeScreenshots(page, 'user-menu', [PHONE]);
    }));

  it("'Export CSV' and the other export buttons show their full labels", () =>
    withApp(async (app) => {
      await createEmployeeWithEntries(app, 'Maya Gurung', WEEK);
      const browser = await openReports(app);
      await browser.page.setViewportSize(PHONE);
      await generate(browser, 'Maya Gurung', { from: '2026-11-16', to: '2026-11-19' });
      for (const format of ['CSV', 'Excel', 'PDF'])
        expect((await browser.page.getByText(`Export ${format}`).boundingBox())?.width).toBeGreaterThan(60);
      expect(await overflowsHorizontally(browser.page)).toBe(false);
      await takeScreenshots(browser.page, 'export-csv', [PHONE]);
    }));
});
