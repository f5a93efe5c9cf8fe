import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { accessibilityFaults, overflowsSideways, takePictures, type Visit } from './browser.ts';
import { onStage, signIn } from './stage.ts';

const NARROW = { width: 320, height: 640 };
const shows = ({ page }: Visit, text: string): Promise<void> =>
  page.getByText(text, { exact: true }).waitFor();
const press = ({ page }: Visit, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click();
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => document.activeElement?.textContent ?? '');

async function fillPersonal(
  { page }: Visit,
  name = 'Maya Gurung',
  email = 'maya@example.com',
): Promise<void> {
  await page.getByLabel('Full Name').fill(name);
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Studio').waitFor();
}

async function fillWork({ page }: Visit): Promise<void> {
  await page.getByLabel('Studio').selectOption('Business Studio');
  await page.getByLabel('Hub').selectOption('Core operations hub');
  await page.getByLabel('Position').selectOption('Intern');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Confirm Password').waitFor();
}

async function fillSecurity({ page }: Visit, password = 'six-letters'): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm Password').fill(password);
  await page.getByRole('button', { name: 'Create Account' }).click();
}

async function begin(visit: Visit): Promise<Visit> {
  await press(visit, 'Create account');
  await visit.page.getByRole('heading', { name: 'Join as Employee' }).waitFor();
  return visit;
}

