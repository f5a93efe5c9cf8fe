/** The workplace as an admin sets it up: its name, its studios, who may join, and how its times are shown. */
import { describe, expect, it } from 'vitest';
import { PASSWORD } from '#tests/make';
import { withApp } from './app.ts';
import { axeViolations, takeScreenshots, type BrowserSession } from './browser.ts';
import { field, openSettings, press, saved } from './settings-page.ts';

const save = async (browser: BrowserSession, fields: Readonly<Record<string, string>>): Promise<void> => {
  for (const [label, value] of Object.entries(fields)) {
    const control = field(browser, label);
    if ((await control.evaluate(({ tagName }) => tagName)) === 'SELECT') await control.selectOption(value);
    else await control.fill(value);
  }
  await press(browser, 'Save');
  await saved(browser);
};

const join = async ({ page }: BrowserSession): Promise<void> => {
  await page.getByLabel('Full Name').fill('Ana Álvarez');
  await page.getByLabel('Email').fill('ana@example.com');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Studio').selectOption('Business Studio');
  await page.getByLabel('Hub').selectOption('Core operations hub');
  await page.getByLabel('Position').selectOption('Lead');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Create Account' }).click();
};

describe('the workplace', () => {
  it('every open screen shows a new name and time format at once', () =>
    withApp(async (app) => {
      const maya = await app.createEmployee('Maya Gurung');
      const hers = await app.openBrowser({ as: maya });
      await expect(hers.page.getByText('12:00 - 12:30')).toBeVisible();
      const browser = await openSettings(app, 'workplace');
      await save(browser, {
        'Workplace Name': 'Kingfisher & Co',
        'Time Format': '12 hours (1:30 PM)',
        'Week Starts On': 'Sunday',
      });
      await expect(hers.page.getByText('12:00 PM - 12:30 PM')).toBeVisible();
      await expect(hers.page.getByText('9:00 AM - 5:00 PM')).toBeVisible();
      await expect(hers.page.getByText('8:55 AM').first()).toBeVisible();
      await expect(hers.page.getByText('Nov 15, 2026 - Nov 21, 2026').first()).toBeVisible();
      await expect(hers.page.locator('header').getByText('Kingfisher & Co')).toBeVisible();
      await expect.poll(() => hers.page.title()).toContain('Kingfisher & Co - Punctual');
      await expect.poll(() => browser.page.title()).toBe('Settings - Kingfisher & Co - Punctual');
      await hers.context.clearCookies();
      await hers.page.reload();
      await expect(hers.page.getByText('Good to See You!')).toBeVisible();
      await expect(hers.page.locator('header').getByText('Kingfisher & Co')).toBeVisible();
    }));

  it('the set-up goes through seven steps, shows what they come to, and ends at the people to invite', () =>
    withApp(
      async (app) => {
        const browser = await app.openBrowser({ as: app.admin });
        const { page } = browser;
        const card = page.getByRole('region', { name: 'Set up Punctual' });
        await expect(card.getByText('Next: workplace.')).toBeVisible();
        await press(browser, 'Go on');
        const at = (step: string) => expect(page.getByText(step)).toBeVisible();
        await at('Step 1 of 7: workplace');
        await press(browser, 'Change your name');
        await page.getByLabel('Full Name').fill('Grace Hopper');
        await press(browser, 'Save name');
        await expect(page.getByText('You are signed in as Grace Hopper.')).toBeVisible();
        await field(browser, 'Workplace Name').fill('Kingfisher & Co');
        await page.keyboard.press('Enter');
        await at('Step 2 of 7: work hours');
        await expect(page.getByText('Workplace (done)')).toBeAttached();
        await field(browser, 'Work End Time').fill('16:30');
        await press(browser, 'Save and go on');
        await at('Step 3 of 7: pay period');
        // A form without edits goes on at once.
        await press(browser, 'Save and go on');
        await at('Step 4 of 7: public holidays');
        expect(await axeViolations(page)).toEqual([]);
        await press(browser, 'Choose holidays');
        await page.getByRole('combobox', { name: 'Country or region' }).fill('bavaria');
        await page.getByRole('option', { name: 'Germany, Bayern' }).click();
        await press(browser, 'Add the public holidays of 2026');
        await expect(page.getByText(/Holidays: added \d+\.$/)).toBeVisible();
        await press(browser, 'Save holidays');
        await at('Step 5 of 7: leave');
        await press(browser, 'Back');
        await at('Step 4 of 7: public holidays');
        await press(browser, 'Next');
        await press(browser, 'Skip');
        await at('Step 6 of 7: studios and hubs');
        await page.reload();
        await at('Step 6 of 7: studios and hubs');
        // The end is for who has been through all steps.
        await page.goto(`${app.url}/#settings/set-up/end`);
        await at('Step 6 of 7: studios and hubs');
        await press(browser, 'Skip');
        await at('Step 7 of 7: email');
        await press(browser, 'Copy a message to them');
        await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
        await press(browser, 'Send a test email');
        await at('No email was sent. It is in the outbox folder on the server.');
        await press(browser, 'Skip');
        await expect(page.getByRole('region', { name: 'Kingfisher & Co is ready' })).toBeVisible();
        await expect(page.getByRole('link', { name: 'Leave (done) No allowance' })).toBeVisible();
        expect(await axeViolations(page)).toEqual([]);
        await takeScreenshots(page, 'set-up-ready');
        await page.setViewportSize({ width: 320, height: 640 });
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
        await press(browser, 'Invite people');
        await expect(page.getByText(`${app.url}/#join`)).toBeVisible();
        await expect(page.getByText('Only this computer can open')).toBeVisible();
        // It is over for all administrators.
        await page.getByRole('tab', { name: 'Real-time Monitoring' }).click();
        await expect(page.getByText('All Employees Status')).toBeVisible();
        await expect(card).not.toBeAttached();
      },
      { isFresh: true, ownServer: true },
    ));
});

