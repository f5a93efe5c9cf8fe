import { describe, expect, it } from 'vitest';
import { accessibilityFaults, neverGivesUp, takePictures } from './browser.ts';
import { atTheList, dialog, editPerson, press, row, says } from './employee-list.ts';
import { onStage, signIn } from './stage.ts';

describe('the edit form', () => {
  it('has the fields of the specification, only the role Employee, and shows what is wrong under the field until it is edited', () =>
    onStage(async (stage) => {
      const ram = await stage.hire('Ram Thapa');
      await stage.hire('Maya Gurung');
      const visit = await atTheList(stage);
      await editPerson(visit, 'Maya Gurung');
      const form = dialog(visit);
      for (const label of ['Name', 'Email', 'Employee ID', 'Department', 'Hub', 'Position', 'Role', 'Active'])
        expect(await form.getByLabel(label, { exact: true }).count()).toBe(1);
      expect(await form.getByLabel('Role').locator('option').allTextContents()).toEqual(['Employee']);
      expect(await accessibilityFaults(visit.page)).toEqual([]);
      await form.getByLabel('Name').fill('M');
      await form.getByLabel('Email').fill('maya');
      await press(visit, 'Save');
      await says(form, 'Name must be at least 2 characters');
      await says(form, 'Please enter a valid email address');
      expect(await form.getByLabel('Name').evaluate((element) => element === document.activeElement)).toBe(
        true,
      );
      expect(await accessibilityFaults(visit.page)).toEqual([]);
      await takePictures(visit.page, 'employee-edit');
      await form.getByLabel('Name').fill('=HYPERLINK("http://x.example")');
      expect(await form.getByText('Name must be at least 2 characters').count()).toBe(0);
      visit.expectProblem(/409/);
      await form.getByLabel('Email').fill(ram.email);
      await press(visit, 'Save');
      await says(form, 'An account with this email already exists.');
      await form.getByLabel('Email').fill('maya.gurung@example.com');
      await press(visit, 'Save');
      await form.waitFor({ state: 'detached' });
      await says(row(visit, '=HYPERLINK("http://x.example")'), 'maya.gurung@example.com');
    }));

  it('begins in its first field, says Saving... while it saves, and asks before it throws away what was typed', () =>
    onStage(async (stage) => {
      await stage.hire('Maya Gurung');
      const visit = await atTheList(stage);
      await editPerson(visit, 'Maya Gurung');
      await visit.page.keyboard.press('End');
      await visit.page.keyboard.type(' Rai');
      expect(await dialog(visit).getByLabel('Name').inputValue()).toBe('Maya Gurung Rai');
      await visit.page.keyboard.press('Escape');
      const asked = visit.page.getByRole('alertdialog');
      await says(asked, 'Discard your changes?');
      expect(await accessibilityFaults(visit.page)).toEqual([]);
      await asked.getByRole('button', { name: 'Keep editing' }).click();
      expect(await dialog(visit).getByLabel('Name').inputValue()).toBe('Maya Gurung Rai');
      await press(visit, 'Cancel');
      await asked.getByRole('button', { name: 'Discard' }).click();
      await dialog(visit).getByRole('heading', { name: 'Maya Gurung' }).waitFor();
      await press(visit, 'Edit');
      await dialog(visit).getByLabel('Name').fill('Maya Rai');
      let release = (): void => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      await visit.page.route('**/api/employees/update', async (route) => {
        await held;
        await route.continue();
      });
      await press(visit, 'Save');
      await dialog(visit).getByRole('button', { name: 'Saving...' }).waitFor();
      release();
      await row(visit, 'Maya Rai').waitFor();
    }));

  it("takes its own save for nobody else's when the live line is quicker than the answer, and keeps what is typed meanwhile", () =>
    onStage(async (stage) => {
      await stage.hire('Maya Gurung');
      const visit = await atTheList(stage);
      await neverGivesUp(visit.page);
      await editPerson(visit, 'Maya Gurung');
      await dialog(visit).getByLabel('Name').fill('Maya Rai');
      let release = (): void => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      await visit.page.route(
        '**/api/employees/update',
        async (route) => {
          const response = await route.fetch();
          await held;
          await route.fulfill({ response });
        },
        { times: 1 },
      );
      await press(visit, 'Save');
      await dialog(visit).getByRole('heading', { name: 'Edit Maya Rai' }).waitFor();
      expect(await dialog(visit).getByText('Somebody else').count()).toBe(0);
      await dialog(visit).getByLabel('Name').fill('Maya Rai Sherpa');
      release();
      await dialog(visit).getByRole('button', { name: 'Save', exact: true }).waitFor();
      expect(await dialog(visit).getByLabel('Name').inputValue()).toBe('Maya Rai Sherpa');
      await press(visit, 'Save');
      await dialog(visit).waitFor({ state: 'detached' });
      await row(visit, 'Maya Rai Sherpa').waitFor();
    }));

  it("shows an admin's role without letting it be changed, and nobody deactivates themselves", () =>
    onStage(async (stage) => {
      const visit = await atTheList(stage);
      await editPerson(visit, 'Administrator');
      expect(await dialog(visit).getByLabel('Role').inputValue()).toBe('Admin');
      expect(await dialog(visit).getByLabel('Role').getAttribute('readonly')).not.toBeNull();
      expect(await dialog(visit).getByLabel('Active').isDisabled()).toBe(true);
      await says(dialog(visit), 'You cannot deactivate your own account.');
    }));

  it('deactivates somebody who is working: signed out at once, the entry flagged, and back again later', () =>
    onStage(async (stage) => {
      const maya = await stage.hire('Maya Gurung');
      await stage.clockIn(maya);
      const hers = await stage.visit();
      await signIn(hers, maya);
      await hers.page.getByText('Employee Workspace').waitFor();
      hers.expectProblem(/401/);
      const visit = await atTheList(stage);
      await editPerson(visit, 'Maya Gurung');
      await dialog(visit).getByLabel('Active').uncheck();
      await says(dialog(visit), 'The open entry stays open until an admin closes it.');
      await press(visit, 'Save');
      await visit.page.getByText('Maya Gurung was deactivated.').waitFor();
      for (const words of ['Inactive', 'Left open']) await says(row(visit, 'Maya Gurung'), words);
      await hers.page.getByText('Good to See You!').waitFor();
      await editPerson(visit, 'Maya Gurung');
      await dialog(visit).getByLabel('Active').check();
      await press(visit, 'Save');
      await visit.page.getByText('Maya Gurung was reactivated.').waitFor();
      expect(await row(visit, 'Maya Gurung').getByText('Inactive').count()).toBe(0);
    }));
});