describe('joining', () => {
  it('works by the keyboard alone, and says at each step where one is', () =>
    onStage(async (stage) => {
      const visit = await stage.visit({ viewport: NARROW });
      const { page } = visit;
      const { keyboard } = page;
      await page.getByRole('button', { name: 'Create account' }).focus();
      await keyboard.press('Enter');
      const arrivedAt = async (step: number, name: string): Promise<void> => {
        await expect.poll(() => focused(page)).toMatch(new RegExp(`^Step ${step} of 3, ${name}: `));
        expect(await page.locator('[aria-current=step]').textContent()).toContain(name);
        const bar = page.getByRole('progressbar');
        expect([await bar.getAttribute('aria-valuenow'), await bar.getAttribute('aria-valuetext')]).toEqual([
          String(Math.round((step / 3) * 100)),
          `Step ${step} of 3`,
        ]);
        expect(await accessibilityFaults(page)).toEqual([]);
        expect(await overflowsSideways(page)).toBe(false);
        await takePictures(page, `join-${step}`);
      };
      await arrivedAt(1, 'Personal');
      await keyboard.press('Tab');
      await keyboard.type('Maya Gurung');
      await keyboard.press('Tab');
      await keyboard.type('maya@example.com');
      await keyboard.press('Enter');
      await arrivedAt(2, 'Work');
      await keyboard.press('Tab');
      for (const letter of ['B', 'C', 'I']) {
        await keyboard.type(letter);
        await keyboard.press('Tab');
      }
      await keyboard.press('Enter');
      await arrivedAt(3, 'Security');
      await keyboard.press('Tab');
      await keyboard.type('six-letters');
      await keyboard.press('Tab');
      await keyboard.press('Tab');
      await keyboard.type('six-letters');
      await keyboard.press('Enter');
      await shows(visit, 'Welcome to the team, Maya Gurung!');
      await expect.poll(() => focused(page)).toBe('Account Created!');
      expect(await accessibilityFaults(page)).toEqual([]);
      await takePictures(page, 'join-success');
      await keyboard.press('Tab');
      await keyboard.press('Enter');
      await shows(visit, 'Good to See You!');
      expect(await page.getByLabel('Email').inputValue()).toBe('maya@example.com');
      await signIn(visit, { email: 'maya@example.com', password: 'six-letters' });
      await page.getByRole('button', { name: 'Clock In' }).waitFor();
      const { rows } = await stage.owner.query(
        `SELECT name, role, department, hub, position FROM account WHERE email = 'maya@example.com'`,
      );
      expect(rows).toEqual([
        {
          name: 'Maya Gurung',
          role: 'employee',
          department: 'Business Studio',
          hub: 'Core operations hub',
          position: 'Intern',
        },
      ]);
    }));

  it('issues the employee ID on Continue, shows it, and keeps it and all that was typed when going back', () =>
    onStage(async (stage) => {
      const visit = await begin(await stage.visit());
      const { page } = visit;
      await fillPersonal(visit);
      expect(await page.getByLabel('Employee ID').inputValue()).toBe('');
      await fillWork(visit);
      const id = await page.getByText(/^NXBI-[A-Z0-9]{5}$/).textContent();
      await page.getByLabel('Password', { exact: true }).fill('six-letters');
      await press(visit, 'Back to Login');
      expect(await page.getByLabel('Employee ID').inputValue()).toBe(id);
      expect(await page.getByLabel('Hub').inputValue()).toBe('Core operations hub');
      await takePictures(page, 'join-2-filled');
      await press(visit, 'Back to Login');
      expect([
        await page.getByLabel('Full Name').inputValue(),
        await page.getByLabel('Email').inputValue(),
      ]).toEqual(['Maya Gurung', 'maya@example.com']);
      await press(visit, 'Continue');
      await press(visit, 'Continue');
      expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('six-letters');
      expect(await page.getByText(/^NXBI-[A-Z0-9]{5}$/).textContent()).toBe(id);
      await fillSecurity(visit);
      await shows(visit, 'Account Created!');
      expect(
        (await stage.owner.query(`SELECT employee_id FROM account WHERE email = 'maya@example.com'`)).rows,
      ).toEqual([{ employee_id: id }]);
    }));

  it('that fails says why, stays on its step, and can be tried again', () =>
    onStage(async (stage) => {
      const visit = await begin(await stage.visit());
      visit.expectProblem(/ERR_CONNECTION_FAILED|status of 500/);
      const { page } = visit;
      await fillPersonal(visit);
      await page.route('**/api/registration/employee-id', (route) => route.abort('connectionfailed'), {
        times: 1,
      });
      await page.getByLabel('Studio').selectOption('Business Studio');
      await page.getByLabel('Hub').selectOption('Core operations hub');
      await page.getByLabel('Position').selectOption('Intern');
      await press(visit, 'Continue');
      await shows(visit, 'Failed to generate employee ID. Please try again.');
      await takePictures(page, 'join-2-failed');
      expect(await accessibilityFaults(page)).toEqual([]);
      await press(visit, 'Continue');
      await page.getByLabel('Confirm Password').waitFor();
      await page.route('**/api/registration', (route) => route.abort('connectionfailed'), { times: 1 });
      await fillSecurity(visit);
      await shows(visit, 'Failed to create account. Please try again.');
      await stage.owner.query(
        `ALTER TABLE account ADD CONSTRAINT none CHECK (email <> 'maya@example.com') NOT VALID`,
      );
      await press(visit, 'Create Account');
      await shows(visit, 'Failed to create employee account. Please try again.');
      await takePictures(page, 'join-3-failed');
      await stage.owner.query('ALTER TABLE account DROP CONSTRAINT none');
      await press(visit, 'Create Account');
      await shows(visit, 'Account Created!');
    }));

  it('takes hostile and unusual input for what it is', () =>
    onStage(async (stage) => {
      const visit = await begin(await stage.visit());
      const { page } = visit;
      for (const wrong of [
        'a b@example.com',
        'maya@example',
        'maya@example.com, all@example.com',
        'm\u0000aya@example.com',
      ]) {
        await page.getByLabel('Full Name').fill('Maya');
        await page.getByLabel('Email').fill(wrong);
        await press(visit, 'Continue');
        await shows(visit, 'Please enter a valid email');
      }
      await page.getByLabel('Full Name').fill('Maya\u202e gpj');
      await page.getByLabel('Email').fill('maya@example.com');
      await press(visit, 'Continue');
      await shows(visit, 'This contains a character that cannot be shown.');
      const name = '"><script>alert(1)</script> O\'Brien 陈';
      await fillPersonal(visit, ` ${name} `, '  Jörg.MAYA@Bücher.Example ');
      await fillWork(visit);
      const password = `  ${'घ'.repeat(40)} " & <  `;
      await fillSecurity(visit, password);
      await shows(visit, `Welcome to the team, ${name}!`);
      await takePictures(page, 'join-success-hostile');
      const { rows } = await stage.owner.query(`SELECT name, email FROM account WHERE role = 'employee'`);
      expect(rows).toEqual([{ name, email: 'jörg.maya@bücher.example' }]);
      await press(visit, 'Go to Login');
      await signIn(visit, { email: 'JÖRG.maya@bücher.example', password });
      await page.getByRole('button', { name: 'Clock In' }).waitFor();
    }));

  it('asks for more under PASSWORD_POLICY=strong, and says so before', () =>
    onStage(
      async (stage) => {
        const visit = await begin(await stage.visit());
        visit.expectProblem(/status of 400/);
        await fillPersonal(visit);
        await fillWork(visit);
        await shows(visit, 'At least 12 characters.');
        await fillSecurity(visit, 'elevenchars');
        await shows(visit, 'Password must be at least 12 characters');
        await fillSecurity(visit, 'correct horse battery');
        await shows(visit, 'Account Created!');
      },
      { config: { passwordPolicy: 'strong' } },
    ));
});
