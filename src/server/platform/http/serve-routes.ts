import { say } from '#texts/say';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type CheckedInputOf, type RouteName, routes } from '#contract/routes';
import { isPersonal, type Route } from '#contract/route';
import { MS_PER_HOUR } from '#domain/time/units';
import type { Context } from '../context.ts';
import { toLogText } from '../log.ts';
import { type Limiter, createLimiter, networkOf } from '../rate-limiter.ts';
import { Deadline } from '../async/deadline.ts';
import { send, sendRefusal, refusalForError } from './answers.ts';
import { inLanguage } from '../language.ts';
import { AuthenticatedReader } from './authenticated-reader.ts';
import { isRead, pathOf, refusalOfCall } from './guard.ts';
import type { Handlers } from './handlers.ts';
import { ipAddressOf, networkAndDevice, type KioskCaller, type Kiosks, type Sessions } from './caller.ts';
import { Refusal, refuse } from './refusal.ts';
import type * as z from 'zod/mini';
import { problemText } from '#contract/problems';

function refusalFor(
  { fieldCodes = {}, isForm = false }: Route,
  issues: readonly z.core.$ZodIssue[],
): Refusal {
  const fields: Record<string, string> = {};
  for (const issue of issues) {
    if (issue.code === 'unrecognized_keys')
      for (const key of issue.keys) fields[key] ??= say('refused.cannotBeSet');
    else fields[issue.path.map(String).join('.')] ??= issue.message;
  }
  const [first] = issues;
  const own = fieldCodes[String(first?.path[0])];
  if (own && (own.only === undefined || own.only === first?.code))
    return refuse(own.code, { fields, message: problemText(own.code) });
  const spoken =
    isForm && first && first.code !== 'unrecognized_keys' && first.path.length > 0
      ? first.message
      : undefined;
  return refuse('invalid_input', spoken === undefined ? { fields } : { fields, message: spoken });
}

const routeNames = Object.keys(routes) as RouteName[];

/** Maximum of warnings in this server's log for one person or network, so that a flood does not fill the disk. */
const WARNINGS_PER_HOUR = 60;

interface Admitted {
  /** Null on a route that needs nobody to be signed in. */
  readonly reader: AuthenticatedReader | null;
  kiosk: KioskCaller | null;
  /** Limits the time of guard and handler. The arrival of the body does not count. */
  readonly deadline: Deadline;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** A property, since a WeakMap would keep whole requests alive until the next major garbage collection. */
    admitted: Admitted | null;
  }
}

type ServeContext = Pick<
  Context,
  'config' | 'database' | 'log' | 'requestLimitMs' | 'security' | 'languageOf'
>;

export function serveRoutes(
  app: FastifyInstance,
  context: ServeContext,
  sessions: Sessions,
  kiosks: Kiosks,
  handlers: Handlers,
): void {
  app.decorateRequest('admitted', null);
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('cache-control', 'no-store');
    done();
  });
  const warnings = createLimiter({ points: WARNINGS_PER_HOUR, windowMs: MS_PER_HOUR });
  for (const name of routeNames) serveRoute(app, context, { sessions, kiosks }, name, handlers, warnings);
}

