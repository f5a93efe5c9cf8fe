/** A kiosk in a real browser whose profile outlives it, and what all campaigns of kiosks need. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, type BrowserContext, type Page } from 'playwright-core';
import { inject } from 'vitest';
import type { Punch } from '#domain/entry/time-entry';
import { KIOSK_DEFAULTS } from '#domain/kiosk/options';
import { ApiClient } from '#tests/api/client';
import { registerByApi } from '#tests/api/joining';
import { PASSWORD, requestId } from '#tests/make';
import { until } from '#tests/support/punctual-process';
import { answerOf, contact, holdBadge } from '../e2e/kiosk-page.ts';
import { allProcesses, killAll } from './processes.ts';
import { signInAdmin } from './product.ts';
import type { Member } from './crowd.ts';

export { answerOf, contact };

const PIN = '271828';
/** In the order in which one person may press them. */
export const PRESSES = ['clock_in', 'break_start', 'break_end', 'clock_out'] as const;
export const LABELS: Readonly<Record<Punch, string>> = {
  clock_in: 'Clock In',
  break_start: 'Start Break',
  break_end: 'End Break',
  clock_out: 'Clock Out',
};

export interface Visitor {
  readonly userId: string;
  readonly badge: string;
  /** How often they have pressed. */
  presses: number;
}
export const nextPress = (visitor: Visitor): Punch => PRESSES[visitor.presses++ % 4] ?? 'clock_in';

/** Signs in an administrator who may add kiosks and register badges there. */
export async function openAdmin(url: string): Promise<Member> {
  const admin = await signInAdmin(url);
  await admin.client.ask('confirmIdentity', { currentPassword: PASSWORD });
  await admin.client.ask('choosePin', { pin: PIN });
  return admin;
}

export async function addKiosk({ client }: Member, code: string, name: string): Promise<string> {
  const options = { ...KIOSK_DEFAULTS, confirmSeconds: 2 };
  return (await client.ask('addKiosk', { requestId: requestId(), code, name, scope: [], options })).id;
}

/** @returns a browser without a screen, which is a kiosk */
export async function pairKiosk(url: string, admin: Member, name: string) {
  const client = new ApiClient(url);
  const { code } = await client.ask('pairKiosk', {});
  return { client, id: await addKiosk(admin, code, name) };
}

/** Registers people, and a badge for each at a kiosk of the office. */
export async function inviteVisitors(
  url: string,
  admin: Member,
  count: number,
  name: string,
): Promise<Visitor[]> {
  const { client: kiosk } = await pairKiosk(url, admin, 'Office');
  const visitors: Visitor[] = [];
  for (let one = 0; one < count; one += 1) {
    const { id: userId } = await registerByApi(new ApiClient(url), `${name}-${one}@example.com`);
    const badge = `B${Buffer.from(`${name}${one}`).toString('hex').toUpperCase()}`;
    await kiosk.ask('kioskBadge', { admin: { userId: admin.userId, pin: PIN }, badge, whose: { userId } });
    visitors.push({ userId, badge, presses: 0 });
  }
  return visitors;
}

const waits = async (page: Page): Promise<void> =>
  page.getByRole('heading', { name: 'Hold your badge to the reader' }).waitFor();

export const countKept = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const read = <Value>(request: IDBRequest<Value>) =>
      new Promise<Value>((resolve) => (request.onsuccess = () => resolve(request.result)));
    const database = await read(indexedDB.open('punctual-kept'));
    const count = await read(database.transaction('presses').objectStore('presses').count());
    database.close();
    return count;
  });

/** Cuts the network, or mends it. */
export async function setOffline(page: Page, isOffline: boolean): Promise<void> {
  await page.context().setOffline(isOffline);
  // Chromium does not always tell a page with a service worker.
  await page.evaluate((event) => dispatchEvent(new Event(event)), isOffline ? 'offline' : 'online');
}

