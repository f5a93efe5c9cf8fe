/**
 * Puts the handlers behind the guard. Everything about a route comes from the contract's table: nothing else
 * answers.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { routes, type RouteName } from '#contract/routes';
import { LIMIT_MS, type Route } from '#contract/routes/route';
import type { Context } from '../context.ts';
import { forLog } from '../error-text.ts';
import { withDeadline } from '../time-limit.ts';
import { addressOf } from './address.ts';
import { compressed } from './compression.ts';
import { refusalForError } from './failures.ts';
import { ReadyJson, type Handlers } from './handlers.ts';
import { isForeign } from './origin.ts';
import { Refusal, refuse } from './refusal.ts';
import type { Session, SessionOf } from './session.ts';
import { checkInput } from './validation.ts';

const routeNames = Object.keys(routes) as RouteName[];

interface Admitted {
  /** Null on a public route. */
  readonly session: Session | null;
  /** Milliseconds that are no longer left for the work. */
  readonly tookMs: number;
}

const pathOf = (request: FastifyRequest): string => request.raw.url?.split('?', 1)[0] ?? '';

export function serveRoutes(
  app: FastifyInstance,
  context: Context,
  sessionOf: SessionOf,
  handlers: Handlers,
): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('cache-control', 'no-store');
    done();
  });
  for (const name of routeNames) serveRoute(app, context, sessionOf, name, handlers);
}

function serveRoute<Name extends RouteName>(
  app: FastifyInstance,
  context: Context,
  sessionOf: SessionOf,
  name: Name,
  handlers: Handlers<Name>,
): void {
  const route: Route = routes[name];
  const limitMs = route.limitMs ?? LIMIT_MS;
  const handler = handlers[name];
  const admitted = new WeakMap<FastifyRequest, Admitted>();
  const fail = (reply: FastifyReply, error: unknown): FastifyReply => {
    const { refusal, ours } = refusalForError(error, route.failure);
    if (ours) context.log.error(`${route.method} ${route.path} failed: ${forLog(error)}`);
    else if (refusal.code === 'unavailable')
      context.log.warn(
        `${route.method} ${route.path}: ${error instanceof Error ? error.message : 'unavailable'}`,
      );
    return sendRefusal(reply, refusal);
  };

  const refuseCall = (reply: FastifyReply, refusal: Refusal): FastifyReply => {
    if (route.warnsOfRefusals) context.log.warn(`${route.method} ${route.path} refused: ${refusal.code}`);
    return sendRefusal(reply, refusal);
  };

  app.route({
    method: route.method,
    url: route.path,
    /** Before the body is read: who may not call makes us read nothing. */
    onRequest: async (request, reply) => {
      try {
        const began = performance.now();
        const session = await withDeadline(LIMIT_MS, () => admit(context, sessionOf, route, request));
        if (session instanceof Refusal) return refuseCall(reply, session);
        admitted.set(request, { session, tookMs: performance.now() - began });
      } catch (error) {
        return fail(reply, error);
      }
      return undefined;
    },
    errorHandler: (error, _request, reply) => void fail(reply, error),
    handler: async (request, reply) => {
      const checked = checkInput(name, route.method === 'POST' ? request.body : request.query);
      if (!checked.ok) return refuseCall(reply, checked.refusal);
      try {
        const { session, tookMs } = admitted.get(request) ?? { session: null, tookMs: 0 };
        const answer = await withDeadline(limitMs - tookMs, async () =>
          handler({
            input: checked.input,
            session: () => session ?? missingSession(name),
            address: addressOf(request),
            request,
            reply,
          }),
        );
        if (answer === undefined) return reply;
        if (answer instanceof Refusal) return refuseCall(reply, answer);
        return await send(request, reply, route.kind === 'text' ? 'text/html' : 'application/json', answer);
      } catch (error) {
        return fail(reply, error);
      }
    },
  });
}

function missingSession(name: RouteName): never {
  throw new Error(`${name} asks for a session, but its route lets anybody in.`);
}

/** The guard: where it comes from, how it is written, who it is. */
async function admit(
  context: Context,
  sessionOf: SessionOf,
  { method, path, access, notSignedIn = 'not_signed_in' }: Route,
  request: FastifyRequest,
): Promise<Session | Refusal | null> {
  // The router reads encoded paths too; the table knows one spelling of each, so that no rule of a proxy is
  // passed by.
  if (pathOf(request) !== path) return refuse('not_found');
  if (method === 'POST') {
    if (isForeign(request.headers, context.config.publicUrl)) return refuse('foreign_origin');
    if (!/^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? ''))
      return refuse('wrong_media_type');
  }
  if (access === 'public') return null;
  const session = await sessionOf(request);
  if (!session) return refuse(notSignedIn);
  if (access === 'first-sign-in') return session.mustChangePassword ? session : refuse('forbidden');
  if (session.mustChangePassword) return refuse('password_change_required');
  const { role } = session.user;
  if ((access === 'admin' && role !== 'admin') || (access === 'employee' && role === 'admin'))
    return refuse('forbidden');
  return session;
}

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  type: 'text/html' | 'application/json',
  answer: unknown,
): Promise<FastifyReply> {
  const text =
    answer instanceof ReadyJson ? answer.text : typeof answer === 'string' ? answer : JSON.stringify(answer);
  reply.type(`${type}; charset=utf-8`).header('vary', 'accept-encoding');
  const small = await compressed(text, request.headers['accept-encoding']);
  return small ? reply.header('content-encoding', 'gzip').send(small) : reply.send(text);
}

export function sendRefusal(reply: FastifyReply, refusal: Refusal): FastifyReply {
  return reply
    .code(refusal.status)
    .headers(refusal.headers)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(refusal.problem));
}

/**
 * What no route answers: another method than the table's is 405 and tells the right one, everything else 404.
 */
export function refusalForUnknown(request: FastifyRequest): Refusal {
  const known = routeNames.map((name) => routes[name]).filter(({ path }) => path === pathOf(request));
  return known.length > 0
    ? refuse('method_not_allowed', { allow: [...new Set(known.map(({ method }) => method))] })
    : refuse('not_found');
}