describe('two admins side by side', () => {
  it('see what the other changed at once, and so does the employee', () =>
    onStage(async (stage) => {
      const maya = await stage.hire('Maya Gurung');
      const [one, two, hers] = [
        await atTheList(stage),
        await atTheList(stage, await stage.appoint('Second Admin')),
        await stage.visit(),
      ];
      await signIn(hers, maya);
      await hers.page.getByText('Welcome back, Maya!').waitFor();
      await editPerson(one, 'Maya Gurung');
      await dialog(one).getByLabel('Name').fill('Anju Gurung');
      await press(one, 'Save');
      await row(two, 'Anju Gurung').waitFor();
      await hers.page.getByText('Welcome back, Anju!').waitFor();
    }));

  it('see no row move under their pointer, and how many people are new', () =>
    onStage(async (stage) => {
      await stage.hire('Maya Gurung');
      const visit = await atTheList(stage);
      const maya = row(visit, 'Maya Gurung');
      await maya.hover();
      const before = await maya.boundingBox();
      await stage.hire('Ram Thapa');
      const news = visit.page.getByRole('button', { name: '1 new' });
      await news.waitFor();
      expect(await maya.boundingBox()).toEqual(before);
      // By the keyboard: a mouse on its way to the button leaves the rows, which lets them go already.
      await news.press('Enter');
      await row(visit, 'Ram Thapa').waitFor();
    }));

  it('who edit the same person: the second is told what changed, and decides', () =>
    onStage(async (stage) => {
      await stage.hire('Maya Gurung');
      const [one, two] = [
        await atTheList(stage),
        await atTheList(stage, await stage.appoint('Second Admin')),
      ];
      await editPerson(two, 'Maya Gurung');
      await dialog(two).getByLabel('Name').fill('Maya Rai');
      await editPerson(one, 'Maya Gurung');
      await dialog(one).getByLabel('Name').fill('Maya Sherpa');
      await dialog(one).getByLabel('Position').selectOption('Intern');
      await press(one, 'Save');
      await says(dialog(two), 'Somebody else has changed this employee meanwhile.');
      await says(dialog(two), 'Maya Gurung → Maya Sherpa');
      await says(dialog(two), 'Lead → Intern');
      expect(await accessibilityFaults(two.page)).toEqual([]);
      await takePictures(two.page, 'employee-conflict');
      await press(two, 'Save');
      expect((await stage.owner.query(`SELECT 1 FROM account WHERE name = 'Maya Rai'`)).rowCount).toBe(0);
      await press(two, 'Keep mine');
      await press(two, 'Save');
      await row(one, 'Maya Rai').waitFor();
      const { rows } = await stage.owner.query(`SELECT name, position FROM account WHERE name LIKE 'Maya%'`);
      expect(rows).toEqual([{ name: 'Maya Rai', position: 'Intern' }]);
    }));

  it('a save that nobody had warned of is refused with what changed, also without a live link', () =>
    onStage(async (stage) => {
      await stage.hire('Maya Gurung');
      const visit = await atTheList(stage);
      await editPerson(visit, 'Maya Gurung');
      await dialog(visit).getByLabel('Name').fill('Maya Rai');
      await stage.owner.query(
        `UPDATE account SET position = 'Intern', version = version + 1 WHERE name = 'Maya Gurung'`,
      );
      visit.expectProblem(/409/);
      await press(visit, 'Save');
      await says(dialog(visit), 'Lead → Intern');
      await press(visit, 'Take over');
      expect(await dialog(visit).getByLabel('Name').inputValue()).toBe('Maya Rai');
      await press(visit, 'Save');
      await row(visit, 'Maya Rai').waitFor();
    }));

  it('a person who is gone under the open dialog is said to be gone', () =>
    onStage(async (stage) => {
      await stage.hire('Maya Gurung');
      const visit = await atTheList(stage);
      await editPerson(visit, 'Maya Gurung');
      await dialog(visit).getByLabel('Name').fill('Maya Rai');
      await stage.owner.query(
        `DELETE FROM activity_notification; DELETE FROM account WHERE name = 'Maya Gurung'`,
      );
      visit.expectProblem(/404/);
      await press(visit, 'Save');
      await says(dialog(visit), 'This employee is no longer there.');
      await press(visit, 'Close');
      await row(visit, 'Maya Gurung').waitFor({ state: 'detached' });
    }));
});
