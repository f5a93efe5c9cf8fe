/** The kiosk's page stays open for months: it becomes newer by itself, stays awake, and never shows a login. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import type { Page } from 'playwright-core';
import { versionOf } from '#server/main';
import { withApp } from './app.ts';
import { refuse } from './browser.ts';
import { HOUR } from './dashboard-page.ts';
import { answerOf, contact, cut, holdBadge, isKept, openTablet } from './kiosk-page.ts';

const BADGE = '00A1B2C3';
const OLDER = '0.9.0';
const NEWER = versionOf(process.cwd());
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const waits = (page: Page) =>
  expect(page.getByRole('heading', { name: 'Hold your badge to the reader' })).toBeVisible();

/** A folder with an older build of the page; `renew` puts the present one there. */
function olderBuild() {
  const webRoot = mkdtempSync(path.join(tmpdir(), 'punctual-older-'));
  onTestFinished(() => rmSync(webRoot, { recursive: true }));
  const renew = (): void => cpSync(inject('webRoot'), webRoot, { recursive: true });
  renew();
  const code = readdirSync(`${webRoot}/assets`).find((name) => /^kiosk-.{8}\.js$/.test(name)) ?? '';
  for (const name of [`assets/${code}`, 'kiosk.html', 'service-worker.js']) {
    const file = path.join(webRoot, name);
    const text = readFileSync(file, 'utf8').replaceAll(NEWER, OLDER).replaceAll(code, 'kiosk-older.js');
    // Compressed files would be served instead.
    for (const ending of ['', '.br', '.gz']) rmSync(file + ending, { force: true });
    writeFileSync(
      file.replace(code, 'kiosk-older.js'),
      text.replace(/'punctual-\w{12}'/, "'punctual-older'"),
    );
  }
  return { webRoot, renew };
}

describe('the page of a kiosk', () => {
  it('takes a newer build by itself once nobody stands there, and keeps what was pressed', async () => {
    const { webRoot, renew } = olderBuild();
    await withApp(
      async (app) => {
        const tablet = await openTablet(app, {}, { serviceWorker: true });
        const { page, admin } = tablet;
        const kept = page.getByRole('status').getByText('1 kept, not sent yet');
        tablet.expectError(/status of 429|ERR_/);
        const version = async () => (await admin.ask('kiosks', {})).kiosks[0]?.pageVersion;
        await isKept(page);
        await page.route('**/api/kiosk/kept', refuse('too_many_requests'));
        await cut(tablet);
        await holdBadge(page, BADGE);
        await button(page, 'Clock In').click();
        await expect(kept).toBeVisible();
        await tablet.context.setOffline(false);
        await page.reload();
        await waits(page);
        expect(await version()).toBe(OLDER);

        renew();
        await page.route('**/api/kiosk/contact', async (route) => {
          const response = await route.fetch();
          const view = (await response.json()) as object;
          await route.fulfill({ response, json: { ...view, version: NEWER } });
        });
        await holdUpdate(page);
        const isLoaded = () =>
          page.evaluate(async () => !!(await navigator.serviceWorker.getRegistration())?.waiting);
        await expect.poll(() => contact(page).then(isLoaded)).toBe(true);
        await button(page, 'Employee ID and PIN').click();
        await page.getByRole('textbox').fill('EMP');
        await page.evaluate(() => (globalThis as unknown as { update(): void }).update());
        await contact(page);
        await expect(page.getByRole('textbox')).toHaveValue('EMP');
        expect(await version()).toBe(OLDER);

        await button(page, 'Cancel').click();
        await expect.poll(version).toBe(NEWER);
        await expect(kept).toBeVisible();
        await page.unroute('**/api/kiosk/kept');
        await contact(page);
        await expect(kept).toHaveCount(0);
        expect((await admin.ask('kiosks', {})).kiosks[0]?.kept).toMatchObject([{ punch: 'clock_in' }]);
      },
      { build: { webRoot, version: OLDER } },
    );
  });

  it('says where the tablet may sleep or delete what it keeps, and asks for both', () =>
    withApp(async (app) => {
      const { page, context } = await openTablet(app);
      const sleeps = page.getByText('This tablet may switch its screen off. Set it to stay on.');
      const forgets = page.getByText('This browser may delete what the tablet keeps');
      await context.addInitScript(() => {
        for (const part of ['wakeLock', 'storage'])
          Object.defineProperty(navigator, part, { value: undefined, configurable: true });
      });
      await page.reload();
      await expect(sleeps).toBeVisible();
      await expect(forgets).toBeVisible();
      await context.addInitScript(() => {
        const wakeLock = { request: () => Promise.resolve({ released: false }) };
        const storage = { persist: () => Promise.resolve(true) };
        for (const [part, value] of Object.entries({ wakeLock, storage }))
          Object.defineProperty(navigator, part, { value });
      });
      await page.reload();
      await waits(page);
      await expect(sleeps).toHaveCount(0);
      await expect(forgets).toHaveCount(0);
    }));

  it('waits for badges after 30 idle days in a browser that lost its session cookies', () =>
    withApp(async (app) => {
      const { page, context } = await openTablet(app);
      await app.advance(31 * 24 * HOUR);
      const lasting = (await context.cookies()).filter(({ expires }) => expires > 0);
      await context.clearCookies();
      await context.addCookies(lasting);
      await page.reload();
      await waits(page);
      const answer = answerOf(page, 'contact');
      await contact(page);
      expect((await answer).status()).toBe(200);
    }));
});

/** A look for a newer build lasts until `update` is called. */
const holdUpdate = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const { prototype } = ServiceWorkerRegistration;
    const real = prototype.update;
    const released = new Promise((resolve) => Object.assign(globalThis, { update: resolve }));
    prototype.update = async function (this: ServiceWorkerRegistration) {
      const done = await real.call(this);
      await released;
      return done;
    };
  });
