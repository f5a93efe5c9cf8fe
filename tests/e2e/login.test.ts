import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import {
  axeViolations,
  overflowsHorizontally,
  PHONE,
  takeScreenshots,
  type BrowserSession,
} from './browser.ts';
import { withApp, signIn } from './app.ts';

const NARROW = { width: 320, height: 640 };
const shows = ({ page }: BrowserSession, text: string): Promise<void> =>
  expect(page.getByText(text, { exact: true })).toBeVisible();
const focused = (page: Page): Promise<string> =>
  page.evaluate(
    () =>
      document.activeElement?.getAttribute('name') ??
      document.activeElement?.getAttribute('aria-label') ??
      document.activeElement?.textContent ??
      '',
  );

describe('the login page', () => {
  it("shows the server's time and date, and fits 320 px with the sign-in button in sight", () =>
    withApp(async (app) => {
      const browser = await app.openBrowser();
      await shows(browser, '08:55');
      for (const text of ['Friday, November 20, 2026', 'Workplace time (Asia/Kathmandu)'])
        await shows(browser, text);
      await app.advance(6 * 60_000);
      await shows(browser, '09:01');
      await takeScreenshots(browser.page, 'login');
      expect(await axeViolations(browser.page)).toEqual([]);
      await browser.page.setViewportSize(NARROW);
      expect(await overflowsHorizontally(browser.page)).toBe(false);
      const box = await browser.page.getByRole('button', { name: 'Sign In' }).boundingBox();
      expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThan(NARROW.height);
    }));

  it('works by keyboard alone', () =>
    withApp(async (app) => {
      const browser = await app.openBrowser();
      const { page } = browser;
      await expect(page.getByLabel('Email')).toBeVisible();
      const order: string[] = [];
      for (let presses = 0; presses < 9; presses += 1) {
        await page.keyboard.press('Tab');
        order.push(await focused(page));
      }
      expect(order.slice(1)).toEqual([
        'email',
        'password',
        'Show password',
        'Forgot password?',
        'Sign In',
        'Create account',
        'Terms of Service',
        'Privacy Policy',
      ]);
      expect(order[0]).toContain('Deutsch');
      await page.getByLabel('Email').focus();
      await page.keyboard.type(app.admin.email);
      await page.keyboard.press('Tab');
      await page.keyboard.type(app.admin.password);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
    }));

  it('focuses the first invalid field, marks it for screen readers, and says why a sign-in is refused', () =>
    withApp(async (app) => {
      const maya = await app.createEmployee('Maya Gurung');
      await app.deactivate(maya);
      const browser = await app.openBrowser({ viewport: PHONE });
      const { page } = browser;
      await page.getByLabel('Email').fill(maya.email);
      await page.getByRole('button', { name: 'Sign In' }).click();
      await expect.poll(() => focused(page)).toBe('password');
      const described = await page.getByLabel('Password', { exact: true }).getAttribute('aria-describedby');
      expect(await page.locator(`[id="${described}"]`).textContent()).toBe(
        'Password must be at least 6 characters',
      );
      expect(await axeViolations(page)).toEqual([]);
      await takeScreenshots(page, 'login-faults');
      browser.expectError(/status of 403/);
      await page.getByLabel('Email').focus();
      await signIn(browser, maya);
      await shows(browser, 'This account has been disabled.');
      await expect.poll(() => focused(page)).toBe('password');
      await takeScreenshots(page, 'login-403');
    }));
});

describe('the small print', () => {
  it('opens by keyboard and says what is recorded, who sees it and for how long it is kept', () =>
    withApp(
      async (app) => {
        const { page } = await app.openBrowser({ viewport: NARROW });
        for (const name of ['Terms of Service', 'Privacy Policy']) {
          await page.getByRole('button', { name }).focus();
          await page.keyboard.press('Enter');
          await expect(page.getByRole('dialog', { name })).toBeVisible();
          expect(await axeViolations(page)).toEqual([]);
          expect(await overflowsHorizontally(page)).toBe(false);
          await takeScreenshots(page, name === 'Privacy Policy' ? 'privacy' : 'terms');
          await page.keyboard.press('Escape');
          await expect(page.getByRole('dialog')).not.toBeAttached();
          await expect.poll(() => focused(page)).toBe(name);
        }
        await page.keyboard.press('Enter');
        const dialog = page.getByRole('dialog', { name: 'Privacy Policy' });
        for (const heading of ['What is recorded', 'Who sees it', 'For how long'])
          await expect(dialog.getByRole('heading', { name: heading })).toBeVisible();
        const text = (await dialog.textContent()) ?? '';
        for (const word of [
          'when you clock in and out',
          'IP address',
          'only when your workplace has location tracking on',
          'administrators of your workplace see everybody',
          'until your workplace erases them',
          'Objections and replies',
          'payroll number',
          'after 7 days without a punch or another change, after 1 day in any case',
          'lasts 30 days after you sign in',
        ]) {
          expect(text).toContain(word);
        }
        await dialog.getByRole('button', { name: 'Close' }).last().click();
        await expect(dialog).not.toBeAttached();
      },
      { config: { sessionIdleDays: 7, sessionDays: 1, knownDeviceDays: 30 } },
    ));
});
