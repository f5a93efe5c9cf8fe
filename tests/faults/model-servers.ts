/**
 * The servers compared with the model: two on one database, each behind a fixed address, and each can be
 * killed and replaced.
 */
import { createConnection } from 'node:net';
import { REQUEST_LIMIT_MS } from '#contract/route';
import { type TestClock, startTestServer, type TestServer } from '#tests/make';
import type { TestDatabase } from '#tests/support/cluster';
import { faultyLine, type FaultyLine } from '#tests/support/faulty-line';
import { openRelay } from '#tests/support/relay';

export interface Place {
  /** The fixed address. */
  readonly url: string;
  /**
   * Kills the server with all its running work. PostgreSQL notices by the closed connections only. Resolves
   * when another server has replaced it.
   */
  kill(): Promise<void>;
  /** Number of kills. */
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

/** The database connection of a killed server stays cut. */
async function begin(test: TestDatabase, clock: TestClock): Promise<Running> {
  const line = await faultyLine(test);
  const server = await startTestServer({
    clock,
    on: { ...test, database: line.database },
    requestLimitMs: REQUEST_LIMIT_MS,
    config: { registrationsPerHour: 1_000_000, punchesPerHour: 0 },
  });
  return { server, line };
}

async function end({ server, line }: Running): Promise<void> {
  await server.stop();
  await line.close();
}

/** The port of an address such as `http://127.0.0.1:3000`. */
export const portOf = (url: string): number => Number(new URL(url).port);
