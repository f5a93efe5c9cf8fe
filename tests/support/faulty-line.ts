/**
 * A line to PostgreSQL that can be cut or made to hang: what a server sees of a database that is down or
 * stuck.
 */
import { createConnection, createServer, type Socket } from 'node:net';
import { openDatabase, type Database } from '#server/database/pool';
import { silentLog } from '#tests/support/silent-log';
import type { TestDatabase } from './cluster.ts';

export interface FaultyLine {
  /** As the application, over this line. */
  readonly database: Database;
  /** Every connection breaks, and new ones are refused. */
  cut(): Promise<void>;
  /** Nothing comes through any more, and nothing says so. */
  hang(): void;
  mend(): Promise<void>;
  close(): Promise<void>;
}

export async function faultyLine(test: TestDatabase): Promise<FaultyLine> {
  const { target } = test;
  if ('url' in target) throw new Error('The tests know their cluster by its socket.');
  const sockets = new Set<Socket>();
  let isHanging = false;
  const server = createServer((near) => {
    const far = createConnection(`${target.host}/.s.PGSQL.${target.port}`);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (chunk) => void (isHanging || to.write(chunk)));
      from.on('error', () => {});
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  const listen = (port: number): Promise<void> =>
    new Promise((resolve) => void server.listen(port, '127.0.0.1', resolve));
  const breakAll = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  await listen(0);
  const address = server.address();
  const port = address && typeof address === 'object' ? address.port : 0;
  const database = openDatabase({
    target: { ...target, host: '127.0.0.1', port },
    role: test.database.role,
    log: silentLog,
  });
  const cut = async (): Promise<void> => {
    const closed = new Promise((resolve) => void server.close(resolve));
    breakAll();
    await closed;
  };
  return {
    database,
    cut,
    hang: () => void (isHanging = true),
    mend: async () => {
      isHanging = false;
      breakAll();
      if (!server.listening) await listen(port);
    },
    close: async () => {
      isHanging = false;
      breakAll();
      await database.close();
      if (server.listening) await cut();
    },
  };
}
