import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { isPersonal, type Route } from '#contract/route';
import type { Context } from '../context.ts';
import { refuse, type Refusal } from './refusal.ts';
import type { Session } from './caller.ts';

export const pathOf = (request: FastifyRequest): string => request.raw.url?.split('?', 1)[0] ?? '';

/** True if one statement reads session and data (`authenticated-reader.ts`). Else the session is read first. */
export const isRead = ({ method, access }: Pick<Route, 'method' | 'access'>): boolean =>
  method === 'GET' && isPersonal(access);

export function refusalOfCall(
  { config }: Pick<Context, 'config'>,
  { method, path }: Pick<Route, 'method' | 'path'>,
  request: FastifyRequest,
): Refusal | null {
  // The router also accepts encoded paths. Serve only the route's own spelling, so that no proxy rule is bypassed.
  if (pathOf(request) !== path) return refuse('not_found');
  if (method === 'POST') {
    if (isForeignOrigin(request.headers, config.publicUrl)) return refuse('foreign_origin');
    if (!/^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? ''))
      return refuse('wrong_media_type');
  }
  return null;
}

export function authorize(
  { access, notSignedIn = 'not_signed_in' }: Pick<Route, 'access' | 'notSignedIn'>,
  session: Session | null,
): Session | Refusal {
  if (!session) return refuse(notSignedIn);
  if (access === 'first-sign-in') return session.mustChangePassword ? session : refuse('forbidden');
  if (session.mustChangePassword) return refuse('password_change_required');
  if (access === 'second-factor') return session;
  if (session.isFactorOverdue) return refuse('second_factor_required');
  const { role } = session.user;
  if (access === 'lead' && session.isLead !== true) return refuse('forbidden');
  if ((access === 'admin' && role !== 'admin') || (access === 'employee' && role === 'admin'))
    return refuse('forbidden');
  return session;
}

/**
 * Whether another site's page makes the request with the user's cookie. Without an Origin, refuses browsers, which send
 * Sec-Fetch-Site. Accepts other programs: no foreign page can use their cookies.
 */
export function isForeignOrigin(headers: IncomingHttpHeaders, publicUrl: string | null): boolean {
  const origin = headers.origin;
  if (origin === undefined) return headers['sec-fetch-site'] !== undefined;
  if (!URL.canParse(origin)) return true;
  if (publicUrl !== null) return new URL(origin).origin !== new URL(publicUrl).origin;
  const { protocol, host } = new URL(origin);
  return (
    headers.host === undefined ||
    (protocol !== 'http:' && protocol !== 'https:') ||
    host !== normalHost(headers.host, protocol)
  );
}

/** Removes a default port from a Host header, so that it can be compared with an Origin. */
function normalHost(host: string, protocol: string): string {
  const url = `${protocol}//${host}`;
  return URL.canParse(url) ? new URL(url).host : host;
}
