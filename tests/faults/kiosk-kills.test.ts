/**
 * 20 badges a second at kiosks, one of them a browser, while the server, PostgreSQL or the tab is killed and
 * connections are cut. Then two kiosks at one instant, and a kiosk that is revoked while it sends.
 */
import { createConnection } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MS_PER_HOUR, MS_PER_MINUTE, type EpochMs } from '#domain/time/units';
import type { Connection } from '#server/platform/database/connection';
import { requestId } from '#tests/make';
import { until } from '#tests/support/punctual-process';
import { openRelay, type Relay } from '#tests/support/relay';
import type { Member } from './crowd.ts';
import {
  inviteVisitors,
  nextPress,
  openAdmin,
  openKioskPage,
  PRESSES,
  type KioskPage,
  type Visitor,
} from './kiosk-page.ts';
import { comeInLine, kioskFaults, makeTablet, newTap, type Tablet, type Tap } from './kiosk-tablets.ts';
import { childrenOf, killAll } from './processes.ts';
import { startProduct, type Product } from './product.ts';
import { createScissors, type Scissors } from './scissors.ts';
import { cycles, isSmall, random, report, seed as newSeed } from './size.ts';

const PER_SECOND = 20;
const ROUNDS = cycles(0, 8, 30);
const CUTS_A_ROUND = 10;
/** The same badge within 10 s would say no more than 'Already clocked in'. */
const EACH_GUEST_MS = 1_000;
/** What the later of two equal presses is told. */
const TOO_LATE = {
  clock_in: 'already_clocked_in',
  break_start: 'on_break',
  break_end: 'not_on_break',
  clock_out: 'not_clocked_in',
} as const;
const seed = newSeed();
const chance = random(seed);
const isPress = (chunk: Buffer): boolean => /POST \/api\/kiosk\/(punch|kept)/.test(chunk.toString('latin1'));

