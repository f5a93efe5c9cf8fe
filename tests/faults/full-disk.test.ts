/**
 * A full disk under the embedded PostgreSQL, on a small tmpfs: punches are refused with 503, who reads goes on,
 * and all is well by itself once there is room again. Needs root, who may mount, so that there is no small
 * version of it.
 */
import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCampaign } from './campaign.ts';
import { signInAdmin, startProduct, type Product } from './product.ts';
import { cycles, isSmall } from './size.ts';

const DISK = '320m';
/** Milliseconds for which there is no room. */
const FULL_FOR = { least: 4_000, most: 8_000 };
const BLOCK = Buffer.alloc(64 * 1024);

const isRoot = process.getuid?.() === 0;

/** Leaves no room on the disk of this folder. @returns what gives it back */
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
    // The folder keeps its place, and lies on the small disk from now on.
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

  it('lets punches wait and reads go on, and is over by itself', async (context) => {
    if (!product || disk === undefined) return context.skip('mounting a small disk needs root');
    const { servers, asOwner } = product;
    const folder = disk;
    const admin = await signInAdmin(servers[0] ?? '');
    const campaign = await openCampaign({ title: 'a full disk', servers, asOwner, admin });
    const { crowd, cycle, chance, violations, tell } = campaign;
    const reads = { all: 0, answered: 0 };
    let slowestMs = 0;
    const isWell = async (): Promise<boolean> => (await admin.client.send('health', {})).status === 200;
    for (let left = cycles(0, 2, 8); left > 0; left -= 1)
      await cycle(async () => {
        const giveBack = fillDisk(folder);
        const until = performance.now() + chance.between(FULL_FOR.least, FULL_FOR.most);
        while (performance.now() < until) {
          const { status } = await admin.client.send('monitoring', {});
          reads.all += 1;
          if (status === 200) reads.answered += 1;
          else if (status !== 503) violations.push(`a read was answered with ${status}`);
          await wait(50);
        }
        giveBack();
        const began = performance.now();
        const before = crowd.acknowledged();
        while (crowd.acknowledged() === before || !(await isWell())) await wait(20);
        slowestMs = Math.max(slowestMs, performance.now() - began);
      });
    const statuses = new Set(crowd.presses.flatMap(({ failures }) => failures.map(({ status }) => status)));
    const panics = readFileSync(path.join(folder, 'postgres.log'), 'utf8').match(/PANIC:/g)?.length ?? 0;
    tell(
      `${reads.answered} of ${reads.all} reads answered meanwhile`,
      `PostgreSQL ended itself ${panics} times`,
      `all well ${(slowestMs / 1000).toFixed(1)} s after there was room again`,
    );
    expect(violations).toEqual([]);
    // Punches did fail, and each failure was a word.
    expect([...statuses]).toEqual([503]);
  });
});
