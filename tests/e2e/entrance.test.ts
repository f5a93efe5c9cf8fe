import { describe, expect, it } from 'vitest';
import { axeViolations, PHONE, takeScreenshots, type BrowserSession } from './browser.ts';
import { withApp } from './app.ts';

const shows = ({ page }: BrowserSession, text: string): Promise<void> =>
  expect(page.getByText(text, { exact: true })).toBeVisible();
const isGone = ({ page }: BrowserSession, text: string): Promise<void> =>
  expect(page.getByText(text, { exact: true })).not.toBeAttached();
const press = ({ page }: BrowserSession, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click();

describe('the login', () => {
  it('can show the password and answers an unknown address and a wrong password alike', () =>
    withApp(async (app) => {
      const browser = await app.openBrowser();
      for (const text of ['Good to See You!', "Don't forget to Clock-In", 'Punctual', 'Version 1.6.4'])
        await shows(browser, text);
      const email = browser.page.getByLabel('Email');
      const password = browser.page.getByLabel('Password', { exact: true });
      expect(await password.getAttribute('type')).toBe('password');
      await press(browser, 'Show password');
      expect(await password.getAttribute('type')).toBe('text');
      await press(browser, 'Hide password');
      expect(await password.getAttribute('type')).toBe('password');

      await email.fill('not an address');
      await password.fill('short');
      await press(browser, 'Sign In');
      await shows(browser, 'Please enter a valid email address');
      await shows(browser, 'Password must be at least 6 characters');
      await email.fill('somebody@example.com');
      await isGone(browser, 'Please enter a valid email address');
      await shows(browser, 'Password must be at least 6 characters');

      browser.expectError(/status of 401/);
      for (const address of ['nobody@example.com', app.admin.email]) {
        await email.fill(address);
        await password.fill('not the password');
        await isGone(browser, 'Invalid email or password');
        await press(browser, 'Sign In');
        await shows(browser, 'Invalid email or password');
      }
    }));
});

describe('registration', () => {
  it('goes on only from a valid step, offers the hubs of the chosen studio, and leads back to a taken address', () =>
    withApp(async (app) => {
      const browser = await app.openBrowser({ viewport: PHONE });
      browser.expectError(/status of 409/);
      const { page } = browser;
      const isAt = (step: string) =>
        expect(page.locator('[aria-current=step]').filter({ hasText: step })).toBeVisible();
      const progress = async () => Number(await page.getByRole('progressbar').getAttribute('aria-valuenow'));
      await press(browser, 'Create account');
      await shows(browser, 'Only employees can register through this form.');
      await isAt('Personal');
      const before = await progress();
      await press(browser, 'Continue');
      for (const text of ['Full name is required', 'Email is required']) await shows(browser, text);
      await page.getByLabel('Full Name').fill('Maya Gurung');
      await isGone(browser, 'Full name is required');
      await page.getByLabel('Email').fill('maya@');
      await press(browser, 'Continue');
      await shows(browser, 'Please enter a valid email');
      await page.getByLabel('Email').fill(app.admin.email);
      await page.keyboard.press('Enter');
      await isAt('Work');
      expect(await progress()).toBeGreaterThan(before);

      await press(browser, 'Continue');
      for (const text of ['Please select a studio', 'Please select a hub', 'Please select a position'])
        await shows(browser, text);
      const hub = page.getByLabel('Hub');
      const offered = async () => (await hub.getByRole('option').allTextContents()).slice(1);
      expect(await hub.isDisabled()).toBe(true);
      await page.getByLabel('Studio').selectOption('Regulatory Reporting Studio');
      expect(await offered()).toEqual(['Compliance Hub', 'Reporting Hub']);
      await hub.selectOption('Compliance Hub');
      await page.getByLabel('Studio').selectOption('Business Studio');
      await expect(hub).toHaveValue('');
      expect(await offered()).toEqual([
        'Core operations hub',
        'Data Intelligence & Innovation',
        'Digital Strategy & Innovation',
      ]);
      await hub.selectOption('Core operations hub');
      await page.getByLabel('Position').selectOption('Intern');
      await press(browser, 'Continue');

      await press(browser, 'Create Account');
      for (const text of ['Password is required', 'Please confirm your password']) await shows(browser, text);
      await page.getByLabel('Password', { exact: true }).fill('short');
      await page.getByLabel('Confirm Password').fill('different');
      await press(browser, 'Create Account');
      for (const text of ['Password must be at least 6 characters', 'Passwords do not match'])
        await shows(browser, text);
      await page.getByLabel('Password', { exact: true }).fill('six-letters');
      await page.getByLabel('Confirm Password').fill('six-letters');
      await press(browser, 'Create Account');
      await shows(browser, 'An account with this email already exists.');
      const email = page.getByRole('textbox', {
        name: 'Email',
        description: 'An account with this email already exists.',
      });
      await expect(email).toBeFocused();
      await expect(email).toHaveValue(app.admin.email);
      await expect(page.getByLabel('Full Name')).toHaveValue('Maya Gurung');
      expect(await axeViolations(page)).toEqual([]);
      await takeScreenshots(page, 'join-address-taken');
      await email.fill('maya@example.com');
      await expect(page.getByRole('button', { name: 'Sign in instead' })).not.toBeAttached();
      await press(browser, 'Continue');
      await expect(page.getByLabel('Studio')).toHaveValue('Business Studio');
      await press(browser, 'Continue');
      await expect(page.getByLabel('Confirm Password')).toHaveValue('six-letters');
      await press(browser, 'Back to Login');
      await press(browser, 'Back to Login');
      await page.getByLabel('Email').fill(app.admin.email);
      await press(browser, 'Continue');
      await press(browser, 'Continue');
      await press(browser, 'Create Account');
      await press(browser, 'Sign in instead');
      await expect(page.getByLabel('Email')).toHaveValue(app.admin.email);
      await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
    }));
});

describe('the header', () => {
  it('names the product and the role, greets by first name, and its menu signs out', () =>
    withApp(async (app) => {
      const browser = await app.openBrowser({ as: app.admin });
      const { page } = browser;
      await expect(page.getByRole('banner').getByText('Punctual', { exact: true })).toBeVisible();
      for (const text of [
        'Admin Control Center',
        'Welcome back, Administrator!',
        'Manage employees, monitor activity and generate reports',
      ])
        await shows(browser, text);
      await page.getByRole('button', { name: /Administrator.*menu/ }).click();
      const menu = page.getByRole('menu');
      for (const text of ['Administrator', 'Admin'])
        await expect(menu.getByText(text, { exact: true })).toBeVisible();
      await menu.getByRole('menuitem', { name: 'Sign Out' }).click();
      await shows(browser, 'Good to See You!');
      await page.reload();
      await shows(browser, 'Good to See You!');
    }));
});
