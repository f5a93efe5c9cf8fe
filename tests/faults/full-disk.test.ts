/**
 * A full disk under the embedded PostgreSQL, on a small tmpfs: punches get 503, reads continue while
 * PostgreSQL's log has room, the health check fails within 5 s, and the server recovers once there is room.
 * Needs root to mount, so there is no small version.
 */
import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '#tests/support/punctual-process';
import { openCampaign } from './campaign.ts';
import { signInAdmin, startProduct, type Product } from './product.ts';
import { cycles, isSmall } from './size.ts';

const DISK = '320m';
/** Milliseconds for which the disk is full. The health check must fail before the shortest is over. */
const FULL_FOR = { least: 6_000, most: 10_000 };
const TOLD_WITHIN = 5_000;
const BLOCK = Buffer.alloc(64 * 1024);

const isRoot = process.getuid?.() === 0;

/** Fills the disk of this folder. @returns a function that frees it */
function fillDisk(folder: string): () => void {
  const ballast = path.join(folder, 'ballast');
  const file = openSync(ballast, 'w');
  try {
    for (let size = BLOCK.length; size > 0; size = size === 1 ? 0 : size / 2) writeUntilFull(file, size);
  } finally {
    closeSync(file);
  }
  return () => rmSync(ballast);
}

function writeUntilFull(file: number, size: number): void {
  try {
    for (;;) writeSync(file, BLOCK, 0, size);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
  }
}

describe.skipIf(isSmall)('a full disk', () => {
  let product: Product | undefined;
  let disk: string | undefined;

  beforeAll(async () => {
    if (!isRoot) return;
    product = await startProduct();
    await product.stop();
    // The folder keeps its path, but is on the small disk from now on.
    const folder = product.folder();
    renameSync(folder, `${folder}.aside`);
    mkdirSync(folder);
    execFileSync('/bin/mount', ['-t', 'tmpfs', '-o', `size=${DISK}`, 'punctual', folder]);
    disk = folder;
    execFileSync('cp', ['-a', `${folder}.aside/.`, folder]);
    rmSync(`${folder}.aside`, { recursive: true });
    await product.start();
  });
  afterAll(async () => {
    await product?.stop();
    if (disk !== undefined) execFileSync('/bin/umount', [disk]);
    await product?.remove();
  });

  it('punches wait while reads continue, and the server recovers by itself', async (context) => {
    if (!product || disk === undefined) return context.skip('mounting a small disk needs root');
    const { servers, asOwner } = product;
    const folder = disk;
    const admin = await signInAdmin(servers[0] ?? '');
    const campaign = await openCampaign({ title: 'a full disk', servers, asOwner, admin });
    const { crowd, cycle, chance, violations, tell } = campaign;
    const reads = { all: 0, answered: 0 };
    const withoutLog = { ...reads };
    let slowestMs = 0;
    let unsaidMs = 0;
    let saidAfterMs = 0;
    /** Measures how long the health check passes after the last recorded punch. */
    const watchHealth = async (over: number): Promise<void> => {
      const began = performance.now();
      let lastPunch = { count: crowd.acknowledged(), at: began };
      while (performance.now() < over) {
        const well = await isWell();
        const now = performance.now();
        if (crowd.acknowledged() > lastPunch.count) lastPunch = { count: crowd.acknowledged(), at: now };
        else if (!well) {
          unsaidMs = Math.max(unsaidMs, now - lastPunch.at);
          saidAfterMs = Math.max(saidAfterMs, now - began);
          return;
        }
        await wait(50);
      }
      unsaidMs = Math.max(unsaidMs, performance.now() - lastPunch.at);
    };
    const isWell = async (): Promise<boolean> => (await admin.client.send('health', {})).status === 200;
    /** @param counted counts reads and answers @param meanwhile is repeated until the disk is free */
    const full = (counted: typeof reads, meanwhile: () => Promise<unknown>): Promise<void> =>
      cycle(async () => {
        const giveBack = fillDisk(folder);
        const over = performance.now() + chance.between(FULL_FOR.least, FULL_FOR.most);
        const watched = watchHealth(over);
        while (performance.now() < over) {
          const { status } = await admin.client.send('monitoring', {});
          counted.all += 1;
          if (status === 200) counted.answered += 1;
          else if (status !== 503) violations.push(`a read was answered with ${status}`);
          await meanwhile();
        }
        await watched;
        giveBack();
        const began = performance.now();
        const before = crowd.acknowledged();
        await until('punches work again', () => crowd.acknowledged() > before);
        await until('health says so', isWell);
        slowestMs = Math.max(slowestMs, performance.now() - began);
      });
    /** PostgreSQL cannot start the next file of its log and stops. Its recovery has no room either. */
    const useUpLog = (): Promise<unknown> =>
      asOwner((owner) => owner.query('SELECT pg_switch_wal()')).catch(() => wait(50));
    for (let left = cycles(0, 1, 4); left > 0; left -= 1) {
      await full(reads, () => wait(50));
      await full(withoutLog, useUpLog);
    }
    const statuses = new Set(crowd.presses.flatMap(({ failures }) => failures.map(({ status }) => status)));
    tell(
      `${reads.answered} of ${reads.all} reads answered meanwhile`,
      `${withoutLog.answered} of ${withoutLog.all} where PostgreSQL's log had no room either and it ended itself`,
      `health said so ${(unsaidMs / 1000).toFixed(1)} s at most after the last punch, ${(saidAfterMs / 1000).toFixed(1)} s after the disk was full`,
      `all well ${(slowestMs / 1000).toFixed(1)} s after there was room again`,
    );
    expect(violations).toEqual([]);
    expect(unsaidMs).toBeLessThanOrEqual(TOLD_WITHIN);
    // Punches failed, and each failure was a 503.
    expect([...statuses]).toEqual([503]);
    expect(reads.answered / reads.all).toBeGreaterThan(0.9);
    // Some reads failed too, which shows that the log ran out of room.
    expect(withoutLog.answered).toBeLessThan(withoutLog.all);
  });
});
