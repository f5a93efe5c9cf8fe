import * as z from 'zod/mini';
import { Instant } from '../records.ts';
import { LONG_REQUEST_MS, get, post } from '../route.ts';
import { BrowserFailures } from './browser-failures.ts';
import { NightlyWork, SetUp } from './set-up.ts';

export const installationRoutes = {
  health: get('/api/health', 'public', {
    summary: 'Whether punches work: something was written within 5 s, or an attempt at it succeeded.',
    failure: 'unavailable',
    output: z.strictObject({
      status: z.literal('ok'),
      version: z.string(),
      /** `clock`: records are over 60 s ahead of the server's clock. */
      warnings: z.array(z.enum(['clock'])),
    }),
  }),
  openapi: get('/api/openapi.json', 'public', {
    summary: 'This document.',
    output: z.looseObject({ openapi: z.string() }),
  }),
  docs: get('/api/docs', 'public', {
    summary: 'This document for people.',
    output: z.string(),
    kind: 'text',
  }),
  publicIp: get('/api/public-ip', 'public', {
    summary: 'The address the server sees (the default IP_LOOKUP_URL).',
    isRepeatable: false,
    input: z.strictObject({ format: z.optional(z.literal('json')) }),
    output: z.strictObject({ ip: z.string() }),
  }),
  reportBrowserFailures: post('/api/browser-failures', 'signed-in', {
    summary: 'Failures that the server never saw, for its log: kind, code and time only.',
    input: BrowserFailures,
    output: z.strictObject({ noted: z.int() }),
    refusals: ['too_many_requests'],
  }),
  setUp: get('/api/set-up', 'admin', {
    summary: 'How people reach this server, who is invited, and where its emails go.',
    output: SetUp,
  }),
  sendTestMail: post('/api/mail/test', 'admin', {
    summary: 'Send an email to my own address, to see that emails arrive.',
    failure: 'mail_failed',
    output: z.strictObject({ by: z.enum(['mail', 'outbox']), to: z.string() }),
    refusals: ['too_many_requests', 'mail_unreachable', 'mail_sign_in_refused', 'mail_refused'],
    limitMs: LONG_REQUEST_MS,
  }),
  nightlyWork: get('/api/nightly-work', 'admin', {
    summary: 'What the last check of the record found, and when the newest backup was made.',
    output: NightlyWork,
  }),
  checkRecord: post('/api/nightly-work/check', 'admin', {
    summary: 'Begin a check of the record, unless one is under way.',
    output: NightlyWork,
  }),
  workplaceTime: get('/api/workplace-time', 'public', {
    summary: "The server's time, and the workplace's time zone to show it in.",
    output: z.strictObject({ now: Instant, timeZone: z.string() }),
  }),
} as const;
