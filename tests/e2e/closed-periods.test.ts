import { expect, it } from 'vitest';
import { withApp } from './app.ts';
import { DESK, takeScreenshots } from './browser.ts';
import { createEmployeeWithEntries, entry } from './reports-page.ts';

/** Monday, November 2, 2026, 08:55 in Kathmandu: October is over. */
const NOVEMBER = Date.parse('2026-11-02T03:10:00.000Z');
const SINCE = '2026-10-29T02:15:00.000Z';

it('in a closed pay period nobody can approve other times that were sent back earlier', () =>
  withApp(
    async (app) => {
      const maya = await createEmployeeWithEntries(
        app,
        'Maya Gurung',
        [entry('2026-10-29 09:00-17:30')],
        SINCE,
      );
      const at = (time: string) => ({ day: '2026-10-29', time });
      const added = (clockOut: string) => [
        { entryId: null, old: null, new: { clockIn: at('19:00'), clockOut: at(clockOut), breaks: [] } },
      ];
      const hers = await app.signInElsewhere(maya);
      const { correction } = await hers.ask('askCorrection', {
        day: '2026-10-29',
        reason: 'Forgot',
        changes: added('21:00'),
      });
      const { id, version } = correction;
      const admin = await app.signInElsewhere(app.admin);
      await admin.ask('sendBackCorrection', {
        id,
        version,
        reason: 'Until eight',
        changes: added('20:00'),
      });
      const { page } = await app.openBrowser({ as: maya, viewport: DESK });
      const waiting = page.getByRole('region', { name: 'Waiting for you' });
      const approve = waiting.getByRole('button', { name: 'Approve' });
      await expect(approve).toBeVisible();

      const october = { first: '2026-10-01', last: '2026-10-31' };
      await admin.ask('closePeriods', { ...october, userIds: [maya.id], reason: 'Payday' });
      await expect(waiting.getByText('Closed on Nov 2', { exact: true })).toBeVisible();
      await expect(approve).not.toBeAttached();
      await takeScreenshots(page, 'sent-back-locked');
      await page.getByRole('button', { name: 'Previous week' }).click();
      await page.getByRole('button', { name: 'Sent back' }).click();
      const details = page.getByRole('dialog', { name: 'Correction' });
      await expect(details.getByText('Closed on Nov 2', { exact: true })).toBeVisible();
      expect(await details.getByRole('button', { name: 'Approve' }).count()).toBe(0);
      await details.getByRole('button', { name: 'Withdraw' }).click();
      await expect(waiting).not.toBeAttached();
    },
    { now: NOVEMBER },
  ));
