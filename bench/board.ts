/**
 * `npm run bench -- board`: measures how long an admin waits for the board's data, alone and with 50 readers at once.
 * Also measures the data of an employee's dashboard and, for comparison, the bare query of the board's entries.
 * Smaller: BENCH_PEOPLE=100,200 BENCH_DAYS=10 BENCH_SECONDS=1. Needs a build.
 */
import { routes } from '#contract/routes';
import { calendarOf } from '#server/platform/calendars';
import { openBare, scaled, scaleOf } from './pinned/bare.ts';
import { count, DAYS, ms, PEOPLE, RECENT_DAYS, rounds, SECONDS, type Figure } from './pinned/figure.ts';
import { closedLoop, get } from './pinned/load.ts';
import { openServer, type Server } from './pinned/server.ts';

/** Limits in milliseconds on the reference machine (see `scaled`), by number of people. */
const BOARD: Readonly<Record<number, number>> = { 1_000: 6, 10_000: 40 };
const DASHBOARD = 1.3;
const READERS = 50;

export async function measure(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const size of [
    { people: PEOPLE.usual, days: DAYS },
    { people: PEOPLE.large, days: RECENT_DAYS },
  ]) {
    const server = await openServer(size);
    try {
      figures.push(...(await measureBoard(server)));
    } finally {
      await server.close();
    }
  }
  return figures;
}

const boardOf = ({ url, admins }: Server): string => get(url, admins[0] ?? '', routes.monitoring.path);

/** Returns requests for the dashboards of one employee after the other. */
function dashboardsOf({ url, people }: Server): () => string {
  let turn = 0;
  return () => {
    turn += 1;
    return get(url, people[turn % people.length]?.cookie ?? '', routes.clock.path);
  };
}

/** Measures requests for the board by a single client. */
export const board = (server: Server) => closedLoop(server, 1, SECONDS, () => boardOf(server));
export const dashboard = (server: Server) => closedLoop(server, 1, SECONDS, dashboardsOf(server));

async function measureBoard(server: Server): Promise<Figure[]> {
  const { people } = server.size;
  const bare = await openBare(server);
  const scale = await scaleOf(bare);
  const midnight = new Date(
    calendarOf({ timeZone: server.timeZone, zoneRules: [] }).dayAt(Date.now()).start,
  ).toISOString();
  const sql = `SELECT e.*, d.ip_address, d.location, d.notes FROM counted_entry e JOIN time_entry_detail d ON d.entry_id = e.id WHERE e.clock_in >= '${midnight}'`;
  await board(server);
  const alone = await rounds(async () => ({
    ...(await board(server)),
    query: await bare.query(sql, SECONDS),
  }));
  const crowd = await rounds(() => closedLoop(server, READERS, SECONDS, () => boardOf(server)));
  const figures: Figure[] = [
    {
      label: `board of ${count(people)} people`,
      value: alone.p50,
      unit: 'ms',
      limit: scaled(BOARD[people], scale),
      note: `p99 ${ms(alone.p99)}, ${count(alone.bytes / 1_000)} KB sent; the bare query ${ms(alone.query)}`,
    },
    {
      label: `board of ${count(people)}, ${READERS} readers at once`,
      value: crowd.p50,
      unit: 'ms',
      note: `p99 ${ms(crowd.p99)}, ${count(crowd.perSecond)}/s (one alone ${count(alone.perSecond)}/s)`,
    },
  ];
  if (people !== PEOPLE.usual) return figures;
  await dashboard(server);
  const own = await rounds(() => dashboard(server));
  return [
    ...figures,
    {
      label: "data of an employee's dashboard",
      value: own.p50,
      unit: 'ms',
      limit: scaled(DASHBOARD, scale),
      note: `p99 ${ms(own.p99)}`,
    },
  ];
}
