/**
 * `npm run bench -- close`: measures the closing of last month for 5,000 people, as the sum of the calls that the
 * screen makes. For comparison, PostgreSQL alone sums all entries. Smaller: BENCH_PEOPLE=200. Needs a build.
 */
import { routes } from '#contract/routes';
import { CLOSINGS_MAX, type PeriodsView } from '#contract/periods/periods';
import { openBare, scaled, scaleOf } from './pinned/bare.ts';
import { count, median, ms, RECENT_DAYS, SECONDS, type Figure } from './pinned/figure.ts';
import { openServer, type Server } from './pinned/server.ts';

const PEOPLE = Number(process.env['BENCH_PEOPLE'] ?? 5_000);
/** Limit in milliseconds for 5,000 people on the reference machine (see `scaled`). */
const MUST = 5_000;
const ROUNDS = 3;

async function ask<Answer>(server: Server, path: string, body?: object): Promise<Answer> {
  const cookie = server.admins[0] ?? '';
  const response = await fetch(
    `${server.url}${path}`,
    body
      ? {
          method: 'POST',
          headers: { cookie, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }
      : { headers: { cookie } },
  );
  if (!response.ok) throw new Error(`${path} was refused: ${await response.text()}`);
  return (await response.json()) as Answer;
}

const periods = (server: Server): Promise<PeriodsView> => ask(server, routes.periods.path);

/** Closes all periods that are ready. @returns milliseconds of each call */
async function closeAll(server: Server, range: { first: string; last: string }): Promise<number[]> {
  const taken: number[] = [];
  let left = 1;
  while (left > 0) {
    const began = performance.now();
    ({ left } = await ask<{ left: number }>(server, routes.closePeriods.path, range));
    taken.push(performance.now() - began);
  }
  return taken;
}

async function reopenAll(server: Server, range: { first: string; last: string }): Promise<void> {
  const closed = (await periods(server)).people.filter(({ state }) => state === 'closed');
  for (let from = 0; from < closed.length; from += CLOSINGS_MAX)
    await ask(server, routes.reopenPeriods.path, {
      ...range,
      userIds: closed.slice(from, from + CLOSINGS_MAX).map(({ userId }) => userId),
      reason: 'Measured again',
    });
}

export async function measure(): Promise<Figure[]> {
  const server = await openServer({ people: PEOPLE, days: RECENT_DAYS });
  try {
    const bare = await openBare(server);
    const scale = await scaleOf(bare);
    const { first, last } = await periods(server);
    const sums = await bare.query(
      `SELECT user_id, count(*), sum(clock_out - clock_in) FROM counted_entry
       WHERE clock_in >= '${first}' AND clock_in < '${last}'::date + 1 GROUP BY user_id`,
      SECONDS,
    );
    const all: number[][] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      if (round > 0) await reopenAll(server, { first, last });
      all.push(await closeAll(server, { first, last }));
    }
    const { people } = await periods(server);
    const closed = people.filter(({ state }) => state === 'closed').length;
    const value = median(all.map((calls) => calls.reduce((sum, one) => sum + one, 0)));
    return [
      {
        label: `the last month of ${count(closed)} closed`,
        value,
        unit: 'ms',
        limit: scaled((MUST * PEOPLE) / 5_000, scale),
        note: `${all[0]?.length ?? 0} calls of ${ms(Math.max(...all.flat()))} at most; bare sums of the entries ${ms(sums)}`,
      },
    ];
  } finally {
    await server.close();
  }
}
