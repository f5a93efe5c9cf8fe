/** Features of phones: the bar at the lower edge, and the product on the home screen. */
import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { MINUTE, withApp } from './app.ts';
import { axeViolations, DESK, NARROW, overflowsHorizontally, PHONE, takeScreenshots } from './browser.ts';
import { clockOf, openDashboard, openTimesheet, timesheetOf } from './dashboard-page.ts';
import { dialog, openEmployees, openPerson, press } from './employees-page.ts';
import { createEmployeeWithEntries, entry } from './reports-page.ts';

const isTab = (page: Page, name: string): Promise<void> =>
  expect(page.getByRole('tab', { name, exact: true, selected: true })).toBeVisible();
const boxOf = async (place: ReturnType<Page['getByRole']>) => {
  const box = await place.boundingBox();
  return { top: box?.y ?? 0, bottom: (box?.y ?? 0) + (box?.height ?? 0), width: box?.width ?? 0 };
};

it('Find is a button of 44 pixels, also on the narrowest phone', () =>
  withApp(async (app) => {
    const { page } = await openEmployees(app);
    await page.setViewportSize(NARROW);
    const find = page.getByRole('button', { name: 'Find', exact: true });
    const { top, bottom, width } = await boxOf(find);
    expect([bottom - top, width]).toEqual([44, 44]);
    expect(await overflowsHorizontally(page)).toBe(false);
    await find.click();
    await expect(page.getByRole('combobox', { name: 'Find people, views and actions' })).toBeFocused();
  }));

it('who is missing is told without a tap, and the month of a person or of everybody within two', () =>
  withApp(async (app) => {
    const worked = [entry('2026-10-05 09:00-17:00')];
    await createEmployeeWithEntries(app, 'Maya Gurung', worked, '2026-10-01T03:10:00.000Z');
    await app.advance(11 * MINUTE);
    const { page } = await app.openBrowser({ as: app.admin, viewport: PHONE });
    const missing = page.getByRole('row').filter({ hasText: 'Maya Gurung' }).getByText('Not in yet');
    expect((await boxOf(missing)).bottom).toBeLessThanOrEqual(PHONE.height - 56);
    await page.getByRole('row').getByRole('button', { name: 'Maya Gurung', exact: true }).click();
    await expect(page.getByRole('list', { name: 'Days of November 2026' })).toBeVisible();
    await page.getByRole('tab', { name: 'Reports & Analytics' }).click();
    await page.getByRole('button', { name: 'Pay periods' }).click();
    await expect(page.getByRole('table', { name: "Everybody's pay period" })).toBeVisible();
  }));

