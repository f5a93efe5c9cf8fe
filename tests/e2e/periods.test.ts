import { createPublicKey, verify } from 'node:crypto';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { withApp, type App } from './app.ts';
import { DESK, PHONE, readDownload, takeScreenshots, type BrowserSession, refuse } from './browser.ts';
import { createEmployeeWithEntries, entry, inspect } from './reports-page.ts';
import { chooseMore } from './dashboard-page.ts';

/** Monday, November 2, 2026, 08:55 in Kathmandu: October is over. */
const NOVEMBER = Date.parse('2026-11-02T03:10:00.000Z');
/** About nine to half past five with a break, on the last two workdays of October. */
const OCTOBER = [
  entry('2026-10-29 09:00-17:30', { breaks: ['12:00-12:30'] }),
  entry('2026-10-30 09:00-18:00', { breaks: ['12:00-12:30'] }),
];
/** Start of employment, so that no earlier day counts as missed. */
const SINCE = '2026-10-29T02:15:00.000Z';

async function openPeriods(app: App): Promise<BrowserSession> {
  const browser = await app.openBrowser({ as: app.admin, viewport: DESK });
  await browser.page.goto(`${app.url}/#reports/periods`);
  await expect(browser.page.getByRole('heading', { name: 'Pay periods' })).toBeVisible();
  return browser;
}

const period = (page: Page) => page.getByRole('region', { name: 'Pay period' });
const rowOf = (page: Page, name: string) =>
  page.getByRole('table', { name: "Everybody's pay period" }).getByRole('row').filter({ hasText: name });
const choose = async (page: Page, menu: string, item: string | RegExp) => {
  await page.getByRole('button', { name: menu, exact: true }).click();
  await page.getByRole('menuitem', { name: item }).click();
};
const FILES = 'Download files of October 2026';
const MORE = 'More of the pay period';
/** Presses Tab until the button has the focus. */
async function tabTo(page: Page, name: string) {
  const button = page.getByRole('button', { name, exact: true });
  await expect(button).toBeVisible();
  for (let tabs = 0; tabs < 60; tabs += 1) {
    await page.keyboard.press('Tab');
    if (await button.evaluate((one) => one === document.activeElement)) return;
  }
  throw new Error(`Tab does not reach '${name}'.`);
}
/** Lets the server refuse one press as stale; the next press goes through. */
async function refusedOnce({ page, expectError }: BrowserSession, path: string, press: () => Promise<void>) {
  expectError(/409/);
  await page.route(path, refuse('period_changed'));
  await press();
  await expect(page.getByRole('alert').getByText('This period changed in the meantime.')).toBeVisible();
  await page.unroute(path);
}
const giveReason = async (page: Page, button: string, reason: string) => {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: button, exact: true }).click();
  await expect(dialog.getByText('Enter a reason')).toBeVisible();
  await dialog.getByLabel('Reason').fill(reason);
  await dialog.getByRole('button', { name: button, exact: true }).click();
  await expect(dialog).not.toBeVisible();
};

