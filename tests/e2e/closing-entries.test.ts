import { describe, expect, it } from 'vitest';
import { axeViolations, takeScreenshots, refuse } from './browser.ts';
import { MINUTE, withApp } from './app.ts';

const HOUR = 60 * MINUTE;

describe('entries left open', () => {
  it('an entry left open is flagged, closes without moving its drawer, and shows its employee which admin closed it and why', () =>
    withApp(async (app) => {
      const maya = await app.createEmployee('Maya Gurung');
      await app.clockIn(maya, 'Opening');
      await app.advance(24 * HOUR);
      const browser = await app.openBrowser({ as: app.admin });
      await browser.page.getByRole('tab', { name: 'Employee Management' }).click();
      const row = browser.page.getByRole('listitem').filter({ hasText: 'Maya Gurung' });
      await expect(row.getByText('End missing')).toBeVisible();
      await row.getByRole('button').click();
      const openEntry = browser.page.getByRole('region', { name: 'Open entry' });
      await expect(openEntry.getByText('End missing')).toBeVisible();
      const placeBelow = () => browser.page.getByText('Member Since').boundingBox();
      const before = await placeBelow();
      await browser.page.getByRole('button', { name: 'Close entry' }).click();
      const dialog = browser.page.getByRole('dialog', { name: 'Close entry of Maya Gurung' });
      await expect(dialog.getByText('Clocked in Nov 20, 2026, 08:55.')).toBeVisible();
      await expect(dialog.getByLabel('Date')).toHaveValue('2026-11-20');
      await dialog.getByRole('button', { name: 'Close entry' }).click();
      await expect(dialog.getByText('Enter the time they left')).toBeVisible();
      await expect(dialog.getByText('Enter a reason')).toBeVisible();
      expect(await axeViolations(browser.page)).toEqual([]);
      browser.expectError(/400/);
      await dialog.getByLabel('Time').fill('08:00');
      await dialog.getByLabel('Reason').fill('Forgot to clock out');
      await dialog.getByRole('button', { name: 'Close entry' }).click();
      await expect(
        dialog.getByText('The time must not be before the last punch, Nov 20, 2026, 08:55'),
      ).toBeVisible();
      await takeScreenshots(browser.page, 'close-entry');
      await dialog.getByLabel('Date').fill('2026-11-21');
      await dialog.getByLabel('Time').fill('0500');
      await dialog.getByRole('button', { name: 'Close entry' }).click();
      await expect(dialog.getByText(/^Friday 08:55 to Saturday 05:00, 20h 5m\?$/)).toBeVisible();
      await expect(dialog.getByRole('button', { name: 'Yes', exact: true })).toBeFocused();
      await takeScreenshots(browser.page, 'close-entry-question');
      await dialog.getByRole('button', { name: '17:00 End of the shift' }).click();
      await expect(dialog.getByLabel('Date')).toHaveValue('2026-11-20');
      await expect(dialog.getByLabel('Time')).toHaveValue('17:00');
      await dialog.getByRole('button', { name: 'Close entry' }).click();
      await expect(browser.page.getByText('The entry is closed')).toBeVisible();
      await expect(openEntry.getByText('End missing')).not.toBeAttached();
      await expect(browser.page.getByRole('button', { name: 'Closed' })).toBeFocused();
      expect(await placeBelow()).toEqual(before);
      await browser.page.getByRole('dialog').getByRole('button', { name: 'Corrected' }).click();
      await expect(
        browser.page.getByRole('dialog', { name: 'Correction' }).getByText(/End stated by Administrator/),
      ).toBeVisible();
      await browser.page.keyboard.press('Escape');
      await browser.page.keyboard.press('Escape');
      await expect(row.getByText('End missing')).not.toBeAttached();

      const hers = await app.openBrowser({ as: maya });
      const told = hers.page.getByRole('region', { name: 'Ends stated today' });
      await expect(told.getByText('Nov 20, 2026, 08:55 - 17:00')).toBeVisible();
      await told.getByRole('button', { name: 'Corrected' }).click();
      const why = hers.page.getByRole('dialog', { name: 'Correction' });
      await expect(why.getByText('08:55 - End missing')).toBeVisible();
      await expect(
        why.getByText('End stated by Administrator on Nov 21, 2026, 08:55: Forgot to clock out'),
      ).toBeVisible();
      await why.getByRole('button', { name: 'Close', exact: true }).last().click();
      await expect(hers.page.getByRole('button', { name: 'Clock In' })).toBeVisible();
      expect(await axeViolations(hers.page)).toEqual([]);
      await takeScreenshots(hers.page, 'closed-entry');
    }));

  it('an entry left open can end at either occurrence of an hour that the autumn night repeats', () =>
    withApp(
      async (app) => {
        const maya = await app.createEmployee('Maya Gurung');
        await app.clockIn(maya);
        await app.advance(37 * HOUR);
        const browser = await app.openBrowser({ as: app.admin });
        await browser.page.getByRole('button', { name: 'Close entry' }).first().click();
        const dialog = browser.page.getByRole('dialog', { name: 'Close entry of Maya Gurung' });
        await dialog.getByLabel('Date').fill('2026-10-25');
        await dialog.getByLabel('Time').fill('03:10');
        expect(await dialog.getByLabel('Which of the two').count()).toBe(0);
        await dialog.getByLabel('Time').fill('02:50');
        await expect(dialog.getByLabel('Which of the two')).toBeVisible();
        expect(await dialog.getByLabel('Which of the two').getByRole('option').allTextContents()).toEqual([
          '02:50 (UTC+02:00)',
          '02:50 (UTC+01:00)',
        ]);
        await dialog.getByLabel('Which of the two').selectOption('02:50 (UTC+01:00)');
        await dialog.getByLabel('Reason').fill('Forgot to clock out');
        await takeScreenshots(browser.page, 'close-entry-autumn');
        await dialog.getByRole('button', { name: 'Close entry' }).click();
        await dialog.getByRole('button', { name: 'Yes', exact: true }).click();
        await expect(dialog).not.toBeAttached();
        const { rows } = await app.owner.query('SELECT clock_out FROM counted_entry');
        expect(rows).toEqual([{ clock_out: Date.parse('2026-10-25T01:50:00.000Z') }]);
      },
      // Saturday, 02:50 in Berlin; the clocks go back the next night.
      { zone: 'Europe/Berlin', now: Date.parse('2026-10-24T00:50:00.000Z') },
    ));

  it('no entry can be closed until the settings of that day load, and then the form focuses its first field', () =>
    withApp(async (app) => {
      await app.clockIn(await app.createEmployee('Maya Gurung'));
      await app.advance(24 * HOUR);
      const browser = await app.openBrowser({ as: app.admin });
      const { page } = browser;
      browser.expectError(/status of 500/);
      await page.route(/\/api\/employees\/person\?/, refuse('server_error'));
      await page.getByRole('button', { name: 'Close entry' }).first().click();
      const dialog = page.getByRole('dialog', { name: 'Close entry of Maya Gurung' });
      await expect(dialog.getByText('Failed to load settings')).toBeVisible();
      await page.unroute(/\/api\/employees\/person\?/);
      // Frames come late, so the dialog moves the focus only after the answer.
      await page.evaluate(drawLate);
      await dialog.getByRole('button', { name: 'Try again' }).click();
      await expect(dialog.getByLabel('Time')).toBeFocused();
      await page.evaluate(() => new Promise((resolve) => void requestAnimationFrame(resolve)));
      expect(await dialog.getByLabel('Time').evaluate((field) => field === document.activeElement)).toBe(
        true,
      );
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await expect(dialog).not.toBeAttached();
    }));
});

/** In the page: delays every animation frame by a second, as on a slow machine. */
function drawLate(): void {
  const frame = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (callback) =>
    frame(() => void setTimeout(() => callback(performance.now()), 1000));
}
