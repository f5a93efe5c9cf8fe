/** The server itself: its health, its description, its time. */
import * as z from 'zod/mini';
import { BrowserFailures } from '../browser-failures.ts';
import { Instant } from '../records.ts';
import { nothing, route } from './route.ts';

export const installationRoutes = {
  health: route({
    method: 'GET',
    path: '/api/health',
    access: 'public',
    summary: 'Whether the server and its database work.',
    input: nothing,
    output: z.strictObject({ status: z.literal('ok'), version: z.string() }),
    failure: 'unavailable',
  }),
  openapi: route({
    method: 'GET',
    path: '/api/openapi.json',
    access: 'public',
    summary: 'This document.',
    input: nothing,
    output: z.looseObject({ openapi: z.string() }),
  }),
  docs: route({
    method: 'GET',
    path: '/api/docs',
    access: 'public',
    summary: 'This document for people.',
    input: nothing,
    output: z.string(),
    kind: 'text',
  }),
  publicIp: route({
    method: 'GET',
    path: '/api/public-ip',
    access: 'public',
    summary: 'The address the server sees (the default IP_LOOKUP_URL).',
    input: z.strictObject({ format: z.optional(z.literal('json')) }),
    output: z.strictObject({ ip: z.string() }),
  }),
  reportBrowserFailures: route({
    method: 'POST',
    path: '/api/browser-failures',
    access: 'signed-in',
    summary: 'Failures that the server never saw, for its log: kind, code and time only.',
    input: BrowserFailures,
    output: z.strictObject({ noted: z.int() }),
    refusals: ['too_many_requests'],
  }),
  workplaceTime: route({
    method: 'GET',
    path: '/api/workplace-time',
    access: 'public',
    summary: "The server's time, and the workplace's time zone to show it in.",
    input: nothing,
    output: z.strictObject({ now: Instant, timeZone: z.string() }),
  }),
} as const;
