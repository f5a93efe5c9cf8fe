/** kill -9 of a kiosk's browser and of the server, while the kiosk keeps presses and while it sends them. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, type BrowserContext, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it, onTestFinished } from 'vitest';
import { KIOSK_DEFAULTS } from '#domain/kiosk/options';
import { isAlive } from '#server/platform/database/embedded/postmaster';
import { ApiClient } from '#tests/api/client';
import { registerByApi } from '#tests/api/joining';
import { PASSWORD, requestId } from '#tests/make';
import { until } from '#tests/support/punctual-process';
import { answerOf, contact, holdBadge } from '../e2e/kiosk-page.ts';
import { signInAdmin, startProduct, type Product } from './product.ts';
import { isSmall, random, report, seed as newSeed } from './size.ts';

const PIN = '271828';
/** In the order in which one person may press them. */
const PRESSES = ['Clock In', 'Start Break', 'End Break', 'Clock Out'] as const;
const KINDS = ['clock_in', 'break_start', 'break_end', 'clock_out'];
/** The kiosk's page has one address, over all starts of the server. */
const ADDRESS = { PORT: '18652' };
const wanted = 500;
const kills = 3;

let product: Product;
beforeAll(async () => {
  if (!isSmall) product = await startProduct(ADDRESS);
});
afterAll(async () => {
  if (!isSmall) await product.remove();
});

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

/** Ends a browser as a power cut does. */
async function killBrowser(profile: string): Promise<void> {
  const lines = execFileSync('ps', ['-ww', '-eo', 'pid=,args='], { encoding: 'utf8' }).split('\n');
  const own = lines.find((line) => line.includes(profile) && !line.includes('--type='));
  const pid = Number(own?.trim().split(' ')[0]);
  process.kill(pid, 'SIGKILL');
  await until('the browser is dead', () => !isAlive(pid));
}

const waits = async (page: Page): Promise<void> =>
  page.getByRole('heading', { name: 'Hold your badge to the reader' }).waitFor();

const countKept = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const read = <Value>(request: IDBRequest<Value>) =>
      new Promise<Value>((resolve) => (request.onsuccess = () => resolve(request.result)));
    const database = await read(indexedDB.open('punctual-kept'));
    const count = await read(database.transaction('presses').objectStore('presses').count());
    database.close();
    return count;
  });

it.skipIf(isSmall)(
  'no kept press is lost or counts twice over kills of browser and server, and their order holds',
  async () => {
    const seed = newSeed();
    const chance = random(seed);
    const url = (): string => product.servers[0] ?? '';
    const { client: admin } = await signInAdmin(url());
    await admin.ask('confirmIdentity', { currentPassword: PASSWORD });
    await admin.ask('choosePin', { pin: PIN });
    const { user } = await admin.ask('whoAmI', {});

    const profile = mkdtempSync(path.join(tmpdir(), 'punctual-kiosk-'));
    let browser = await openBrowser(profile);
    onTestFinished(async () => {
      await browser.context.close().catch(() => {});
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    });
    const coded = answerOf(browser.page, 'pairing');
    await browser.page.goto(`${url()}/kiosk`);
    const { code } = (await (await coded).json()) as { code: string };
    const options = { ...KIOSK_DEFAULTS, confirmSeconds: 2 };
    await admin.ask('addKiosk', { requestId: requestId(), code, name: 'Gate', scope: [], options });
    await contact(browser.page);
    await waits(browser.page);
    const badges = Array.from({ length: 8 }, (_, one) => `B00${seed.toString(16).toUpperCase()}0${one}`);
    const people: string[] = [];
    for (const [one, badge] of badges.entries()) {
      const { id: userId } = await registerByApi(new ApiClient(url()), `kiosk-${seed}-${one}@example.com`);
      people.push(userId);
      const answer = await browser.page.request.post(`${url()}/api/kiosk/badge`, {
        headers: { origin: url() },
        data: { admin: { userId: user?.id, pin: PIN }, badge, whose: { userId } },
      });
      expect(answer.status()).toBe(200);
    }
    await until('the page is kept', () =>
      browser.page.evaluate(async () => (await caches.match('/kiosk')) !== undefined),
    );

    const reopen = async (isOffline: boolean): Promise<void> => {
      await killBrowser(profile);
      await browser.context.close().catch(() => {});
      browser = await openBrowser(profile);
      await browser.context.setOffline(isOffline);
      await browser.page.goto(`${url()}/kiosk`);
      await waits(browser.page);
    };

    await browser.context.setOffline(true);
    await browser.page.evaluate(() => dispatchEvent(new Event('offline')));
    const killAt = new Set(Array.from({ length: kills }, () => chance.between(2, wanted - 2)));
    for (let kept = 0; kept < wanted; kept += 1) {
      const person = kept % people.length;
      const name = PRESSES[Math.floor(kept / people.length) % PRESSES.length] ?? 'Clock In';
      const { page } = browser;
      await holdBadge(page, badges[person] ?? '');
      await page.getByRole('button', { name, exact: true }).click();
      await page
        .getByRole('alert')
        .getByText(`${kept + 1} kept, not sent yet`)
        .waitFor();
      // At once after the screen has said so.
      if (killAt.has(kept)) {
        await reopen(true);
        expect(await countKept(browser.page)).toBe(kept + 1);
      }
    }

    const second = await browser.context.newPage();
    await second.goto(`${url()}/kiosk`);
    await browser.context.setOffline(false);
    for (let left = kills; left > 0; left -= 1) {
      await contact(browser.page);
      await new Promise((resolve) => setTimeout(resolve, chance.between(0, 400)));
      await product.kill();
      await reopen(false);
      await product.start();
    }
    await until('everything is sent', async () => {
      await contact(browser.page).catch(() => false);
      return (await countKept(browser.page)) === 0;
    });

    const rows = await product.asOwner(async (owner) =>
      owner.query<{ chain: string; kind: string; claimed: string | null }>(
        `SELECT chain, kind, body::json -> 'data' ->> 'punchedAt' AS claimed FROM ledger
       WHERE chain = ANY ($1) AND kind = ANY ($2) ORDER BY seq`,
        [people, KINDS],
      ),
    );
    const refused = await product.asOwner((owner) =>
      owner.query('SELECT outcome, reason FROM kept_press WHERE outcome <> $1', ['recorded']),
    );
    expect(refused.rows).toEqual([]);
    for (const [one, userId] of people.entries()) {
      const own = rows.rows.filter(({ chain }) => chain === userId);
      const count = Math.floor((wanted - one - 1) / people.length) + 1;
      expect(own.map(({ kind }) => kind)).toEqual(
        Array.from({ length: count }, (_, place) => KINDS[place % 4]),
      );
      const times = own.map(({ claimed }) => claimed ?? '');
      expect(times).toEqual(times.toSorted());
      expect(new Set(times).size).toBe(count);
    }
    expect(rows.rows).toHaveLength(wanted);
    report(
      `kept presses of a kiosk: ${wanted} over ${kills} kills each of browser and server, 0 lost, 0 twice, seed ${seed}`,
    );
  },
);
