/**
 * A backup is restored, an older copy of the data replaces the present one, or PostgreSQL is killed, while
 * browsers sleep. People go on punching, so numbers are used again. Each browser that wakes up gets every
 * change or reloads. The small version is tests/api/cursors.test.ts.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD } from '#tests/make';
import { health, until } from '#tests/support/punctual-process';
import { findViolations } from './checker.ts';
import { openCrowd, type Crowd, type Member } from './crowd.ts';
import type { Press } from './press.ts';
import { processesIn, signalAll } from './processes.ts';
import { signInAdmin, startProduct, type Product } from './product.ts';
import { cycles, isSmall, random, report, seed } from './size.ts';
import { fallAsleep, wakeUp, type Sleeper } from './sleepers.ts';

const FAULTS = ['a crash', 'a restored backup', 'an older copy'] as const;

describe.skipIf(isSmall)('sleeping browsers while the database loses or replaces rows', () => {
  let folder = '';
  let product: Product;
  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'punctual-asleep-'));
    product = await startProduct();
  });
  afterAll(async () => {
    await product?.remove();
    rmSync(folder, { recursive: true, force: true });
  });
  const url = (): string => product.servers[0] ?? '';

  /** Copies the present data. @returns a function that replaces the data with the copy */
  async function keep(fault: (typeof FAULTS)[number]): Promise<() => Promise<void>> {
    if (fault === 'a crash')
      return async () => {
        signalAll(processesIn(path.join(product.folder(), 'data')), 'SIGKILL');
        await until('punches work again', async () => (await health(url())) === 200);
      };
    const copy = path.join(folder, crypto.randomUUID());
    if (fault === 'a restored backup') {
      await product.run('backup', copy);
      return async () => {
        await product.remove();
        await product.run('restore', copy);
        await product.start();
      };
    }
    await product.stop();
    execFileSync('cp', ['-a', product.folder(), copy]);
    await product.start();
    return async () => {
      await product.stop();
      rmSync(product.folder(), { recursive: true });
      execFileSync('cp', ['-a', copy, product.folder()]);
      await product.start();
    };
  }

  /** A restored backup has no sessions. */
  async function signInAgain({ client, userId }: Member): Promise<void> {
    const email = await product.asOwner(
      async (owner) =>
        (await owner.query<{ email: string }>('SELECT email FROM account WHERE id = $1', [userId])).rows[0]
          ?.email ?? '',
    );
    const fresh = client.at(url());
    await fresh.ask('signIn', { email, password: PASSWORD });
    for (const [name, value] of fresh.cookies) client.cookies.set(name, value);
  }

  async function rush(crowd: Crowd, presses: number): Promise<void> {
    const enough = crowd.acknowledged() + presses;
    crowd.start();
    await until('enough is pressed', () => crowd.acknowledged() >= enough);
    await crowd.pause();
  }

  it('receive every change when they wake up, or reload', async () => {
    const from = seed();
    const chance = random(from);
    const { servers, asOwner } = product;
    const admin = await signInAdmin(url());
    const crowd = await openCrowd({ servers, people: 6, seed: from, pauseMs: 30 });
    // Nothing happens to these people, so they need not reload.
    const quiet = await openCrowd({ servers, people: 2, seed: from });
    const asleep = (): Promise<Sleeper[]> =>
      asOwner(async (owner) => {
        const sleepers = [await fallAsleep(admin, 'all', url(), owner)];
        for (const one of [...crowd.people, ...quiet.people])
          sleepers.push(await fallAsleep(one, 'own', url(), owner));
        return sleepers;
      });
    const rounds = cycles(0, 5, 20);
    const lost = new Set<Press>();
    const violations: string[] = [];
    let woken = 0;
    let loadedAnew = 0;
    for (let round = 0; round < rounds; round += 1) {
      const fault = FAULTS[round % FAULTS.length] ?? 'a crash';
      await rush(crowd, chance.between(10, 40));
      const replace = await keep(fault);
      const sleepers = await asleep();
      const kept = crowd.presses.length;
      await rush(crowd, chance.between(10, 40));
      sleepers.push(...(await asleep()));
      if (fault === 'a crash') {
        // Everybody punches just before the crash.
        crowd.start();
        await wait(chance.between(0, 60));
        await replace();
        await crowd.pause();
      } else {
        for (const press of crowd.presses.slice(kept)) lost.add(press);
        await replace();
        if (fault === 'a restored backup')
          await Promise.all([admin, ...crowd.people, ...quiet.people].map(signInAgain));
      }
      await rush(crowd, chance.between(10, 60));
      const presses = crowd.presses.filter((press) => !lost.has(press));
      await asOwner(async (owner) => {
        for (const sleeper of sleepers) {
          const { wrong, loadsAnew } = await wakeUp(sleeper, url(), owner);
          woken += 1;
          if (loadsAnew) loadedAnew += 1;
          if (wrong !== null) violations.push(`round ${round + 1}, after ${fault}: ${wrong}`);
        }
        const found = await findViolations({ presses }, owner);
        violations.push(...found.map((one) => `round ${round + 1}, after ${fault}: ${one}`));
      });
    }
    await Promise.all([crowd.close(), quiet.close()]);
    report(
      `restores and crashes against sleeping cursors: ${rounds} rounds, ${woken} woken, ${loadedAnew} of them told to load anew, ${crowd.acknowledged()} punches acknowledged, ${violations.length} violations, seed ${from}`,
    );
    expect(violations).toEqual([]);
    expect(loadedAnew).toBeLessThan(woken);
  });
});
