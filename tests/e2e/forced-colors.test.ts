import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { axeViolations, takeScreenshots } from './browser.ts';
import { withApp } from './app.ts';
import { createEmployeeWithEntries, generate, openReports, WEEK } from './reports-page.ts';

/** Borders and background of each control; the weight of its text alone is too hard to see. */
const looksOf = (controls: Locator): Promise<string[]> =>
  controls.evaluateAll((all) => {
    const page = getComputedStyle(document.documentElement).backgroundColor;
    return all.map((control) => {
      const { borderBottom, borderLeft, backgroundColor } = getComputedStyle(control);
      return [borderBottom, borderLeft, backgroundColor.endsWith(', 0)') ? page : backgroundColor].join(' ');
    });
  });

/** Expects the chosen control to look different and all others to look alike. */
async function standsOut(all: Locator, chosen: number): Promise<void> {
  const looks = await looksOf(all);
  const others = looks.filter((_, index) => index !== chosen);
  expect(others.length).toBeGreaterThan(0);
  expect(new Set(others).size).toBe(1);
  expect(others).not.toContain(looks[chosen]);
}

describe('in forced colours', () => {
  it('the chosen tab, view, report and filter and the highlighted option stand out', () =>
    withApp(async (app) => {
      await createEmployeeWithEntries(app, 'Maya Gurung', WEEK);
      await createEmployeeWithEntries(app, 'Ram Thapa', WEEK);
      const browser = await openReports(app);
      const { page } = browser;
      await page.emulateMedia({ forcedColors: 'active' });
      await standsOut(page.getByRole('tab'), 2);
      await standsOut(page.getByRole('group', { name: 'Report on' }).getByRole('button'), 0);
      await page.getByPlaceholder('Search by name or email').click();
      await page.keyboard.press('ArrowDown');
      await expect(page.getByRole('option').locator('visible=true')).toHaveCount(2);
      await expect(page.locator('[role=option][data-highlighted]')).toBeVisible();
      const highlighted = await page
        .getByRole('option')
        .evaluateAll((options) => options.findIndex((option) => option.hasAttribute('data-highlighted')));
      await standsOut(page.getByRole('option'), highlighted);
      await page.keyboard.press('Escape');
      await generate(browser, 'Maya Gurung', { from: '2026-11-16', to: '2026-11-19' });
      await generate(browser, 'Ram Thapa');
      await standsOut(page.getByRole('region', { name: 'Previous Reports' }).locator('li > button'), 0);
      expect(await axeViolations(page)).toEqual([]);
      await takeScreenshots(page, 'forced-colors-report');
      await page.getByRole('tab', { name: 'Real-Time Monitoring' }).click();
      await page.getByRole('button', { name: 'Out 2' }).click();
      await standsOut(page.getByRole('tab'), 0);
      await standsOut(page.getByRole('group', { name: 'Show only' }).getByRole('button'), 5);
      await takeScreenshots(page, 'forced-colors-monitoring');
    }));

  it('the current step of registration stands out', () =>
    withApp(async (app) => {
      const { page } = await app.openBrowser();
      await page.emulateMedia({ forcedColors: 'active' });
      await page.getByRole('button', { name: 'Create account' }).click();
      await expect(page.getByLabel('Full Name')).toBeVisible();
      await standsOut(page.getByRole('listitem').locator('> span:first-child'), 0);
    }));
});
