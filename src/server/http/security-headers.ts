/**
 * The headers that keep the page to itself: scripts, styles and connections of our own only, in nobody's
 * frame.
 */
import type { FastifyHelmetOptions } from '@fastify/helmet';
import type { Config } from '../config.ts';

/** For `@fastify/helmet`. */
export function securityHeaders({
  publicUrl,
  ipLookupUrl,
  tlsCert,
}: Pick<Config, 'publicUrl' | 'ipLookupUrl' | 'tlsCert'>): FastifyHelmetOptions {
  const isHttps = tlsCert !== null || publicUrl?.startsWith('https:') === true;
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
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

/** Location is asked for at a clock-in; nothing else of the device is. */
export const PERMISSIONS_POLICY = 'geolocation=(self), camera=(), microphone=(), payment=(), usb=()';
