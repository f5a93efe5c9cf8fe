/**
 * `npm run bench -- growth`: measures what gets slower with ten times as many people, each with a year of entries.
 * Covers the punch, the dashboard, the month of one and of all, the board, and the memory of the process. Smaller:
 * BENCH_PEOPLE=100,1000 BENCH_DAYS=30 BENCH_SECONDS=1. Needs a build, and 20 GB of disk while it runs.
 */
import { board, dashboard } from './board.ts';
import { monthOfEverybody, monthsOfOne } from './month.ts';
import { count, DAYS, ms, PEOPLE, rounds, SECONDS, type Figure } from './pinned/figure.ts';
import { closedLoop, punchesOf } from './pinned/load.ts';
import { openServer, type Server } from './pinned/server.ts';

/** Limit of the ratio (large to usual workplace) for work that concerns one person. */
const OF_ONE = 1.2;
const GROWTH = PEOPLE.large / PEOPLE.usual;

type Look = (server: Server) => Promise<{ readonly p50: number }>;
interface Measured {
  readonly label: string;
  readonly look: Look;
  readonly limit: number;
  /** Runs before the first measurement; `look` itself by default. */
  readonly warmUp?: (server: Server) => Promise<unknown>;
}
const LOOKS: readonly Measured[] = [
  {
    label: 'punch',
    look: (server) => closedLoop(server, 1, SECONDS, punchesOf(server, 1)),
    limit: OF_ONE,
    warmUp: everybodyPunches,
  },
  { label: "data of an employee's dashboard", look: dashboard, limit: OF_ONE },
  { label: 'month of one employee', look: monthsOfOne, limit: OF_ONE },
  { label: 'board', look: board, limit: GROWTH },
  { label: 'month of all', look: monthOfEverybody, limit: GROWTH },
];

/** A person's first punch after a start reads the database. One client could not warm up everybody in time. */
function everybodyPunches(server: Server): Promise<unknown> {
  const [clients, punchesPerSecond] = [32, 500];
  return closedLoop(server, clients, server.size.people / punchesPerSecond, punchesOf(server, clients));
}

export async function measure(): Promise<Figure[]> {
  const usual = await openServer({ people: PEOPLE.usual, days: DAYS });
  try {
    const large = await openServer({ people: PEOPLE.large, days: DAYS });
    try {
      return await compare(usual, large);
    } finally {
      await large.close();
    }
  } finally {
    await usual.close();
  }
}

/** Alternates between the servers, so that slow moments of the machine affect both alike. */
async function compare(usual: Server, large: Server): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const { label, look, limit, warmUp = look } of LOOKS) {
    await warmUp(usual);
    await warmUp(large);
    const { before, after, ratio } = await rounds(async () => {
      const { p50: before } = await look(usual);
      const { p50: after } = await look(large);
      return { before, after, ratio: after / before };
    });
    const note = `${ms(before)}, ${ms(after)}`;
    figures.push({
      label: `${label}, ${count(GROWTH)} times the people`,
      value: ratio,
      unit: 'x',
      limit,
      note,
    });
    if (label === 'month of one employee') figures.push(memoryOf(usual, large));
  }
  return figures;
}

/** Measured before the board and the month of all, since the board's memory grows with the people. */
function memoryOf(usual: Server, large: Server): Figure {
  const [before, after] = [usual.memory(), large.memory()];
  return {
    label: `memory of the process, ${count(GROWTH)} times the people`,
    value: after / before,
    unit: 'x',
    limit: OF_ONE,
    note: `${count(before)} MB, ${count(after)} MB`,
  };
}
