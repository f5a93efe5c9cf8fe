/** A kiosk in a real browser whose clock is stepped, and whose storage is full. */
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MS_PER_HOUR } from '#domain/time/units';
import { until } from '#tests/support/punctual-process';
import type { Member } from './crowd.ts';
import {
  addKiosk,
  answerOf,
  countKept,
  inviteVisitors,
  nextPress,
  openAdmin,
  openKioskPage,
  setOffline,
  type KioskPage,
  type Visitor,
} from './kiosk-page.ts';
import { kioskFaults, newTap, type Tap } from './kiosk-tablets.ts';
import { startProduct, type Product } from './product.ts';
import { isSmall, report } from './size.ts';

describe.skipIf(isSmall)("a tablet's own faults", () => {
  let product: Product;
  let admin: Member;
  let kiosk: KioskPage;
  let visitors: Visitor[] = [];
  const taps: Tap[] = [];

  beforeAll(async () => {
    product = await startProduct();
    const [url = ''] = product.servers;
    admin = await openAdmin(url);
    kiosk = await openKioskPage(url, admin);
    visitors = await inviteVisitors(url, admin, 20, `device${Date.now()}`);
  });
  afterAll(async () => {
    await kiosk?.close();
    await product?.remove();
  });

  /** Sets the tablet's clock so far from the true time. Its steady clock runs on. */
  const step = (ms: number): Promise<void> =>
    kiosk.page.evaluate((ahead) => {
      Date.now = () => Math.round(performance.timeOrigin + performance.now()) + ahead;
    }, ms);
  /** The next in line presses. Their press is a request only once, since no other fits on it. */
  const press = async (outcome: 'recorded' | 'requested' = 'recorded') => {
    const visitor = visitors.shift();
    if (!visitor) throw new Error('Nobody is here.');
    const tap = newTap(visitor, nextPress(visitor));
    const isTaken = !(await kiosk.press(visitor, tap.punch)).startsWith('Nothing was recorded');
    if (isTaken) taps.push(Object.assign(tap, { outcome }));
    else visitor.presses -= 1;
    if (outcome === 'recorded') visitors.push(visitor);
    return { visitor, isTaken };
  };
  const outcomeOf = ({ userId }: Visitor) =>
    product.asOwner(async (owner) => {
      const { rows } = await owner.query<{ outcome: string; reason: string | null }>(
        'SELECT outcome, reason FROM kept_press WHERE user_id = $1 ORDER BY counter DESC',
        [userId],
      );
      return rows[0]?.reason ?? rows[0]?.outcome;
    });
  const isRight = async (): Promise<void> =>
    void expect(await product.asOwner((owner) => kioskFaults(taps, owner, true))).toEqual([]);

  it.each([
    { name: 'an hour back before a press', before: -MS_PER_HOUR, after: -MS_PER_HOUR },
    { name: 'an hour forward before a press', before: MS_PER_HOUR, after: MS_PER_HOUR },
    { name: 'forward for the press only', before: MS_PER_HOUR, after: 0 },
    { name: 'an hour back after a press', before: 0, after: -MS_PER_HOUR },
    { name: 'an hour forward after a press', before: 0, after: MS_PER_HOUR },
  ])('its clock, stepped $name, makes a kept press a request', async ({ before, after }) => {
    await step(0);
    await kiosk.connect();
    await setOffline(kiosk.page, true);
    await step(before);
    const { visitor } = await press('requested');
    await step(after);
    await kiosk.connect();
    expect(await outcomeOf(visitor)).toBe('clock_changed');
    await isRight();
  });

  it('its clock, an hour wrong at the last answer, makes a kept press a request, and no press with a network', async () => {
    for (const ahead of [-MS_PER_HOUR, MS_PER_HOUR]) {
      await step(ahead);
      await kiosk.connect();
      await press();
      await setOffline(kiosk.page, true);
      const { visitor } = await press('requested');
      await kiosk.connect();
      expect(await outcomeOf(visitor)).toBe('clock_unknown');
    }
    await isRight();
  });

  it('its clock, stepped and right again before a press, changes nothing', async () => {
    await step(0);
    await kiosk.connect();
    await setOffline(kiosk.page, true);
    await step(MS_PER_HOUR);
    await step(0);
    const { visitor } = await press();
    await kiosk.connect();
    expect(await outcomeOf(visitor)).toBe('recorded');
    await isRight();
    const requests = taps.filter(({ outcome }) => outcome === 'requested').length;
    report(
      `steps of a tablet's clock: ${requests} presses became requests, ${taps.length - requests} punches`,
    );
  });

  it('its pairing, gone with its cookies, loses no press that it keeps: they are sent once it is paired again', async () => {
    const { page } = kiosk;
    await kiosk.connect();
    await setOffline(page, true);
    for (let kept = 0; kept < 3; kept += 1) await press();
    await page.context().clearCookies();
    const coded = answerOf(page, 'pairing');
    await setOffline(page, false);
    const { code } = (await (await coded).json()) as { code: string };
    expect(await countKept(page)).toBe(3);
    await addKiosk(admin, code, 'Gate again');
    await kiosk.connect();
    await isRight();
  });

  it('its full storage refuses a press and says so, loses none that it keeps, and still sends them', async () => {
    const { page } = kiosk;
    const [origin = ''] = product.servers;
    const storage = await page.context().newCDPSession(page);
    await kiosk.connect();
    await setOffline(page, true);
    const before = taps.length;
    await press();
    await storage.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 });
    // Chromium notices within half a minute.
    await until('the tablet refuses', async () => {
      await wait(1_000);
      return !(await press()).isTaken;
    });
    const kept = taps.length - before;
    expect(await countKept(page)).toBe(kept);
    await kiosk.connect();
    await press();
    await isRight();
    await setOffline(page, true);
    expect((await press()).isTaken).toBe(false);
    await storage.send('Storage.overrideQuotaForOrigin', { origin });
    await until('there is room again', async () => (await press()).isTaken);
    await kiosk.connect();
    await isRight();
    report(`full storage of a tablet: ${kept} presses kept, the next refused, all sent, 0 lost`);
  });
});
