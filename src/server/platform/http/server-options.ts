import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { IncomingMessage, type Server, ServerResponse } from 'node:http';
import { type AddressInfo, Socket, isIP } from 'node:net';
import { hostname } from 'node:os';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import helmet, { type HelmetOptions } from 'helmet';
import type { Config } from '../config.ts';
import type { Context } from '../context.ts';

type HeaderConfig = Pick<Config, 'publicUrl' | 'ipLookupUrl' | 'tlsCert'>;

/** Makes the headers once, at the start: helmet in each request would take longer than the rest of Fastify. */
export function securityHeaders(
  served: HeaderConfig,
  webRoot: string | null,
): Readonly<Record<string, string>> {
  const answer = new ServerResponse(new IncomingMessage(new Socket()));
  helmet(helmetOptions(served, webRoot))(answer.req, answer, (error?: unknown) => {
    if (error) throw error;
  });
  const made = Object.entries(answer.getHeaders()).map(([name, value]) => [name, String(value)]);
  return { ...Object.fromEntries(made), 'permissions-policy': PERMISSIONS_POLICY };
}

function helmetOptions(
  { publicUrl, ipLookupUrl, tlsCert }: HeaderConfig,
  webRoot: string | null,
): HelmetOptions {
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
        // Browsers refuse text as script. The policy 'punctual' allows only the service worker's address.
        requireTrustedTypesFor: ["'script'"],
        trustedTypes: ['punctual'],
      },
    },
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
    // Send these headers only over https: over http browsers warn, and HSTS would lock people out of an http address.
    strictTransportSecurity: isHttps ? { maxAge: 365 * 86_400, includeSubDomains: false } : false,
    crossOriginOpenerPolicy: isHttps,
    originAgentCluster: isHttps,
  };
}

function inlineScripts(webRoot: string | null): string[] {
  const page = webRoot === null ? '' : path.join(webRoot, 'index.html');
  const text = existsSync(page) ? readFileSync(page, 'utf8') : '';
  return [...text.matchAll(/<script>([^<]*)<\/script>/g)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
}

/** Pages may use only the location, for clock-ins; a kiosk the camera too, for cards. */
const PERMISSIONS_POLICY = 'geolocation=(self), camera=(), microphone=(), payment=(), usb=()';
const KIOSK_POLICY = PERMISSIONS_POLICY.replace('camera=()', 'camera=(self)');

/**
 * Returns the server's own URL. Reads no request: a forged Host header could get into a mail's link.
 * @param taken address on which the server listens: it has the real port if PORT is 0
 */
export function listeningAddress(
  { host, port, tlsCert }: Pick<Config, 'host' | 'port' | 'tlsCert'>,
  taken: AddressInfo | string | null,
): string {
  const number = taken !== null && typeof taken === 'object' ? taken.port : port;
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `${tlsCert === null ? 'http' : 'https'}://${name.includes(':') ? `[${name}]` : name}:${number}`;
}

type HostConfig = Pick<Config, 'host' | 'publicUrl' | 'tlsCert' | 'allowedHosts'>;

/** Accepts our host names and all IP addresses, but no other name: it could be an attacker's (DNS rebinding). */
export function createHostCheck({
  host,
  publicUrl,
  tlsCert,
  allowedHosts,
}: HostConfig): (asked?: string) => boolean {
  // No check needed: the guard compares PUBLIC_URL with Origin, and browsers refuse a certificate for another name.
  if (publicUrl !== null || tlsCert !== null) return () => true;
  const machine = hostname().toLowerCase();
  const [short = machine] = machine.split('.');
  const names = new Set(['localhost', machine, short, host.toLowerCase(), ...allowedHosts]);
  return (asked) => {
    // Accept a missing Host: every browser sends one, and DNS rebinding needs a browser.
    if (asked === undefined) return true;
    const name = asked.toLowerCase().replace(/:\d+$/, '');
    return names.has(name) || isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0;
  };
}

/** Two Host headers are a risk: Node uses the first, but a proxy may have checked the second. */
export const namesTwoHosts = (rawHeaders: readonly string[]): boolean =>
  rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length > 1;

const DEPTH_AT_MOST = 8;

/** Whether JSON is nested too deeply: parsing thousands of levels takes longer than ten punches. */
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

export function readJsonBodies(app: FastifyInstance): void {
  const read = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (isTooDeep(body)) done(Object.assign(new Error('The body is nested too deep.'), { statusCode: 400 }));
    else void read(request, body, done);
  });
}

/** File names in this folder contain a hash of the content, so browsers may cache these files for ever. */
const HASHED = '/assets/';

/** There is a page for each language. @param webRoot folder of the built web client (spec §2); null serves nothing */
export async function serveStaticFiles(
  app: FastifyInstance,
  webRoot: string | null,
  languageOf: Context['languageOf'],
): Promise<void> {
  if (webRoot === null || !existsSync(webRoot)) return;
  await app.register(fastifyStatic, {
    root: path.resolve(webRoot),
    index: false,
    preCompressed: true,
    cacheControl: false,
    dotfiles: 'ignore',
    setHeaders: (response, file) => {
      const isHashed = file.split(path.sep).join('/').includes(HASHED);
      response.setHeader('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  const servePage = (url: string, name: string, headers: Readonly<Record<string, string>> = {}) =>
    app.route({
      method: ['GET', 'HEAD'],
      url,
      handler: (request, reply) => {
        const language = languageOf(request);
        const page = language === 'en' ? `${name}.html` : `${name}.${language}.html`;
        return reply.headers({ vary: 'Cookie', ...headers }).sendFile(page);
      },
    });
  servePage('/', 'index');
  servePage('/kiosk', 'kiosk', { 'permissions-policy': KIOSK_POLICY });
}

/** Milliseconds for running requests to end at a stop. */
const GRACE_MS = 5_000;
/** Milliseconds to read requests that were sent before the stop. */
const READ_WITHIN_MS = 1_000;

/** Returns a function that ends idle connections of browsers: at a stop Node would wait minutes for them. */
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
  /** Waits until a turn of the event loop brings no new connection or request. Node accepts one connection per turn. */
  const readWhatWasSent = async (): Promise<void> => {
    const until = performance.now() + READ_WITHIN_MS;
    await nextTurn();
    for (let before = -1; before < arrived && performance.now() < until;) {
      before = arrived;
      await nextTurn();
    }
  };
  return async () => {
    // First read requests that have arrived: closing a connection with an unread request would reset it.
    await readWhatWasSent();
    ending = true;
    for (const socket of idle) socket.destroy();
    setTimeout(() => server.closeAllConnections(), GRACE_MS).unref();
  };
}
