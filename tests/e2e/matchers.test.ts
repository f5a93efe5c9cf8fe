import { describe, expect, it } from 'vitest';
import { withApp } from './app.ts';

const SOON = { timeout: 100 };

describe('screen matchers', () => {
  it('a matcher fails after its timeout and shows the content of the screen', () =>
    withApp(async (app) => {
      const { page } = await app.openBrowser();
      const [nothing, signIn] = [
        page.getByText('Nothing of the kind'),
        page.getByRole('button', { name: 'Sign In' }),
      ];
      const email = page.getByLabel('Email');
      await expect(signIn).toBeVisible();
      const failing: [why: string, expectation: () => Promise<void>][] = [
        ['to be visible', () => expect(nothing).toBeVisible(SOON)],
        ['not to be visible', () => expect(signIn).not.toBeVisible(SOON)],
        ['to be there', () => expect(nothing).toBeAttached(SOON)],
        ['not to be there', () => expect(signIn).not.toBeAttached(SOON)],
        ['to be there 2 times, and it was 1', () => expect(signIn).toHaveCount(2, SOON)],
        ['to hold "maya", and it was ""', () => expect(email).toHaveValue('maya', SOON)],
        ['not to hold "", and it was ""', () => expect(email).not.toHaveValue('', SOON)],
        ['to have the focus, and it was false', () => expect(signIn).toBeFocused(SOON)],
      ];
      for (const [why, expectation] of failing) {
        const message = await expectation().then(
          () => 'It was met.',
          (error: unknown) => String(error),
        );
        expect(message).toContain(`expected ${why}`);
        expect(message).toContain('- button "Sign In"');
      }
    }));

  it('a matcher passes as soon as its condition holds', () =>
    withApp(async (app) => {
      const { page } = await app.openBrowser();
      const email = page.getByLabel('Email');
      await email.focus();
      await expect(email).toBeFocused();
      await page.keyboard.type('maya');
      await expect(email).toHaveValue('maya');
      await expect(email).not.toHaveValue('');
      await expect(email).toHaveCount(1);
      await expect(page.getByText('Nothing of the kind')).not.toBeVisible();
      await expect(page.getByText('Nothing of the kind')).not.toBeAttached();
    }));
});
