import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import {
  axeViolations,
  overflowsHorizontally,
  takeScreenshots,
  type BrowserSession,
  refuse,
} from './browser.ts';
import { withApp } from './app.ts';

const NARROW = { width: 320, height: 640 };
const shows = ({ page }: BrowserSession, text: string): Promise<void> =>
  expect(page.getByText(text, { exact: true })).toBeVisible();
const press = ({ page }: BrowserSession, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click();
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => document.activeElement?.textContent ?? '');

async function fillPersonal(
  { page }: BrowserSession,
  name = 'Maya Gurung',
  email = 'maya@example.com',
): Promise<void> {
  await page.getByLabel('Full Name').fill(name);
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByLabel('Studio')).toBeVisible();
}

async function fillWork({ page }: BrowserSession): Promise<void> {
  await page.getByLabel('Studio').selectOption('Business Studio');
  await page.getByLabel('Hub').selectOption('Core operations hub');
  await page.getByLabel('Position').selectOption('Intern');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByLabel('Confirm Password')).toBeVisible();
}

async function fillSecurity({ page }: BrowserSession, password = 'six-letters'): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm Password').fill(password);
  await page.getByRole('button', { name: 'Create Account' }).click();
}

async function begin(browser: BrowserSession): Promise<BrowserSession> {
  await press(browser, 'Create account');
  await expect(browser.page.getByRole('heading', { name: 'Join as Employee' })).toBeVisible();
  return browser;
}

describe('registration', () => {
  it('works by keyboard alone and announces each step', () =>
    withApp(async (app) => {
      const browser = await app.openBrowser({ viewport: NARROW });
      const { page } = browser;
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
        expect(await axeViolations(page)).toEqual([]);
        expect(await overflowsHorizontally(page)).toBe(false);
        await takeScreenshots(page, `join-${step}`);
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
      await shows(browser, 'Welcome to the team, Maya Gurung!');
      await expect.poll(() => focused(page)).toBe('Account Created!');
      expect(await axeViolations(page)).toEqual([]);
      await takeScreenshots(page, 'join-success');
      await keyboard.press('Tab');
      await keyboard.press('Enter');
      await shows(browser, 'Good to See You!');
      await expect(page.getByLabel('Email')).toHaveValue('maya@example.com');
      const { rows } = await app.owner.query(
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

  it('issues the employee ID on Continue, and keeps it and the input when going back', () =>
    withApp(async (app) => {
      const browser = await begin(await app.openBrowser());
      const { page } = browser;
      await fillPersonal(browser);
      await expect(page.getByLabel('Employee ID')).toHaveValue('');
      await fillWork(browser);
      const id = await page.getByText(/^NXBI-[A-Z0-9]{5}$/).textContent();
      await page.getByLabel('Password', { exact: true }).fill('six-letters');
      await press(browser, 'Back to Login');
      expect(await page.getByLabel('Employee ID').inputValue()).toBe(id);
      await expect(page.getByLabel('Hub')).toHaveValue('Core operations hub');
      await takeScreenshots(page, 'join-2-filled');
      await press(browser, 'Back to Login');
      expect([
        await page.getByLabel('Full Name').inputValue(),
        await page.getByLabel('Email').inputValue(),
      ]).toEqual(['Maya Gurung', 'maya@example.com']);
      await press(browser, 'Continue');
      await press(browser, 'Continue');
      await expect(page.getByLabel('Password', { exact: true })).toHaveValue('six-letters');
      expect(await page.getByText(/^NXBI-[A-Z0-9]{5}$/).textContent()).toBe(id);
      await fillSecurity(browser);
      await shows(browser, 'Account Created!');
      expect(
        (await app.owner.query(`SELECT employee_id FROM account WHERE email = 'maya@example.com'`)).rows,
      ).toEqual([{ employee_id: id }]);
    }));

  it('a failed registration says why, stays on its step and can be retried', () =>
    withApp(async (app) => {
      const browser = await begin(await app.openBrowser());
      browser.expectError(/status of 500/);
      const { page } = browser;
      await fillPersonal(browser);
      await page.route('**/api/registration/employee-id', refuse('server_error'), { times: 1 });
      await page.getByLabel('Studio').selectOption('Business Studio');
      await page.getByLabel('Hub').selectOption('Core operations hub');
      await page.getByLabel('Position').selectOption('Intern');
      await press(browser, 'Continue');
      await shows(browser, 'Failed to generate employee ID. Please try again.');
      await takeScreenshots(page, 'join-2-failed');
      expect(await axeViolations(page)).toEqual([]);
      await press(browser, 'Continue');
      await expect(page.getByLabel('Confirm Password')).toBeVisible();
      await app.owner.query(
        `ALTER TABLE account ADD CONSTRAINT none CHECK (email <> 'maya@example.com') NOT VALID`,
      );
      await fillSecurity(browser);
      await shows(browser, 'Failed to create employee account. Please try again.');
      await takeScreenshots(page, 'join-3-failed');
      await app.owner.query('ALTER TABLE account DROP CONSTRAINT none');
      await press(browser, 'Create Account');
      await shows(browser, 'Account Created!');
    }));

  it('keeps hostile and unusual input as plain text', () =>
    withApp(async (app) => {
      const browser = await begin(await app.openBrowser());
      const { page } = browser;
      await page.getByLabel('Full Name').fill('Maya\u202e gpj');
      await page.getByLabel('Email').fill('maya@example.com');
      await press(browser, 'Continue');
      await shows(browser, 'This has a character that cannot be shown.');
      const name = '"><script>alert(1)</script> O\'Brien 陈';
      await fillPersonal(browser, ` ${name} `, '  Jörg.MAYA@Bücher.Example ');
      await fillWork(browser);
      const password = `  ${'घ'.repeat(40)} " & <  `;
      await fillSecurity(browser, password);
      await shows(browser, `Welcome to the team, ${name}!`);
      await takeScreenshots(page, 'join-success-hostile');
      const { rows } = await app.owner.query(`SELECT name, email FROM account WHERE role = 'employee'`);
      expect(rows).toEqual([{ name, email: 'jörg.maya@bücher.example' }]);
    }));

  it('announces and demands a stronger password with PASSWORD_POLICY=strong', () =>
    withApp(
      async (app) => {
        const browser = await begin(await app.openBrowser());
        browser.expectError(/status of 400/);
        await fillPersonal(browser);
        await fillWork(browser);
        await shows(browser, 'At least 12 characters.');
        await fillSecurity(browser, 'elevenchars');
        await shows(browser, 'Password must be at least 12 characters');
      },
      { config: { passwordPolicy: 'strong' } },
    ));

  it('leaving before it is loaded causes no error', () =>
    withApp(async (app) => {
      const browser = await app.openBrowser();
      const asked = browser.page.waitForRequest('**/api/registration*');
      await browser.page.route('**/api/registration*', () => {});
      await press(browser, 'Create account');
      await asked;
      await browser.page.goBack();
      await shows(browser, 'Good to See You!');
      await press(browser, 'Create account');
      await expect(browser.page.getByLabel('Full Name')).toBeVisible();
    }));
});
