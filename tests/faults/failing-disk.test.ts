/**
 * A disk that fails while PostgreSQL flushes its log: `fdatasync` answers EIO for a while, at a random moment
 * of a rush. PostgreSQL then ends itself (PANIC), also in the middle of its recovery, and comes back or is
 * brought back. Needs Debian's `strace` and the right to trace, which root has, so that there is no small
 * version of it.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '#tests/support/punctual-process';
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