describe('studios and hubs', () => {
  it("one form changes all studios, marks names that look alike, and can keep its list over another admin's", () =>
    withApp(async (app) => {
      await app.createEmployee('Maya Gurung');
      const browser = await openSettings(app, 'studios');
      const { page } = browser;
      browser.expectError(/40[09]/);
      await press(browser, 'Edit studios');
      await page.getByLabel('Studio 1', { exact: true }).fill('Atelier');
      await page.getByLabel('Studio 2', { exact: true }).fill('atelier');
      // A change of tabs loses nothing.
      await page.getByRole('tab', { name: 'Employee Management' }).click();
      await page.getByRole('tab', { name: 'Settings' }).click();
      await expect(page.getByLabel('Studio 2', { exact: true })).toHaveValue('atelier');
      const elsewhere = await app.signInElsewhere(app.admin);
      const { version, studios } = await elsewhere.ask('studios', {});
      const theirs = studios.map((studio) => ({ ...studio, name: `${studio.name} (old)` }));
      await elsewhere.ask('updateStudios', { version, studios: theirs });
      await expect(page.getByText('Somebody else changed the studios in the meantime.')).toBeVisible();
      await press(browser, 'Keep mine');
      await press(browser, 'Save studios');
      await expect(page.getByText('This name, or one that looks like it, is already used')).toHaveCount(2);
      expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Studio 1');
      await expect(page.getByText(/^Studios and Hubs: changed Atelier, atelier, /)).toBeVisible();
      await page.getByLabel('Studio 2', { exact: true }).fill('Reports');
      // A studio with people can only be retired; empty ones can be removed.
      await page.getByRole('button', { name: 'Retire Atelier' }).click();
      await page.getByRole('button', { name: 'Remove Corporate Services Studio' }).click();
      await press(browser, 'Add a studio');
      await page.keyboard.type('Workshop');
      expect(await axeViolations(page)).toEqual([]);
      // A change of any other setting also changes the version of the studios.
      await app.owner.query('UPDATE settings SET version = version + 1');
      await press(browser, 'Save studios');
      await expect(page.getByRole('button', { name: 'Edit studios' })).toBeVisible();
      await expect(page.getByText('Workshop', { exact: true })).toBeVisible();
      await expect(page.getByText('Corporate Services Studio')).not.toBeAttached();
      const { rows } = await app.owner.query(`SELECT department FROM account WHERE name = 'Maya Gurung'`);
      expect(rows).toEqual([{ department: 'Atelier' }]);
      await page.getByRole('tab', { name: 'Employee Management' }).click();
      await press(browser, 'Add Employee');
      await expect(page.getByLabel('Department').getByRole('option')).toHaveCount(4);
      expect(await page.getByLabel('Department').getByRole('option').allTextContents()).toEqual([
        'Select a studio',
        'General',
        'Reports',
        'Workshop',
      ]);
    }));

  it('studios and work times are stacked at 320 px', () =>
    withApp(async (app) => {
      const browser = await openSettings(app);
      const { page } = browser;
      const lefts = async () =>
        Promise.all(
          ['Work Start Time', 'Work End Time'].map(
            async (label) => (await field(browser, label).boundingBox())?.x,
          ),
        );
      await page.setViewportSize({ width: 320, height: 640 });
      const [start, end] = await lefts();
      expect(start).toBe(end);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
      await page.setViewportSize({ width: 360, height: 640 });
      const [wideStart = 0, wideEnd = 0] = await lefts();
      expect(wideEnd).toBeGreaterThan(wideStart);
    }));
});

