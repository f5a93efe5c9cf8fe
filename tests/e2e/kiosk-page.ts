/** A tablet by the door: pairs a browser, holds badges to it, and reads what it shows. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { KIOSK_DEFAULTS, type KioskOptions } from '#domain/kiosk/options';
import { PASSWORD, requestId } from '#tests/make';
import type { ApiClient } from '../api/client.ts';
import type { App, Credentials, OpenOptions } from './app.ts';
import type { BrowserSession } from './browser.ts';

export const TABLET = { width: 1280, height: 800 };
export const UPRIGHT = { width: 800, height: 1280 };
export const ADMIN_BADGE = 'AD0C0DE5';
export const ADMIN_PIN = '271828';

export interface Tablet extends BrowserSession {
  readonly kioskId: string;
  /** Signed in as the administrator, on another device. */
  readonly admin: ApiClient;
}

/** An answer of this route, to wait for. */
export const answerOf = (page: Page, path: string) =>
  page.waitForResponse((response) => new URL(response.url()).pathname === `/api/kiosk/${path}`);

/** Calls the server now instead of within 15 s, as when a network comes back. */
export const contact = (page: Page): Promise<boolean> =>
  page.evaluate(() => dispatchEvent(new Event('online')));

/** Opens /kiosk and pairs it as an administrator with PIN and badge does. */
export async function openTablet(
  app: App,
  options: Partial<KioskOptions> = {},
  open: OpenOptions = {},
): Promise<Tablet> {
  const browser = await app.openBrowser({ viewport: TABLET, ...open });
  // A browser that is no kiosk yet is told so.
  browser.expectError(/status of 401/);
  const { page } = browser;
  if (open.serviceWorker) await page.addInitScript(registerAtOnce);
  const coded = answerOf(page, 'pairing');
  await page.goto(`${app.url}/kiosk`);
  const { code } = (await (await coded).json()) as { code: string };
  const client = await app.signInElsewhere(app.admin);
  await confirmIdentity(client);
  const added = await client.ask('addKiosk', {
    requestId: requestId(),
    code,
    name: 'Gate',
    scope: [],
    options: { ...KIOSK_DEFAULTS, ...options },
  });
  await contact(page);
  await expect(page.getByRole('heading', { name: 'Hold your badge to the reader' })).toBeVisible();
  return { ...browser, kioskId: added.id, admin: client };
}

const confirmIdentity = (client: ApiClient): Promise<unknown> =>
  client.ask('confirmIdentity', { currentPassword: PASSWORD });

/** Gives the person a PIN of their own. */
export async function choosePin(app: App, who: Credentials, pin: string): Promise<void> {
  const client = await app.signInElsewhere(who);
  await confirmIdentity(client);
  await client.ask('choosePin', { pin });
}

/** Types a badge as a reader does: the page handles each key before the next comes. */
export const holdBadge = (page: Page, badge: string): Promise<void> =>
  page.evaluate(async (signs) => {
    const codes = [...signs].map((sign) => (/\d/.test(sign) ? `Digit${sign}` : `Key${sign}`));
    for (const code of [...codes, 'Enter']) {
      const key = { code, key: code.replace(/Digit|Key/, ''), bubbles: true, cancelable: true };
      (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent('keydown', key));
      for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
    }
  }, badge);

export const pressPin = async (page: Page, pin: string): Promise<void> => {
  for (const digit of pin) await page.getByRole('button', { name: digit, exact: true }).click();
};

/** Registers a badge for somebody without the screen. */
export async function giveBadge({ page }: Tablet, app: App, name: string, badge: string): Promise<void> {
  const { rows } = await app.owner.query<{ id: string }>('SELECT id FROM account WHERE name = $1', [name]);
  const admin = await app.owner.query<{ id: string }>('SELECT id FROM account WHERE email = $1', [
    app.admin.email,
  ]);
  const answer = await page.request.post(`${app.url}/api/kiosk/badge`, {
    headers: { origin: app.url },
    data: {
      admin: { userId: admin.rows[0]?.id, pin: ADMIN_PIN },
      badge,
      whose: { userId: rows[0]?.id },
    },
  });
  if (!answer.ok()) throw new Error(`The badge was not registered: ${await answer.text()}`);
}

/** Saves the seconds that the page waits before it registers its service worker, the first thing once it is loaded. */
function registerAtOnce(): void {
  addEventListener('load', () => {
    const later = globalThis.setTimeout;
    globalThis.setTimeout = ((work: () => void) => {
      globalThis.setTimeout = later;
      return later(work);
    }) as typeof setTimeout;
  });
}

/** Waits until the service worker keeps the kiosk's page. */
export async function isKept(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(async () => (await caches.match('/kiosk')) !== undefined)).toBe(true);
}

export async function cut({ page, context }: Tablet): Promise<void> {
  await context.setOffline(true);
  // Chromium does not always tell a page with a service worker that its connection is cut.
  await page.evaluate(() => dispatchEvent(new Event('offline')));
  await expect(page.getByText('No connection: clock-ins are kept on this device')).toBeVisible();
}
