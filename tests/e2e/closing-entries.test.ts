import { describe, expect, it } from 'vitest';
import { accessibilityFaults, takePictures } from './browser.ts';
import { MINUTE, onStage, signIn } from './stage.ts';

const HOUR = 60 * MINUTE;

describe('an entry that was left open', () => {
  it('is flagged, closed by an admin with time and reason, and its employee sees who did it and why', () =>
    onStage(async (stage) => {
      const maya = await stage.hire('Maya Gurung');
      await stage.clockIn(maya, 'Opening');
      await stage.pass(24 * HOUR);
      const hers = await stage.visit();
      await signIn(hers, maya);
      await hers.page.getByRole('button', { name: 'Clock Out' }).waitFor();
      const visit = await stage.visit();
      await signIn(visit, stage.admin);
      await visit.page.getByRole('tab', { name: 'Employee Management' }).click();
      const row = visit.page.getByRole('listitem').filter({ hasText: 'Maya Gurung' });
      await row.getByText('Left open').waitFor();
      await row.getByRole('button').click();
      await visit.page.getByText('This entry was left open').waitFor();
      await visit.page.getByRole('button', { name: 'Close entry' }).click();
      const dialog = visit.page.getByRole('dialog', { name: 'Close entry of Maya Gurung' });
      await dialog.getByText('Clocked in Nov 20, 2026, 08:55.').waitFor();
      expect(await dialog.getByLabel('Date').inputValue()).toBe('2026-11-20');
      await dialog.getByRole('button', { name: 'Close entry' }).click();
      await dialog.getByText('Invalid time string: must be a non-empty string').waitFor();
      await dialog.getByText('Please give a reason').waitFor();
      expect(await accessibilityFaults(visit.page)).toEqual([]);
      visit.expectProblem(/400/);
      await dialog.getByLabel('Time').fill('08:00');
      await dialog.getByLabel('Reason').fill('Forgot to clock out');
      await dialog.getByRole('button', { name: 'Close entry' }).click();
      await dialog.getByText('The time must not be before the last punch, Nov 20, 2026, 08:55').waitFor();
      await takePictures(visit.page, 'close-entry');
      await dialog.getByLabel('Time').fill('17:00');
      await dialog.getByRole('button', { name: 'Close entry' }).click();
      await visit.page.getByText('This entry was left open').waitFor({ state: 'detached' });
      await visit.page.waitForFunction(() => document.activeElement?.closest('[role=dialog]'));
      await visit.page.getByRole('button', { name: 'Close', exact: true }).click();
      expect(await row.getByText('Left open').count()).toBe(0);

      const told = hers.page.getByRole('region', { name: 'Closed by an administrator' });
      await told.getByText('Nov 20, 2026, 08:55 - 17:00').waitFor();
      await told
        .getByText('Clocked out by Administrator on Nov 21, 2026, 08:55: Forgot to clock out')
        .waitFor();
      await hers.page.getByRole('button', { name: 'Clock In' }).waitFor();
      expect(await accessibilityFaults(hers.page)).toEqual([]);
      await takePictures(hers.page, 'closed-entry');
    }));

  it('cannot be closed while the settings cannot be loaded, which is said; when they are, the form begins in its first field', () =>
    onStage(async (stage) => {
      await stage.clockIn(await stage.hire('Maya Gurung'));
      await stage.pass(24 * HOUR);
      const visit = await stage.visit();
      await signIn(visit, stage.admin);
      visit.expectProblem(/ERR_CONNECTION_FAILED/);
      await visit.page.route(/\/api\/settings\/app-config$/, (route) => route.abort('connectionfailed'));
      await visit.page.getByRole('button', { name: 'Close entry' }).first().click();
      const dialog = visit.page.getByRole('dialog', { name: 'Close entry of Maya Gurung' });
      await dialog.getByText('Failed to load settings').waitFor();
      expect(await accessibilityFaults(visit.page)).toEqual([]);
      await visit.page.unroute(/\/api\/settings\/app-config$/);
      await dialog.getByRole('button', { name: 'Try again' }).click();
      await dialog.getByLabel('Date').waitFor();
      await visit.page.waitForFunction(() => document.activeElement?.getAttribute('type') === 'date');
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await dialog.waitFor({ state: 'detached' });
    }));
});
