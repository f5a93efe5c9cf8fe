/** The server itself: its health, its description, its time. */
import * as z from 'zod/mini';
import { BrowserFailures } from '../browser-failures.ts';
import { NightlyWork } from '../nightly.ts';
import { Instant } from '../records.ts';
import { SetUp } from '../set-up.ts';
import { LONG_LIMIT_MS, nothing, operation } from './route.ts';

export const installationOperations = {
  health: operation({
    summary: 'Whether punches work: something was written within 5 s, or an attempt at it succeeded.',
    input: nothing,
    output: z.strictObject({
      status: z.literal('ok'),
      version: z.string(),
      /** `clock`: records lie more than 60 s ahead of the server's clock. */
      warnings: z.array(z.enum(['clock'])),
    }),
  }),
  openapi: operation({
    summary: 'This document.',
    input: nothing,
    output: z.looseObject({ openapi: z.string() }),
  }),
  docs: operation({
    summary: 'This document for people.',
    input: nothing,
    output: z.string(),
    kind: 'text',
  }),
  publicIp: operation({
    summary: 'The address the server sees (the default IP_LOOKUP_URL).',
    input: z.strictObject({ format: z.optional(z.literal('json')) }),
    output: z.strictObject({ ip: z.string() }),
  }),
  reportBrowserFailures: operation({
    summary: 'Failures that the server never saw, for its log: kind, code and time only.',
    input: BrowserFailures,
    output: z.strictObject({ noted: z.int() }),
    refusals: ['too_many_requests'],
  }),
  setUp: operation({
    summary: 'How people reach this server, who is invited, and where its mails go.',
    input: nothing,
    output: SetUp,
  }),
  sendTestMail: operation({
    summary: 'Send a mail to my own address, to see that mails arrive.',
    input: nothing,
    output: z.strictObject({ by: z.enum(['mail', 'outbox']), to: z.string() }),
    refusals: ['too_many_requests', 'mail_unreachable', 'mail_sign_in_refused', 'mail_refused'],
    limitMs: LONG_LIMIT_MS,
  }),
  nightlyWork: operation({
    summary: 'What the last check of the record found, and when the newest backup was made.',
    input: nothing,
    output: NightlyWork,
  }),
  checkRecord: operation({
    summary: 'Begin a check of the record, unless one is under way.',
    input: nothing,
    output: NightlyWork,
  }),
  workplaceTime: operation({
    summary: "The server's time, and the workplace's time zone to show it in.",
    input: nothing,
    output: z.strictObject({ now: Instant, timeZone: z.string() }),
  }),
} as const;
