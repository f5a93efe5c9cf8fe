import { describe, expect, it } from 'vitest';
import { axeViolations, takeScreenshots } from './browser.ts';
import {
  openEmployees,
  dialog,
  editPerson,
  openPerson,
  openPersonPage,
  press,
  row,
  says,
} from './employees-page.ts';
import { withApp } from './app.ts';

describe('the list of employees', () => {
  it('shows and finds each person, and opens the specified details by click or keyboard', () =>
    withApp(async (app) => {
      const browser = await openEmployees(app);
      await expect(browser.page.getByText('No employees added yet.')).toBeVisible();
      const maya = await app.createEmployee('Maya Gurung');
      for (const words of ['MG', 'Maya Gurung', 'Employee', '@example.com', 'Added Nov 20, 2026'])
        await says(row(browser, 'Maya Gurung'), words);
      await says(row(browser, 'Administrator'), 'Admin');
      expect(await row(browser, 'Maya Gurung').getByText('Inactive').count()).toBe(0);
      expect(await browser.page.getByText('No employees added yet.').count()).toBe(0);
      expect(await axeViolations(browser.page)).toEqual([]);
      await takeScreenshots(browser.page, 'employees');
      const search = browser.page.getByPlaceholder('Search employees...');
      await search.fill('yA gUr');
      await expect(browser.page.getByText('1 of 2 people')).toBeVisible();
      await search.fill(maya.email.toUpperCase());
      await expect(browser.page.getByText('1 of 2 people')).toBeVisible();
      await search.fill('nobody of that name');
      await expect(browser.page.getByText('No employees found matching your search.')).toBeVisible();
      await search.fill('');
      await row(browser, 'Maya Gurung').getByRole('button').focus();
      await browser.page.keyboard.press('Enter');
      for (const words of [
        'Employee ID',
        'Department',
        'Business Studio',
        'Hub',
        'Core operations hub',
        'Position',
        'Lead',
        'Email',
        'Member Since',
        'Nov 20, 2026',
      ])
        await says(dialog(browser), words);
      expect(await axeViolations(browser.page)).toEqual([]);
      await takeScreenshots(browser.page, 'employee-details');
      for (let step = 0; step < 6; step += 1) {
        await browser.page.keyboard.press('Tab');
        await browser.page.waitForFunction(() => document.activeElement?.closest('[role=dialog]'));
      }
      await browser.page.keyboard.press('Escape');
      await expect(dialog(browser)).not.toBeAttached();
      await expect(row(browser, 'Maya Gurung').getByRole('button')).toBeFocused();
      await openPerson(browser, 'Maya Gurung');
      await press(browser, 'Close');
      await expect(dialog(browser)).not.toBeAttached();
    }));

  it('stays quick with 5,000 people in sorted pages of fifty, also while searching', () =>
    withApp(async (app) => {
      await app.owner
        .query(`INSERT INTO account (id, email, password_hash, name, role, employee_id, created_at, updated_at)
      SELECT gen_random_uuid(), 'person' || n || '@example.com', '', 'Person ' || n, 'employee', 'EMP' || n, '2026-01-01T00:00Z', '2026-01-01T00:00Z' FROM generate_series(1, 5000) n`);
      const browser = await openEmployees(app);
      // Shows that the stream has begun, which may ask for the list once more.
      await app.createEmployee('Maya Gurung');
      await expect(browser.page.getByText('1-50 of 5,002')).toBeVisible();
      const asked: string[] = [];
      browser.page.on('request', (request) => void asked.push(request.url()));
      await expect(browser.page.getByRole('listitem')).toHaveCount(50);
      await browser.page.getByRole('button', { name: 'Next' }).click();
      await expect(browser.page.getByText('51-100 of 5,002')).toBeVisible();
      await browser.page.getByLabel('Sort by').selectOption('Name');
      await expect(row(browser, 'Administrator')).toBeVisible();
      await expect(row(browser, 'Person 10').first()).toBeVisible();
      await browser.page.getByPlaceholder('Search employees...').fill('person4999@');
      await expect(browser.page.getByText('1 of 5,002 people')).toBeVisible();
      // The browser has all people, so it needs no request.
      expect(asked.filter((url) => url.includes('/api/employees'))).toEqual([]);
    }));
});

