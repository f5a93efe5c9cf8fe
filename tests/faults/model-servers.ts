/**
 * What the model is held against: two servers on one database, each behind a door of its own that stays where
 * it is, and each of which can go away without a goodbye and be followed by another.
 */
import { createConnection } from 'node:net';
import { LIMIT_MS } from '#contract/routes/route';
import { type TestClock, startTestServer, type TestServer } from '#tests/make';
import type { TestDatabase } from '#tests/support/cluster';
import { faultyLine, type FaultyLine } from '#tests/support/faulty-line';
import { openRelay } from '#tests/support/relay';

export interface Place {
  /** The same for every server that has been here. */
  readonly url: string;
  /**
   * The server is gone at once, with all that it had under way, and PostgreSQL hears of it by its connections
   * only. Resolves when another one is in its place.
   */
  kill(): Promise<void>;
  /** How many were killed. */
  readonly kills: number;
  close(): Promise<void>;
}

interface Running {
  readonly server: TestServer;
  readonly line: FaultyLine;
}

export async function openPlace(test: TestDatabase, clock: TestClock): Promise<Place> {
  let running = await begin(test, clock);
  const door = await openRelay(() => createConnection(portOf(running.server.url), '127.0.0.1'));
  const buried: Promise<void>[] = [];
  let kills = 0;
  return {
    url: `http://127.0.0.1:${door.port}`,
    get kills() {
      return kills;
    },
    async kill() {
      const dead = running;
      kills += 1;
      await Promise.all([door.cut(), dead.line.cut()]);
      buried.push(end(dead));
      running = await begin(test, clock);
      await door.mend();
    },
    async close() {
      await door.cut();
      await Promise.all([...buried, end(running)]);
    },
  };
}

/** Its line to the database is never mended: what is dead in it stays dead. */
async function begin(test: TestDatabase, clock: TestClock): Promise<Running> {
  const line = await faultyLine(test);
  const server = await startTestServer({
    clock,
    on: { ...test, database: line.database },
    requestLimitMs: LIMIT_MS,
    config: { registrationsPerHour: 1_000_000, punchesPerHour: 0 },
  });
  return { server, line };
}

async function end({ server, line }: Running): Promise<void> {
  await server.stop();
  await line.close();
}

/** Of an address such as `http://127.0.0.1:3000`. */
export const portOf = (url: string): number => Number(new URL(url).port);
