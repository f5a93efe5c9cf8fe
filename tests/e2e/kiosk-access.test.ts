/** PINs, badges and cards on the screens: those of a person, of several, and one's own. */
import { describe, expect, it } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { addBadge } from '#server/people/badges/commands';
import { withApp, type App, type Credentials } from './app.ts';
import {
  axeViolations,
  DESK,
  NARROW,
  overflowsHorizontally,
  readDownload,
  takeScreenshots,
  type BrowserSession,
} from './browser.ts';
import { answerOf, contact, TABLET } from './kiosk-page.ts';
import { openSettings } from './settings-page.ts';
import { openEmployees, openPerson, openPersonPage, personPage } from './employees-page.ts';

async function registerBadge(app: App, { email }: Credentials): Promise<void> {
  const { rows } = await app.owner.query<{ id: string; admin: string }>(
    'SELECT a.id, b.id AS admin FROM account a, account b WHERE a.email = $1 AND b.email = $2',
    [email, app.admin.email],
  );
  const { id, admin } = rows[0] ?? { id: '', admin: '' };
  const digest = Buffer.alloc(32, 7);
  expect(await addBadge(app.database, { at: app.now(), actor: admin }, id, digest)).toMatchObject({
    ok: true,
  });
}

const pinOf = async (app: App): Promise<unknown[]> =>
  (await app.owner.query('SELECT is_temporary AS "isTemporary" FROM pin')).rows;

/** Presses a button of a session whose password was entered too long ago. */
async function pressAndConfirm(
  { page, expectError }: BrowserSession,
  app: App,
  button: Locator,
  { password }: Credentials,
): Promise<void> {
  await app.owner.query(
    `UPDATE session SET password_entered_at = password_entered_at - interval '15 minutes'`,
  );
  expectError(/status of 403/);
  await button.click();
  const asking = page.getByRole('dialog', { name: 'Confirm it is you' });
  await asking.getByLabel('Your Password').fill(password);
  await page.keyboard.press('Enter');
  await expect(asking).toHaveCount(0);
}

async function looksRight(page: Page, name: string): Promise<void> {
  for (const viewport of [NARROW, DESK]) {
    await page.setViewportSize(viewport);
    expect(await axeViolations(page)).toEqual([]);
    expect(await overflowsHorizontally(page)).toBe(false);
  }
  await takeScreenshots(page, name);
}

describe('Settings > Kiosks', () => {
  it('adds one by the code of its tablet, says whether it is there and in which version, and revokes it', () =>
    withApp(async (app) => {
      const tablet = await app.openBrowser({ viewport: TABLET });
      tablet.expectError(/status of 401/);
      const coded = answerOf(tablet.page, 'pairing');
      await tablet.page.goto(`${app.url}/kiosk`);
      const { code } = (await (await coded).json()) as { code: string };

      const browser = await openSettings(app, 'kiosks');
      const { page } = browser;
      await expect(page.getByText('No kiosk yet')).toBeVisible();
      await looksRight(page, 'kiosks-none');
      // As the address in the tablet's QR code says.
      await page.goto(`${app.url}/#settings/kiosks?code=${code}`);
      const adding = page.getByRole('dialog', { name: 'Add a kiosk' });
      await expect(adding.getByLabel('Code')).toHaveValue(code);
      await adding.getByLabel('Name', { exact: true }).fill('Gate');
      await looksRight(page, 'kiosks-add');
      const add = adding.getByRole('button', { name: 'Add a kiosk' });
      await pressAndConfirm(browser, app, add, app.admin);
      await contact(tablet.page);
      await expect(tablet.page.getByText('Hold your badge to the reader')).toBeVisible();
      await page.reload();
      await expect(page.getByText('Everybody · Version 1.6.4')).toBeVisible();
      await expect(page.getByText('Online')).toBeVisible();
      await looksRight(page, 'kiosks');
      await page.getByRole('button', { name: 'Revoke Gate' }).click();
      const revoking = page.getByRole('dialog', { name: 'Revoke Gate?' });
      await revoking.getByRole('button', { name: 'Revoke' }).click();
      await expect(page.getByText(/^Revoked/)).toBeVisible();
      await contact(tablet.page);
      await expect(tablet.page.getByText('Make this tablet a kiosk')).toBeVisible();
    }));
});

