/**
 * The address of a caller [D4.1]: X-Forwarded-For counts only from TRUSTED_PROXIES, which Fastify's
 * trustProxy sees to.
 */
import type { FastifyRequest } from 'fastify';

/** '203.0.113.7' or '2001:db8::7'; an IPv4 address that arrives on an IPv6 socket is shown as IPv4. */
export const addressOf = (request: Pick<FastifyRequest, 'ip'>): string =>
  request.ip.replace(/^::ffff:(?=\d+\.)/i, '');
