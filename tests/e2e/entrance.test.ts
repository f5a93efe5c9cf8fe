import { describe, expect, it } from 'vitest';
import { PHONE, type Visit } from './browser.ts';
import { onStage, signIn } from './stage.ts';

const shows = ({ page }: Visit, text: string): Promise<void> =>
  page.getByText(text, { exact: true }).waitFor();
const isGone = ({ page }: Visit, text: string): Promise<void> =>
  page.getByText(text, { exact: true }).waitFor({ state: 'detached' });
const press = ({ page }: Visit, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click();

describe('the login', () => {
  it('greets, and says which version this is', () =>
    onStage(async (stage) => {
      const visit = await stage.visit();
      for (const text of ['Good to See You!', "Don't forget to Clock-In", 'Punctual', 'Version 1.6.4'])
        await shows(visit, text);
    }));

  it('says what is wrong with email and password, and takes it back on editing', () =>
    onStage(async (stage) => {
      const visit = await stage.visit();
      await visit.page.getByLabel('Email').fill('not an address');
      await visit.page.getByLabel('Password', { exact: true }).fill('short');
      await press(visit, 'Sign In');
      await shows(visit, 'Please enter a valid email address');
      await shows(visit, 'Password must be at least 6 characters');
      await visit.page.getByLabel('Email').fill('somebody@example.com');
      await isGone(visit, 'Please enter a valid email address');
      await shows(visit, 'Password must be at least 6 characters');
    }));

  it('answers an unknown address and a wrong password alike', () =>
    onStage(async (stage) => {
      const visit = await stage.visit();
      visit.expectProblem(/status of 401/);
      for (const email of ['nobody@example.com', stage.admin.email]) {
        await visit.page.getByLabel('Email').fill(email);
        await visit.page.getByLabel('Password', { exact: true }).fill('not the password');
        await isGone(visit, 'Invalid email or password');
        await press(visit, 'Sign In');
        await shows(visit, 'Invalid email or password');
      }
    }));

  it('shows and hides the password', () =>
    onStage(async (stage) => {
      const { page, ...visit } = await stage.visit();
      const password = page.getByLabel('Password', { exact: true });
      expect(await password.getAttribute('type')).toBe('password');
      await press({ page, ...visit }, 'Show password');
      expect(await password.getAttribute('type')).toBe('text');
      await press({ page, ...visit }, 'Hide password');
      expect(await password.getAttribute('type')).toBe('password');
    }));
});

describe('registration', () => {
  it('goes on only from a valid step, and says what is missing', () =>
    onStage(async (stage) => {
      const visit = await stage.visit({ viewport: PHONE });
      const { page } = visit;
      await press(visit, 'Create account');
      await shows(visit, 'Only employees can register through this form.');
      await press(visit, 'Continue');
      for (const text of ['Full name is required', 'Email is required']) await shows(visit, text);
      await page.getByLabel('Full Name').fill('Maya Gurung');
      await isGone(visit, 'Full name is required');
      await page.getByLabel('Email').fill('maya@');
      await press(visit, 'Continue');
      await shows(visit, 'Please enter a valid email');
      await page.getByLabel('Email').fill('maya@example.com');
      await press(visit, 'Continue');
      await page.getByLabel('Studio').waitFor();
      await press(visit, 'Continue');
      for (const text of ['Please select a studio', 'Please select a hub', 'Please select a position'])
        await shows(visit, text);
      await page.getByLabel('Studio').selectOption('Business Studio');
      await page.getByLabel('Hub').selectOption('Core operations hub');
      await page.getByLabel('Position').selectOption('Intern');
      await press(visit, 'Continue');
      await press(visit, 'Create Account');
      for (const text of ['Password is required', 'Please confirm your password']) await shows(visit, text);
      await page.getByLabel('Password', { exact: true }).fill('short');
      await page.getByLabel('Confirm Password').fill('different');
      await press(visit, 'Create Account');
      for (const text of ['Password must be at least 6 characters', 'Passwords do not match'])
        await shows(visit, text);
    }));

  it("offers a hub only after a studio, and only that studio's hubs", () =>
    onStage(async (stage) => {
      const visit = await stage.visit();
      const { page } = visit;
      await press(visit, 'Create account');
      await page.getByLabel('Full Name').fill('Maya Gurung');
      await page.getByLabel('Email').fill('maya@example.com');
      await press(visit, 'Continue');
      const hub = page.getByLabel('Hub');
      expect(await hub.isDisabled()).toBe(true);
      await page.getByLabel('Studio').selectOption('Regulatory Reporting Studio');
      const offered = (await hub.getByRole('option').allTextContents()).slice(1);
      expect(offered).toEqual(['Compliance Hub', 'Reporting Hub']);
      await hub.selectOption('Compliance Hub');
      await page.getByLabel('Studio').selectOption('Business Studio');
      expect(await hub.inputValue()).toBe('');
    }));

  it("'Back to Login' goes back a step and keeps what was typed, and leaves from the first", () =>
    onStage(async (stage) => {
      const visit = await stage.visit();
      const { page } = visit;
      await press(visit, 'Create account');
      await page.getByLabel('Full Name').fill('Maya Gurung');
      await page.getByLabel('Email').fill('maya@example.com');
      await press(visit, 'Continue');
      await page.getByLabel('Studio').waitFor();
      await press(visit, 'Back to Login');
      expect(await page.getByLabel('Full Name').inputValue()).toBe('Maya Gurung');
      await press(visit, 'Back to Login');
      await shows(visit, 'Good to See You!');
      expect(new URL(page.url()).pathname).toBe('/');
    }));

  it('shows where it is, as a progress bar too', () =>
    onStage(async (stage) => {
      const visit = await stage.visit();
      const { page } = visit;
      await press(visit, 'Create account');
      await page.locator('[aria-current=step]').filter({ hasText: 'Personal' }).waitFor();
      const progress = page.getByRole('progressbar');
      const before = Number(await progress.getAttribute('aria-valuenow'));
      await page.getByLabel('Full Name').fill('Maya Gurung');
      await page.getByLabel('Email').fill('maya@example.com');
      await page.keyboard.press('Enter');
      await page.locator('[aria-current=step]').filter({ hasText: 'Work' }).waitFor();
      expect(Number(await progress.getAttribute('aria-valuenow'))).toBeGreaterThan(before);
    }));

  it('an address that has an account already is said', () =>
    onStage(async (stage) => {
      const visit = await stage.visit();
      visit.expectProblem(/status of 409/);
      const { page } = visit;
      await press(visit, 'Create account');
      await page.getByLabel('Full Name').fill('Maya Gurung');
      await page.getByLabel('Email').fill(stage.admin.email);
      await press(visit, 'Continue');
      await page.getByLabel('Studio').selectOption('Business Studio');
      await page.getByLabel('Hub').selectOption('Core operations hub');
      await page.getByLabel('Position').selectOption('Intern');
      await press(visit, 'Continue');
      await page.getByLabel('Password', { exact: true }).fill('six-letters');
      await page.getByLabel('Confirm Password').fill('six-letters');
      await press(visit, 'Create Account');
      await shows(visit, 'An account with this email already exists.');
    }));
});

describe('the header', () => {
  it('names the product and the role, greets by first name, and its menu signs out', () =>
    onStage(async (stage) => {
      const visit = await stage.visit();
      const { page } = visit;
      await signIn(visit, stage.admin);
      for (const text of [
        'Admin Control Center',
        'Welcome back, Administrator!',
        'Manage employees, monitor activity and generate reports',
      ])
        await shows(visit, text);
      await page.getByRole('button', { name: /Administrator.*menu/ }).click();
      const menu = page.getByRole('menu');
      for (const text of ['Administrator', 'Admin']) await menu.getByText(text, { exact: true }).waitFor();
      await menu.getByRole('menuitem', { name: 'Sign Out' }).click();
      await shows(visit, 'Good to See You!');
      await page.reload();
      await shows(visit, 'Good to See You!');
    }));
});
