/** A kiosk without a network: it stands, keeps what is pressed, and sends it in order. */
import { describe, expect, it } from 'vitest';
import type { Page, Response } from 'playwright-core';
import { requestId } from '#tests/make';
import { MINUTE, withApp, type App } from './app.ts';
import { HOUR } from './dashboard-page.ts';
import {
  ADMIN_PIN,
  answerOf,
  choosePin,
  contact,
  cut,
  giveBadge,
  holdBadge,
  openTablet,
  pressPin,
  type Tablet,
} from './kiosk-page.ts';

const BADGE = '00A1B2C3';
const PIN = '161803';
const MAYA = 'Maya Gurung';
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const answers = (page: Page, text: string | RegExp) =>
  expect(page.getByRole('alert').getByText(text)).toBeVisible();
const waits = (page: Page) =>
  expect(page.getByRole('heading', { name: 'Hold your badge to the reader' })).toBeVisible();

/** A kiosk that Maya can use by badge and PIN. */
async function openGate(app: App, serviceWorker = false): Promise<Tablet & { employeeId: string }> {
  const tablet = await openTablet(app, {}, { serviceWorker });
  tablet.expectError(/ERR_|status of 50/);
  const maya = await app.createEmployee(MAYA);
  await choosePin(app, app.admin, ADMIN_PIN);
  await choosePin(app, maya, PIN);
  await giveBadge(tablet, app, MAYA, BADGE);
  const { user } = await (await app.signInElsewhere(maya)).ask('whoAmI', {});
  return { ...tablet, employeeId: user?.employeeId ?? '' };
}

/** The network is back. Waits until everything is sent. */
async function connect({ page, context }: Tablet): Promise<void> {
  let isSent = false;
  const note = (answer: Response): void => {
    isSent ||= answer.ok() && answer.request().postData()?.includes('"queued":0') === true;
  };
  page.on('response', note);
  await context.setOffline(false);
  // A contact that runs already began without a network.
  await expect.poll(() => contact(page).then(() => isSent)).toBe(true);
  page.off('response', note);
  await expect(page.getByText(/not sent yet|No connection/)).toHaveCount(0);
}

async function keep(page: Page, name: string, time: string): Promise<void> {
  await holdBadge(page, BADGE);
  await button(page, name).click();
  await answers(page, `Kept on this device, ${time}. It will be sent.`);
}

/** What counts as a punch, by the ledger. */
const punches = async ({ owner }: App) =>
  (
    await owner.query<{ kind: string; at: string; claimed: string | null }>(
      `SELECT kind, body::json ->> 'at' AS at, body::json -> 'data' ->> 'punchedAt' AS claimed FROM ledger
       WHERE kind IN ('clock_in', 'break_start', 'break_end', 'clock_out') ORDER BY seq`,
    )
  ).rows.map(({ kind, claimed }) => ({ kind, claimed }));

const outcomes = async ({ admin }: Tablet) => {
  const { kiosks } = await admin.ask('kiosks', {});
  return kiosks.flatMap(({ kept }) => kept.map(({ outcome, reason, punch }) => ({ outcome, reason, punch })));
};

