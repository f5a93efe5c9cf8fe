/** The headers that keep the page to itself: nothing but what is our own, in nobody's frame. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import path from 'node:path';
import helmet, { type HelmetOptions } from 'helmet';
import type { Config } from '../../config.ts';

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