describe('the bar at the lower edge', () => {
  it("has the admin's four tabs under their full accessible names, and neither it nor a drawer covers anything", () =>
    withApp(async (app) => {
      await app.createEmployee('Maya Gurung');
      const browser = await openEmployees(app);
      const { page } = browser;
      const bar = page.getByRole('tablist', { name: 'Administration' });
      await page.setViewportSize(NARROW);
      const { top, bottom, width } = await boxOf(bar);
      expect([top, bottom, width]).toEqual([NARROW.height - 56, NARROW.height, NARROW.width]);
      expect(await axeViolations(page)).toEqual([]);
      for (const [name, seen] of [
        ['Real-Time Monitoring', 'Monitoring'],
        ['Employee Management', 'Management'],
        ['Reports & Analytics', 'Reports'],
        ['Settings', 'Settings'],
      ] as const) {
        const tab = page.getByRole('tab', { name, exact: true });
        await tab.click();
        await isTab(page, name);
        expect(await overflowsHorizontally(page), name).toBe(false);
        const shown = tab.getByText(seen, { exact: seen === name });
        expect((await boxOf(shown.first())).width).toBeLessThanOrEqual(NARROW.width / 4);
      }
      await page.setViewportSize(PHONE);
      await takeScreenshots(page, 'bar', [NARROW, PHONE]);
      await page.emulateMedia({ forcedColors: 'active' });
      const grounds = await page
        .getByRole('tab')
        .evaluateAll((tabs) =>
          tabs.map((tab) => getComputedStyle(tab.firstElementChild ?? tab).backgroundColor),
        );
      expect(new Set(grounds.slice(0, 3)).size).toBe(1);
      expect(grounds.slice(0, 3)).not.toContain(grounds[3]);
      await page.emulateMedia({ forcedColors: 'none' });
      // Buttons at the lower edge stay above the bar. Messages lie over it, so that they cover no row.
      await page.getByRole('link', { name: 'Work hours' }).click();
      const save = await boxOf(page.getByRole('button', { name: 'Save', exact: true }));
      expect(save.bottom).toBeLessThanOrEqual(PHONE.height - 56);
      await page.getByRole('tab', { name: 'Employee Management' }).click();
      await openPerson(browser, 'Maya Gurung');
      await expect(dialog(browser).getByRole('button', { name: 'Open page' })).toBeAttached();
      // The drawer keeps its header and its buttons in sight while it scrolls.
      const moved = await dialog(browser).evaluate((element) => {
        element.scrollTop = element.scrollHeight;
        return element.scrollTop;
      });
      expect(moved).toBe(0);
      await press(browser, 'Edit');
      await dialog(browser).getByLabel('Position').selectOption('Lead');
      await press(browser, 'Save');
      const told = page.getByRole('status').getByText('Maya Gurung was saved.');
      await expect(told).toBeVisible();
      expect((await boxOf(told)).top).toBeGreaterThanOrEqual(PHONE.height - 56);
      // On a desk the tabs are above the panel.
      await page.setViewportSize(DESK);
      expect((await boxOf(bar)).bottom).toBeLessThan(DESK.height / 2);
    }));

  it('leads employees to the clock and to the timesheet, and Back returns', () =>
    withApp(async (app) => {
      const browser = await openDashboard(app);
      const { page } = browser;
      // Even at 320 px wide, the status has an icon and not only a word and a colour.
      await page.setViewportSize(NARROW);
      await expect(page.getByRole('region', { name: 'Status', exact: true }).locator('svg')).toBeVisible();
      await page.setViewportSize(PHONE);
      await page.getByLabel('Notes').fill('Early shift');
      await page.evaluate(() => scrollTo(0, 200));
      await openTimesheet(browser);
      expect(new URL(page.url()).hash).toBe('#timesheet');
      expect(await page.evaluate(() => scrollY)).toBe(0);
      expect(await clockOf(browser).isVisible()).toBe(false);
      await page.waitForFunction(() => document.title === 'Timesheet - Punctual');
      await page.goBack();
      await isTab(page, 'Clock');
      await expect(page.getByLabel('Notes')).toHaveValue('Early shift');
      await expect(timesheetOf(browser)).not.toBeAttached();
      await page.goForward();
      await page.reload();
      await expect(page.getByRole('tabpanel', { name: 'Timesheet' })).toBeVisible();
      await isTab(page, 'Timesheet');
      // In landscape or on a desk, clock and timesheet are both visible, so there is no tab for the timesheet.
      await page.setViewportSize(DESK);
      await expect(clockOf(browser)).toBeVisible();
      await expect(timesheetOf(browser)).toBeVisible();
      await expect.poll(() => page.getByRole('tab').allTextContents()).toEqual(['Clock', 'Leave']);
      await isTab(page, 'Clock');
    }));
});

describe('the product on the home screen', () => {
  it('Chromium accepts the manifest and the icons for installation', () =>
    withApp(async (app) => {
      const { page, context } = await app.openBrowser();
      const session = await context.newCDPSession(page);
      const { url, errors } = await session.send('Page.getAppManifest');
      expect([url, errors]).toEqual([`${app.url}/manifest.webmanifest`, []]);
      const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
      // Tests run in private mode, in which Chromium cannot install an application.
      expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
      const manifest = await page.request.get(url);
      expect(manifest.headers()).toMatchObject({
        'content-type': expect.stringContaining('application/manifest+json') as string,
        'content-security-policy': expect.stringContaining("default-src 'self'") as string,
        'x-content-type-options': 'nosniff',
      });
      const { icons } = (await manifest.json()) as {
        icons: { src: string; sizes: string; type: string; purpose?: string }[];
      };
      expect(icons.map(({ sizes, purpose }) => `${sizes} ${purpose ?? 'any'}`)).toEqual(
        expect.arrayContaining(['192x192 any', '512x512 any', '512x512 maskable']),
      );
      const touch = await page.locator('link[rel=apple-touch-icon]').getAttribute('href');
      const drawn = [...icons, { src: touch ?? '', sizes: '180x180', type: 'image/png' }];
      for (const { src, sizes, type } of drawn.filter((icon) => icon.type === 'image/png')) {
        const icon = await page.request.get(`${app.url}${src}`);
        const bytes = await icon.body();
        expect([
          icon.headers()['content-type'],
          `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`,
        ]).toEqual([type, sizes]);
      }
      await session.detach();
    }));
});