function serveRoute<Name extends RouteName>(
  app: FastifyInstance,
  context: ServeContext,
  { sessions, kiosks }: { readonly sessions: Sessions; readonly kiosks: Kiosks },
  name: Name,
  handlers: Handlers<Name>,
  warnings: Limiter,
): void {
  const route: Route = routes[name];
  const handler = handlers[name];
  const warn = (request: FastifyRequest, text: string): void => {
    const caller = request.admitted?.reader?.session?.user.id ?? networkOf(ipAddressOf(request));
    if (warnings.consume(caller) === 0) context.log.warn(`${route.method} ${route.path}${text}`);
  };
  const fail = (request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply => {
    const { refusal, isBug } = refusalForError(error, route.failure);
    if (isBug) context.log.error(`${route.method} ${route.path} failed: ${toLogText(error)}`);
    else if (refusal.code === 'unavailable')
      warn(request, `: ${error instanceof Error ? error.message : 'unavailable'}`);
    return sendRefusal(reply, refusal);
  };

  const inCallersLanguage = <Result>(request: FastifyRequest, run: () => Result): Result =>
    inLanguage(context.languageOf(request), run);
  const refuseCall = (request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply => {
    if (route.isPunch) warn(request, ` refused: ${refusal.code}`);
    const userId = request.admitted?.reader?.caller?.user.id;
    if (['forbidden', 'command_line_only'].includes(refusal.code) && userId !== undefined)
      context.security.note({
        kind: 'access_refused',
        userId,
        detail: route.summary,
        ...networkAndDevice(request),
      });
    return sendRefusal(reply, refusal);
  };

  const sessionOf = route.isPunch ? sessions.ofPunches : sessions.of;
  /** GETs are authorized when they read their data, other calls before their body is read. */
  const admit = async (request: FastifyRequest, caller: Admitted): Promise<Refusal | null> => {
    const { reader, deadline } = caller;
    if (route.access === 'kiosk') {
      caller.kiosk = await deadline.run(() => kiosks.of(request));
      const isServed = caller.kiosk && (caller.kiosk.revokedAt === null || route.servesRevoked);
      return isServed ? null : refuse('kiosk_not_paired');
    }
    if (!reader) return null;
    // A kiosk's token gives nobody's rights.
    if (!reader.proof && kiosks.hasToken(request)) return refuse('forbidden');
    const cached = route.isPunch ? sessions.cachedSession(request) : null;
    if (cached) reader.authorize(cached);
    else if (!isRead(route)) await deadline.run(async () => reader.authorize(await sessionOf(request)));
    else if (!reader.proof) reader.authorize(null);
    return reader.authorization instanceof Refusal ? reader.authorization : null;
  };

  const begin = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    try {
      const caller: Admitted = {
        reader: isPersonal(route.access)
          ? new AuthenticatedReader(context.database, route, (access) => sessions.proofOf(request, access))
          : null,
        kiosk: null,
        deadline: new Deadline(route.limitMs ?? context.requestLimitMs),
      };
      request.admitted = caller;
      const refusal = refusalOfCall(context, route, request) ?? (await admit(request, caller));
      if (refusal) return refuseCall(request, reply, refusal);
    } catch (error) {
      return fail(request, reply, error);
    }
    return undefined;
  };
  const answerTo = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const checked = route.input.safeParse(route.method === 'POST' ? request.body : request.query);
    try {
      const { reader, kiosk, deadline } = request.admitted ?? notAdmitted(name);
      const answer = await deadline.run(async () => {
        if (!checked.success) {
          if (isRead(route)) await reader?.checkSession();
          return refusalFor(route, checked.error.issues);
        }
        return handler({
          input: checked.data as CheckedInputOf<Name>,
          session: () => reader?.session ?? missingSession(name),
          kiosk: () => kiosk ?? missingSession(name),
          reader: () => reader ?? missingSession(name),
          address: ipAddressOf(request),
          request,
          reply,
          warn: (text) => warn(request, `: ${text}`),
        });
      });
      const authorization = reader && (reader.authorization ?? notAdmitted(name));
      if (authorization instanceof Refusal) return refuseCall(request, reply, authorization);
      if (answer === undefined) return reply;
      if (answer instanceof Refusal) return refuseCall(request, reply, answer);
      return await send(request, reply, route.kind === 'text' ? 'text/html' : 'application/json', answer);
    } catch (error) {
      return fail(request, reply, error);
    }
  };

  app.route({
    method: route.method,
    url: route.path,
    /** Fastify calls this before it reads the body. */
    onRequest: (request, reply) => inCallersLanguage(request, () => begin(request, reply)),
    errorHandler: (error, request, reply) =>
      inCallersLanguage(request, () => void fail(request, reply, error)),
    handler: (request, reply) => inCallersLanguage(request, () => answerTo(request, reply)),
  });
}

function notAdmitted(name: RouteName): never {
  throw new Error(`${name} was reached past its guard.`);
}

function missingSession(name: RouteName): never {
  throw new Error(`${name} asks for a caller whom its route does not have.`);
}

export function refusalForUnknown(request: FastifyRequest): Refusal {
  const known = routeNames.map((name) => routes[name]).filter(({ path }) => path === pathOf(request));
  return known.length > 0
    ? refuse('method_not_allowed', { allow: [...new Set(known.map(({ method }) => method))] })
    : refuse('not_found');
}