describe("somebody's page, for kiosks", () => {
  it('gives a temporary PIN that is shown once, and removes a badge', () =>
    withApp(async (app) => {
      const maya = await app.createEmployee('Maya Gurung');
      const browser = await openEmployees(app);
      const { page } = browser;
      await openPerson(browser, 'Maya Gurung');
      await openPersonPage(page, 'Maya Gurung', 'Details');
      const kiosk = personPage(page, 'Maya Gurung').getByRole('list', { name: 'Kiosk' });
      await expect(kiosk.getByText('No badge or card yet')).toBeVisible();

      await kiosk.getByRole('button', { name: 'Temporary PIN' }).click();
      const asking = page.getByRole('dialog', { name: 'Give Maya Gurung a temporary PIN?' });
      const give = asking.getByRole('button', { name: 'Give a temporary PIN' });
      await pressAndConfirm(browser, app, give, app.admin);
      const given = page.getByRole('dialog', { name: 'Temporary PIN', exact: true });
      await expect(given.getByText(/^\d{6}$/)).toBeVisible();
      const pin = (await given.getByText(/^\d{6}$/).textContent()) ?? '';
      await looksRight(page, 'temporary-pin');
      await page.keyboard.press('Escape');
      const leaving = page.getByRole('alertdialog', { name: 'Leave without the PIN?' });
      await leaving.getByRole('button', { name: 'Leave' }).click();
      await expect(kiosk.getByText('Temporary: to be changed at a kiosk')).toBeVisible();
      await expect(page.getByText(pin)).toHaveCount(0);
      expect(await pinOf(app)).toEqual([{ isTemporary: true }]);

      await registerBadge(app, maya);
      await page.reload();
      const removing = kiosk.getByRole('button', {
        name: 'Remove Badge, Added Nov 20, 2026 by Administrator',
      });
      await expect(removing).toBeVisible();
      await looksRight(page, 'person-kiosk');
      await removing.click();
      const question = page.getByRole('dialog', { name: 'Remove this badge of Maya Gurung?' });
      await question.getByRole('button', { name: 'Remove' }).click();
      await expect(page.getByText('The badge is removed')).toBeVisible();
      await expect(kiosk.getByText('No badge or card yet')).toBeVisible();
      expect((await app.owner.query('SELECT 1 FROM badge')).rows).toEqual([]);
    }));
});

describe('cards', () => {
  it('of the active people who are shown are one PDF, after a question that says how many', () =>
    withApp(async (app) => {
      await app.createEmployee('Maya Gurung');
      await app.createEmployee('Asha Rai');
      await app.deactivate(await app.createEmployee('Gone Person'));
      const browser = await openEmployees(app);
      const { page } = browser;
      await page.getByRole('button', { name: 'Print cards' }).click();
      const question = page.getByRole('dialog', { name: 'Print 3 cards?' });
      await expect(question.getByText(/^Cards that these 3 people have stop working/)).toBeVisible();
      await looksRight(page, 'print-cards');
      const downloading = page.waitForEvent('download');
      await pressAndConfirm(browser, app, question.getByRole('button', { name: 'Get the PDF' }), app.admin);
      const { name, bytes } = await readDownload(await downloading);
      expect(name).toBe('cards.pdf');
      expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
      await expect(page.getByText('The 3 cards are in cards.pdf')).toBeVisible();

      await page.getByRole('searchbox').fill('Asha');
      await expect(page.getByRole('list', { name: 'Employees' }).getByRole('listitem')).toHaveCount(1);
      await page.getByRole('button', { name: 'Print cards' }).click();
      await expect(page.getByRole('dialog', { name: 'Print a card for Asha Rai?' })).toBeVisible();
    }));
});

describe("one's own PIN", () => {
  it('is chosen in Sign-in & security, where a simple one is refused and own badges are shown', () =>
    withApp(async (app) => {
      const maya = await app.createEmployee('Maya Gurung');
      await registerBadge(app, maya);
      const browser = await app.openBrowser({ as: maya });
      const { page } = browser;
      await page.getByRole('button', { name: /User menu/ }).click();
      await page.getByRole('menuitem', { name: 'Sign-in & security' }).click();
      const card = page.getByRole('region', { name: 'Kiosk PIN' });
      await expect(card.getByText(/^No PIN yet/)).toBeVisible();
      await expect(card.getByRole('list', { name: 'Your badges' }).getByRole('listitem')).toHaveCount(1);
      await card.getByRole('button', { name: 'Choose a PIN' }).click();
      const form = page.getByRole('dialog', { name: 'Choose a PIN' });
      const save = form.getByRole('button', { name: 'Save PIN' });
      await form.getByLabel('New PIN').fill('1234');
      await save.click();
      await expect(form.getByText('Enter 6 digits')).toBeVisible();
      await form.getByLabel('New PIN').fill('123456');
      browser.expectError(/status of 4\d\d/);
      await pressAndConfirm(browser, app, save, maya);
      await expect(form.getByText('This PIN is easy to guess. Choose another.')).toBeVisible();
      await looksRight(page, 'choose-pin');
      await form.getByLabel('New PIN').fill('271828');
      await save.click();
      await expect(page.getByText('Your PIN is saved')).toBeVisible();
      await expect(card.getByText(/^You have chosen a PIN/)).toBeVisible();
      await looksRight(page, 'own-pin');
      expect(await pinOf(app)).toEqual([{ isTemporary: false }]);
    }));

  it('is asked of nobody while the workplace has no kiosk', () =>
    withApp(async (app) => {
      const { page } = await app.openBrowser({ as: await app.createEmployee('Maya Gurung') });
      const badges = page.waitForResponse((response) => response.url().endsWith('/api/account/badges'));
      await page.goto(`${app.url}/#security`);
      await badges;
      await expect(page.getByRole('region', { name: 'Recent sign-ins' })).toBeVisible();
      await expect(page.getByRole('region', { name: 'Kiosk PIN' })).toHaveCount(0);
    }));
});
