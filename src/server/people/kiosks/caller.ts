/** Reads which kiosk calls, by its cookie. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../platform/context.ts';
import type { Kiosks } from '../../platform/http/caller.ts';
import type { Cookies } from '../accounts/sessions.ts';
import { tokenHash } from '../credentials/tokens.ts';
import { findKiosk } from './queries.ts';

/** Browsers keep a cookie no longer than 400 days. Each contact renews it, so that a kiosk never shows a login. */
const COOKIE_DAYS = 400;

export function createKiosks(
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  cookies: Cookies,
): Kiosks & {
  keepToken: (reply: FastifyReply, token: string) => void;
  tokenOf: (request: FastifyRequest) => string | undefined;
} {
  const name = cookies.nameOf('kiosk');
  const tokenOf = (request: FastifyRequest): string | undefined => request.cookies[name];
  return {
    tokenOf,
    keepToken: (reply, token) => void reply.setCookie(name, token, cookies.lasting(COOKIE_DAYS)),
    hasToken: (request) => tokenOf(request) !== undefined,
    of: async (request) => {
      const token = tokenOf(request);
      return token === undefined ? null : findKiosk(database.pool, tokenHash(token), clock.now());
    },
  };
}