describe('a pay period', () => {
  it('an employee confirms a period, and an admin closes it, even over an objection, and reopens it', () =>
    withApp(
      async (app) => {
        const hours = [...OCTOBER.slice(0, 1), entry('2026-10-30 09:30-18:30', { breaks: ['12:00-12:30'] })];
        const maya = await createEmployeeWithEntries(app, 'Maya Gurung', hours, '2026-10-28T02:15:00.000Z');
        const asha = await createEmployeeWithEntries(app, 'Asha Rai', OCTOBER, SINCE);
        await createEmployeeWithEntries(app, 'Ram Thapa', [entry('2026-10-30 09:00-')], SINCE);
        await createEmployeeWithEntries(app, 'Sita Lama', OCTOBER, SINCE);
        const client = await app.signInElsewhere(asha);
        await client.ask('confirmPeriod', { first: '2026-10-01', last: '2026-10-31', version: 0 });

        const phone = await app.openBrowser({ as: maya, viewport: PHONE });
        const hers = period(phone.page);
        await expect(hers.getByText('16h 30m of 24h. Is this right?')).toBeVisible();
        await hers.scrollIntoViewIfNeeded();
        await inspect(phone, 'period-to-confirm');
        await hers.getByRole('button', { name: "Something's wrong with October 2026" }).click();
        await hers.getByRole('button', { name: 'Send objection' }).click();
        await expect(hers.getByText('Say what is wrong')).toBeVisible();
        await hers.getByLabel('What is wrong?').fill('Two hours of Friday are missing.');
        await hers.getByRole('button', { name: 'Send objection' }).click();
        await expect(hers.getByText('You objected')).toBeVisible();

        const browser = await openPeriods(app);
        const { page } = browser;
        await expect(page.getByRole('button', { name: 'Not ready 2' })).toBeVisible();
        await expect(rowOf(page, 'Ram Thapa').getByText('1 entry without an end')).toBeVisible();
        await expect(rowOf(page, 'Asha Rai').getByRole('cell', { name: '16h 30m' })).toBeVisible();
        await expect(
          rowOf(page, 'Total (4)')
            .getByRole('cell', { name: /^\d+h$/ })
            .first(),
        ).toBeVisible();
        await expect(rowOf(page, 'Maya Gurung').getByText('Two hours of Friday are missing.')).toBeVisible();
        await inspect(browser, 'periods-ready');
        const heading = page.getByRole('columnheader', { name: 'Employee' });
        expect(await heading.evaluate((cell) => getComputedStyle(cell).textAlign)).toBe('start');
        expect(
          await rowOf(page, 'Ram Thapa')
            .getByRole('button', { name: /^Actions/ })
            .count(),
        ).toBe(0);
        await expect(page.getByText('2 of 4 not ready: 1 end missing, 1 objection')).toBeVisible();
        await page.getByRole('button', { name: '1 end missing' }).click();
        await expect(rowOf(page, 'Sita Lama')).toHaveCount(0);
        await page.getByRole('button', { name: 'Everybody 4' }).click();
        await expect(rowOf(page, 'Sita Lama').getByRole('cell', { name: '+30m' })).toBeVisible();
        await page.getByRole('button', { name: 'Sita Lama', exact: true }).click();
        const drawer = page.getByRole('dialog', { name: 'Sita Lama' });
        await expect(drawer.getByRole('img', { name: /^Thursday, Oct 29: 09:00 to 17:30/ })).toBeVisible();
        await expect(drawer.getByText('16h 30m of 16h')).toBeVisible();
        await inspect(browser, 'period-of-a-person');
        await drawer.getByRole('button', { name: 'Close', exact: true }).click();
        // Closing for somebody who has not confirmed asks first, and closing can be undone.
        await expect(page.getByRole('button', { name: 'Waiting for confirmation 1' })).toBeVisible();
        const top = async () => (await rowOf(page, 'Sita Lama').boundingBox())?.y ?? 0;
        const before = await top();
        await page.getByRole('button', { name: 'Close 1 confirmed' }).click();
        await expect(page.getByText('Closed for 1 person.')).toBeVisible();
        await expect(rowOf(page, 'Asha Rai').getByText('Closed', { exact: true })).toBeVisible();
        // Chromium may round a scrolled page by half a pixel.
        expect(Math.abs((await top()) - before)).toBeLessThan(1);
        await page.getByRole('button', { name: 'Undo', exact: true }).click();
        await expect(page.getByText('Open again for 1 person.')).toBeVisible();
        await page.getByRole('button', { name: 'Close all 2...' }).click();
        await expect(page.getByText('1 of them has not confirmed the hours.')).toBeVisible();
        await page.getByRole('button', { name: 'Close all 2', exact: true }).click();
        await expect(page.getByText('Closed for 2 people.')).toBeVisible();

        await choose(page, 'Actions for Maya Gurung', 'Close anyway...');
        await giveReason(page, 'Close', 'Payroll is due today.');
        await expect(hers.getByText('Closed by Administrator on Nov 02, 2026')).toBeVisible();
        await expect(hers.getByText('Payroll is due today.')).toBeVisible();
        await expect(hers.getByText('Two hours of Friday are missing.')).toBeVisible();
        expect(await hers.getByRole('button', { name: /Confirm|wrong/ }).count()).toBe(0);
        await takeScreenshots(page, 'periods-closed');
        await choose(page, 'Actions for Maya Gurung', 'Reopen...');
        await giveReason(page, 'Reopen', 'A break of Friday was missed.');
        await expect(hers.getByText('A break of Friday was missed.')).toBeVisible();

        await hers.getByRole('button', { name: 'Check and confirm October 2026' }).click();
        const days = phone.page.getByRole('dialog', { name: 'October 2026' });
        await expect(days.getByRole('row', { name: /Oct 28, 2026 No entry/ })).toBeVisible();
        await expect(days.getByRole('row', { name: /Oct 29, 2026 09:00/ })).toBeVisible();
        await expect(days.getByRole('row', { name: /Oct 30, 2026 09:30 Late/ })).toBeVisible();
        await inspect(phone, 'period-days');
        await days.getByRole('button', { name: 'Add entry on Oct 28, 2026' }).click();
        const adding = phone.page.getByRole('dialog').last();
        await expect(adding.getByLabel('Reason')).toBeVisible();
        await adding.getByRole('button', { name: 'Cancel' }).click();
        const confirm = () => days.getByRole('button', { name: 'Confirm October 2026' }).click();
        await refusedOnce(phone, '**/api/periods/confirm', confirm);
        await confirm();
        await expect(days.getByText('Confirmed on Nov 02, 2026')).toBeVisible();
        await days.getByRole('button', { name: 'Close', exact: true }).click();
        await expect(hers.getByText('Confirmed on Nov 02, 2026')).toBeVisible();
        await phone.page.getByRole('tab', { name: 'Timesheet' }).click();
        await chooseMore(phone, 'menuitem', 'Pay periods');
        const list = phone.page.getByRole('dialog', { name: 'Pay periods' });
        await expect(list.getByText('Confirmed on Nov 02, 2026')).toBeVisible();
        await inspect(phone, 'periods-of-a-year');
      },
      { now: NOVEMBER },
    ));

  it('a closed period goes to payroll in the columns of a profile, signed with the shown key', () =>
    withApp(
      async (app) => {
        const people = ['Maya Gurung', 'Asha Rai'];
        for (const name of people) await createEmployeeWithEntries(app, name, OCTOBER, SINCE);
        await app.owner.query(`UPDATE account SET payroll_number = '4711' WHERE name = 'Maya Gurung'`);
        const browser = await openPeriods(app);
        const { page } = browser;
        await choose(page, FILES, /^Payroll profiles/);
        await page.getByRole('button', { name: 'ADP' }).click();
        await expect(page.getByText('of two example people')).toBeVisible();
        await page.getByRole('button', { name: 'Pay periods', exact: true }).last().click();
        await page.getByRole('button', { name: 'Discard' }).click();
        const close = async () => {
          await tabTo(page, 'Close all 2...');
          await page.keyboard.press('Enter');
          await tabTo(page, 'Close all 2');
          await page.keyboard.press('Enter');
        };
        await refusedOnce(browser, '**/api/periods/close', close);
        await expect(page.getByText('Closed for nobody.')).toBeVisible();
        await close();
        await expect(page.getByText('(2 of 2 people)')).toBeVisible();
        // Nothing is left to close, and the keyboard goes on where it was.
        await expect(page.getByRole('button', { name: /^Close (all|\d)/ })).toHaveCount(0);
        await tabTo(page, 'Everybody 2');
        await page.getByRole('button', { name: MORE }).click();
        await expect(page.getByRole('menuitem', { name: 'Reopen all 2...' })).toBeVisible();
        await page.keyboard.press('Escape');

        await choose(page, FILES, /^Payroll profiles/);
        await page.getByRole('button', { name: 'DATEV' }).click();
        await expect(page.getByText('of October 2026', { exact: true })).toBeVisible();
        await page.getByRole('button', { name: 'Remove Abrechnungsmonat' }).click();
        await page.getByRole('button', { name: 'Move Name up' }).click();
        await expect(page.getByRole('button', { name: 'Move Name up' })).toBeFocused();
        await page.getByLabel('Name of column 1').fill('Nummer');
        await inspect(browser, 'payroll-profile');
        const preview = await page.getByLabel('Preview of the file').innerText();
        expect(preview.trimEnd().split('\n')).toEqual([
          'Nummer;Lohnart;Name;Stunden',
          ';1000;Asha Rai;16,50',
          '4711;1000;Maya Gurung;16,50',
        ]);
        await page.getByRole('button', { name: 'Save profile' }).click();
        await expect(page.getByText('DATEV was saved.')).toBeVisible();
        await page.getByRole('button', { name: 'Pay periods', exact: true }).last().click();
        await page.getByRole('button', { name: FILES }).click();
        await expect(page.getByRole('menuitemradio', { name: 'DATEV', checked: true })).toBeVisible();
        await inspect(browser, 'payroll-files');
        await page.keyboard.press('Escape');

        const saved = async (press: () => Promise<void>) => {
          const [file] = await Promise.all([page.waitForEvent('download'), press()]);
          return readDownload(file);
        };
        const download = () => choose(page, FILES, /^CSV/);
        await refusedOnce(browser, '**/api/payroll/file?*', download);
        await expect(page.getByText('The file could not be made.')).toBeVisible();
        const file = await saved(download);
        await expect(page.getByText('CSV was downloaded.')).toBeVisible();
        expect(file.bytes.toString()).toBe(`${preview.trimEnd().split('\n').join('\r\n')}\r\n`);
        await choose(page, FILES, 'Check the signature');
        const signature = await saved(() => page.getByRole('button', { name: 'Signature of CSV' }).click());
        expect(signature.name).toBe(`${file.name}.sig`);
        const key = createPublicKey(await page.getByLabel('Public key').innerText());
        expect(verify(null, file.bytes, key, signature.bytes)).toBe(true);
        await inspect(browser, 'payroll-signature');
        await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click();

        await choose(page, FILES, /^Payroll profiles/);
        await page.getByRole('button', { name: 'Delete' }).click();
        await expect(page.getByText('No profiles yet')).toBeVisible();
        await page.getByRole('button', { name: 'Undo' }).click();
        await expect(page.getByText('DATEV is back.')).toBeVisible();
        await expect(page.getByText('4 columns, 2 wage types')).toBeVisible();
      },
      { now: NOVEMBER },
    ));
});
