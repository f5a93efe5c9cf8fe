import { describe, expect, it } from 'vitest';
import { withApp } from './app.ts';
import { axeViolations, DESK, takeScreenshots } from './browser.ts';
import { createEmployeeWithEntries, entry, generate, openReports } from './reports-page.ts';

/** Monday, November 2, 2026, 08:55 in Kathmandu: October is over. */
const NOVEMBER = Date.parse('2026-11-02T03:10:00.000Z');
const SINCE = '2026-10-29T02:15:00.000Z';
const OCTOBER = [
  entry('2026-10-29 09:00-17:30', { breaks: ['12:00-12:30'] }),
  entry('2026-10-30 09:00-18:00', { breaks: ['12:00-12:30'] }),
];

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

describe('a pay period', () => {
  it('a closed period says so at its rows, its requests and the date of a new entry', () =>
    withApp(
      async (app) => {
        const maya = await createEmployeeWithEntries(app, 'Maya Gurung', OCTOBER, SINCE);
        const at = (time: string) => ({ day: '2026-10-29', time });
        const hers = await app.signInElsewhere(maya);
        await hers.ask('askCorrection', {
          day: '2026-10-29',
          reason: 'Forgot',
          changes: [
            { entryId: null, old: null, new: { clockIn: at('19:00'), clockOut: at('20:00'), breaks: [] } },
          ],
        });
        const admin = await app.signInElsewhere(app.admin);
        const october = { first: '2026-10-01', last: '2026-10-31' };
        await admin.ask('closePeriods', { ...october, userIds: [maya.id], reason: 'Payday' });

        const browser = await openReports(app, { viewport: DESK });
        const { page } = browser;
        await generate(browser, 'Maya Gurung', { from: '2026-10-26', to: '2026-11-02' });
        const table = page.getByRole('table', { name: 'Time Entries' });
        await expect(table.getByText('Closed on Nov 2', { exact: true })).toHaveCount(OCTOBER.length);
        expect(await table.getByRole('button', { name: /^Correct/ }).count()).toBe(0);
        await page.getByRole('button', { name: 'Add entry', exact: true }).click();
        const adding = page.getByRole('dialog', { name: /^Correct hours of/ });
        const date = adding.getByLabel('Date');
        await expect(date).toHaveValue('2026-11-02');
        expect([await date.getAttribute('min'), await date.getAttribute('max')]).toEqual([
          '2026-09-01',
          '2026-11-02',
        ]);
        for (const [day, why] of [
          ['2026-10-01', 'Closed on Nov 2'],
          ['2026-11-03', 'In the future'],
          ['2026-08-31', 'Too old'],
        ] as const) {
          await date.fill(day);
          await expect(adding.getByText(why, { exact: true })).toBeVisible();
        }
        await adding.getByLabel('Reason').fill('Forgot');
        await adding.getByRole('button', { name: 'Save correction' }).click();
        await expect(date).toBeFocused();
        await takeScreenshots(page, 'add-entry-locked');
        await date.fill('2026-11-02');
        await expect(adding.getByText('Too old')).not.toBeAttached();
        await adding.getByRole('button', { name: 'Cancel' }).click();
        await page.getByRole('button', { name: 'Discard' }).click();

        await page.goto(`${app.url}/#monitoring/requests`);
        const request = page.getByRole('list', { name: 'Requests to review' }).getByRole('listitem');
        await expect(request.getByText('Closed on Nov 2', { exact: true })).toBeVisible();
        expect(await page.getByRole('button', { name: /^Approve Maya/ }).count()).toBe(0);
        expect(await axeViolations(page)).toEqual([]);
        await takeScreenshots(page, 'request-locked');
        await request.getByRole('button', { name: /^Details/ }).click();
        const drawer = page.getByRole('dialog', { name: 'Maya Gurung' });
        await expect(drawer.getByText('Closed on Nov 2', { exact: true })).toBeVisible();
        expect(await drawer.getByRole('button', { name: /Approve|Change/ }).count()).toBe(0);
        await takeScreenshots(page, 'request-locked-open');
        await drawer.getByRole('button', { name: 'Decline' }).click();
        const declining = page.getByRole('dialog', { name: /^Decline/ });
        await declining.getByLabel('Reason').fill('Paid already');
        await declining.getByRole('button', { name: 'Decline', exact: true }).click();
        await expect(drawer.getByText('Declined', { exact: true })).toBeVisible();
      },
      { now: NOVEMBER },
    ));
});
