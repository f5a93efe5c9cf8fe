import { describe, expect, it } from 'vitest';
import { accessibilityFaults, PHONE, takePictures } from './browser.ts';
import { atTheList, dialog, openPerson, press, row, says } from './employee-list.ts';
import { onStage, signIn } from './stage.ts';

describe('the list of employees', () => {
  it('shows initials, name, role, e-mail and since when, and who is inactive', () =>
    onStage(async (stage) => {
      await stage.hire('Maya Gurung');
      const visit = await atTheList(stage);
      for (const words of ['MG', 'Maya Gurung', 'Employee', '@example.com', 'Added Nov 20, 2026'])
        await says(row(visit, 'Maya Gurung'), words);
      await says(row(visit, 'Administrator'), 'Admin');
      expect(await row(visit, 'Maya Gurung').getByText('Inactive').count()).toBe(0);
      expect(await accessibilityFaults(visit.page)).toEqual([]);
      await takePictures(visit.page, 'employees');
    }));

  it('finds any part of name or e-mail in any case, and says when there is nobody', () =>
    onStage(async (stage) => {
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

  it('is quick with 5,000 people: fifty to a page, sorted, and searched as one types', () =>
    onStage(async (stage) => {
      await stage.owner
        .query(`INSERT INTO account (id, email, password_hash, name, role, employee_id, created_at, updated_at)
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
  it('open by a click and by the keyboard, show what the specification names, and give the focus back', () =>
    onStage(async (stage) => {
      await stage.hire('Maya Gurung');
      const visit = await atTheList(stage);
      await row(visit, 'Maya Gurung').getByRole('button').focus();
      await visit.page.keyboard.press('Enter');
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
        await says(dialog(visit), words);
      expect(await accessibilityFaults(visit.page)).toEqual([]);
      await takePictures(visit.page, 'employee-details');
      for (let step = 0; step < 6; step += 1) {
        await visit.page.keyboard.press('Tab');
        await visit.page.waitForFunction(() => document.activeElement?.closest('[role=dialog]'));
      }
      await visit.page.keyboard.press('Escape');
      await dialog(visit).waitFor({ state: 'detached' });
      expect(
        await row(visit, 'Maya Gurung')
          .getByRole('button')
          .evaluate((element) => element === document.activeElement),
      ).toBe(true);
      await openPerson(visit, 'Maya Gurung');
      await press(visit, 'Close');
      await dialog(visit).waitFor({ state: 'detached' });
    }));
});

describe("'Add Employee'", () => {
  it('has a default id, shows the temporary password, and the newcomer appears in every list', () =>
    onStage(async (stage) => {
      const [one, two] = [
        await atTheList(stage),
        await atTheList(stage, await stage.appoint('Second Admin')),
      ];
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
