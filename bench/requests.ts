/**
 * `npm run bench -- requests`: measures the first page of corrections with 2,000 open requests, and the board that
 * counts them. For comparison, it runs the bare query of the page's rows. Smaller: BENCH_PEOPLE=100,200 BENCH_DAYS=62
 * BENCH_SECONDS=1. Needs a build.
 */
import { routes } from '#contract/routes';
import { openBare, scaled, scaleOf } from './pinned/bare.ts';
import { count, ms, PEOPLE, RECENT_DAYS, rounds, SECONDS, type Figure } from './pinned/figure.ts';
import { closedLoop, get } from './pinned/load.ts';
import { asOwner, openServer, type Server } from './pinned/server.ts';

const OPEN = 2_000;
const SETTLED = 20_000;
/** Limits in milliseconds on the reference machine (see `scaled`). */
const PAGE = 200;
const BOARD = 6;

/** Requests for the newest closed entries, each with a clock-out 15 minutes later. The older ones are withdrawn. */
const REQUESTS = `
  CREATE TEMPORARY TABLE asked AS
    SELECT gen_random_uuid() AS id, e.id AS entry_id, e.user_id, e.clock_in, e.clock_out, row_number() OVER (ORDER BY e.clock_in DESC) AS n
    FROM counted_entry e WHERE e.clock_out IS NOT NULL ORDER BY e.clock_in DESC LIMIT ${OPEN + SETTLED};
  INSERT INTO correction (id, user_id, day, asked_by, asked_at, reason, state, decided_by, decided_at, salt, updated_at)
    SELECT id, user_id, clock_in::date, user_id, clock_out, 'I left later', CASE WHEN n <= ${OPEN} THEN 'asked' ELSE 'withdrawn' END,
      CASE WHEN n > ${OPEN} THEN user_id END, CASE WHEN n > ${OPEN} THEN clock_out END, uuid_send(id), clock_out FROM asked;
  INSERT INTO correction_item (correction_id, n, entry_id, old, new)
    SELECT id, 1, entry_id, times(clock_in, clock_out), times(clock_in, clock_out + interval '15 minutes') FROM asked;`;
const TIMES = `
  CREATE FUNCTION pg_temp.times(since timestamptz, until timestamptz) RETURNS jsonb LANGUAGE sql AS $$
    SELECT jsonb_build_object('clockIn', to_char(since AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'clockOut', to_char(until AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'breaks', '[]'::jsonb) $$;`;

/** Reads what the page shows, without the server's other work. */
const BARE = `SELECT c.*, a.name, a.employee_id, a.department, i.entry_id, i.old, i.new FROM correction c
  JOIN account a ON a.id = c.user_id JOIN correction_item i ON i.correction_id = c.id
  WHERE c.decided_by IS NULL ORDER BY c.asked_at, c.id LIMIT 51`;

const asked = (server: Server, path: string) =>
  closedLoop(server, 1, SECONDS, () => get(server.url, server.admins[0] ?? '', path));

export async function measure(): Promise<Figure[]> {
  const server = await openServer({ people: PEOPLE.usual, days: RECENT_DAYS });
  try {
    await asOwner(server, async (owner) => {
      // Disables triggers, so that 20,000 requests can be inserted as already withdrawn.
      await owner.query('SET session_replication_role = replica');
      await owner.query(TIMES + REQUESTS.replaceAll('times(', 'pg_temp.times('));
      await owner.query('VACUUM ANALYZE correction, correction_item');
    });
    const bare = await openBare(server);
    const scale = await scaleOf(bare);
    await asked(server, routes.corrections.path);
    const page = await rounds(async () => {
      const { p50, p99 } = await asked(server, routes.corrections.path);
      const query = await bare.query(BARE, SECONDS);
      return { p50, p99, query, ratio: p50 / query };
    });
    await asked(server, routes.monitoring.path);
    const board = await rounds(() => asked(server, routes.monitoring.path));
    return [
      {
        label: `first page of ${count(OPEN)} open requests`,
        value: page.p50,
        unit: 'ms',
        limit: scaled(PAGE, scale),
        note: `p99 ${ms(page.p99)}; ${page.ratio.toFixed(1)} times the bare query, ${ms(page.query)}`,
      },
      {
        label: 'board that counts them',
        value: board.p50,
        unit: 'ms',
        limit: scaled(BOARD, scale),
        note: `p99 ${ms(board.p99)}`,
      },
    ];
  } finally {
    await server.close();
  }
}
