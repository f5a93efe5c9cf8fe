/** The yearly allowance: set in Settings, shown to employees, confirmed if overdrawn, and changed with a reason. */
import { expect, it } from 'vitest';
import { withApp } from './app.ts';
import {
  axeViolations,
  DESK,
  NARROW,
  overflowsHorizontally,
  PHONE,
  takeScreenshots,
  refuse,
} from './browser.ts';
import { hold } from './request-timeouts.ts';
import { openPersonPage } from './employees-page.ts';

it('leave of a year is kept, asked for with its cost, overdrawn after a question, and changed by an administrator', () =>
  withApp(async (app) => {
    const maya = await app.createEmployee('Maya Gurung');
    const { page } = await app.openBrowser({ as: app.admin });
    await page.goto(`${app.url}/#settings/leave`);
    const card = page.getByRole('region', { name: 'Leave', exact: true });
    await expect(card.getByText('No allowance is kept.')).toBeVisible();
    await card.getByRole('button', { name: 'Edit leave settings' }).click();
    await card.getByLabel('Allowance of a year').fill('many');
    await card.getByRole('button', { name: 'Save leave settings' }).click();
    await expect(card.getByText('Enter a number')).toBeVisible();
    await card.getByLabel('Allowance of a year').fill('30');
    expect(await axeViolations(page)).toEqual([]);
    await takeScreenshots(page, 'allowance-settings');
    await card.getByRole('button', { name: 'Save leave settings' }).click();
    await expect(card.getByText('30 days a year. Unused days expire after March.')).toBeVisible();

    const hers = await app.openBrowser({ as: maya, viewport: PHONE });
    await hers.page.getByRole('tab', { name: 'Leave' }).click();
    const leave = hers.page.getByRole('region', { name: 'Leave', exact: true });
    // Maya joined on November 20, so she gets 42/365 of the 30 days.
    await expect(leave.getByText('3½ of 3½ days left')).toBeVisible();
    await leave.getByRole('button', { name: 'Holiday' }).click();
    const dialog = hers.page.getByRole('dialog', { name: 'Holiday' });
    await dialog.getByLabel('First day').fill('2026-11-23');
    await dialog.getByLabel('Last day').fill('2026-11-24');
    await expect(dialog.getByText("You'll have 1½ days left for 2026")).toBeVisible();
    // The request waits until its effect on the allowance is known.
    const release = await hold(hers.page, '/api/leave/cost?*');
    await dialog.getByLabel('Last day').fill('2026-11-27');
    await dialog.getByRole('button', { name: 'Send request' }).click();
    await expect(dialog.getByRole('button', { name: 'Sending...' })).toBeVisible();
    release();
    await expect(dialog.getByText('1½ days more than you have in 2026. Go on?')).toBeVisible();
    await takeScreenshots(hers.page, 'allowance-dialog');
    await dialog.getByRole('button', { name: 'Yes' }).click();
    await expect(dialog).not.toBeAttached();
    // If the effect cannot be loaded, the request is sent without it.
    hers.expectError(/500/);
    await hers.page.route('**/api/leave/cost?*', refuse('server_error'));
    await leave.getByRole('button', { name: 'Holiday' }).click();
    await dialog.getByLabel('First day').fill('2026-12-01');
    await expect(dialog.getByText('What it costs cannot be shown at the moment.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Send request' }).click();
    await expect(dialog).not.toBeAttached();
    await leave.getByText('3½ of 3½ days left').click();
    await expect(leave.getByText('Nov 23, 2026 - Nov 27, 2026, awaiting approval')).toBeVisible();
    expect(await axeViolations(hers.page)).toEqual([]);
    for (const viewport of [NARROW, DESK]) {
      await hers.page.setViewportSize(viewport);
      expect(await overflowsHorizontally(hers.page)).toBe(false);
    }
    await takeScreenshots(hers.page, 'allowance-card');

    await page.goto(`${app.url}/#/monitoring/requests`);
    await expect(page.getByText('2½ days more than they have in 2026')).toHaveCount(2);
    await takeScreenshots(page, 'allowance-requests');

    await page.goto(`${app.url}/#employees`);
    await page.getByRole('button', { name: 'Maya Gurung' }).first().click();
    const its = await openPersonPage(page, 'Maya Gurung', 'Leave');
    await its.getByText('3½ of 3½ days left').click();
    await its.getByRole('button', { name: 'Change allowance 2026' }).click();
    const form = page.getByRole('dialog', { name: 'Allowance 2026' });
    await form.getByLabel('Days of the year').fill('12,5');
    await form.getByRole('button', { name: 'Save allowance' }).click();
    await expect(form.getByText('Enter a reason')).toBeVisible();
    await form.getByLabel('Reason').fill('As agreed');
    expect(await axeViolations(page)).toEqual([]);
    await takeScreenshots(page, 'allowance-change');
    await form.getByRole('button', { name: 'Save allowance' }).click();
    await expect(its.getByText('12½ of 12½ days left')).toBeVisible();
    await takeScreenshots(page, 'allowance-page');
    await expect(leave.getByText('Set by Administrator: As agreed')).toBeVisible();
  }));
