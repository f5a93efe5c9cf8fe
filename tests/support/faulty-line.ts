/** A connection to PostgreSQL that tests can cut or make hang, as if the database were down or stuck. */
import { createConnection } from 'node:net';
import { withLogin } from '#server/platform/database/application-role';
import { openDatabase, type Database } from '#server/platform/database/pool';
import { silentLog } from '#tests/support/silent-log';
import { testCluster, type TestDatabase } from './cluster.ts';
import { openRelay, type Relay, type Watch } from './relay.ts';

export interface FaultyLine extends Relay {
  /** Connects as the application, over this line. */
  readonly database: Database;
  close(): Promise<void>;
}

export async function faultyLine(test: TestDatabase, watch?: Watch): Promise<FaultyLine> {
  const { target } = test;
  if ('url' in target) throw new Error('The tests know their cluster by its socket.');
  const relay = await openRelay(() => createConnection(`${target.host}/.s.PGSQL.${target.port}`), watch);
  const database = openDatabase({
    target: withLogin({ ...target, host: '127.0.0.1', port: relay.port }, testCluster().login),
    log: silentLog,
  });
  return {
    ...relay,
    database,
    async close() {
      await relay.cut();
      await database.close();
    },
  };
}
