import { describe, expect, it } from 'vitest';
import { formOf } from '../api/edit-form.ts';
import { axeViolations, takeScreenshots } from './browser.ts';
import { disableRequestTimeouts } from './request-timeouts.ts';
import { openEmployees, dialog, editPerson, press, row, says } from './employees-page.ts';
import { withApp } from './app.ts';

describe('the edit form', () => {
  it('focuses the first of its fields, shows each error under its field, and asks before it discards input', () =>
    withApp(async (app) => {
      const ram = await app.createEmployee('Ram Thapa');
      await app.createEmployee('Maya Gurung');
      const browser = await openEmployees(app);
      await editPerson(browser, 'Maya Gurung');
      const form = dialog(browser);
      await expect(form.getByLabel('Name')).toBeFocused();
      await browser.page.keyboard.press('End');
      await browser.page.keyboard.type(' Rai');
      await expect(form.getByLabel('Name')).toHaveValue('Maya Gurung Rai');
      await browser.page.keyboard.press('Escape');
      const asked = browser.page.getByRole('alertdialog');
      await says(asked, 'Discard your changes?');
      await asked.getByRole('button', { name: 'Keep editing' }).click();
      await expect(form.getByLabel('Name')).toHaveValue('Maya Gurung Rai');
      await press(browser, 'Cancel');
      await asked.getByRole('button', { name: 'Discard' }).click();
      await expect(form.getByRole('heading', { name: 'Maya Gurung' })).toBeVisible();
      await press(browser, 'Edit');
      for (const label of ['Name', 'Email', 'Employee ID', 'Department', 'Hub', 'Position', 'Role', 'Active'])
        await expect(form.getByLabel(label, { exact: true })).toHaveCount(1);
      expect(await form.getByLabel('Role').locator('option').allTextContents()).toEqual(['Employee']);
      await form.getByLabel('Name').fill('M');
      await form.getByLabel('Email').fill('maya');
      await press(browser, 'Save');
      await says(form, 'Name must be at least 2 characters');
      await says(form, 'Please enter a valid email address');
      await expect(form.getByLabel('Name')).toBeFocused();
      expect(await axeViolations(browser.page)).toEqual([]);
      await takeScreenshots(browser.page, 'employee-edit');
      await form.getByLabel('Name').fill('=HYPERLINK("http://x.example")');
      expect(await form.getByText('Name must be at least 2 characters').count()).toBe(0);
      browser.expectError(/409/);
      await form.getByLabel('Email').fill(ram.email);
      await press(browser, 'Save');
      await says(form, 'An account with this email already exists.');
      await form.getByLabel('Email').fill('maya.gurung@example.com');
      await press(browser, 'Save');
      await expect(form).not.toBeAttached();
      await says(row(browser, '=HYPERLINK("http://x.example")'), 'maya.gurung@example.com');
    }));

  it("says Saving..., does not mistake its own save for another admin's, and keeps text typed meanwhile", () =>
    withApp(async (app) => {
      await app.createEmployee('Maya Gurung');
      const browser = await openEmployees(app);
      await disableRequestTimeouts(browser.page);
      await editPerson(browser, 'Maya Gurung');
      await dialog(browser).getByLabel('Name').fill('Maya Rai');
      let release = (): void => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      await browser.page.route(
        '**/api/employees/update',
        async (route) => {
          const response = await route.fetch();
          await held;
          await route.fulfill({ response });
        },
        { times: 1 },
      );
      await press(browser, 'Save');
      await expect(dialog(browser).getByRole('heading', { name: 'Edit Maya Rai' })).toBeVisible();
      await expect(dialog(browser).getByRole('button', { name: 'Saving...' })).toBeVisible();
      expect(await dialog(browser).getByText('Somebody else').count()).toBe(0);
      await dialog(browser).getByLabel('Name').fill('Maya Rai Sherpa');
      release();
      await expect(dialog(browser).getByRole('button', { name: 'Save', exact: true })).toBeVisible();
      await expect(dialog(browser).getByLabel('Name')).toHaveValue('Maya Rai Sherpa');
      await press(browser, 'Save');
      await expect(dialog(browser)).not.toBeAttached();
      await expect(row(browser, 'Maya Rai Sherpa')).toBeVisible();
    }));
});

