import { toInstantText } from '#contract/wire';
import type { Context } from '../../context.ts';
import { docsPage, openApiDocument } from '../../platform/http/openapi.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { Refusal, refuse } from '../../platform/http/refusal.ts';
import { hourlyLimit } from '../../platform/rate-limiter.ts';
import { testLetter } from '../../platform/mail/letters.ts';
import { MailError } from '../../platform/mail/mailer.ts';
import { readSettings, settingsPart } from '../settings/queries.ts';
import { type Health, LOOK_EVERY_S } from './health.ts';
import { createHmac } from 'node:crypto';

/** Invitation links. */
/** 132 bits: nobody guesses it. */
const LENGTH = 22;

/**
 * What stands in the link. It is made anew each time, of the installation's own key, so that neither the settings nor
 * the ledger has it, and a number that counts on ends all former ones.
 */
export const invitationOf = (key: Buffer, number: number): string =>
  createHmac('sha256', key).update(`invitation ${number}`).digest('base64url').slice(0, LENGTH);

/** From one person; a browser whose connection comes and goes all day stays far below. */
const REPORTS_AN_HOUR = 60;

/** By one admin, who looks for the right settings. */
const TEST_MAILS_AN_HOUR = 20;

const MAIL_PROBLEMS = {
  unreachable: 'mail_unreachable',
  'sign-in': 'mail_sign_in_refused',
  refused: 'mail_refused',
} as const;

/** What concerns the installation as a whole, and nobody in particular. */
export function installationRoutes(
  context: Context,
  health: Health,
): Handlers<
  | 'health'
  | 'openapi'
  | 'docs'
  | 'publicIp'
  | 'workplaceTime'
  | 'reportBrowserFailures'
  | 'setUp'
  | 'sendTestMail'
> {
  const { database, version, config, clock, log, mailer } = context;
  const reports = hourlyLimit(REPORTS_AN_HOUR);
  const testMails = hourlyLimit(TEST_MAILS_AN_HOUR);
  // Made when they are first asked for: no start waits for them.
  let document: ReturnType<typeof openApiDocument> | undefined;
  let page: string | undefined;
  return {
    health: async () => {
      const { part, isClockBack } = await health.look();
      return part === null
        ? { status: 'ok', version, warnings: isClockBack ? ['clock'] : [] }
        : refuse('unavailable', { part, retryAfterSeconds: LOOK_EVERY_S });
    },
    openapi: () => (document ??= openApiDocument(version, config.publicUrl)),
    docs: () => (page ??= docsPage(version)),
    workplaceTime: async () => ({
      now: toInstantText(clock.now()),
      timeZone: (await readSettings(database.pool)).zones,
    }),
    reportBrowserFailures: async ({ input: { failures }, session }) => {
      const seconds = reports.consume(session().user.id);
      if (seconds > 0) return refuse('too_many_requests', { retryAfterSeconds: seconds });
      for (const { kind, code, at } of failures)
        log.warn(`A browser reports: ${kind} failed (${code}) at ${at}`);
      return { noted: failures.length };
    },
    setUp: async ({ asker }) => {
      const found = await asker().read({ settings: settingsPart(null) });
      if (found instanceof Refusal) return found;
      const { registration, invitation } = found.settings;
      return {
        publicUrl: config.publicUrl,
        invitation: registration === 'invitation' ? context.invitation(invitation) : null,
        serverTimeZone: config.timeZone,
        mail: { host: mailer.host, from: mailer.from },
      };
    },
    sendTestMail: async ({ session }) => {
      const { id, email } = session().user;
      const seconds = testMails.consume(id);
      if (seconds > 0) return refuse('too_many_requests', { retryAfterSeconds: seconds });
      try {
        await mailer.send(email, testLetter);
      } catch (error) {
        if (!(error instanceof MailError)) throw error;
        log.warn(error.message);
        return refuse(MAIL_PROBLEMS[error.reason]);
      }
      return { by: mailer.by, to: email };
    },
    publicIp: ({ address }) => ({ ip: address }),
  };
}
