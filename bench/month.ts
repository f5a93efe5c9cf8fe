/**
 * `npm run bench -- month`: measures a month's report, of one employee and over everybody with totals. For comparison,
 * PostgreSQL alone runs a bare query. Smaller: BENCH_PEOPLE=100,200 BENCH_DAYS=10 BENCH_SECONDS=1. Needs a build.
 */
import { routes } from '#contract/routes';
import { addDays } from '#domain/time/workplace-day';
import { calendarOf } from '#server/platform/calendars';
import { openBare, scaled, scaleOf, type Bare } from './pinned/bare.ts';
import { count, DAYS, ms, PEOPLE, RECENT_DAYS, rounds, SECONDS, type Figure } from './pinned/figure.ts';
import { closedLoop, get, percentiles } from './pinned/load.ts';
import { openServer, type Server } from './pinned/server.ts';
import { personId } from './screens/fill.ts';

const MONTH_DAYS = 31;
/** Limits in milliseconds on the reference machine (see `scaled`); for everybody by number of people. */
const ONE = 1.3;
const EVERYBODY: Readonly<Record<number, number>> = { 1_000: 50, 10_000: 500 };

export async function measure(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const size of [
    { people: PEOPLE.usual, days: DAYS },
    { people: PEOPLE.large, days: RECENT_DAYS },
  ]) {
    const server = await openServer(size);
    try {
      const bare = await openBare(server);
      const scale = await scaleOf(bare);
      if (size.people === PEOPLE.usual) figures.push(await measureOne(server, bare, scale));
      figures.push(await measureEverybody(server, bare, scale));
    } finally {
      await server.close();
    }
  }
  return figures;
}

/** The last 31 days, today included: as a query for the routes, and as a range of instants for SQL. */
function monthOf({ timeZone }: Server) {
  const calendar = calendarOf({ timeZone, zoneRules: [] });
  const today = calendar.dayAt(Date.now());
  const startDate = addDays(today.day, 1 - MONTH_DAYS);
  const [from, to] = [calendar.day(startDate).start, today.end].map((at) => new Date(at).toISOString());
  return { query: { startDate, endDate: today.day }, range: `clock_in >= '${from}' AND clock_in < '${to}'` };
}

/** Measures one admin who requests the month of one person after the other. */
export function monthsOfOne(server: Server) {
  let turn = 0;
  const { query } = monthOf(server);
  return closedLoop(server, 1, SECONDS, () => {
    turn += 1;
    const userId = server.people[turn % server.people.length]?.id ?? '';
    return get(
      server.url,
      server.admins[0] ?? '',
      `${routes.employeeReport.path}?${String(new URLSearchParams({ userId, ...query }))}`,
    );
  });
}

async function measureOne(server: Server, bare: Bare, scale: number | undefined): Promise<Figure> {
  const sql = `
    SELECT e.*, d.ip_address, d.location, d.notes,
      (SELECT json_agg(json_build_array(b.started_at, b.ended_at) ORDER BY b.n) FROM counted_break b WHERE b.entry_id = e.id)
    FROM counted_entry e JOIN time_entry_detail d ON d.entry_id = e.id
    WHERE e.user_id = ${personId(':who')} AND ${monthOf(server).range} ORDER BY e.clock_in DESC`;
  await monthsOfOne(server);
  const { p50, p99, query } = await rounds(async () => ({
    ...(await monthsOfOne(server)),
    query: await bare.query(sql, SECONDS),
  }));
  return {
    label: 'month of one employee',
    value: p50,
    unit: 'ms',
    limit: scaled(ONE, scale),
    note: `p99 ${ms(p99)}; the bare query ${ms(query)}`,
  };
}

/** Requests all pages as the screen does, for `SECONDS`, at least three times. @returns milliseconds of a report */
export async function monthOfEverybody(server: Server): Promise<{ p50: number; p99: number }> {
  const { query } = monthOf(server);
  const taken: number[] = [];
  const end = performance.now() + SECONDS * 1_000;
  while (taken.length < 3 || performance.now() < end) {
    const began = performance.now();
    let next: { from: string; now: string } | null = null;
    do {
      const asked: URLSearchParams = new URLSearchParams({ ...query, rules: 'standard', ...next });
      const response: Response = await fetch(`${server.url}${routes.teamReport.path}?${String(asked)}`, {
        headers: { cookie: server.admins[0] ?? '' },
      });
      if (!response.ok) throw new Error(`The report was refused: ${await response.text()}`);
      const page = (await response.json()) as { next: string | null; now: string };
      next = page.next === null ? null : { from: page.next, now: page.now };
    } while (next !== null);
    taken.push(performance.now() - began);
  }
  return percentiles(taken);
}

async function measureEverybody(server: Server, bare: Bare, scale: number | undefined): Promise<Figure> {
  const sql = `
    SELECT user_id, count(*), sum(clock_out - clock_in), bool_or(clock_out IS NULL) FROM counted_entry
    WHERE ${monthOf(server).range} GROUP BY user_id`;
  await monthOfEverybody(server);
  const { p50, p99, query } = await rounds(async () => ({
    ...(await monthOfEverybody(server)),
    query: await bare.query(sql, SECONDS),
  }));
  return {
    label: `month of all ${count(server.size.people)}`,
    value: p50,
    unit: 'ms',
    limit: scaled(EVERYBODY[server.size.people], scale),
    note: `p99 ${ms(p99)}; bare sums of the entries ${ms(query)}`,
  };
}
