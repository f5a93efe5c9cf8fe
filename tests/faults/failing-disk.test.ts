/**
 * A disk that fails while PostgreSQL flushes its log: `fdatasync` returns EIO for a while at a random moment.
 * PostgreSQL then stops with PANIC, also during recovery, and restarts or is restarted. Needs Debian's
 * `strace` and the right to trace, which root has, so there is no small version.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { validateBackup } from '#server/record/backup/file';
import { EXIT_CODES } from '#server/platform/start-error';
import { cloneDatabase } from '#tests/support/cluster';
import { spawnPunctual, until } from '#tests/support/punctual-process';
import { openCampaign } from './campaign.ts';
import { debianProgram } from './debian.ts';
import { processesIn } from './processes.ts';
import { signInAdmin, startProduct, type Product } from './product.ts';
import { cycles, isSmall } from './size.ts';

/** Milliseconds for which the disk fails: from a single flush to a whole recovery. */
const FAILING = { least: 30, most: 1_500 };

const strace = (): string => debianProgram('strace', 'strace');

/** Makes every flush of these processes and their children fail until the returned function is called. */
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

describe.skipIf(isSmall)('a disk that fails during a flush', () => {
  let product: Product;
  beforeAll(async () => {
    strace();
    product = await startProduct();
  });
  afterAll(() => product?.remove());

  it('loses no acknowledged punch, and PostgreSQL recovers by itself', async () => {
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

describe.skipIf(isSmall)('a disk without hard links, such as FAT', () => {
  it('a backup works there and overwrites no file', async () => {
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
