import { describe, expect, it } from 'vitest';
import { accessibilityFaults, DESK, overflowsSideways, PHONE, takePictures, type Visit } from './browser.ts';
import { onStage, signIn, type Credentials, type Stage } from './stage.ts';

const NARROW = { width: 320, height: 640 };
const shows = ({ page }: Visit, text: string): Promise<void> =>
  page.getByText(text, { exact: true }).waitFor();
const atWork = ({ page }: Visit): Promise<void> => page.getByRole('button', { name: 'Clock In' }).waitFor();

async function choose({ page }: Visit, item: string): Promise<void> {
  await page.getByRole('button', { name: /User menu/ }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

async function signedIn(stage: Stage, who: Credentials, viewport = DESK): Promise<Visit> {
  const visit = await stage.visit({ viewport });
  await signIn(visit, who);
  await atWork(visit);
  return visit;
}

async function fillPasswords(
  { page }: Visit,
  current: string | null,
  next: string,
  again = next,
): Promise<void> {
  if (current !== null) await page.getByLabel('Current Password').fill(current);
  await page.getByLabel('New Password').fill(next);
  await page.getByLabel('Confirm Password').fill(again);
  await page.getByRole('button', { name: 'Save password' }).click();
}

describe('the user menu', () => {
  it('shows name, employee id and role, and what can be done', () =>
    onStage(async (stage) => {
      const visit = await signedIn(stage, await stage.hire('Maya Gurung'), PHONE);
      await visit.page.getByRole('button', { name: /Maya Gurung.*Employee.*User menu/ }).click();
      const menu = visit.page.getByRole('menu');
      for (const text of ['Maya Gurung', 'Employee']) await menu.getByText(text, { exact: true }).waitFor();
      await menu.getByText(/^NXBI-[A-Z0-9]{5}$/).waitFor();
      expect(await menu.getByRole('menuitem').allTextContents()).toEqual([
        'Change name',
        'Change password',
        'Sign Out',
      ]);
      await takePictures(visit.page, 'user-menu');
      expect(await accessibilityFaults(visit.page)).toEqual([]);
    }));

  it('shows the e-mail address of who has no employee id', () =>
    onStage(async (stage) => {
      await stage.owner.query(`UPDATE account SET employee_id = '' WHERE role = 'admin'`);
      const visit = await stage.visit();
      await signIn(visit, stage.admin);
      await visit.page.getByRole('button', { name: /User menu/ }).click();
      await visit.page.getByRole('menu').getByText(stage.admin.email).waitFor();
    }));
});

describe("one's own name", () => {
  it('is changed in a dialog, and the header and every other window follow', () =>
    onStage(async (stage) => {
      const maya = await stage.hire('Maya Gurung');
      const visit = await signedIn(stage, maya);
      const other = await signedIn(stage, maya);
      const { page } = visit;
      await choose(visit, 'Change name');
      const name = page.getByRole('dialog').getByLabel('Full Name');
      expect(await name.inputValue()).toBe('Maya Gurung');
      await takePictures(page, 'change-name');
      expect(await accessibilityFaults(page)).toEqual([]);
      await name.fill('   ');
      await page.keyboard.press('Enter');
      await shows(visit, 'Full name is required');
      await name.fill('<img src=x onerror=alert(1)> Rai');
      await page.getByRole('button', { name: 'Save name' }).click();
      for (const one of [visit, other]) await one.page.getByText('Welcome back, <img!').waitFor();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-haspopup'))).toBe('menu');
      const { rows } = await stage.owner.query(
        `SELECT message FROM activity_notification WHERE type = 'employee_updated'`,
      );
      expect(rows).toEqual([{ message: '<img src=x onerror=alert(1)> Rai was updated: name' }]);
    }));

  it('that was pasted with line breaks is one line', () =>
    onStage(async (stage) => {
      const visit = await signedIn(stage, await stage.hire('Maya Gurung'));
      await choose(visit, 'Change name');
      const name = visit.page.getByRole('dialog').getByLabel('Full Name');
      await visit.context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await visit.page.evaluate(() => navigator.clipboard.writeText(' Maya\r\nKumari\tGurung '));
      await name.press('ControlOrMeta+a');
      await name.press('ControlOrMeta+v');
      await visit.page.keyboard.press('Enter');
      await visit.page.getByRole('dialog').waitFor({ state: 'detached' });
      expect((await stage.owner.query(`SELECT name FROM account WHERE role = 'employee'`)).rows).toEqual([
        { name: 'Maya Kumari Gurung' },
      ]);
    }));

  it("that could not be changed says 'Failed to update profile.', and keeps what was typed", () =>
    onStage(async (stage) => {
      const visit = await signedIn(stage, await stage.hire('Maya Gurung'));
      visit.expectProblem(/ERR_CONNECTION_FAILED/);
      await visit.page.route('**/api/account/profile', (route) => route.abort('connectionfailed'));
      await choose(visit, 'Change name');
      await visit.page.getByLabel('Full Name').fill('Maya Rai');
      await visit.page.keyboard.press('Enter');
      await shows(visit, 'Failed to update profile.');
      expect(await visit.page.getByLabel('Full Name').inputValue()).toBe('Maya Rai');
      expect(await accessibilityFaults(visit.page)).toEqual([]);
      await takePictures(visit.page, 'change-name-failed');
    }));

  it.each([
    ['', false],
    [', also when the live line has led there before the refusal arrives', true],
  ])('by somebody whose session has gone meanwhile leads to the login, which says why%s', (_also, isLate) =>
    onStage(async (stage) => {
      const visit = await signedIn(stage, await stage.hire('Maya Gurung'));
      visit.expectProblem(/status of 401/);
      await choose(visit, 'Change name');
      await visit.page.getByLabel('Full Name').fill('Maya Rai');
      await visit.page.route('**/api/account/profile', async (route) => {
        await stage.owner.query('DELETE FROM session');
        if (isLate) await shows(visit, 'Your session has ended. Please sign in again.');
        await route.continue();
      });
      await visit.page.keyboard.press('Enter');
      await shows(visit, 'No user is currently signed in.');
      await shows(visit, 'Good to See You!');
    }),
  );

  it('is not thrown away without asking', () =>
    onStage(async (stage) => {
      const visit = await signedIn(stage, await stage.hire('Maya Gurung'), NARROW);
      const { page } = visit;
      await choose(visit, 'Change name');
      await page.getByLabel('Full Name').fill('Maya Rai');
      await page.keyboard.press('Escape');
      await shows(visit, 'Discard your changes?');
      await page.waitForFunction(() => document.activeElement?.textContent === 'Keep editing');
      expect(await accessibilityFaults(page)).toEqual([]);
      expect(await overflowsSideways(page)).toBe(false);
      await takePictures(page, 'discard-changes');
      await page.keyboard.press('Enter');
      expect(await page.getByLabel('Full Name').inputValue()).toBe('Maya Rai');
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('button', { name: 'Discard' }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await choose(visit, 'Change name');
      expect(await page.getByLabel('Full Name').inputValue()).toBe('Maya Gurung');
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }));
});

describe("one's own password", () => {
  it('is changed with the current one; this browser stays signed in, the others see the login at once', () =>
    onStage(async (stage) => {
      const maya = await stage.hire('Maya Gurung');
      const visit = await signedIn(stage, maya);
      const { page } = visit;
      const secondTab = await visit.context.newPage();
      await secondTab.goto('/');
      await secondTab.getByRole('button', { name: 'Clock In' }).waitFor();
      const elsewhere = await signedIn(stage, maya, PHONE);

      await choose(visit, 'Change password');
      await takePictures(page, 'change-password');
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.getByRole('button', { name: 'Save password' }).click();
      for (const text of [
        'Please enter your current password',
        'Password is required',
        'Please confirm your password',
      ])
        await shows(visit, text);
      await takePictures(page, 'change-password-faults');
      visit.expectProblem(/status of 403/);
      await fillPasswords(visit, 'not this one', 'a new password');
      await shows(visit, 'Incorrect password.');
      expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('currentPassword');
      await fillPasswords(visit, maya.password, 'a new password');
      await shows(visit, 'Your password is changed');
      await takePictures(page, 'change-password-done');
      expect(await accessibilityFaults(page)).toEqual([]);
      await elsewhere.page.getByText('Your session has ended. Please sign in again.').waitFor();
      await page.getByRole('button', { name: 'Done' }).click();

      // Both tabs of this browser go on, with one live stream between them.
      await page.getByRole('button', { name: 'Clock In' }).click();
      await secondTab.getByRole('button', { name: 'Clock Out' }).waitFor();
      expect(await secondTab.getByText('Good to See You!').count()).toBe(0);
    }));

  it('of 80 characters and 150 bytes works to the letter', () =>
    onStage(async (stage) => {
      const maya = await stage.hire('Maya Gurung');
      const visit = await signedIn(stage, maya);
      const long = `${'पा'.repeat(20)} 'quoted' <b>&amp; ${'x'.repeat(20)}`;
      await choose(visit, 'Change password');
      await fillPasswords(visit, maya.password, long);
      await visit.page.getByRole('button', { name: 'Done' }).click();
      await choose(visit, 'Sign Out');
      await shows(visit, 'Good to See You!');
      visit.expectProblem(/status of 401/);
      await signIn(visit, { email: maya.email, password: long.slice(0, -1) });
      await shows(visit, 'Invalid email or password');
      await signIn(visit, { email: ` ${maya.email.toUpperCase()} `, password: long });
      await atWork(visit);
    }));
});

describe('the first sign-in with a temporary password', () => {
  it('demands a new one before anything else, also after a reload', () =>
    onStage(async (stage) => {
      const maya = await stage.hire('Maya Gurung');
      await stage.owner.query(`UPDATE account SET must_change_password = true WHERE role = 'employee'`);
      const visit = await stage.visit({ viewport: NARROW });
      const { page } = visit;
      await signIn(visit, maya);
      await page.getByRole('heading', { name: 'Choose your own password' }).waitFor();
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Choose your own password');
      expect(await overflowsSideways(page)).toBe(false);
      expect(await accessibilityFaults(page)).toEqual([]);
      await takePictures(page, 'first-password');
      await page.reload();
      await page.getByRole('heading', { name: 'Choose your own password' }).waitFor();
      visit.expectProblem(/status of 400/);
      await page.getByRole('button', { name: 'Save password' }).click();
      await shows(visit, 'Password is required');
      await fillPasswords(visit, null, maya.password);
      await shows(visit, 'Please choose another password than the temporary one');
      await takePictures(page, 'first-password-faults');
      await fillPasswords(visit, null, 'my very own');
      await atWork(visit);
      await page.reload();
      await atWork(visit);
    }));

  it('can be put off by signing out', () =>
    onStage(async (stage) => {
      const maya = await stage.hire('Maya Gurung');
      await stage.owner.query(`UPDATE account SET must_change_password = true WHERE role = 'employee'`);
      const visit = await stage.visit();
      visit.expectProblem(/ERR_CONNECTION_FAILED/);
      await signIn(visit, maya);
      await visit.page.route('**/api/sign-out', (route) => route.abort('connectionfailed'), { times: 1 });
      await visit.page.getByRole('button', { name: 'Sign Out' }).click();
      await shows(visit, 'Failed to sign out. Please try again.');
      await visit.page.getByRole('button', { name: 'Sign Out' }).click();
      await shows(visit, 'Good to See You!');
      expect(await visit.page.getByText('Your session has ended.').count()).toBe(0);
    }));
});

describe('a session that ends elsewhere', () => {
  it.each([
    ['by deactivation', `UPDATE account SET is_active = false WHERE role = 'employee'`],
    ['because its time is over', `UPDATE session SET expires_at = created_at`],
  ])('%s leads to the login at once, which says so', (_why, sql) =>
    onStage(async (stage) => {
      const visit = await signedIn(stage, await stage.hire('Maya Gurung'));
      await stage.owner.query(sql);
      const began = performance.now();
      await shows(visit, 'Your session has ended. Please sign in again.');
      expect(performance.now() - began).toBeLessThan(4_000);
      await shows(visit, 'Good to See You!');
      expect(await accessibilityFaults(visit.page)).toEqual([]);
    }),
  );

  it('by signing out in another tab leads to the login at once', () =>
    onStage(async (stage) => {
      const visit = await signedIn(stage, await stage.hire('Maya Gurung'));
      const second = await visit.context.newPage();
      await second.goto('/');
      await second.getByRole('button', { name: 'Clock In' }).waitFor();
      await choose(visit, 'Sign Out');
      await shows(visit, 'Good to See You!');
      await second.getByText('Good to See You!').waitFor();
      // Who signs out is not told that the session has ended.
      expect(await visit.page.getByText('Your session has ended.').count()).toBe(0);
    }));
});
