/**
 * The two cookies: the session's, and one by which a browser is known as one its owner signed in with before.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { DEVICE_LIFE_MS, SESSION_LIFE_MS } from '../credentials/tokens.ts';

export interface Cookies {
  session(request: FastifyRequest): string | undefined;
  device(request: FastifyRequest): string | undefined;
  setSession(reply: FastifyReply, token: string): void;
  setDevice(reply: FastifyReply, token: string): void;
  clearSession(reply: FastifyReply): void;
}

/**
 * The names carry a part of the installation's id: cookies ignore ports, and two installations on one host
 * must not mix.
 */
export function createCookies(
  config: Pick<Config, 'publicUrl' | 'tlsCert'>,
  installationId: string,
): Cookies {
  const suffix = installationId.replaceAll('-', '').slice(0, 8);
  const session = `punctual_${suffix}`;
  const device = `punctual_device_${suffix}`;
  const secure = config.tlsCert !== null || config.publicUrl?.startsWith('https:') === true;
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const;
  return {
    session: (request) => request.cookies[session],
    device: (request) => request.cookies[device],
    setSession: (reply, token) =>
      void reply.setCookie(session, token, { ...options, maxAge: SESSION_LIFE_MS / 1000 }),
    setDevice: (reply, token) =>
      void reply.setCookie(device, token, { ...options, maxAge: DEVICE_LIFE_MS / 1000 }),
    clearSession: (reply) => void reply.clearCookie(session, options),
  };
}
