/** `/metrics` is not in the table of routes, since a token opens it, not a session. Absent without METRICS_TOKEN. */
import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { routes } from '#contract/routes';
import type { Route } from '#contract/route';
import { tokenHash } from '../people/credentials/tokens.ts';
import { refusalCodeOf, send, sendRefusal } from '../platform/http/answers.ts';
import { pathOf } from '../platform/http/guard.ts';
import { refuse } from '../platform/http/refusal.ts';
import type { MetricSources } from './families.ts';

const PATH = '/metrics';
/** The label for files, unknown addresses and `/metrics` itself. */
const OTHER = { name: 'other', isStream: false };

export async function createMetrics(token: string, version: string) {
  // Loaded on demand, so that servers without metrics start faster.
  const { createMetricFamilies } = await import('./families.ts');
  const families = createMetricFamilies(version);
  const isAllowed = createTokenCheck(token);
  return {
    measures: families.measures,
    /** Call it before the app is ready: it adds a hook and a route. */
    serve(app: FastifyInstance, sources: MetricSources): void {
      families.watch(sources);
      app.addHook('onResponse', (request, reply, done) => {
        // A stream is not counted, since its response lasts as long as the screen is open.
        const { name, isStream } = ROUTE_BY_REQUEST.get(`${request.method} ${pathOf(request)}`) ?? OTHER;
        const refused = refusalCodeOf(reply);
        if (!isStream || refused)
          families.answered(name, refused ?? String(reply.statusCode), reply.elapsedTime / 1_000);
        done();
      });
      app.get(PATH, async (request, reply) => {
        reply.header('cache-control', 'no-store');
        if (pathOf(request) !== PATH) return sendRefusal(reply, refuse('not_found'));
        if (!isAllowed(request.headers.authorization))
          return sendRefusal(reply.header('www-authenticate', 'Bearer'), refuse('not_signed_in'));
        return send(request, reply, 'text/plain; version=0.0.4', await families.text());
      });
    },
  };
}

const ROUTE_BY_REQUEST: ReadonlyMap<string, { readonly name: string; readonly isStream: boolean }> = new Map(
  Object.entries(routes as Readonly<Record<string, Route>>).map(([name, { method, path, kind }]) => [
    `${method} ${path}`,
    { name, isStream: kind === 'stream' },
  ]),
);

/** Compares hashes in constant time, so that the time reveals nothing about the token. */
function createTokenCheck(token: string): (authorization: string | undefined) => boolean {
  const expected = tokenHash(token);
  return (authorization = '') => {
    const [, sent = ''] = /^Bearer +(\S+)$/i.exec(authorization) ?? [];
    return timingSafeEqual(tokenHash(sent), expected);
  };
}