describe('passwords that an admin gives', () => {
  it('a newcomer on the list has a temporary password, and an admin sets another, each shown once and valid', () =>
    withApp(async (app) => {
      const browser = await openEmployees(app);
      const { page } = browser;
      await page.getByRole('button', { name: 'Add Employee' }).click();
      const form = dialog(browser);
      expect(await form.getByLabel('Employee ID').inputValue()).toMatch(/^EMP\d{13}$/);
      await press(browser, 'Add Employee');
      await says(form, 'Name must be at least 2 characters');
      expect(await axeViolations(page)).toEqual([]);
      await form.getByLabel('Name').fill('Sita Rai');
      await form.getByLabel('Email').fill('sita@example.com');
      await form.getByLabel('Department').selectOption('Business Studio');
      await form.getByLabel('Hub').selectOption('Core operations hub');
      await press(browser, 'Add Employee');
      await says(form, 'Sita Rai was added.');
      await takeScreenshots(page, 'employee-added');
      const temporary = await form.locator('code').innerText();
      await app.signInElsewhere({ email: 'sita@example.com', password: temporary });
      await press(browser, 'Done');

      await openPerson(browser, 'Sita Rai');
      const its = await openPersonPage(page, 'Sita Rai', 'Details');
      await its.getByRole('button', { name: 'Set a new password' }).click();
      await says(dialog(browser), 'The old password stops working.');
      await app.owner.query(
        `UPDATE session SET password_entered_at = password_entered_at - interval '15 minutes'`,
      );
      browser.expectError(/status of 403/);
      await press(browser, 'Set a new password');
      const asking = page.getByRole('dialog', { name: 'Confirm it is you' });
      await asking.getByLabel('Your Password').fill('not this one');
      expect(await axeViolations(page)).toEqual([]);
      await page.keyboard.press('Enter');
      await says(asking, 'Incorrect password.');
      await asking.getByLabel('Your Password').fill(app.admin.password);
      await page.keyboard.press('Enter');
      await says(dialog(browser), 'Sita Rai has a new password.');
      expect(await axeViolations(page)).toEqual([]);
      await takeScreenshots(page, 'password-set');
      const password = await dialog(browser).locator('code').innerText();
      await app.signInElsewhere({ email: 'sita@example.com', password });
    }));
});

describe('confirmation messages', () => {
  it('a message stays for five seconds, and longer under the pointer or with the focus in it', () =>
    withApp(async (app) => {
      await app.createEmployee('Maya Gurung');
      const browser = await openEmployees(app);
      const { page } = browser;
      const told = page.getByRole('status').getByText('Maya Gurung was saved.');
      const save = async () => {
        await editPerson(browser, 'Maya Gurung');
        await press(browser, 'Save');
        await expect(told).toBeVisible();
      };
      await page.clock.install({ time: app.now() });
      await save();
      await told.hover();
      // From here on time stands still, however slow the machine is.
      await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000));
      expect(await told.isVisible()).toBe(true);
      await page.mouse.move(600, 600);
      await page.clock.runFor(4900);
      expect(await told.isVisible()).toBe(true);
      await page.clock.runFor(200);
      await expect(told).not.toBeAttached();
      await page.clock.resume();
      await save();
      const dismiss = page.getByRole('button', { name: 'Dismiss' });
      await dismiss.focus();
      await page.clock.runFor(60_000);
      await page.keyboard.press('Enter');
      expect(await told.count()).toBe(0);
      await expect(row(browser, 'Maya Gurung').getByRole('button')).toBeFocused();
    }));
});
