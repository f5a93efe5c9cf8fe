/** Leads: given on the page, and what they see and decide. */
import { describe, expect, it } from 'vitest';
import { MINUTE, withApp } from './app.ts';
import { axeViolations, DESK, overflowsHorizontally, PHONE, takeScreenshots } from './browser.ts';
import { openPersonPage } from './employees-page.ts';

describe('a team', () => {
  it('is given to a lead on their page, decided on their phone, and taken away at once', () =>
    withApp(async (app) => {
      const lea = await app.createEmployee('Lea Lead');
      const ada = await app.createEmployee('Ada Lovelace');
      const own = await app.openBrowser({ as: lea, viewport: PHONE });
      const tab = own.page.getByRole('tab', { name: 'Team' });
      await expect(own.page.getByRole('tab', { name: 'Timesheet' })).toBeVisible();
      await expect(tab).not.toBeVisible();

      const { page } = await app.openBrowser({ as: app.admin });
      await page.goto(`${app.url}/#employees`);
      await page.getByRole('button', { name: 'Lea Lead' }).first().click();
      const its = await openPersonPage(page, 'Lea Lead', 'Details');
      await its.getByRole('button', { name: 'Add', exact: true }).click();
      const form = page.getByRole('dialog', { name: 'People led by Lea Lead' });
      await form.getByRole('button', { name: 'Add', exact: true }).click();
      await expect(form.getByText('Choose a studio, a hub or a person')).toBeVisible();
      await form.getByRole('combobox', { name: 'Studio, hub or person' }).fill('Ada');
      await page.getByRole('option', { name: /Ada Lovelace/ }).click();
      expect(await axeViolations(page)).toEqual([]);
      await takeScreenshots(page, 'lead-form');
      await form.getByRole('button', { name: 'Add', exact: true }).click();
      await expect(its.getByText('from Nov 20, 2026')).toBeVisible();
      await takeScreenshots(page, 'lead-page');

      await tab.click();
      const today = own.page.getByRole('region', { name: 'Today' });
      await expect(today.getByText('Not clocked in')).toBeVisible();
      await app.clockIn(ada, 'A note for nobody else');
      await expect(today.getByText('Working since 08:55')).toBeVisible();
      await expect(own.page.getByText('A note for nobody else')).not.toBeVisible();

      const client = await app.signInElsewhere(ada);
      const leave = { kind: 'holiday', first: '2026-11-24', last: '2026-11-24', half: null };
      await client.ask('askLeave', { old: null, new: leave, reason: 'A wedding' });
      await expect(own.page.getByRole('tab', { name: 'Team 1 requests to review' })).toBeVisible();
      const requests = own.page.getByRole('region', { name: 'Requests (1)' });
      await expect(requests.getByText('A wedding')).toBeVisible();
      await expect(requests.getByText('of work, 8h')).toBeVisible();
      for (const viewport of [PHONE, DESK]) {
        await own.page.setViewportSize(viewport);
        await expect(tab).toBeVisible();
        expect(await overflowsHorizontally(own.page)).toBe(false);
      }
      expect(await axeViolations(own.page)).toEqual([]);
      await takeScreenshots(own.page, 'team');
      await requests.getByRole('button', { name: /^Approve/ }).click();
      await expect(own.page.getByText('The request was approved.')).toBeVisible();
      await expect(own.page.getByText('No requests', { exact: true })).toBeVisible();
      expect((await client.ask('leave', {})).leave).toHaveLength(1);

      // The Team tab may send one more request before it disappears.
      own.expectError(/403 \(Forbidden\).*\/api\/team/);
      await its.getByRole('button', { name: 'Remove Ada Lovelace' }).click();
      await expect(its.getByText('No team')).toBeVisible();
      await expect(tab).not.toBeVisible();
      await expect(own.page.getByRole('region', { name: 'Time clock' })).toBeVisible();
      await app.advance(MINUTE);
    }));
});