describe('registration', () => {
  it('registration by approval tells newcomers to wait for an admin', () =>
    withApp(async (app) => {
      await app.changeSettings({ registration: 'approval' });
      const anas = await app.openBrowser();
      anas.expectError(/403/);
      const { page } = anas;
      await page.getByRole('button', { name: 'Create account' }).click();
      await join(anas);
      await expect(page.getByText('An administrator approves new accounts.')).toBeVisible();
      await page.getByRole('button', { name: 'Go to Login' }).click();
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await page.getByRole('button', { name: 'Sign In' }).click();
      await expect(page.getByText('Your account is waiting for approval.')).toBeVisible();
      const { email } = await app.createEmployee('Bo Berg');
      await app.owner.query('UPDATE account SET is_active = false, awaits_approval = true WHERE email = $1', [
        email,
      ]);
      const admin = await app.openBrowser({ as: app.admin });
      await admin.page.getByRole('tab', { name: 'Employee Management' }).click();
      await expect(admin.page.getByRole('heading', { name: 'Waiting for approval (2)' })).toBeVisible();
      expect(await axeViolations(admin.page)).toEqual([]);
      const approve = admin.page.getByRole('listitem').filter({ hasText: 'ana@example.com' });
      await approve.getByRole('button', { name: 'Approve' }).click();
      await expect(admin.page.getByRole('heading', { name: 'Waiting for approval (1)' })).toBeVisible();
      await admin.page.getByRole('button', { name: 'Decline Bo' }).click();
      await expect(admin.page.getByRole('heading', { name: 'Waiting for approval (1)' })).not.toBeAttached();
      await page.getByRole('button', { name: 'Sign In' }).click();
      await expect(page.getByText('Employee Dashboard')).toBeVisible();
    }));

  it('registration by invitation requires the link, and closed registration says so, even if the link is renewed meanwhile', () =>
    withApp(async (app) => {
      const admin = await openSettings(app, 'invite');
      admin.expectError(/409/);
      await save(admin, { 'Who Can Register': 'Anybody with the invitation link' });
      const link = await admin.page.getByText(`${app.url}/#join/`).textContent();
      const browser = await app.openBrowser();
      const { page } = browser;
      await page.getByRole('button', { name: 'Create account' }).click();
      await expect(page.getByRole('heading', { name: 'You need an invitation' })).toBeVisible();
      expect(await axeViolations(page)).toEqual([]);
      await page.goto(link ?? '');
      await page.reload();
      await join(browser);
      await expect(page.getByText('Account Created!')).toBeVisible();
      await press(admin, 'New link...');
      await press(admin, 'Create a new link');
      await expect(admin.page.getByText('This is the new link.')).toBeVisible();
      await page.goto(link ?? '');
      await page.reload();
      await expect(page.getByRole('heading', { name: 'This invitation has ended' })).toBeVisible();
      // A link that is renewed while the page saves makes it save again.
      const elsewhere = await app.signInElsewhere(app.admin);
      await admin.page.route(
        '**/api/settings/app-config',
        async (route) => {
          await elsewhere.ask('renewInvitation', {});
          await route.continue();
        },
        { times: 1 },
      );
      await save(admin, { 'Who Can Register': 'Nobody' });
      await page.reload();
      await expect(page.getByRole('heading', { name: 'Registration is closed' })).toBeVisible();
      await page.getByRole('button', { name: 'Back to Login' }).click();
      await expect(page.getByText('An administrator creates your account.')).toBeVisible();
    }));
});
