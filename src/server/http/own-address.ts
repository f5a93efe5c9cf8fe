/**
 * Where people reach the server. Told by its settings, never by a request: a forged Host must not stand in a
 * mail, where its link would lead to whoever forged it.
 */
import type { AddressInfo } from 'node:net';
import type { Config } from '../config.ts';

/** Where it listens, e.g. `http://127.0.0.1:3000`; `taken` tells the port that a PORT of 0 became. */
export function listeningAddress(
  { host, port, tlsCert }: Pick<Config, 'host' | 'port' | 'tlsCert'>,
  taken: AddressInfo | string | null,
): string {
  const number = taken !== null && typeof taken === 'object' ? taken.port : port;
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `${tlsCert === null ? 'http' : 'https'}://${name.includes(':') ? `[${name}]` : name}:${number}`;
}