describe("'Undo' after an edit", () => {
  it("'Undo' reverts an edit or a deactivation unless somebody else has changed the person since", () =>
    withApp(async (app) => {
      const maya = await app.createEmployee('Maya Gurung');
      await app.clockIn(maya);
      const browser = await openEmployees(app);
      const { page } = browser;
      const undo = page.getByRole('button', { name: 'Undo' });
      const told = (words: string) => expect(page.getByRole('status').getByText(words)).toBeVisible();
      const account = async () =>
        (await app.owner.query(`SELECT name, is_active FROM account WHERE email = $1`, [maya.email])).rows[0];
      const rename = async (from: string, to: string) => {
        await editPerson(browser, from);
        await dialog(browser).getByLabel('Name').fill(to);
        await press(browser, 'Save');
        await told(`${to} was saved.`);
      };
      await rename('Maya Gurung', 'Maya Rai');
      await takeScreenshots(page, 'undo-of-an-edit');
      await undo.press('Enter');
      await told('Maya Gurung was restored.');
      await expect(undo).not.toBeAttached();
      await expect(row(browser, 'Maya Gurung').getByRole('button')).toBeFocused();
      await editPerson(browser, 'Maya Gurung');
      await dialog(browser).getByLabel('Active').uncheck();
      await says(dialog(browser), 'The open entry stays open until an administrator closes it.');
      await press(browser, 'Save');
      await told('Maya Gurung was deactivated.');
      for (const words of ['Inactive', 'End missing']) await says(row(browser, 'Maya Gurung'), words);
      await undo.click();
      await told('Maya Gurung was restored.');
      await expect(row(browser, 'Maya Gurung').getByText('Inactive')).not.toBeAttached();
      expect(await account()).toEqual({ name: 'Maya Gurung', is_active: true });
      await rename('Maya Gurung', 'Maya Rai');
      browser.expectError(/409/);
      await app.owner.query(
        `UPDATE account SET name = 'Maya Sherpa', version = version + 1 WHERE email = $1`,
        [maya.email],
      );
      await undo.click();
      await told('Not undone: Maya Gurung has changed since.');
      expect(await account()).toEqual({ name: 'Maya Sherpa', is_active: true });
      expect(await axeViolations(page)).toEqual([]);
    }));
});

describe('two admins at once', () => {
  it('no row moves under the pointer, and a count shows how many people are new', () =>
    withApp(async (app) => {
      await app.createEmployee('Maya Gurung');
      const browser = await openEmployees(app);
      const maya = row(browser, 'Maya Gurung');
      await maya.hover();
      const before = await maya.boundingBox();
      await app.createEmployee('Ram Thapa');
      const news = browser.page.getByRole('button', { name: '1 new' });
      await expect(news).toBeVisible();
      expect(await maya.boundingBox()).toEqual(before);
      // By keyboard, since rows may move once a mouse leaves them on its way to the button.
      await news.press('Enter');
      await expect(row(browser, 'Ram Thapa')).toBeVisible();
    }));

  it('when two admins edit the same person, the second sees what changed and decides', () =>
    withApp(async (app) => {
      await app.createEmployee('Maya Gurung');
      const two = await openEmployees(app, await app.createAdmin('Second Admin'));
      await editPerson(two, 'Maya Gurung');
      await dialog(two).getByLabel('Name').fill('Maya Rai');
      const one = await app.signInElsewhere(app.admin);
      const { employees } = await one.ask('employees', {});
      const maya = employees.find(({ name }) => name === 'Maya Gurung');
      if (!maya) throw new Error('Maya is missing.');
      await one.ask('updateEmployee', formOf(maya, { name: 'Maya Sherpa', position: 'Intern' }));
      await says(dialog(two), 'Somebody else changed this employee in the meantime.');
      await says(dialog(two), 'Maya Gurung → Maya Sherpa');
      await says(dialog(two), 'Lead → Intern');
      expect(await axeViolations(two.page)).toEqual([]);
      await takeScreenshots(two.page, 'employee-conflict');
      await press(two, 'Save');
      expect((await app.owner.query(`SELECT 1 FROM account WHERE name = 'Maya Rai'`)).rowCount).toBe(0);
      await press(two, 'Keep mine');
      await press(two, 'Save');
      await expect(row(two, 'Maya Rai')).toBeVisible();
      const { rows } = await app.owner.query(`SELECT name, position FROM account WHERE name LIKE 'Maya%'`);
      expect(rows).toEqual([{ name: 'Maya Rai', position: 'Intern' }]);
    }));

  it('a save is refused if the person has changed or no longer exists, even without a live connection', () =>
    withApp(async (app) => {
      await app.createEmployee('Maya Gurung');
      const browser = await openEmployees(app);
      await editPerson(browser, 'Maya Gurung');
      await dialog(browser).getByLabel('Name').fill('Maya Rai');
      await app.owner.query(
        `UPDATE account SET position = 'Intern', version = version + 1 WHERE name = 'Maya Gurung'`,
      );
      browser.expectError(/404|409/);
      await press(browser, 'Save');
      await says(dialog(browser), 'Lead → Intern');
      await press(browser, 'Use theirs');
      await expect(dialog(browser).getByLabel('Name')).toHaveValue('Maya Rai');
      await press(browser, 'Save');
      await expect(row(browser, 'Maya Rai')).toBeVisible();
      await editPerson(browser, 'Maya Rai');
      // Not before the press: the change above may be told only now, and then the page asks for her.
      await browser.page.route('**/api/employees/update', async (route) => {
        await app.owner.query(
          `DELETE FROM activity_notification; DELETE FROM account WHERE name = 'Maya Rai'`,
        );
        await route.continue();
      });
      await press(browser, 'Save');
      await says(dialog(browser), 'This employee no longer exists.');
      await press(browser, 'Close');
      await expect(row(browser, 'Maya Rai')).not.toBeAttached();
    }));
});