export interface KioskPage {
  readonly page: Page;
  /** Holds a badge to it and presses this button, if it asks. Resolves to what it says then. */
  press(visitor: Visitor, punch: Punch): Promise<string>;
  /** Mends the network. Resolves when nothing is kept any more and the server was heard. */
  connect(): Promise<void>;
  /** Kills the browser as a power cut does, and opens it again. */
  restart(isOffline?: boolean): Promise<unknown>;
  /** Kills the process of the tab alone, and opens another tab. */
  killTab(): Promise<unknown>;
  close(): Promise<void>;
}

const SAID =
  /^(Clocked in|Clocked out|Break started|Break ended) at|^Kept on this device|^Nothing was recorded/;

/** Opens /kiosk in a browser of its own, and pairs it. */
export async function openKioskPage(url: string, admin: Member): Promise<KioskPage> {
  const profile = mkdtempSync(path.join(tmpdir(), 'punctual-kiosk-'));
  let browser = await openBrowser(profile);
  const coded = answerOf(browser.page, 'pairing');
  await browser.page.goto(`${url}/kiosk`);
  const { code } = (await (await coded).json()) as { code: string };
  await addKiosk(admin, code, 'Gate');
  await contact(browser.page);
  await waits(browser.page);
  await until('the page is kept', () =>
    browser.page.evaluate(async () => (await caches.match('/kiosk')) !== undefined),
  );
  const load = async (page: Page): Promise<void> => {
    await page.goto(`${url}/kiosk`);
    await waits(page);
  };
  const close = () => browser.context.close().catch(() => {});
  const reopen = async (isOffline = false): Promise<void> => {
    await close();
    browser = await openBrowser(profile);
    await browser.context.setOffline(isOffline);
    await load(browser.page);
  };
  const restart = async (isOffline: boolean): Promise<void> => {
    await killAll(processesOf(profile));
    await reopen(isOffline);
  };
  const killTab = async (): Promise<void> => {
    const { page: dead, context } = browser;
    await killAll(processesOf(profile, '--type=renderer'));
    const page = await context.newPage();
    await dead.close();
    browser = { context, page };
    await load(page);
  };
  // Chromium writes cookies to disk each 30 s, and when it ends.
  await reopen();
  let opened: Promise<unknown> = Promise.resolve();
  return {
    get page() {
      return browser.page;
    },
    async press(visitor, punch) {
      await opened;
      const { page } = browser;
      // The page shows 'One moment' before this resolves, so what was said to the person before is gone.
      await holdBadge(page, visitor.badge);
      const button = page.getByRole('button', { name: LABELS[punch], exact: true });
      const answer = page.getByRole('alert').getByText(SAID);
      await button
        .or(answer)
        .first()
        .waitFor()
        .catch(async (cause: unknown) => {
          throw new Error(`The kiosk shows: ${await page.locator('body').innerText()}`, { cause });
        });
      if (await button.isVisible()) await button.click();
      return (await answer.textContent()) ?? '';
    },
    async connect() {
      await setOffline(browser.page, false);
      await until('all is sent', async () => {
        const heard = browser.page.waitForResponse(
          (answer) => answer.ok() && answer.request().postData()?.includes('"queued":0') === true,
          { timeout: 2_000 },
        );
        await contact(browser.page);
        return heard.then(
          () => true,
          () => false,
        );
      });
    },
    restart: (isOffline = false) => (opened = restart(isOffline)),
    killTab: () => (opened = killTab()),
    async close() {
      await close();
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** A browser with a profile on disk, which outlives it. */
async function openBrowser(profile: string): Promise<{ context: BrowserContext; page: Page }> {
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: inject('chromium'),
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run'],
  });
  context.setDefaultTimeout(60_000);
  const [page = await context.newPage()] = context.pages();
  return { context, page };
}

/** @param type of its children; the browser itself without */
function processesOf(profile: string, type?: string): number[] {
  const all = allProcesses();
  const browser = all.filter(({ command }) => command.includes(profile) && !command.includes('--type='));
  const family = new Set(browser.map(({ pid }) => pid));
  if (type === undefined) return [...family];
  // The browser starts a process that starts those of its tabs.
  for (const { pid, parent } of [...all, ...all]) if (family.has(parent)) family.add(pid);
  return all.filter(({ pid, command }) => family.has(pid) && command.includes(type)).map(({ pid }) => pid);
}
