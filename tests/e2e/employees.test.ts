import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { accessibilityFaults, PHONE, takePictures, type Visit } from './browser.ts';
import { onStage, signIn, type Credentials, type Stage } from './stage.ts';

/** An admin at the tab. */
async function atTheList(stage: Stage, who: Credentials = stage.admin): Promise<Visit> {
  const visit = await stage.visit();
  await signIn(visit, who);
  await visit.page.getByRole('tab', { name: 'Employee Management' }).click();
  await visit.page.getByRole('list', { name: 'Employees' }).waitFor();
  return visit;
}

const row = ({ page }: Visit, name: string): Locator => page.getByRole('listitem').filter({ hasText: name });
const dialog = ({ page }: Visit): Locator => page.getByRole('dialog');
const says = (place: Locator, words: string): Promise<void> => place.getByText(words).first().waitFor();

async function openPerson(visit: Visit, name: string): Promise<void> {
  await row(visit, name).getByRole('button').click();
  await dialog(visit).getByRole('heading', { name }).waitFor();
}
async function editPerson(visit: Visit, name: string): Promise<void> {
  await openPerson(visit, name);
  await dialog(visit).getByRole('button', { name: 'Edit' }).click();
  await dialog(visit).getByLabel('Name').waitFor();
}
const press = (visit: Visit, name: string): Promise<void> => dialog(visit).getByRole('button', { name, exact: true }).click();

describe('the list of employees', () => {
  it('shows initials, name, role, e-mail and since when, and who is inactive', () => onStage(async (stage) => {
    await stage.hire('Maya Gurung');
    const visit = await atTheList(stage);
    for (const words of ['MG', 'Maya Gurung', 'Employee', '@example.com', 'Added Nov 20, 2026']) await says(row(visit, 'Maya Gurung'), words);
    await says(row(visit, 'Administrator'), 'Admin');
    expect(await row(visit, 'Maya Gurung').getByText('Inactive').count()).toBe(0);
    expect(await accessibilityFaults(visit.page)).toEqual([]);
    await takePictures(visit.page, 'employees');
  }));

  it('finds any part of name or e-mail in any case, and says when there is nobody', () => onStage(async (stage) => {
    const visit = await atTheList(stage);
    await visit.page.getByText('No employees added yet.').waitFor();
    const maya = await stage.hire('Maya Gurung');
    await row(visit, 'Maya Gurung').waitFor();
    expect(await visit.page.getByText('No employees added yet.').count()).toBe(0);
    const search = visit.page.getByPlaceholder('Search employees...');
    await search.fill('yA gUr');
    await visit.page.getByText('1 of 2 people').waitFor();
    await search.fill(maya.email.toUpperCase());
    await visit.page.getByText('1 of 2 people').waitFor();
    await search.fill('nobody of that name');
    await visit.page.getByText('No employees found matching your search.').waitFor();
    expect(await accessibilityFaults(visit.page)).toEqual([]);
  }));

  it('is quick with 5,000 people: fifty to a page, sorted, and searched as one types', () => onStage(async (stage) => {
    await stage.owner.query(`INSERT INTO account (id, email, password_hash, name, role, employee_id, created_at, updated_at)
      SELECT gen_random_uuid(), 'person' || n || '@example.com', '', 'Person ' || n, 'employee', 'EMP' || n, '2026-01-01T00:00Z', '2026-01-01T00:00Z' FROM generate_series(1, 5000) n`);
    const began = performance.now();
    const visit = await atTheList(stage);
    expect(performance.now() - began).toBeLessThan(8_000);
    await visit.page.getByText('1-50 of 5,001').waitFor();
    expect(await visit.page.getByRole('listitem').count()).toBe(50);
    await visit.page.getByRole('button', { name: 'Next' }).click();
    await visit.page.getByText('51-100 of 5,001').waitFor();
    await visit.page.getByLabel('Sort by').selectOption('Name');
    await row(visit, 'Administrator').waitFor();
    await row(visit, 'Person 10').first().waitFor();
    await visit.page.getByPlaceholder('Search employees...').fill('person4999@');
    await visit.page.getByText('1 of 5,001 people').waitFor();
    await openPerson(visit, 'Person 4999');
  }));
});

