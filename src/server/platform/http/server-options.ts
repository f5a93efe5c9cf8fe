/**
 * Ends connections when the server stops. Browsers open some ahead of need and send nothing on them; Node
 * counts those as busy, and a stop would wait for them for minutes.
 */
import { IncomingMessage, type Server, ServerResponse } from 'node:http';
import { type AddressInfo, Socket, isIP } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { hostname } from 'node:os';
import type { Config } from '../../config.ts';
import { createHash } from 'node:crypto';
import helmet, { type HelmetOptions } from 'helmet';

/** The headers that keep the page to itself: nothing but what is our own, in nobody's frame. */
type Served = Pick<Config, 'publicUrl' | 'ipLookupUrl' | 'tlsCert'>;

/**
 * The same for every answer, so that they are made once: helmet takes longer to make them than Fastify for all else.
 * @param webRoot the built client's folder; the scripts that stand in its page itself are allowed
 */
export function securityHeaders(served: Served, webRoot: string | null): Readonly<Record<string, string>> {
  const answer = new ServerResponse(new IncomingMessage(new Socket()));
  helmet(options(served, webRoot))(answer.req, answer, (error?: unknown) => {
    if (error) throw error;
  });
  const made = Object.entries(answer.getHeaders()).map(([name, value]) => [name, String(value)]);
  return { ...Object.fromEntries(made), 'permissions-policy': PERMISSIONS_POLICY };
}

function options({ publicUrl, ipLookupUrl, tlsCert }: Served, webRoot: string | null): HelmetOptions {
  const isHttps = tlsCert !== null || publicUrl?.startsWith('https:') === true;
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...inlineScripts(webRoot)],
        connectSrc: ["'self'", ...(ipLookupUrl === null ? [] : [new URL(ipLookupUrl).origin])],
        imgSrc: ["'self'", 'data:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        // No text becomes a script, but for the service worker's own address.
        requireTrustedTypesFor: ["'script'"],
        trustedTypes: ['punctual'],
      },
    },
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
    // Over http a browser ignores these with a complaint, and HSTS would lock people out of an address
    // without https.
    strictTransportSecurity: isHttps ? { maxAge: 365 * 86_400, includeSubDomains: false } : false,
    crossOriginOpenerPolicy: isHttps,
    originAgentCluster: isHttps,
  };
}

/** Each of them word for word, by its digest: what the page does before it is painted, and nothing else. */
function inlineScripts(webRoot: string | null): string[] {
  const page = webRoot === null ? '' : path.join(webRoot, 'index.html');
  const text = existsSync(page) ? readFileSync(page, 'utf8') : '';
  return [...text.matchAll(/<script>([^<]*)<\/script>/g)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
}

/** Location is asked for at a clock-in; nothing else of the device is. */
const PERMISSIONS_POLICY = 'geolocation=(self), camera=(), microphone=(), payment=(), usb=()';

/**
 * Where people reach the server. Told by its settings, never by a request: a forged Host must not stand in a
 * mail, where its link would lead to whoever forged it.
 */
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

/** Reading a body of JSON, which blocks everybody else's request while it is done. */
/** More than anything that is asked for has. */
const DEPTH_AT_MOST = 8;

/**
 * Whether objects and lists lie in each other deeper than in anything that is asked for: thousands of them take
 * longer to read than ten punches.
 */
export function isTooDeep(json: string): boolean {
  let depth = 0;
  let isText = false;
  for (let at = 0; at < json.length; at += 1) {
    const sign = json[at];
    if (isText && sign === '\\') at += 1;
    else if (sign === '"') isText = !isText;
    else if (isText) continue;
    else if (sign === '{' || sign === '[') depth += 1;
    else if (sign === '}' || sign === ']') depth -= 1;
    if (depth > DEPTH_AT_MOST) return true;
  }
  return false;
}

/** Fastify's own reading, but for what is too deep. */
export function readJsonBodies(app: FastifyInstance): void {
  const read = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (isTooDeep(body)) done(Object.assign(new Error('The body is nested too deep.'), { statusCode: 400 }));
    else void read(request, body, done);
  });
}

/** Serves the built web client: '/' is the page, everything else a file or nothing (spec §2). */
/** Vite puts a hash of the content into these files' names, so that they can be kept for ever. */
const HASHED = '/assets/';

/** @param webRoot the built client's folder; without one (in tests of the API) nothing is served */
export async function serveStaticFiles(app: FastifyInstance, webRoot: string | null): Promise<void> {
  if (webRoot === null || !existsSync(webRoot)) return;
  await app.register(fastifyStatic, {
    root: path.resolve(webRoot),
    preCompressed: true,
    cacheControl: false,
    dotfiles: 'ignore',
    setHeaders: (response, file) => {
      const isHashed = file.split(path.sep).join('/').includes(HASHED);
      response.setHeader('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
}

/** Requests that still run at a stop may take so long. */
const GRACE_MS = 5_000;
/** Requests that keep coming are waited for so long. */
const READ_WITHIN_MS = 1_000;

/** @returns what ends all connections without a request, and the others as soon as they are answered */
export function trackConnections(server: Server, isTls: boolean): () => Promise<void> {
  const idle = new Set<Socket>();
  let arrived = 0;
  let ending = false;
  server.on(isTls ? 'secureConnection' : 'connection', (socket: Socket) => {
    arrived += 1;
    idle.add(socket);
    socket.on('close', () => idle.delete(socket));
  });
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    arrived += 1;
    idle.delete(socket);
    response.on('close', () => {
      if (ending) socket.end();
      else if (!socket.destroyed) idle.add(socket);
    });
  });
  /** Until a turn of the event loop brings nothing: Node accepts one connection a turn. */
  const readWhatWasSent = async (): Promise<void> => {
    const until = performance.now() + READ_WITHIN_MS;
    await nextTurn();
    for (let before = -1; before < arrived && performance.now() < until;) {
      before = arrived;
      await nextTurn();
    }
  };
  return async () => {
    // A connection that is closed with a request unread is reset.
    await readWhatWasSent();
    ending = true;
    for (const socket of idle) socket.destroy();
    setTimeout(() => server.closeAllConnections(), GRACE_MS).unref();
  };
}
