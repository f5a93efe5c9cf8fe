/**
 * Where people reach the server. Told by its settings, never by a request: a forged Host must not stand in a
 * mail, where its link would lead to whoever forged it.
 */
import { isIP, type AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import type { Config } from '../../config.ts';

/** Where it listens, e.g. `http://127.0.0.1:3000`; `taken` tells the port that a PORT of 0 became. */
export function listeningAddress(
  { host, port, tlsCert }: Pick<Config, 'host' | 'port' | 'tlsCert'>,
  taken: AddressInfo | string | null,
): string {
  const number = taken !== null && typeof taken === 'object' ? taken.port : port;
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `${tlsCert === null ? 'http' : 'https'}://${name.includes(':') ? `[${name}]` : name}:${number}`;
}

/**
 * Tells whether a request's Host is a name of ours. A page of another name, which its owner lets point here, would
 * otherwise count as our own (DNS rebinding). An address cannot be made to point elsewhere.
 */
export function ownHosts({
  host,
  publicUrl,
  tlsCert,
  allowedHosts,
}: Pick<Config, 'host' | 'publicUrl' | 'tlsCert' | 'allowedHosts'>): (asked: string | undefined) => boolean {
  // Only pages of PUBLIC_URL may change anything, and no browser takes a certificate for another name.
  if (publicUrl !== null || tlsCert !== null) return () => true;
  const machine = hostname().toLowerCase();
  const [short = machine] = machine.split('.');
  const names = new Set(['localhost', machine, short, host.toLowerCase(), ...allowedHosts]);
  return (asked) => {
    // No browser leaves it out.
    if (asked === undefined) return true;
    const name = asked.toLowerCase().replace(/:\d+$/, '');
    return names.has(name) || isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0;
  };
}

/** Node keeps the first Host only; a proxy before us may have gone by the other. */
export const namesTwoHosts = (rawHeaders: readonly string[]): boolean =>
  rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length > 1;
