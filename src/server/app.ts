import { isLanguage, LANGUAGE_COOKIE } from '#texts/languages';
import { readFileSync } from 'node:fs';
import fastifyCookie from '@fastify/cookie';
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { REQUEST_LIMIT_MS } from '#contract/route';
import { accountRoutes } from './people/accounts/routes.ts';
import { createCookies, createSessions } from './people/accounts/sessions.ts';
import { createDeferredWork } from './platform/async/background.ts';
import { activityRoutes, monitoringRoutes } from './hours/monitoring/routes.ts';
import type { Config } from './platform/config.ts';
import type { Context } from './platform/context.ts';
import { leaveRoutes } from './hours/leave/routes.ts';
import { correctionRoutes } from './hours/requests/routes.ts';
import { toLogText, type Log } from './platform/log.ts';
import { startHousekeeping } from './housekeeping.ts';
import {
  trackConnections,
  readJsonBodies,
  listeningAddress,
  namesTwoHosts,
  createHostCheck,
  securityHeaders,
  serveStaticFiles,
} from './platform/http/server-options.ts';
import { refusalForError, sendRefusal } from './platform/http/answers.ts';
import { normalizeStoredEmails } from './people/employees/commands.ts';
import { personRoutes } from './hours/person/routes.ts';
import { employeeRoutes } from './people/employees/routes.ts';
import { securityRoutes } from './people/security/routes.ts';
import { teamRoutes } from './payroll/team/routes.ts';
import type { Handlers } from './platform/http/handlers.ts';
import { refuse } from './platform/http/refusal.ts';
import { refusalForUnknown, serveRoutes } from './platform/http/serve-routes.ts';
import { checkSecretKey, secondFactorRoutes } from './people/second-factor/routes.ts';
import { createSecretBox } from './people/second-factor/secret-key.ts';
import { createIdentification } from './people/badges/identify.ts';
import { badgeRoutes } from './people/badges/routes.ts';
import { kioskRoutes } from './people/kiosks/routes.ts';
import { createKiosks } from './people/kiosks/caller.ts';
import { createHealth } from './workplace/installation/commands.ts';
import { invitationCode, installationRoutes } from './workplace/installation/routes.ts';
import { createSeal } from './platform/position.ts';
import { languageByEmail } from './people/employees/queries.ts';
import { cursorKey } from './ledger/queries.ts';
import type { StreamLimits } from './live/hub.ts';
import { createLive } from './live/routes.ts';
import { createMailer } from './platform/mail/mailer.ts';
import { NO_EVENT_COUNTERS } from './platform/event-counters.ts';
import { createMetrics } from './metrics/serve.ts';
import { createByteSeal } from './platform/byte-seal.ts';
import { startNightlyJobs, nightlyRoutes } from './record/nightly/nightly-jobs.ts';
import { payrollRoutes } from './payroll/periods/payroll/routes.ts';
import { createSigning } from './payroll/periods/signing/commands.ts';
import { periodRoutes } from './payroll/periods/routes.ts';
import { createPunchQueue } from './hours/punch-queue/queue.ts';
import { kioskPunchRoutes } from './hours/kiosk/routes.ts';
import { punchRoutes } from './hours/punch-queue/routes.ts';
import { startReminders } from './hours/reminders/reminders.ts';
import { reportRoutes } from './payroll/reports/routes.ts';
import { ensureSettings } from './workplace/settings/commands.ts';
import { createSecurityLog } from './platform/security/commands.ts';
import { withSettingsRestored, createWorkplace, SettingsWithFallback } from './workplace/settings/loading.ts';
import { expectedRoutes } from './workplace/expected/routes.ts';
import { settingsRoutes } from './workplace/settings/routes.ts';
import { entryClosingRoutes } from './hours/time-entries/closing-routes.ts';
import { timeEntryListRoutes, clockRoutes } from './hours/time-entries/list-routes.ts';
import { withoutDeadline } from './platform/async/deadline.ts';

type StartedServices = Pick<Context, 'config' | 'database' | 'clock' | 'installationId' | 'version' | 'log'>;

export interface AppOptions extends StartedServices, Partial<Pick<Context, 'requestLimitMs'>> {
  /** Folder of the web client. If null, the server serves only the API. */
  readonly webRoot: string | null;
  readonly streamLimits?: StreamLimits;
  readonly receiveTimeouts?: ReceiveTimeouts;
}