describe.skipIf(isSmall)(
  `no press is lost or counts twice at kiosks with ${PER_SECOND} badges a second`,
  () => {
    let product: Product;
    let relay: Relay;
    let scissors: Scissors;
    let admin: Member;
    let url = '';
    const tablets: Tablet[] = [];
    let page: KioskPage;
    let tabKills = 0;
    /** They use the tablets, guests the browser. */
    let visitors: Visitor[] = [];
    let guests: Visitor[] = [];
    const taps: Tap[] = [];
    const tap = (visitor: Visitor): Tap => {
      const made = newTap(visitor, nextPress(visitor));
      taps.push(made);
      return made;
    };
    const invite = (name: string, count: number): Promise<Visitor[]> =>
      inviteVisitors(url, admin, count, `${name}${seed}`);

    beforeAll(async () => {
      product = await startProduct();
      scissors = createScissors(isPress, chance);
      const port = (): number => Number(new URL(product.servers[0] ?? '').port);
      relay = await openRelay(() => createConnection(port(), '127.0.0.1'), scissors.watch);
      url = `http://127.0.0.1:${relay.port}`;
      admin = await openAdmin(url);
      for (const name of ['North', 'East', 'South', 'West']) tablets.push(await makeTablet(url, admin, name));
      visitors = await invite('visitor', 40);
      guests = await invite('guest', ROUNDS + 13);
      page = await openKioskPage(url, admin);
    });
    afterAll(async () => {
      await page?.close();
      await relay?.cut();
      await product?.remove();
    });

    /** Uses the browser's kiosk. A guest whose tab dies was told nothing, and leaves. */
    async function comeToBrowser(stop: AbortSignal): Promise<void> {
      while (!stop.aborted) {
        const left = taps.filter(({ outcome }) => outcome === null).map(({ visitor }) => visitor);
        guests = guests.filter((guest) => !left.includes(guest));
        const guest = guests.shift();
        if (!guest) throw new Error('Every guest has left.');
        guests.push(guest);
        const before = tabKills;
        const pressed = tap(guest);
        try {
          await page.press(guest, pressed.punch);
          pressed.outcome = 'recorded';
          await wait(EACH_GUEST_MS);
        } catch (error) {
          if (tabKills === before) throw error;
        }
      }
    }

    async function rush(title: string, fault: () => Promise<unknown>): Promise<void> {
      const first = taps.length;
      const keptBefore = tablets.map(({ everKept }) => everKept());
      const began = performance.now();
      const stop = new AbortController();
      const coming = Promise.all([
        comeInLine(tablets, visitors, tap, { perSecond: PER_SECOND, stop: stop.signal }),
        comeToBrowser(stop.signal),
      ]);
      try {
        for (let left = ROUNDS; left > 0; left -= 1) {
          await Promise.race([wait(chance.between(500, 3_000)), coming]);
          await fault();
        }
        await wait(1_000);
      } finally {
        stop.abort();
        await coming;
      }
      const seconds = (performance.now() - began) / 1_000;
      const violations = await product.asOwner((owner) => kioskFaults(taps, owner));
      const pressed = taps.slice(first);
      const kept = tablets.reduce((sum, { everKept }, one) => sum + everKept() - (keptBefore[one] ?? 0), 0);
      report(
        [
          `kiosks, ${title}: ${ROUNDS} times`,
          `${pressed.length} presses in ${seconds.toFixed(0)} s`,
          `${pressed.filter(({ visitor }) => !visitors.includes(visitor)).length} of them in a browser`,
          `${kept} kept`,
          `${violations.length} lost or doubled`,
          `seed ${seed}`,
        ].join(', '),
      );
      expect(violations).toEqual([]);
    }

    it('while the server is killed', () =>
      rush('kill -9 of the server', async () => {
        await product.kill();
        await wait(chance.between(0, 1_500));
        await product.start();
      }));

    it('while PostgreSQL is killed', () =>
      rush('kill -9 of PostgreSQL', async () => {
        await until('PostgreSQL runs', () => product.postmaster() > 0);
        const postmaster = product.postmaster();
        const others = childrenOf(postmaster);
        const one = others[chance.between(0, others.length - 1)];
        await killAll([one !== undefined && chance.percent(50) ? one : postmaster]);
        await until('it works again', async () => (await admin.client.send('health', {})).status === 200);
      }));

    it('while the tab is killed', () =>
      rush('kill -9 of the tab', () => {
        tabKills += 1;
        return page.killTab();
      }));

    it('while connections are cut before, within and after presses and their answers', () =>
      rush(`${CUTS_A_ROUND} connections cut`, async () => {
        for (let cuts = 0; cuts < CUTS_A_ROUND; cuts += 1) await scissors.cut();
      }));

    it('when one person is at two kiosks at the same instant', async () => {
      const [one, other] = tablets;
      if (!one || !other) throw new Error('There are not two kiosks.');
      const rounds = cycles(0, 200, 1_000);
      for (let round = 0; round < rounds; round += 1) {
        const visitor = visitors[round % visitors.length];
        if (!visitor) break;
        const first = tap(visitor);
        const second = newTap(visitor, first.punch);
        await Promise.all([
          one.punchOnline(first, requestId(), first.punch),
          other.punchOnline(second, requestId(), first.punch),
        ]);
        expect([first.outcome, second.outcome].toSorted()).toEqual(['recorded', 'refused']);
        expect(first.reason ?? second.reason).toBe(TOO_LATE[first.punch]);
        first.outcome = 'recorded';
      }
      const fresh = await invite('twin', 10);
      for (const visitor of fresh) {
        const first = tap(visitor);
        const second = newTap(visitor, first.punch);
        await Promise.all([one.punchOnline(first, requestId()), other.punchOnline(second, requestId())]);
        expect([first.outcome, second.outcome].toSorted()).toEqual(['recorded', 'repeated']);
        first.outcome = 'recorded';
      }
      const pairs = fresh.map((visitor) => {
        const first = tap(visitor);
        return [first, newTap(visitor, first.punch)] as const;
      });
      for (const [first, second] of pairs) {
        const at = Date.now();
        await Promise.all([one.keep(first, requestId(), at), other.keep(second, requestId(), at)]);
      }
      await Promise.all([one.deliver(), other.deliver()]);
      for (const [first, second] of pairs) {
        expect([first.outcome, second.outcome].toSorted()).toEqual(['recorded', 'refused']);
        first.outcome = 'recorded';
      }
      expect(await product.asOwner((owner) => kioskFaults(taps, owner))).toEqual([]);
      report(
        `two kiosks and one person at once: ${rounds + 2 * fresh.length} times, each counts once, seed ${seed}`,
      );
    });

    it('when a kiosk is revoked while it sends: the rest becomes requests, which hold all of it', async () => {
      const hall = await makeTablet(url, admin, 'Hall');
      const people = await invite('hall', 24);
      const now = Date.now();
      const ids = people.map(({ userId }) => userId);
      // The kiosk was last heard of before its presses, and the badges are older.
      await product.asOwner(async (owner) => {
        await owner.query(`UPDATE kiosk SET heard_at = now() - interval '5 hours' WHERE id = $1`, [hall.id]);
        await owner.query(
          `UPDATE badge SET created_at = now() - interval '5 hours' WHERE user_id = ANY ($1)`,
          [ids],
        );
      });
      /** Each hour all of them press once, one a minute. */
      const pressedAt = (hours: number, place: number): EpochMs =>
        now - (4 - hours) * MS_PER_HOUR + place * MS_PER_MINUTE;
      const pressed: Tap[] = [];
      for (const hours of PRESSES.keys())
        for (const [place, visitor] of people.entries()) {
          const made = newTap(visitor, nextPress(visitor));
          pressed.push(made);
          await hall.keep(made, requestId(), pressedAt(hours, place));
        }
      const sending = hall.deliver();
      const enough = chance.between(1, 40);
      const count = (owner: Connection) =>
        owner.query<{ n: number }>('SELECT count(*)::int AS n FROM kept_press WHERE kiosk_id = $1', [
          hall.id,
        ]);
      await until(
        'some are received',
        async () => ((await product.asOwner(count)).rows[0]?.n ?? 0) >= enough,
      );
      await admin.client.ask('revokeKiosk', { id: hall.id });
      await sending;
      await hall.deliver();
      const requested = pressed.filter(({ outcome }) => outcome === 'requested');
      const recorded = pressed.filter(({ outcome }) => outcome === 'recorded');
      expect(requested.length + recorded.length).toBe(pressed.length);
      expect(new Set(requested.map(({ reason }) => reason))).toEqual(new Set(['revoked']));
      const asked = await product.asOwner((owner) =>
        owner.query<{ id: string; version: number }>(
          `SELECT id, version FROM correction WHERE user_id = ANY ($1) AND state = 'asked'`,
          [ids],
        ),
      );
      await admin.client.ask('decideCorrections', {
        requestId: requestId(),
        corrections: asked.rows,
        action: 'agree',
      });
      const counted = await product.asOwner((owner) =>
        owner.query<{ times: number[] }>(
          `SELECT ARRAY(SELECT round(extract(epoch FROM time) * 1000)::float8 FROM unnest(ARRAY[e.clock_in, b.started_at, b.ended_at, e.clock_out]) AS time) AS times
         FROM counted_entry e LEFT JOIN counted_break b ON b.entry_id = e.id WHERE e.user_id = ANY ($1) ORDER BY e.clock_in`,
          [ids],
        ),
      );
      report(
        `revoked in mid-queue: ${recorded.length} punches, ${requested.length} in requests, 0 lost, seed ${seed}`,
      );
      expect(counted.rows.map(({ times }) => times)).toEqual(
        people.map((_, place) => PRESSES.map((_press, hours) => pressedAt(hours, place))),
      );
      expect(await product.asOwner((owner) => kioskFaults([], owner))).toEqual([]);
    });
  },
);
