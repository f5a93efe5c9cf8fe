import { describe, expect, it } from 'vitest';
import { requestId } from '#tests/make';
import { withApp } from './app.ts';
import { axeViolations, DESK, NARROW, overflowsHorizontally, PHONE, takeScreenshots } from './browser.ts';
import { personPage } from './employees-page.ts';
import { openMonitoring } from './monitoring-page.ts';
import { createEmployeeWithEntries, entry, WEEK } from './reports-page.ts';

describe('the page of a person', () => {
  it('is reached by two taps, and shows a month as bars with its requests, locks and totals', () =>
    withApp(async (app) => {
      await createEmployeeWithEntries(app, 'Maya Gurung', [...WEEK, entry('2026-10-06 09:00-17:00')]);
      const client = await app.signInElsewhere(app.admin);
      await client.ask('closePeriods', { first: '2026-10-01', last: '2026-10-31', requestId: requestId() });
      const browser = await openMonitoring(app);
      const { page } = browser;
      await page.getByRole('button', { name: 'Maya Gurung', exact: true }).first().click();
      const its = personPage(page, 'Maya Gurung');
      const month = its.getByRole('list', { name: 'Days of November 2026' });
      await expect(month.getByRole('button', { name: /^Tuesday, Nov 17: 08:55 to 19:25/ })).toBeVisible();
      await its.getByRole('button', { name: 'Previous month' }).click();
      await page.waitForURL(/month=2026-10/);
      const october = its.getByRole('list', { name: 'Days of October 2026' });
      await expect(october.getByRole('img', { name: /^Tuesday, Oct 6: 09:00 to 17:00/ })).toBeVisible();
      await expect(its.getByText(/^Closed on/)).toBeVisible();
      await expect(october.getByRole('button')).toHaveCount(0);
      await page.evaluate(() => {
        location.hash = location.hash.replace('2026-10', '2025-01');
      });
      await expect(its.getByText('No entries in January 2025')).toBeVisible();
      await its.getByRole('button', { name: 'This month' }).click();
      await expect(month).toBeVisible();
      for (const viewport of [NARROW, PHONE, DESK]) {
        await page.setViewportSize(viewport);
        expect(await axeViolations(page)).toEqual([]);
        expect(await overflowsHorizontally(page)).toBe(false);
      }
      await takeScreenshots(page, 'person-page');
    }));

  it('opens the form with the time to which an end was dragged or moved by keys, and changes nothing alone', () =>
    withApp(async (app) => {
      await createEmployeeWithEntries(app, 'Maya Gurung', WEEK);
      const { page } = await openMonitoring(app);
      await page.getByRole('button', { name: 'Maya Gurung', exact: true }).first().click();
      const row = page
        .getByRole('listitem')
        .filter({ has: page.getByRole('button', { name: /^Tuesday, Nov 17/ }) });
      const form = page.getByRole('dialog', { name: 'Correct hours of Maya Gurung' });
      const end = row.getByRole('slider', { name: 'End' });
      await row.hover();
      await row.getByRole('button', { name: /^Tuesday/ }).hover();
      const from = await end.boundingBox();
      if (!from) throw new Error('There is no handle.');
      await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
      await page.mouse.down();
      await page.mouse.move(from.x - 60, from.y + from.height / 2, { steps: 4 });
      const dragged = await end.getAttribute('aria-valuetext');
      await page.mouse.up();
      expect(dragged).toMatch(/^1[678]:\d[05]$/);
      await expect(form.getByLabel('Clock Out')).toHaveValue(dragged ?? '');
      await form.getByRole('button', { name: 'Cancel' }).click();
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: 'Discard' })
        .click({ timeout: 2000 })
        .catch(() => undefined);
      await row.getByRole('button', { name: /^Tuesday/ }).focus();
      await page.keyboard.press('Tab');
      await expect(row.getByRole('slider', { name: 'Start' })).toBeFocused();
      await page.keyboard.press('Shift+ArrowLeft');
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('Enter');
      await expect(form.getByLabel('Clock In')).toHaveValue('08:39');
      expect((await app.owner.query('SELECT FROM correction')).rows).toHaveLength(0);
    }));
});