describe('without a network', () => {
  it('a kiosk opens, keeps presses on disk, says that they are kept, and sends them in order', () =>
    withApp(async (app) => {
      const tablet = await openGate(app, true);
      const { page } = tablet;
      await page.evaluate(() => navigator.serviceWorker.ready);
      await expect
        .poll(() => page.evaluate(async () => (await caches.match('/kiosk')) !== undefined))
        .toBe(true);
      await cut(tablet);
      await page.reload();
      await waits(page);
      await keep(page, 'Clock In', '08:55');
      await expect(page.getByText('Clocked in')).toHaveCount(0);
      await app.advance(MINUTE);
      await page.reload();
      await waits(page);
      await expect(page.getByText('1 kept, not sent yet')).toBeVisible();
      await button(page, 'Employee ID and PIN').click();
      await page.getByRole('textbox').fill(tablet.employeeId);
      await button(page, 'Enter your PIN').click();
      await pressPin(page, PIN);
      await button(page, 'Start Break').click();
      await answers(page, /^2 kept, not sent yet$/);
      expect(await punches(app)).toEqual([]);

      const stored = await page.evaluate(async () => {
        const read = <Value>(request: IDBRequest<Value>) =>
          new Promise<Value>((resolve) => (request.onsuccess = () => resolve(request.result)));
        const pages = await Promise.all(
          (await caches.keys()).map(async (name) =>
            (await (await caches.open(name)).keys()).map(({ url }) => url),
          ),
        );
        const presses = (await read(indexedDB.open('punctual-kept')))
          .transaction('presses')
          .objectStore('presses');
        return JSON.stringify([
          await read(presses.getAll()),
          { ...localStorage },
          { ...sessionStorage },
          pages,
        ]);
      });
      expect(stored).toContain('"counter":2');
      for (const secret of [BADGE, PIN, tablet.employeeId, MAYA, '/api/'])
        expect(stored).not.toContain(secret);

      await connect(tablet);
      expect(await punches(app)).toEqual([
        { kind: 'clock_in', claimed: '2026-11-20T03:10:00.000Z' },
        { kind: 'break_start', claimed: '2026-11-20T03:11:00.000Z' },
      ]);
      await app.advance(HOUR);
      await contact(page);
      await holdBadge(page, BADGE);
      await expect(page.getByText('On a break since 08:56')).toBeVisible();
    }));

  it('a press whose answer was lost counts once', () =>
    withApp(async (app) => {
      const tablet = await openGate(app);
      const { page } = tablet;
      let lost = 0;
      await page.route('**/api/kiosk/punch', async (route) => {
        lost += 1;
        await route.fetch();
        // A page that knows that it is offline tries no third time.
        if (lost > 1) await tablet.context.setOffline(true);
        await route.abort();
      });
      await holdBadge(page, BADGE);
      await button(page, 'Clock In').click();
      await answers(page, /Kept on this device/);
      expect(lost).toBeGreaterThan(1);
      await connect(tablet);
      expect(await punches(app)).toEqual([{ kind: 'clock_in', claimed: null }]);
      expect(await outcomes(tablet)).toEqual([{ outcome: 'recorded', reason: null, punch: 'clock_in' }]);
    }));

  it('a tablet without room refuses, says so, and goes on with a network', () =>
    withApp(async (app) => {
      const tablet = await openGate(app);
      const { page } = tablet;
      await page.evaluate(() => {
        IDBObjectStore.prototype.add = () => {
          throw new DOMException('Full', 'QuotaExceededError');
        };
        Storage.prototype.setItem = () => {
          throw new DOMException('Full', 'QuotaExceededError');
        };
      });
      await cut(tablet);
      await holdBadge(page, BADGE);
      await button(page, 'Clock In').click();
      await answers(page, 'Nothing was recorded');
      await connect(tablet);
      await holdBadge(page, BADGE);
      await answers(page, 'Clocked in at 08:55');
    }));

  it('a press whose PIN has to wait takes nobody else the way', () =>
    withApp(async (app) => {
      const tablet = await openGate(app);
      const { page, context } = tablet;
      const who = { employeeId: tablet.employeeId, pin: '314159' };
      for (let guess = 0; guess < 5; guess += 1)
        await page.request.post(`${app.url}/api/kiosk/punch`, {
          headers: { origin: app.url },
          data: { requestId: requestId(), who },
        });
      await cut(tablet);
      await button(page, 'Employee ID and PIN').click();
      await page.getByRole('textbox').fill(who.employeeId);
      await button(page, 'Enter your PIN').click();
      await pressPin(page, who.pin);
      await button(page, 'Clock In').click();
      await answers(page, '1 kept, not sent yet');
      await context.setOffline(false);
      await contact(page);
      await expect(page.getByText('No connection')).toHaveCount(0);
      await expect(page.getByRole('status').getByText('1 kept, not sent yet')).toBeVisible();
      await holdBadge(page, BADGE);
      await answers(page, /^Clocked in/);
    }));

  it('a clock that was set back makes a request, and so does a kiosk that was revoked meanwhile', () =>
    withApp(async (app) => {
      const tablet = await openGate(app);
      const { page, admin, kioskId } = tablet;
      // A badge counts for presses after it was registered.
      await app.advance(HOUR);
      const answered = answerOf(page, 'contact');
      await page.reload();
      await answered;
      await cut(tablet);
      await page.clock.setFixedTime(app.now() - HOUR);
      await keep(page, 'Clock In', '08:55');
      await page.clock.setFixedTime(app.now());
      await connect(tablet);
      expect(await outcomes(tablet)).toEqual([
        { outcome: 'requested', reason: 'clock_changed', punch: 'clock_in' },
      ]);
      await cut(tablet);
      await keep(page, 'Clock Out', '09:55');
      await admin.ask('revokeKiosk', { id: kioskId });
      tablet.expectError(/status of 401/);
      await tablet.context.setOffline(false);
      await contact(page);
      await expect.poll(() => outcomes(tablet)).toHaveLength(2);
      expect((await outcomes(tablet))[0]).toMatchObject({ outcome: 'requested', reason: 'revoked' });
      await expect(page.getByRole('heading', { name: 'Make this tablet a kiosk' })).toBeVisible();
      expect(await punches(app)).toEqual([]);
    }));

  it('a second tab says that the kiosk is open, and takes over once the first is closed', () =>
    withApp(async (app) => {
      const { page, context, expectError } = await openGate(app);
      expectError(/status of 401/);
      const second = await context.newPage();
      await second.goto(`${app.url}/kiosk`);
      await expect(second.getByRole('heading', { name: 'The kiosk is open in another tab' })).toBeVisible();
      await page.close();
      await waits(second);
    }));
});
