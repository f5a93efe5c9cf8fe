/**
 * `npm run bench -- rush`: measures punches a second with 1, 8, 32 and 128 people punching at any time. For
 * comparison, pgbench runs with as many clients (32 at most). Each punch is another employee's and is committed
 * durably. Smaller: BENCH_PEOPLE=200 BENCH_DAYS=10 BENCH_SECONDS=1. Needs a build.
 */
import { openBare, scaled, scaleOf } from './pinned/bare.ts';
import { count, DAYS, ms, PEOPLE, rounds, SECONDS, type Figure } from './pinned/figure.ts';
import { closedLoop, punchesOf } from './pinned/load.ts';
import { openServer } from './pinned/server.ts';

/** Required fraction of pgbench's rate, by clients. For 128 clients: 4,000 punches a second of pgbench's 7,670. */
const PARTS: Readonly<Record<number, number>> = { 1: 0.21, 8: 0.26, 32: 0.45, 128: 0.52 };
/** pgbench gets no faster with more clients than this. */
const MOST_OF_PGBENCH = 32;
/** Limit of the 99th percentile with 32 clients, in milliseconds on the reference machine (see `scaled`). */
const P99_OF_32 = 35;

export async function measure(): Promise<Figure[]> {
  const server = await openServer({ people: PEOPLE.usual, days: DAYS });
  try {
    const bare = await openBare(server);
    const rush = (clients: number) => closedLoop(server, clients, SECONDS, punchesOf(server, clients));
    await rush(8);
    const figures: Figure[] = [];
    const scale = await scaleOf(bare);
    for (const clients of [1, 8, 32, 128].filter((clients) => clients <= server.people.length)) {
      const { rate, most, ratio, p50, p99, ownShare } = await rounds(async () => {
        const { perSecond, ...others } = await rush(clients);
        const most = await bare.punches(Math.min(clients, MOST_OF_PGBENCH), SECONDS);
        return { ...others, rate: perSecond, most, ratio: perSecond / most };
      });
      figures.push({
        label: `punches beside pgbench, K=${clients}`,
        value: ratio,
        unit: 'x',
        limit: bare.isLimit ? PARTS[clients] : undefined,
        isAtLeast: true,
        note: `${count(rate)}/s of ${count(most)}/s; p50 ${ms(p50)}, p99 ${ms(p99)}; the load took ${count(ownShare * 100)} % of its core`,
      });
      if (clients === 32)
        figures.push({
          label: 'slowest of 100 punches, K=32',
          value: p99,
          unit: 'ms',
          limit: scaled(P99_OF_32, scale),
        });
    }
    return figures;
  } finally {
    await server.close();
  }
}
