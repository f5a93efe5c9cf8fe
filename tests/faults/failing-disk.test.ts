/**
 * A disk that fails while PostgreSQL flushes its log: `fdatasync` answers EIO for a while, at a random moment
 * of a rush. PostgreSQL then ends itself (PANIC), also in the middle of its recovery, and comes back or is
 * brought back. Needs Debian's `strace` and the right to trace, which root has, so that there is no small
 * version of it.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { validateBackup } from '#server/record/backup/file';
import { EXIT_CODES } from '#server/start-error';
import { cloneDatabase } from '#tests/support/cluster';
import { spawnPunctual, until } from '#tests/support/punctual-process';
import { openCampaign } from './campaign.ts';
import { debianProgram } from './debian.ts';
import { processesIn } from './processes.ts';
import { signInAdmin, startProduct, type Product } from './product.ts';
import { cycles, isSmall } from './size.ts';

/** Milliseconds for which the disk fails: from a single flush to a whole attempt at recovering. */
const FAILING = { least: 30, most: 1_500 };

const strace = (): string => debianProgram('strace', 'strace');

/** Every flush of these processes and of those they begin fails, until the returned function is called. */
async function failFlushes(pids: readonly number[]): Promise<() => Promise<void>> {
  const inject = ['-e', 'trace=fdatasync', '-e', 'inject=fdatasync:error=EIO'];
  const tracer = spawn(
    strace(),
    ['-f', '-o', '/dev/null', ...inject, ...pids.flatMap((pid) => ['-p', String(pid)])],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const ended = once(tracer, 'close');
  let said = '';
  tracer.stderr.on('data', (chunk) => (said += String(chunk)));
  await until('strace is attached', () => {
    if (tracer.exitCode !== null) throw new Error(`strace cannot trace PostgreSQL: ${said}`);
    return said.includes('attached');
  });
  return async () => {
    tracer.kill('SIGTERM');
    await ended;
  };
}

describe.skipIf(isSmall)('a disk that fails while it is flushed', () => {
  let product: Product;
  beforeAll(async () => {
    strace();
    product = await startProduct();
  });
  afterAll(() => product?.remove());

  it('loses no acknowledged punch, and PostgreSQL comes back by itself', async () => {
    const { servers, asOwner, folder } = product;
    const campaign = await openCampaign({
      title: 'EIO on fdatasync',
      servers,
      asOwner,
      admin: await signInAdmin(servers[0] ?? ''),
    });
    const { cycle, chance, violations, tell } = campaign;
    const rounds = cycles(0, 5, 25);
    for (let left = rounds; left > 0; left -= 1)
      await cycle(async () => {
        const mend = await failFlushes(processesIn(path.join(folder(), 'data')));
        await wait(chance.between(FAILING.least, FAILING.most));
        await mend();
      });
    const panics = readFileSync(path.join(folder(), 'postgres.log'), 'utf8').match(/PANIC:/g)?.length ?? 0;
    tell(`PostgreSQL ended itself ${panics} times`);
    expect(violations).toEqual([]);
    expect(panics).toBeGreaterThanOrEqual(rounds);
  });
});

describe.skipIf(isSmall)('a disk that knows no hard links, such as FAT', () => {
  it("takes a backup anyway, and that takes nobody's place", async () => {
    const { target, owner, drop } = await cloneDatabase();
    if ('url' in target) throw new Error('The tests know their cluster by its socket.');
    const folder = mkdtempSync(path.join(tmpdir(), 'punctual-links-'));
    const file = path.join(folder, 'monday.backup');
    const server = `${encodeURIComponent(target.host)}:${target.port}`;
    const env = { DATABASE_URL: `postgres://${target.user}@${server}/${owner.database}`, DATA_DIR: folder };
    const links = '?link,linkat';
    const without = ['-f', '-o', '/dev/null', '-e', `trace=${links}`, '-e', `inject=${links}:error=EPERM`];
    const backUp = () => spawnPunctual(['backup', file], env, [strace(), ...without]);
    const first = backUp();
    expect([await first.ended(), first.output()]).toEqual([0, expect.stringContaining('Backed up into')]);
    const second = backUp();
    expect([await second.ended(), second.output()]).toEqual([
      EXIT_CODES.backupRefused,
      expect.stringContaining('cannot be written: EEXIST'),
    ]);
    expect(await validateBackup(file)).toMatchObject({ punctual: 'backup' });
    await drop();
    rmSync(folder, { recursive: true });
  });
});