describe('the details of an employee', () => {
  it('open by a click and by the keyboard, show what the specification names, and give the focus back', () => onStage(async (stage) => {
    await stage.hire('Maya Gurung');
    const visit = await atTheList(stage);
    await row(visit, 'Maya Gurung').getByRole('button').focus();
    await visit.page.keyboard.press('Enter');
    for (const words of ['Employee ID', 'Department', 'Business Studio', 'Hub', 'Core operations hub', 'Position', 'Lead', 'Email', 'Member Since', 'Nov 20, 2026']) await says(dialog(visit), words);
    expect(await accessibilityFaults(visit.page)).toEqual([]);
    await takePictures(visit.page, 'employee-details');
    for (let step = 0; step < 6; step += 1) {
      await visit.page.keyboard.press('Tab');
      await visit.page.waitForFunction(() => document.activeElement?.closest('[role=dialog]'));
    }
    await visit.page.keyboard.press('Escape');
    await dialog(visit).waitFor({ state: 'detached' });
    expect(await row(visit, 'Maya Gurung').getByRole('button').evaluate((element) => element === document.activeElement)).toBe(true);
    await openPerson(visit, 'Maya Gurung');
    await press(visit, 'Close');
    await dialog(visit).waitFor({ state: 'detached' });
  }));
});

