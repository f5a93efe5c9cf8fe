/** How a connection is made, the same for the pool, the live tail, the owner's work and the tests. */
import pg from 'pg';
import { ownMigrations } from './migrate.ts';
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

export interface ConnectionOptions {
  readonly applicationName?: string;
  /** Milliseconds until a connection attempt is given up. */
  readonly connectTimeoutMs?: number;
  /**
   * What the connection asks of the server, e.g. `{ statement_timeout: '3000' }`; by default what we read
   * values by. None where the role has settings of its own.
   */
  readonly settings?: Readonly<Record<string, string>>;
}

/** `wire-types.ts` reads instants in this form only. */
export const READABLE = { TimeZone: 'UTC', DateStyle: 'ISO, MDY' } as const;

/** Tells the database how new the server is: by it migration 031 refuses the writes of an older one. */
const SERVER_NAME = `punctual ${ownMigrations().length}`;

/** Options for `pg.Client` and `pg.Pool`. */
export function clientConfig(target: ConnectionTarget, options: ConnectionOptions = {}): pg.ClientConfig {
  const settings = Object.entries(options.settings ?? READABLE);
  const common: pg.ClientConfig = {
    types: wireTypes,
    application_name: options.applicationName ?? SERVER_NAME,
    connectionTimeoutMillis: options.connectTimeoutMs ?? 3000,
    keepAlive: true,
    // A pooler may refuse a connection that asks for anything, so nothing is not asked for.
    ...(settings.length > 0
      ? { options: settings.map(([name, value]) => `-c ${name}=${value.replaceAll(' ', '\\ ')}`).join(' ') }
      : {}),
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
