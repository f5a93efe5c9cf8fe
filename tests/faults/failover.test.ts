/**
 * The primary PostgreSQL dies while everybody punches, and the synchronous standby takes its place. In every
 * other round the standby is cut off a moment before. A punch acknowledged before the standby has it would
 * then be lost. Needs Debian's `postgresql-15`, so there is no small version.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRelay, type Relay } from '#tests/support/relay';
import { openCampaign } from './campaign.ts';
import { requireDebianPostgres, startPrimary, type PostgresServer } from './debian-postgres.ts';
import { signInAdmin, startProduct, type Product } from './product.ts';
import { cycles, isSmall } from './size.ts';

describe.skipIf(isSmall)('a failover to a synchronous standby', () => {
  let folder = '';
  const all: PostgresServer[] = [];
  let primary: PostgresServer;
  let standby: PostgresServer;
  /** The address in DATABASE_URL; leads to the current primary. */
  let line: Relay | undefined;
  let product: Product | undefined;

  const place = (): string => path.join(folder, String(all.length));
  const addStandby = async (): Promise<void> => {
    standby = await primary.standby(place());
    all.push(standby);
  };

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'punctual-failover-'));
    requireDebianPostgres();
    chmodSync(folder, 0o755);
    primary = await startPrimary(place());
    all.push(primary);
    await addStandby();
    line = await openRelay(() => primary.connect());
    product = await startProduct({
      DATABASE_URL: `postgres://postgres@127.0.0.1:${line.port}/postgres`,
    });
  });
  afterAll(async () => {
    await product?.remove();
    await line?.cut();
    for (const server of all) await server.kill();
    rmSync(folder, { recursive: true, force: true });
  });

  it('loses no acknowledged punch, and the application recovers by itself', async () => {
    const servers = product?.servers ?? [];
    const { cycle, chance, violations, tell } = await openCampaign({
      title: 'failover to a synchronous standby',
      servers,
      admin: await signInAdmin(servers[0] ?? ''),
      asOwner: (work) => primary.asOwner(work),
    });
    for (let left = cycles(0, 3, 10); left > 0; left -= 1)
      await cycle(async () => {
        if (left % 2 === 1) {
          standby.deafen();
          await wait(chance.between(50, 500));
        }
        await primary.kill();
        primary = standby;
        await primary.promote();
        // Without a standby no commit ends, so nothing is acknowledged.
        await addStandby();
      });
    tell();
    expect(violations).toEqual([]);
  });
});
