/**
 * Tells the other servers that something was committed: one NOTIFY for all that happens within 15 ms, in a
 * rush within 50, on a connection of its own.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { coalesce } from '../async/coalesce.ts';
import type { Database } from '../database/pool.ts';
import type { Log } from '../log.ts';
import { withinLimit } from '../async/deadline.ts';
import { ANSWER_MS, createReconnectingClient } from './reconnecting-client.ts';
import { notifyOfChanges } from './queries.ts';

const GATHER_MS = 15;
/** After each: in a rush the others need not be told more often, and each is a commit. */
const REST_MS = 35;

export interface WakeUp {
  send(): void;
  close(): Promise<void>;
}

export function createWakeUp(database: Database, log: Log): WakeUp {
  const connection = createReconnectingClient(database, 'punctual notify', log);
  let closed = false;
  const send = coalesce(async () => {
    const client = closed ? null : connection.client();
    // A lost wake-up is made up for by polling.
    if (!client) return;
    await withinLimit(notifyOfChanges(client), ANSWER_MS).catch(() => client.end().catch(() => {}));
    await wait(REST_MS);
  }, GATHER_MS);
  return {
    send: () => void send(),
    close: async () => {
      closed = true;
      await connection.close();
    },
  };
}
