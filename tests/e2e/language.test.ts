/** Who chooses a language, and what a screen keeps when it changes. Texts themselves: tests/house/texts.test.ts. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { signIn, withApp } from './app.ts';
import type { BrowserSession } from './browser.ts';
import { field, openSettings, press, saved } from './settings-page.ts';

const languageOf = (page: Page): Promise<string> => page.evaluate(() => document.documentElement.lang);
const shows = ({ page }: BrowserSession, text: string): Promise<void> =>
  expect(page.getByText(text, { exact: true })).toBeVisible();
const openMenu = ({ page }: BrowserSession, label: string): Promise<void> =>
  page.getByRole('button', { name: label }).click();

/** Files of texts that the page asks for from now on. A page has its language's public texts in it. */
function textRequests(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (/\/assets\/(public|employee|later|admin)-[\w-]{8}\.js$/.test(request.url()))
      asked.push(new URL(request.url()).pathname);
  });
  return asked;
}
/** The text files of the page that is shown, by its role's screen. */
const ownTextFile = (page: Page, role: 'employee' | 'admin'): Promise<string | undefined> =>
  page.evaluate((of) => {
    const { screens } = JSON.parse(document.getElementById('page')?.textContent ?? '{}') as {
      screens: Record<string, string[]>;
    };
    return screens[of]?.at(-1);
  }, role);

async function signInGerman(browser: BrowserSession, who: { email: string; password: string }) {
  const { page } = browser;
  await page.getByLabel('E-Mail').fill(who.email);
  await page.getByLabel('Passwort', { exact: true }).fill(who.password);
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Einstempeln', exact: true })).toBeVisible();
}