/** Replaces Fastify's schema compilers, which are never used: our guard validates requests. */
const NO_SCHEMAS = () => () => {
  throw new Error('No route gives Fastify a schema.');
};

const BODY_LIMIT = 64 * 1024;
/** Time limits in ms to receive headers and body: clients that send a byte a second must not hold connections. */
const RECEIVE_TIMEOUTS = {
  headersTimeout: 8_000,
  requestTimeout: 12_000,
  connectionsCheckingInterval: 2_000,
};
type ReceiveTimeouts = typeof RECEIVE_TIMEOUTS;

/** `close()` ends streams and background work, but not the database. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { config, database, clock, log, installationId, version, webRoot } = options;
  await ensureSettings(database, clock, config.timeZone);
  await normalizeStoredEmails(database, clock, log);
  const key = await cursorKey(database.pool);
  const seal = createSeal(key);
  const workplace = createWorkplace(database);
  const { requestLimitMs = REQUEST_LIMIT_MS } = options;
  const health = createHealth({ database, clock, log, requestLimitMs });
  const live = createLive({ config, database, clock, log, seal }, version, options.streamLimits);
  const headers = securityHeaders(config, webRoot);
  const app = createServer(config, log, headers, options.receiveTimeouts ?? RECEIVE_TIMEOUTS);
  const afterAnswer = createDeferredWork(log);
  const metrics = config.metricsToken === null ? null : await createMetrics(config.metricsToken, version);
  const context: Context = {
    config,
    database,
    clock,
    log,
    installationId,
    workplace: workplace.read,
    languageOf: (request) => {
      // A kiosk is nobody's browser.
      if (/^\/(api\/)?kiosk\b/.test(request.url)) return workplace.known().language;
      const chosen = request.cookies[LANGUAGE_COOKIE];
      return isLanguage(chosen) ? chosen : workplace.known().language;
    },
    settings: new SettingsWithFallback({ database, clock, config, log }),
    invitation: (number) => invitationCode(key, number),
    seal,
    sealFor: (purpose) => createByteSeal(key, purpose),
    version,
    requestLimitMs,
    afterAnswer,
    measures: metrics?.measures ?? NO_EVENT_COUNTERS,
    security: createSecurityLog({ database, clock, log }),
    mailer: createMailer(config, clock, log, async (email) => {
      const { name, language } = await workplace.read();
      return { name, language: (await languageByEmail(database.pool, email)) ?? language };
    }),
    address: () => config.publicUrl ?? listeningAddress(config, app.server.address()),
    wake: () => {
      workplace.changed();
      withoutDeadline(live.wake);
    },
    reportPunches: (error) => health.reportPunches(error),
    sessionsChanged: () => withoutDeadline(live.sessionsChanged),
  };
  const box = createSecretBox(config);
  await checkSecretKey(context, box);
  await createSigning(context).check();
  const cookies = createCookies(config, installationId);
  const sessions = createSessions(context, cookies);
  const kiosks = createKiosks(context, cookies);
  const identification = createIdentification(context, box);
  await identification.checkKey();
  const queue = createPunchQueue(context, sessions.of, cookies.session);
  const housekeeping = startHousekeeping(context);
  const nightlyJobs = startNightlyJobs(context);
  const reminders = startReminders(context);
  const endConnections = trackConnections(app.server, config.tlsCert !== null);
  // End streams first, since closing waits for all connections.
  app.addHook('preClose', async () => {
    await Promise.all([live.close(), housekeeping.stop(), reminders.stop(), nightlyJobs.stop()]);
    await endConnections();
  });
  app.addHook('onClose', afterAnswer.close);
  app.addHook('onClose', context.security.written);
  // Start reminders only now: before listening, the demo still fills in past punches.
  app.addHook('onListen', (done) => {
    reminders.run();
    done();
  });
  await app.register(fastifyCookie);
  const isOwnHost = createHostCheck(config);
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers);
    if (namesTwoHosts(request.raw.rawHeaders)) void sendRefusal(reply, refuse('invalid_input'));
    else if (isOwnHost(request.headers.host)) done();
    else void sendRefusal(reply.header('cache-control', 'no-store'), refuse('misdirected_request'));
  });
  if (log.isLevelEnabled('debug'))
    app.addHook('onResponse', (request, reply, done) => {
      log.debug(
        `${request.method} ${request.url.split('?', 1)[0]} ${reply.statusCode} ${Math.round(reply.elapsedTime)} ms`,
      );
      done();
    });
  metrics?.serve(app, { clock, database, live, queue });
  app.setNotFoundHandler((request, reply) =>
    sendRefusal(reply.header('cache-control', 'no-store'), refusalForUnknown(request)),
  );
  app.setErrorHandler((error, _request, reply) => {
    const { refusal, isBug } = refusalForError(error);
    if (isBug) log.error(`A request failed: ${toLogText(error)}`);
    void sendRefusal(reply, refusal);
  });
  await serveStaticFiles(app, webRoot, context.languageOf);
  const handlers: Handlers = {
    ...installationRoutes(context, health),
    ...nightlyRoutes(context, nightlyJobs),
    ...accountRoutes(context, sessions.of, cookies, box),
    ...secondFactorRoutes(context, box),
    ...settingsRoutes(context),
    ...expectedRoutes(context),
    ...clockRoutes(context),
    ...punchRoutes(context, queue),
    ...timeEntryListRoutes(context),
    ...monitoringRoutes(context),
    ...activityRoutes(context),
    ...employeeRoutes(context),
    ...personRoutes(context),
    ...securityRoutes(context),
    ...teamRoutes(context),
    ...entryClosingRoutes(context),
    ...correctionRoutes(context),
    ...leaveRoutes(context),
    ...reportRoutes(context),
    ...periodRoutes(context),
    ...payrollRoutes(context),
    ...kioskRoutes(context, kiosks, identification.sealKey),
    ...badgeRoutes(context, identification),
    ...kioskPunchRoutes(context, queue, identification),
    ...live.routes,
  };
  await app.register(async (scope) =>
    serveRoutes(
      scope,
      context,
      { ...sessions, ofPunches: queue.sessionOf, cachedSession: queue.cachedSession },
      kiosks,
      withSettingsRestored(context, handlers),
    ),
  );
  return app;
}

function createServer(
  config: Config,
  log: Log,
  headers: Readonly<Record<string, string>>,
  times: ReceiveTimeouts,
): FastifyInstance {
  const tls =
    config.tlsCert !== null && config.tlsKey !== null
      ? { cert: readFileSync(config.tlsCert), key: readFileSync(config.tlsKey) }
      : null;
  // We log requests and the start ourselves, so Fastify's logger gets only warnings.
  const warnings: FastifyBaseLogger = log.isLevelEnabled('warn') ? log.child({}, { level: 'warn' }) : log;
  const app = Fastify({
    ...(tls ? { https: { ...tls, ...times } } : { http: times }),
    loggerInstance: warnings,
    // Share one logger: a logger per request costs a tenth of the request's time.
    childLoggerFactory: (logger) => logger,
    schemaController: { compilersFactory: { buildValidator: NO_SCHEMAS, buildSerializer: NO_SCHEMAS } },
    bodyLimit: BODY_LIMIT,
    requestTimeout: times.requestTimeout,
    keepAliveTimeout: 65_000,
    // While the server stops, late requests get their normal response instead of 503.
    return503OnClosing: false,
    // The start has its own limits, which say what is slow. Fastify's ended it on a busy machine.
    pluginTimeout: 0,
    exposeHeadRoutes: false,
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    frameworkErrors: (error, _request, reply) => void sendRefusal(reply, refusalForError(error).refusal),
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket, headers),
  }) as FastifyInstance;
  app.removeContentTypeParser(['text/plain', 'application/json']);
  readJsonBodies(app);
  return app;
}

/** Answers requests that are too slow or not HTTP. Fastify never sees these. */
function answerBrokenRequest(
  error: Error & { code?: string },
  socket: { writable: boolean; end(text: string): void; destroy(): void },
  headers: Readonly<Record<string, string>>,
): void {
  if (!socket.writable || error.code === 'ECONNRESET') return socket.destroy();
  const refusal = refuse(
    error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
      ? 'request_timeout'
      : error.code === 'HPE_HEADER_OVERFLOW'
        ? 'too_large'
        : 'invalid_input',
  );
  const body = JSON.stringify(refusal.problem);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(
    `HTTP/1.1 ${refusal.status} ${refusal.status === 408 ? 'Request Timeout' : 'Bad Request'}\r\n${lines.join('')}Connection: close\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}
