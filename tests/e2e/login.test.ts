import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { accessibilityFaults, overflowsSideways, PHONE, takePictures, type Visit } from './browser.ts';
import { onStage, signIn } from './stage.ts';

const NARROW = { width: 320, height: 640 };
const shows = ({ page }: Visit, text: string): Promise<void> =>
  page.getByText(text, { exact: true }).waitFor();
const focused = (page: Page): Promise<string> =>
  page.evaluate(
    () =>
      document.activeElement?.getAttribute('name') ??
      document.activeElement?.getAttribute('aria-label') ??
      document.activeElement?.textContent ??
      '',
  );

describe('the login page', () => {
  it("shows the workplace's time and date, told by the server", () =>
    onStage(async (stage) => {
      const visit = await stage.visit();
      await shows(visit, '08:55');
      for (const text of ['Friday, November 20, 2026', 'Workplace time (Asia/Kathmandu)'])
        await shows(visit, text);
      await stage.pass(6 * 60_000);
      await shows(visit, '09:01');
      await takePictures(visit.page, 'login');
      expect(await accessibilityFaults(visit.page)).toEqual([]);
    }));

  it('fits a phone of 320 px, with the button to sign in above the fold', () =>
    onStage(async (stage) => {
      const { page } = await stage.visit({ viewport: NARROW });
      const button = page.getByRole('button', { name: 'Sign In' });
      await button.waitFor();
      expect(await overflowsSideways(page)).toBe(false);
      const box = await button.boundingBox();
      expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThan(NARROW.height);
      expect(await accessibilityFaults(page)).toEqual([]);
    }));

  it('can be used by the keyboard alone', () =>
    onStage(async (stage) => {
      const visit = await stage.visit();
      const { page } = visit;
      await page.getByLabel('Email').waitFor();
      const order: string[] = [];
      for (let presses = 0; presses < 8; presses += 1) {
        await page.keyboard.press('Tab');
        order.push(await focused(page));
      }
      expect(order).toEqual([
        'email',
        'password',
        'Show password',
        'Forgot password?',
        'Sign In',
        'Create account',
        'Terms of Service',
        'Privacy Policy',
      ]);
      await page.getByLabel('Email').focus();
      await page.keyboard.type(stage.admin.email);
      await page.keyboard.press('Tab');
      await page.keyboard.type(stage.admin.password);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Admin Dashboard' }).waitFor();
    }));

  it('puts the focus on the first faulty field, and marks it for those who do not see it', () =>
    onStage(async (stage) => {
      const { page } = await stage.visit({ viewport: PHONE });
      await page.getByLabel('Email').fill('somebody@example.com');
      await page.getByRole('button', { name: 'Sign In' }).click();
      expect(await focused(page)).toBe('password');
      const described = await page.getByLabel('Password', { exact: true }).getAttribute('aria-describedby');
      expect(await page.locator(`[id="${described}"]`).textContent()).toBe(
        'Password must be at least 6 characters',
      );
      expect(await accessibilityFaults(page)).toEqual([]);
      await takePictures(page, 'login-faults');
    }));

  it.each([
    ['a b@example.com'],
    ['a@b@example.com'],
    ['@example.com'],
    ['a@example'],
    ['a@example.com>'],
    ['\u202ea@example.com'],
    ['a\u0000@example.com'],
  ])('does not take %j for an address', (address) =>
    onStage(async (stage) => {
      const visit = await stage.visit();
      await signIn(visit, { email: address, password: 'long enough' });
      await shows(visit, 'Please enter a valid email address');
    }),
  );

  it.each([
    ['disabled', 'This account has been disabled.', 403],
    ['too many', 'Too many failed login attempts. Please try again later.', 429],
  ] as const)('tells who may know the password what is the matter: %s', (why, message, status) =>
    onStage(async (stage) => {
      const visit = await stage.visit({ viewport: PHONE });
      visit.expectProblem(new RegExp(`status of (401|${status})`));
      const maya = await stage.hire('Maya Gurung');
      if (why === 'disabled')
        await stage.owner.query(`UPDATE account SET is_active = false WHERE email = $1`, [maya.email]);
      else
        for (let times = 0; times < 10; times += 1)
          await visit.page.request.post('/api/sign-in', {
            data: { email: maya.email, password: 'a wrong guess' },
          });
      await signIn(visit, maya);
      await shows(visit, message);
      expect(await focused(visit.page)).toBe('password');
      expect(await accessibilityFaults(visit.page)).toEqual([]);
      await takePictures(visit.page, `login-${status}`);
    }),
  );
});

describe('the small print', () => {
  it.each(['Terms of Service', 'Privacy Policy'])(
    '%s opens a dialog that can be read and closed by the keyboard',
    (name) =>
      onStage(async (stage) => {
        const visit = await stage.visit({ viewport: NARROW });
        const { page } = visit;
        await page.getByRole('button', { name }).focus();
        await page.keyboard.press('Enter');
        await page.getByRole('dialog', { name }).waitFor();
        expect(await accessibilityFaults(page)).toEqual([]);
        expect(await overflowsSideways(page)).toBe(false);
        await takePictures(page, name === 'Privacy Policy' ? 'privacy' : 'terms');
        await page.keyboard.press('Escape');
        await page.getByRole('dialog').waitFor({ state: 'detached' });
        expect(await focused(page)).toBe(name);
      }),
  );

  it('says plainly what is recorded, who sees it and for how long', () =>
    onStage(async (stage) => {
      const { page } = await stage.visit();
      await page.getByRole('button', { name: 'Privacy Policy' }).click();
      const dialog = page.getByRole('dialog', { name: 'Privacy Policy' });
      for (const heading of ['What is recorded', 'Who sees it', 'For how long'])
        await dialog.getByRole('heading', { name: heading }).waitFor();
      const text = (await dialog.textContent()) ?? '';
      for (const word of [
        'when you clock in and out',
        'IP address',
        'only when your workplace has location tracking on',
        'administrators of your workplace see everybody',
        'until your workplace erases them',
      ]) {
        expect(text).toContain(word);
      }
      await dialog.getByRole('button', { name: 'Close' }).last().click();
      await dialog.waitFor({ state: 'detached' });
    }));
});
