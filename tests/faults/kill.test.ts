/** kill -9 of the server, or of PostgreSQL or one of its processes, while everybody punches. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCampaign } from './campaign.ts';
import { childrenOf, killAll } from './processes.ts';
import { signInAdmin, startProduct, type Product } from './product.ts';
import { METRICS_TOKEN } from '#tests/api/samples';
import { cycles, isSmall } from './size.ts';

let product: Product;
beforeAll(async () => {
  product = await startProduct({ LOG_LEVEL: 'debug', METRICS_TOKEN });
});
afterAll(() => product.remove());

async function open(title: string) {
  const { servers, asOwner, record } = product;
  return openCampaign({ title, servers, asOwner, record, admin: await signInAdmin(servers[0] ?? '') });
}

describe('kill -9 while everybody punches', () => {
  it('after kill -9 of the server, acknowledged punches exist once and others are answered after the restart', async () => {
    const { cycle, chance, violations, tell } = await open('kill -9 of the server');
    let [itsDatabase, itsStart] = [0, 0];
    for (let left = cycles(1, 25, 100); left > 0; left -= 1)
      await cycle(async () => {
        await product.kill();
        if (!isSmall && chance.percent(10)) {
          itsDatabase += 1;
          await killAll([product.postmaster()]);
        }
        if (!isSmall && chance.percent(25)) {
          itsStart += 1;
          await product.killWhileStarting(chance.between(0, 1_200));
        }
        await product.start();
      });
    tell(`${itsDatabase} times PostgreSQL with it`, `${itsStart} times the next start too`);
    expect(violations).toEqual([]);
  });

  it('after kill -9 of PostgreSQL it recovers by itself, and every acknowledged punch exists', async () => {
    const { cycle, chance, violations, tell } = await open('kill -9 of PostgreSQL');
    let whole = 0;
    for (let left = cycles(1, 15, 40); left > 0; left -= 1)
      await cycle(async () => {
        const postmaster = product.postmaster();
        const others = childrenOf(postmaster);
        const one = others[chance.between(0, others.length - 1)];
        if (one && !isSmall && chance.percent(50)) return killAll([one]);
        whole += 1;
        return killAll([postmaster]);
      });
    tell(`${whole} times all of it`);
    expect(violations).toEqual([]);
  });
});
