import type { Connection } from '../platform/database/connection.ts';
import type { Database } from '../platform/database/pool.ts';
import type { Log } from '../platform/log.ts';
import { withinLimit } from '../platform/async/deadline.ts';
import { setTimeout as wait } from 'node:timers/promises';
import { coalesce } from '../platform/async/coalesce.ts';
import { notifyOfChanges } from './queries.ts';

/** Milliseconds to wait for the database, since a broken connection may hang without an error. */
export const ANSWER_MS = 5_000;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 3_000;

export function createReconnectingClient(
  database: Database,
  name: string,
  log: Log,
  onConnect: (client: Connection) => Promise<void> = async () => {},
) {
  let current: Connection | null = null;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;
  let pause = FIRST_PAUSE_MS;

  const scheduleReconnect = (): void => {
    if (closed) return;
    timer = setTimeout(() => void open(), pause);
    pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
  };
  const open = async (): Promise<void> => {
    let client: Connection | undefined;
    try {
      client = await database.connect(name);
      const made = client;
      let ended = false;
      made.on('end', () => {
        ended = true;
        if (current !== made) return;
        current = null;
        scheduleReconnect();
      });
      await withinLimit(onConnect(made), ANSWER_MS);
      if (closed) return void (await made.end());
      if (ended) throw new Error('The connection ended at once.');
      current = made;
      pause = FIRST_PAUSE_MS;
    } catch (error) {
      log.debug(`${name} cannot reach the database: ${error instanceof Error ? error.message : 'unknown'}`);
      await client?.end().catch(() => {});
      scheduleReconnect();
    }
  };
  const opening = open();

  return {
    /** Null while there is no connection. */
    client: (): Connection | null => current,
    close: async (): Promise<void> => {
      closed = true;
      clearTimeout(timer);
      await opening;
      const last = current;
      current = null;
      await last?.end().catch(() => {});
    },
  };
}

/** One NOTIFY wakes other servers for all commits within this time; under load, within `GATHER_MS + REST_MS`. */
const GATHER_MS = 15;
/** Pause in milliseconds after each NOTIFY, since each is a commit. */
const REST_MS = 35;

/** Tells the other servers by NOTIFY that this server has committed changes. */
export function createWakeUp(database: Database, log: Log) {
  const connection = createReconnectingClient(database, 'punctual notify', log);
  let closed = false;
  const send = coalesce(async () => {
    const client = closed ? null : connection.client();
    // Without a connection, wake nobody: other servers find the change by polling.
    if (!client) return;
    await withinLimit(notifyOfChanges(client), ANSWER_MS).catch(() => client.end().catch(() => {}));
    await wait(REST_MS);
  }, GATHER_MS);
  return {
    send: (): void => void send(),
    close: async (): Promise<void> => {
      closed = true;
      await connection.close();
    },
  };
}
