/**
 * `npm run bench -- memory`: measures a warm start with its database, and the memory of the process while idle and
 * after a rush. Memory is the proportional set size (Linux). Smaller: BENCH_PEOPLE=200 BENCH_DAYS=10 BENCH_SECONDS=1.
 * Needs a build.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { openBare, scaled, scaleOf } from './pinned/bare.ts';
import { count, DAYS, PEOPLE, rounds, SECONDS, type Figure } from './pinned/figure.ts';
import { closedLoop, punchesOf } from './pinned/load.ts';
import { openServer } from './pinned/server.ts';

/** Limit in seconds on the reference machine (see `scaled`). */
const START = 0.45;
/** Limits in MB. */
const IDLE = 90;
const AFTER_RUSH = 120;
const CLIENTS = 32;
const REST_MS = 3_000;

export async function measure(): Promise<Figure[]> {
  const server = await openServer({ people: PEOPLE.usual, days: DAYS });
  try {
    const scale = await scaleOf(await openBare(server));
    const { start, idle, after, punches } = await rounds(async () => {
      const start = (await server.restart()) / 1_000;
      await wait(REST_MS);
      const idle = server.memory();
      const { perSecond } = await closedLoop(server, CLIENTS, 2 * SECONDS, punchesOf(server, CLIENTS));
      await wait(REST_MS);
      return { start, idle, after: server.memory(), punches: perSecond * 2 * SECONDS };
    });
    return [
      { label: 'warm start, database included', value: start, unit: 's', limit: scaled(START, scale) },
      { label: 'memory of the process, idle', value: idle, unit: 'MB', limit: IDLE },
      {
        label: 'memory of the process after a rush',
        value: after,
        unit: 'MB',
        limit: AFTER_RUSH,
        note: `${count(punches)} punches, K=${CLIENTS}`,
      },
    ];
  } finally {
    await server.close();
  }
}
