/** How a connection is made, the same for the pool, the live tail, the owner's work and the tests. */
import pg from 'pg';
import { wireTypes } from './wire-types.ts';

/** Where the database is and as whom: either a URL, or the parts of the embedded one. */
export type ConnectionTarget =
  | { readonly url: string }
  | {
      readonly host: string;
      readonly port: number;
      readonly user: string;
      readonly database: string;
      readonly password?: string;
    };

/**
 * The role the application works as: it may neither update nor delete the ledger. Never logs in by itself.
 */
export const APPLICATION_ROLE = 'punctual_app';

export interface ConnectionOptions {
  /** The role to work as; null: as whoever the target names (the owner). */
  readonly role?: string | null;
  readonly applicationName?: string;
  /** Milliseconds until a connection attempt is given up. */
  readonly connectTimeoutMs?: number;
  /** Server settings of this connection, e.g. `{ statement_timeout: 3000 }`. */
  readonly settings?: Readonly<Record<string, string | number>>;
}

/** Options for `pg.Client` and `pg.Pool`. */
export function clientConfig(target: ConnectionTarget, options: ConnectionOptions = {}): pg.ClientConfig {
  const settings = {
    timezone: 'UTC',
    datestyle: 'ISO',
    ...(options.role ? { role: options.role } : {}),
    ...options.settings,
  };
  const common: pg.ClientConfig = {
    types: wireTypes,
    application_name: options.applicationName ?? 'punctual',
    connectionTimeoutMillis: options.connectTimeoutMs ?? 3000,
    keepAlive: true,
    options: Object.entries(settings)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
  };
  return 'url' in target ? { ...common, connectionString: target.url } : { ...common, ...target };
}

/**
 * A connection of its own, outside the pool (LISTEN, the instance lock, migrations).
 * @throws what `pg` throws when the database is out of reach
 */
export async function connect(target: ConnectionTarget, options: ConnectionOptions = {}): Promise<pg.Client> {
  const client = new pg.Client(clientConfig(target, options));
  // A lost connection is reported to whoever waits for a query and by 'end'; without a listener it would end
  // the process.
  client.on('error', () => {});
  await client.connect();
  return client;
}
