import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { deviceName } from '#domain/people/device';
import { networkOf } from '../rate-limiter.ts';

/** The caller's IP address [D4.1]. X-Forwarded-For only counts from TRUSTED_PROXIES, and only if it is an address. */
export function ipAddressOf({ ip, socket }: Pick<FastifyRequest, 'ip' | 'socket'>): string {
  const address = isIP(ip) === 0 ? (socket.remoteAddress ?? '') : ip;
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}

export interface NetworkAndDevice {
  readonly network: string;
  readonly device: string;
}

/** For the security log and lists of sessions. */
export const networkAndDevice = (request: FastifyRequest): NetworkAndDevice => ({
  network: networkOf(ipAddressOf(request)),
  device: deviceName(request.headers['user-agent'] ?? ''),
});

/** For the security log. @param detail the exported data: 'Payroll, 2026-10-01 to 2026-10-31' */
export const toExportEvent = (userId: string | undefined, detail: string, request: FastifyRequest) =>
  ({ kind: 'data_exported', userId: userId ?? null, detail, ...networkAndDevice(request) }) as const;
