/** kill -9 of a kiosk's browser and of the server, while the kiosk keeps presses and while it sends them. */
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import {
  contact,
  countKept,
  inviteVisitors,
  nextPress,
  openAdmin,
  openKioskPage,
  setOffline,
} from './kiosk-page.ts';
import { kioskFaults, newTap, type Tap } from './kiosk-tablets.ts';
import { startProduct, type Product } from './product.ts';
import { cycles, isSmall, random, report, seed as newSeed } from './size.ts';

/** The kiosk's page has one address, over all starts of the server. */
const ADDRESS = { PORT: '18652' };
const wanted = 500;
const kills = cycles(0, 3, 10);

let product: Product;
beforeAll(async () => {
  if (!isSmall) product = await startProduct(ADDRESS);
});
afterAll(async () => {
  if (!isSmall) await product.remove();
});

it.skipIf(isSmall)(
  'no kept press is lost or counts twice over kills of browser and server, and their order holds',
  async () => {
    const seed = newSeed();
    const chance = random(seed);
    const url = product.servers[0] ?? '';
    const admin = await openAdmin(url);
    const kiosk = await openKioskPage(url, admin);
    onTestFinished(() => kiosk.close());
    const visitors = await inviteVisitors(url, admin, 8, `kept${seed}`);
    const taps: Tap[] = [];

    await setOffline(kiosk.page, true);
    const killAt = new Set(Array.from({ length: kills }, () => chance.between(2, wanted - 2)));
    for (let kept = 1; kept <= wanted; kept += 1) {
      const visitor = visitors[kept % visitors.length];
      if (!visitor) break;
      const tap = newTap(visitor, nextPress(visitor));
      taps.push(tap);
      await kiosk.press(visitor, tap.punch);
      await kiosk.page.getByText(`${kept} kept, not sent yet`).first().waitFor();
      tap.outcome = 'recorded';
      // At once after the screen has said so.
      if (!killAt.has(kept)) continue;
      await kiosk.restart(true);
      expect(await countKept(kiosk.page)).toBe(kept);
    }

    const second = await kiosk.page.context().newPage();
    await second.goto(`${url}/kiosk`);
    await setOffline(kiosk.page, false);
    for (let left = kills; left > 0; left -= 1) {
      await contact(kiosk.page);
      await wait(chance.between(0, 400));
      await product.kill();
      await kiosk.restart();
      await product.start();
    }
    await kiosk.connect();

    const refused = await product.asOwner((owner) =>
      owner.query('SELECT outcome, reason FROM kept_press WHERE outcome <> $1', ['recorded']),
    );
    expect(refused.rows).toEqual([]);
    expect(await product.asOwner((owner) => kioskFaults(taps, owner))).toEqual([]);
    report(
      `kept presses of a kiosk: ${wanted} over ${kills} kills each of browser and server, 0 lost, 0 twice, seed ${seed}`,
    );
  },
);