describe('the language of a screen', () => {
  it('is English unless somebody chooses another, which the browser only offers on the login', () =>
    withApp(async (app) => {
      const maya = await app.createEmployee('Maya Gurung');
      const browser = await app.openBrowser({ locale: 'de-DE' });
      const { page, context } = browser;
      await shows(browser, 'Friday, November 20, 2026');
      expect(await languageOf(page)).toBe('en');
      await page.getByLabel('Email').fill(maya.email);
      await page.getByLabel('Password', { exact: true }).fill('half a pass');
      await press(browser, 'Auf Deutsch');
      // The page changes without being loaded again, so that the fields keep their text.
      await shows(browser, 'Freitag, 20. November 2026');
      expect(await languageOf(page)).toBe('de');
      await expect(page.getByLabel('E-Mail')).toHaveValue(maya.email);
      await expect(page.getByLabel('Passwort', { exact: true })).toHaveValue('half a pass');
      await expect(page.getByRole('button', { name: 'Auf Deutsch' })).not.toBeAttached();
      await page.waitForFunction(() => document.title === 'Anmelden - Punctual');
      await signInGerman(browser, maya);

      // The account keeps the choice: another device shows it once its owner has signed in.
      const other = await app.openBrowser();
      expect(await languageOf(other.page)).toBe('en');
      await signIn(other, maya);
      await expect(other.page.getByRole('button', { name: 'Einstempeln', exact: true })).toBeVisible();
      expect(await languageOf(other.page)).toBe('de');
      await other.page.reload();
      await expect(other.page.getByRole('button', { name: 'Einstempeln', exact: true })).toBeVisible();

      // The page now comes in German, with the address of its one file of texts.
      const asked = textRequests(page);
      await page.reload();
      expect(await languageOf(page)).toBe('de');
      await expect(page.getByRole('button', { name: 'Einstempeln', exact: true })).toBeVisible();
      const own = await ownTextFile(page, 'employee');
      expect(asked.filter((file) => file.includes('/employee-'))).toEqual([own]);
      expect(asked.filter((file) => /\/(public|admin)-/.test(file))).toEqual([]);
      expect((await context.cookies()).find(({ name }) => name === 'punctual-language')?.value).toBe('de');
    }));

  it('stays as it is for who chooses nothing, on the login and after it', () =>
    withApp(async (app) => {
      const maya = await app.createEmployee('Maya Gurung');
      const browser = await app.openBrowser({ locale: 'fr-FR' });
      const asked = textRequests(browser.page);
      await signIn(browser, maya);
      await expect(browser.page.getByRole('button', { name: 'Clock In', exact: true })).toBeVisible();
      expect(await languageOf(browser.page)).toBe('en');
      expect(asked.filter((file) => /\/(public|admin)-/.test(file))).toEqual([]);
      const names = (await browser.context.cookies()).map(({ name }) => name);
      expect(names).not.toContain('punctual-language');
    }));

  it('changes in the user menu without losing what was typed, and the menu keeps its focus', () =>
    withApp(async (app) => {
      const browser = await openSettings(app, 'workplace');
      const { page } = browser;
      await field(browser, 'Workplace Name').fill('Padaria');
      await field(browser, 'Week Starts On').selectOption('Saturday');
      await openMenu(browser, 'User menu');
      const chosen = page.getByRole('menuitemradio', { name: 'Português (Brasil)' });
      await chosen.click();
      await expect(field(browser, 'Nome da organização')).toHaveValue('Padaria');
      await expect(field(browser, 'A semana começa em')).toHaveValue('Sábado');
      await expect(chosen).toBeFocused();
      await page.keyboard.press('Escape');
      await press(browser, 'Salvar');
      await shows(browser, 'Configurações salvas');
      const { rows } = await app.owner.query('SELECT workplace_name, first_weekday FROM settings');
      expect(rows).toEqual([{ workplace_name: 'Padaria', first_weekday: 6 }]);
    }));

  it('stays as it was chosen over a reload, the sign-in and the first password', () =>
    withApp(async (app) => {
      const maya = await app.createEmployee('Maya Gurung');
      await app.owner.query(`UPDATE account SET must_change_password = true WHERE role = 'employee'`);
      const browser = await app.openBrowser({ locale: 'de-DE' });
      const { page } = browser;
      await press(browser, 'Auf Deutsch');
      await shows(browser, 'Schön, dass Sie da sind!');
      await page.reload();
      await page.getByLabel('E-Mail').fill(maya.email);
      await page.getByLabel('Passwort', { exact: true }).fill(maya.password);
      await press(browser, 'Anmelden');
      await expect(page.getByRole('heading', { name: 'Eigenes Passwort wählen' })).toBeVisible();
      const kept = page.waitForResponse((answer) => answer.url().endsWith('/api/account/language'));
      for (const box of await page.locator('input[type=password]').all()) await box.fill('my very own');
      await page.locator('form button[type=submit]').click();
      await expect(page.getByRole('button', { name: 'Einstempeln', exact: true })).toBeVisible();
      expect((await kept).status()).toBe(200);
    }));

  it("is the workplace's for people who have not chosen", () =>
    withApp(
      async (app) => {
        const admin = await openSettings(app, 'workplace');
        await field(admin, 'Language').selectOption('Deutsch');
        await press(admin, 'Save');
        await saved(admin);
        const visitor = await app.openBrowser();
        await visitor.page.reload();
        await shows(visitor, 'Freitag, 20. November 2026');
        // Of its own, since a server remembers the workplace's language over the end of a test.
      },
      { ownServer: true },
    ));

  it('without a connection is the one that was read last', () =>
    withApp(async (app) => {
      const browser = await app.openBrowser({ serviceWorker: true, locale: 'de-DE' });
      const { page, context } = browser;
      browser.expectError(/ERR_|Failed to load/);
      await page.evaluate(() => navigator.serviceWorker.ready);
      await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
      await press(browser, 'Auf Deutsch');
      await shows(browser, 'Schön, dass Sie da sind!');
      // The page is kept when it is next loaded.
      await page.reload();
      await shows(browser, 'Schön, dass Sie da sind!');
      await expect
        .poll(() =>
          page.evaluate(async () => (await (await caches.match('/'))?.text())?.includes('lang="de"')),
        )
        .toBe(true);
      await context.setOffline(true);
      await page.reload();
      expect(await languageOf(page)).toBe('de');
      await shows(browser, 'Wird geladen...');
      await context.setOffline(false);
    }));
});
