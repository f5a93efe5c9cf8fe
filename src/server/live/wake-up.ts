/**
 * Tells the other servers that something was committed: one NOTIFY for all that happens within 15 ms, on a
 * connection of its own.
 */
import type { Database } from '../database/pool.ts';
import type { Log } from '../log.ts';
import { createReconnectingClient } from './reconnecting-client.ts';
import { notifyOfChanges } from './queries.ts';

const GATHER_MS = 15;

export interface WakeUp {
  send(): void;
  close(): Promise<void>;
}

export function createWakeUp(database: Database, log: Log): WakeUp {
  const connection = createReconnectingClient(database, 'punctual notify', log);
  let timer: NodeJS.Timeout | undefined;
  let isBusy = false;
  let again = false;

  const send = (): void => {
    again = true;
    if (isBusy) return;
    isBusy = true;
    timer = setTimeout(() => void tell(), GATHER_MS);
  };
  const tell = async (): Promise<void> => {
    again = false;
    const client = connection.client();
    // A lost wake-up is made up for by polling.
    if (client) await notifyOfChanges(client).catch(() => {});
    isBusy = false;
    if (again) send();
  };
  return {
    send,
    close: async () => {
      clearTimeout(timer);
      isBusy = true;
      await connection.close();
    },
  };
}
