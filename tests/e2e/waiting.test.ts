import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { accessibilityFaults, neverGivesUp, PHONE, type Visit } from './browser.ts';
import { onStage, signIn, type Stage } from './stage.ts';

/** Holds the answers to a route back until the returned function is called. */
async function hold(page: Page, path: string): Promise<() => void> {
  await neverGivesUp(page);
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(`**${path}`, async (route) => {
    await released;
    await route.continue();
  });
  return () => release();
}

async function atWork(stage: Stage): Promise<Visit> {
  const visit = await stage.visit({ viewport: PHONE });
  await signIn(visit, await stage.hire('Maya Gurung'));
  await visit.page.getByRole('button', { name: 'Clock In' }).waitFor();
  return visit;
}

describe('while the server is asked', () => {
  it("the whole screen says 'Loading...' until it is known who is signed in", () =>
    onStage(async (stage) => {
      const { page } = await stage.visit();
      const release = await hold(page, '/api/session');
      await page.reload({ waitUntil: 'commit' });
      await page.getByText('Loading...').waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
      release();
      await page.getByText('Good to See You!').waitFor();
    }));

  it("'Sign In' is disabled and turns", () =>
    onStage(async (stage) => {
      const visit = await stage.visit();
      const release = await hold(visit.page, '/api/sign-in');
      await signIn(visit, stage.admin);
      const button = visit.page.getByRole('button', { name: 'Sign In' });
      expect(await button.isDisabled()).toBe(true);
      await button.locator('svg').waitFor();
      release();
      await visit.page.getByRole('heading', { name: 'Admin Dashboard' }).waitFor();
    }));

  it("the clock says 'Loading your settings...'", () =>
    onStage(async (stage) => {
      const { page } = await atWork(stage);
      const release = await hold(page, '/api/clock');
      await page.reload();
      await page.getByText('Loading your settings...').waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
      release();
      await page.getByRole('button', { name: 'Clock In' }).waitFor();
    }));

  it("a punch says 'Clocking In...' and 'Clocking Out...', and success is claimed only afterwards", () =>
    onStage(async (stage) => {
      const { page } = await atWork(stage);
      const releaseIn = await hold(page, '/api/clock/in');
      await page.getByRole('button', { name: 'Clock In' }).click();
      await page.getByRole('button', { name: 'Clocking In...' }).waitFor();
      expect(await page.getByText(/Clock-in successful/).count()).toBe(0);
      releaseIn();
      await page.getByText(/Clock-in successful/).waitFor();
      const releaseOut = await hold(page, '/api/clock/out');
      await page.getByRole('button', { name: 'Clock Out' }).click();
      await page.getByRole('button', { name: 'Clocking Out...' }).waitFor();
      releaseOut();
      await page.getByText('Clocked-out successful').waitFor();
    }));

  it('the messages of a punch go away by themselves', () =>
    onStage(async (stage) => {
      const { page } = await atWork(stage);
      await page.getByRole('button', { name: 'Clock In' }).click();
      await page.getByText(/Clock-in successful/).waitFor();
      await page.getByText(/Clock-in successful/).waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Clock Out' }).click();
      await page.getByText('Clocked-out successful').waitFor();
      await page.getByText('Clocked-out successful').waitFor({ state: 'detached' });
    }));
});

describe('when the server cannot be reached', () => {
  it("a clock-in says so, and 'Try again' records it", () =>
    onStage(async (stage) => {
      const visit = await atWork(stage);
      const { page } = visit;
      visit.expectProblem(/ERR_CONNECTION_FAILED/);
      await page.route('**/api/clock/in', (route) => route.abort('connectionfailed'), { times: 1 });
      await page.getByRole('button', { name: 'Clock In' }).click();
      await page.getByText('The server did not answer.').waitFor();
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByRole('button', { name: 'Clock Out' }).waitFor();
      expect((await stage.owner.query('SELECT id FROM time_entry')).rowCount).toBe(1);
    }));

  it('a clock-in whose answer was lost is there once, and shown', () =>
    onStage(async (stage) => {
      const visit = await atWork(stage);
      const { page } = visit;
      visit.expectProblem(/ERR_CONNECTION_FAILED/);
      await page.route('**/api/clock/in', async (route) => {
        await route.fetch();
        await route.abort('connectionfailed');
      });
      await page.getByRole('button', { name: 'Clock In' }).click();
      await page.getByRole('button', { name: 'Clock Out' }).waitFor();
      expect((await stage.owner.query('SELECT id FROM time_entry')).rowCount).toBe(1);
    }));

  it('the wizard stays on the work step when no employee ID can be made', () =>
    onStage(async (stage) => {
      const visit = await stage.visit();
      const { page } = visit;
      visit.expectProblem(/ERR_CONNECTION_FAILED/);
      await page.route('**/api/registration/employee-id', (route) => route.abort('connectionfailed'));
      await page.getByRole('button', { name: 'Create account' }).click();
      await page.getByLabel('Full Name').fill('Maya Gurung');
      await page.getByLabel('Email').fill('maya@example.com');
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByLabel('Studio').selectOption('Business Studio');
      await page.getByLabel('Hub').selectOption('Core operations hub');
      await page.getByLabel('Position').selectOption('Intern');
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByText('Failed to generate employee ID. Please try again.').waitFor();
      expect(await page.getByLabel('Studio').inputValue()).toBe('Business Studio');
    }));

  it('signing in and signing out say so', () =>
    onStage(async (stage) => {
      const visit = await stage.visit();
      const { page } = visit;
      visit.expectProblem(/ERR_CONNECTION_FAILED/);
      await page.route('**/api/sign-in', (route) => route.abort('connectionfailed'), { times: 1 });
      await signIn(visit, stage.admin);
      await page.getByText('Failed to sign in. Please check your credentials.').waitFor();
      await signIn(visit, stage.admin);
      await page.getByRole('heading', { name: 'Admin Dashboard' }).waitFor();
      await page.route('**/api/sign-out', (route) => route.abort('connectionfailed'));
      await page.getByRole('button', { name: /Administrator/ }).click();
      await page.getByRole('menuitem', { name: 'Sign Out' }).click();
      await page.getByText('Failed to sign out. Please try again.').waitFor();
    }));
});