describe('the edit form', () => {
  it('has the fields of the specification, only the role Employee, and shows what is wrong under the field until it is edited', () => onStage(async (stage) => {
    const ram = await stage.hire('Ram Thapa');
    await stage.hire('Maya Gurung');
    const visit = await atTheList(stage);
    await editPerson(visit, 'Maya Gurung');
    const form = dialog(visit);
    for (const label of ['Name', 'Email', 'Employee ID', 'Department', 'Hub', 'Position', 'Role', 'Active']) expect(await form.getByLabel(label, { exact: true }).count()).toBe(1);
    expect(await form.getByLabel('Role').locator('option').allTextContents()).toEqual(['Employee']);
    expect(await accessibilityFaults(visit.page)).toEqual([]);
    await form.getByLabel('Name').fill('M');
    await form.getByLabel('Email').fill('maya');
    await press(visit, 'Save');
    await says(form, 'Name must be at least 2 characters');
    await says(form, 'Please enter a valid email address');
    expect(await form.getByLabel('Name').evaluate((element) => element === document.activeElement)).toBe(true);
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

  it('begins in its first field, says Saving... while it saves, and asks before it throws away what was typed', () => onStage(async (stage) => {
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
    const held = new Promise<void>((resolve) => { release = resolve; });
    await visit.page.route('**/api/employees/update', async (route) => {
      await held;
      await route.continue();
    });
    await press(visit, 'Save');
    await dialog(visit).getByRole('button', { name: 'Saving...' }).waitFor();
    release();
    await row(visit, 'Maya Rai').waitFor();
  }));

  it("shows an admin's role without letting it be changed, and nobody deactivates themselves", () => onStage(async (stage) => {
    const visit = await atTheList(stage);
    await editPerson(visit, 'Administrator');
    expect(await dialog(visit).getByLabel('Role').inputValue()).toBe('Admin');
    expect(await dialog(visit).getByLabel('Role').getAttribute('readonly')).not.toBeNull();
    expect(await dialog(visit).getByLabel('Active').isDisabled()).toBe(true);
    await says(dialog(visit), 'You cannot deactivate your own account.');
  }));

  it('deactivates somebody who is working: signed out at once, the entry flagged, and back again later', () => onStage(async (stage) => {
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
  it('see what the other changed at once, and so does the employee', () => onStage(async (stage) => {
    const maya = await stage.hire('Maya Gurung');
    const [one, two, hers] = [await atTheList(stage), await atTheList(stage, await stage.appoint('Second Admin')), await stage.visit()];
    await signIn(hers, maya);
    await hers.page.getByText('Welcome back, Maya!').waitFor();
    await editPerson(one, 'Maya Gurung');
    await dialog(one).getByLabel('Name').fill('Anju Gurung');
    await press(one, 'Save');
    await row(two, 'Anju Gurung').waitFor();
    await hers.page.getByText('Welcome back, Anju!').waitFor();
  }));

  it('see no row move under their pointer, and how many people are new', () => onStage(async (stage) => {
    await stage.hire('Maya Gurung');
    const visit = await atTheList(stage);
    const maya = row(visit, 'Maya Gurung');
    await maya.hover();
    const before = await maya.boundingBox();
    await stage.hire('Ram Thapa');
    const news = visit.page.getByRole('button', { name: '1 new' });
    await news.waitFor();
    expect(await maya.boundingBox()).toEqual(before);
    await news.click();
    await row(visit, 'Ram Thapa').waitFor();
  }));

  it('who edit the same person: the second is told what changed, and decides', () => onStage(async (stage) => {
    await stage.hire('Maya Gurung');
    const [one, two] = [await atTheList(stage), await atTheList(stage, await stage.appoint('Second Admin'))];
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

  it('a save that nobody had warned of is refused with what changed, also without a live link', () => onStage(async (stage) => {
    await stage.hire('Maya Gurung');
    const visit = await atTheList(stage);
    await editPerson(visit, 'Maya Gurung');
    await dialog(visit).getByLabel('Name').fill('Maya Rai');
    await stage.owner.query(`UPDATE account SET position = 'Intern', version = version + 1 WHERE name = 'Maya Gurung'`);
    visit.expectProblem(/409/);
    await press(visit, 'Save');
    await says(dialog(visit), 'Lead → Intern');
    await press(visit, 'Take over');
    expect(await dialog(visit).getByLabel('Name').inputValue()).toBe('Maya Rai');
    await press(visit, 'Save');
    await row(visit, 'Maya Rai').waitFor();
  }));

  it('a person who is gone under the open dialog is said to be gone', () => onStage(async (stage) => {
    await stage.hire('Maya Gurung');
    const visit = await atTheList(stage);
    await editPerson(visit, 'Maya Gurung');
    await dialog(visit).getByLabel('Name').fill('Maya Rai');
    await stage.owner.query(`DELETE FROM activity_notification; DELETE FROM account WHERE name = 'Maya Gurung'`);
    visit.expectProblem(/404/);
    await press(visit, 'Save');
    await says(dialog(visit), 'This employee is no longer there.');
    await press(visit, 'Close');
    await row(visit, 'Maya Gurung').waitFor({ state: 'detached' });
  }));
});

describe("'Add Employee'", () => {
  it('has a default id, shows the temporary password, and the newcomer appears in every list', () => onStage(async (stage) => {
    const [one, two] = [await atTheList(stage), await atTheList(stage, await stage.appoint('Second Admin'))];
    await one.page.getByRole('button', { name: 'Add Employee' }).click();
    const form = dialog(one);
    expect(await form.getByLabel('Employee ID').inputValue()).toMatch(/^EMP\d{13}$/);
    await press(one, 'Add Employee');
    await says(form, 'Name must be at least 2 characters');
    expect(await accessibilityFaults(one.page)).toEqual([]);
    await form.getByLabel('Name').fill('Sita Rai');
    await form.getByLabel('Email').fill('sita@example.com');
    await form.getByLabel('Department').selectOption('Business Studio');
    await form.getByLabel('Hub').selectOption('Core operations hub');
    await press(one, 'Add Employee');
    await says(form, 'Sita Rai was added.');
    expect(await accessibilityFaults(one.page)).toEqual([]);
    await takePictures(one.page, 'employee-added');
    const password = await form.locator('code').innerText();
    await row(two, 'Sita Rai').waitFor();
    await press(one, 'Done');
    const hers = await stage.visit({ viewport: PHONE });
    await signIn(hers, { email: 'sita@example.com', password });
    await hers.page.getByText('Good to See You!').waitFor({ state: 'detached' });
  }));
});
