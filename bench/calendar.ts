/**
 * `npm run bench -- calendar`: measures the month's calendar of absences over everybody, for an administrator and for
 * an employee of a studio. Smaller: BENCH_PEOPLE=100 BENCH_SECONDS=1. Needs a build.
 */
import { routes } from '#contract/routes';
import { ms, PEOPLE, RECENT_DAYS, rounds, SECONDS, type Figure } from './pinned/figure.ts';
import { closedLoop, get } from './pinned/load.ts';
import { asOwner, openServer } from './pinned/server.ts';

/** Milliseconds for 1,000 people. */
const LIMIT = 150;
/** Two leaves of five days for each person: one within four weeks of today, and one 200 days earlier. */
const LEAVE = `
  INSERT INTO counted_leave (id, user_id, kind, first, last)
  SELECT gen_random_uuid(), id, CASE WHEN n = 1 THEN 'holiday' ELSE 'sick' END, day, day + 4
  FROM (SELECT id, n, current_date + (hashtext(id::text) % 20)::integer - 200 * (n - 1) AS day
        FROM account, generate_series(1, 2) n WHERE role = 'employee') one`;

export async function measure(): Promise<Figure[]> {
  const server = await openServer({ people: PEOPLE.usual, days: RECENT_DAYS });
  try {
    await asOwner(server, (owner) => owner.query(LEAVE));
    await server.restart();
    const ask = (cookie: string) => get(server.url, cookie, routes.leaveCalendar.path);
    const [admin = ''] = server.admins;
    const visit = (path: string) => fetch(`${server.url}${path}`, { headers: { cookie: admin } });
    // In the product the calendar opens over the board, so the board loads first.
    await visit(routes.monitoring.path);
    const began = performance.now();
    await visit(routes.leaveCalendar.path).then((answer) => answer.text());
    const first = performance.now() - began;
    const figures: Figure[] = [
      { label: 'first calendar after a start', value: first, unit: 'ms', limit: LIMIT },
    ];
    for (const [whose, cookie] of [
      ['an administrator', admin],
      ['an employee', server.people[0]?.cookie ?? ''],
    ] as const) {
      const { p50, p99 } = await rounds(async () => ({
        ...(await closedLoop(server, 1, SECONDS, () => ask(cookie))),
      }));
      figures.push({
        label: `calendar of ${whose}`,
        value: p99,
        unit: 'ms',
        limit: LIMIT,
        note: `p99; p50 ${ms(p50)}`,
      });
    }
    return figures;
  } finally {
    await server.close();
  }
}
