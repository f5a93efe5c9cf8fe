import { describe, expect, it } from 'vitest';
import { axeViolations, DESK, takeScreenshots } from './browser.ts';
import { withApp } from './app.ts';
import { openDashboard } from './dashboard-page.ts';
import { openMonitoring } from './monitoring-page.ts';
import { personPage } from './employees-page.ts';

describe('by keyboard alone', () => {
  it('an admin finds people, views and actions, and can try again when people cannot be loaded', () =>
    withApp(async (app) => {
      await app.createEmployee('Marta Álvarez');
      const browser = await openMonitoring(app);
      const { page } = browser;
      browser.expectError(/500/);
      const field = page.getByRole('combobox', { name: 'Find people, views and actions' });
      const chosen = page.getByRole('option', { selected: true });
      await page.route('**/api/employees', (route) =>
        route.fulfill({ status: 500, contentType: 'application/json', body: '{}' }),
      );
      await page.keyboard.press('Control+k');
      await expect(field).toBeFocused();
      await expect(page.getByText('People could not be loaded.')).toBeVisible();
      expect(await axeViolations(page)).toEqual([]);
      await page.keyboard.insertText('rep');
      await expect(page.getByRole('option', { name: 'Reports & Analytics' })).toBeVisible();
      await page.unrouteAll();
      await page.getByRole('button', { name: 'Try again' }).click();
      await field.fill('alvar');
      await expect(chosen.filter({ hasText: 'Marta Álvarez' })).toBeVisible();
      await takeScreenshots(page, 'finder');
      await page.keyboard.press('Enter');
      await expect(personPage(page, 'Marta Álvarez')).toBeVisible();
      // Shortcuts do nothing while a dialog is open.
      await page.getByRole('button', { name: 'Edit' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await page.keyboard.press('Control+k');
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).not.toBeVisible();
      await expect(field).not.toBeVisible();

      await page.keyboard.press('Control+k');
      await page.keyboard.insertText('settings');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('tab', { name: 'Settings', selected: true })).toBeVisible();
      await page.keyboard.press('Control+k');
      await page.keyboard.insertText('add emp');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('dialog', { name: 'Add Employee' })).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).not.toBeVisible();

      await page.keyboard.press('/');
      await expect(page.getByRole('searchbox', { name: 'Search employees' })).toBeFocused();
      // In a field, shortcut keys are text.
      await page.keyboard.type('?/');
      expect(await page.getByRole('searchbox').inputValue()).toBe('?/');

      await page.getByRole('button', { name: 'Find', exact: true }).click();
      await page.keyboard.insertText('nobody at all');
      await expect(
        page.getByRole('dialog').getByText('No person, view or action matches.').first(),
      ).toBeVisible();
      await page.goBack();
      await expect(field).not.toBeVisible();
    }));

  it('an employee finds views and shortcuts and can turn off single keys, and no key punches', () =>
    withApp(async (app) => {
      const { page } = await openDashboard(app, undefined, { viewport: DESK });
      await page.keyboard.press('?');
      const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
      await expect(keys).toBeVisible();
      expect(await axeViolations(page)).toEqual([]);
      await takeScreenshots(page, 'keys', [DESK]);
      await keys.getByRole('checkbox').uncheck();
      await page.keyboard.press('Escape');
      await expect(keys).not.toBeVisible();
      await page.keyboard.press('?');
      await page.keyboard.press('Meta+k');
      await page.keyboard.insertText('clock');
      await expect(page.getByRole('option', { selected: true })).toBeVisible();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('combobox', { name: 'Find views and actions' })).not.toBeVisible();
      await expect(keys).not.toBeVisible();
      expect((await app.owner.query('SELECT id FROM counted_entry')).rowCount).toBe(0);
      await page.keyboard.press('Control+k');
      await page.keyboard.insertText('sign out');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
    }));
});
