import pg from 'pg';
import { ownMigrations } from './migrate.ts';
import { wireTypes } from './wire-types.ts';

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
  /** Milliseconds until a connection attempt is given up. By default 20 s: a busy machine takes long to start. */
  readonly connectTimeoutMs?: number;
  /** Settings of the session, e.g. `{ statement_timeout: '3000' }`; none if the role has its own. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** `wire-types.ts` reads only this form. */
export const READABLE = { TimeZone: 'UTC', DateStyle: 'ISO, MDY' } as const;

/** Version of the server: migration 031 refuses writes of older ones. */
const SERVER_NAME = `punctual ${ownMigrations().length}`;

export function clientConfig(target: ConnectionTarget, options: ConnectionOptions = {}): pg.ClientConfig {
  const settings = Object.entries(options.settings ?? READABLE);
  const common: pg.ClientConfig = {
    types: wireTypes,
    application_name: options.applicationName ?? SERVER_NAME,
    connectionTimeoutMillis: options.connectTimeoutMs ?? 20_000,
    keepAlive: true,
    // A pooler may refuse a connection that asks for anything, so nothing is not asked for.
    ...(settings.length > 0
      ? { options: settings.map(([name, value]) => `-c ${name}=${value.replaceAll(' ', '\\ ')}`).join(' ') }
      : {}),
  };
  return 'url' in target ? { ...common, connectionString: target.url } : { ...common, ...target };
}

export async function connect(target: ConnectionTarget, options: ConnectionOptions = {}): Promise<pg.Client> {
  const client = new pg.Client(clientConfig(target, options));
  // 'end' and the waiting query report a lost connection; without a listener it would end the process.
  client.on('error', () => {});
  await client.connect();
  return client;
}
