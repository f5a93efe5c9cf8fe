import { toInstantText } from '#contract/wire';
import { yearWithoutHolidays } from '#domain/expected/holidays';
import type { Context } from '../../platform/context.ts';
import { docsPage, openApiDocument } from '../../platform/http/openapi.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { Refusal, refuse } from '../../platform/http/refusal.ts';
import { sharedHourlyLimit } from '../../platform/database/shared-limiter.ts';
import { testLetter } from '../../platform/mail/letters.ts';
import { MailError } from '../../platform/mail/mailer.ts';
import { calendarOf } from '../../platform/calendars.ts';
import { plansOf } from '../expected/queries.ts';
import { readSettings, settingsPart } from '../settings/queries.ts';
import { type Health, CHECK_EVERY_S } from './commands.ts';
import { createHmac } from 'node:crypto';

const INVITATION_CODE_LENGTH = 22;

/** Derives the code from the installation's key, so no code is stored. A higher number makes earlier links invalid. */
export const invitationCode = (key: Buffer, number: number): string =>
  createHmac('sha256', key)
    .update(`invitation ${number}`)
    .digest('base64url')
    .slice(0, INVITATION_CODE_LENGTH);

/** Limit per person for reports of failed requests. Even a poor connection causes far fewer reports. */
const REPORTS_AN_HOUR = 60;

const TEST_MAILS_AN_HOUR = 20;

const MAIL_PROBLEMS = {
  unreachable: 'mail_unreachable',
  'sign-in': 'mail_sign_in_refused',
  refused: 'mail_refused',
} as const;

export function installationRoutes(context: Context, health: Health) {
  const { database, version, config, clock, log, mailer } = context;
  const reports = sharedHourlyLimit(database.pool, 'browser reports', REPORTS_AN_HOUR);
  const testMails = sharedHourlyLimit(database.pool, 'test mails', TEST_MAILS_AN_HOUR);
  // Made on first request, to keep the start short.
  let document: ReturnType<typeof openApiDocument> | undefined;
  let page: string | undefined;
  return {
    health: async () => {
      const { part, isClockBehind } = await health.check();
      return part === null
        ? { status: 'ok', version, warnings: isClockBehind ? ['clock'] : [] }
        : refuse('unavailable', { part, retryAfterSeconds: CHECK_EVERY_S });
    },
    openapi: () => (document ??= openApiDocument(version, config.publicUrl)),
    docs: () => (page ??= docsPage(version)),
    workplaceTime: async () => ({
      now: toInstantText(clock.now()),
      timeZone: (await readSettings(database.pool)).zones,
    }),
    reportBrowserFailures: async ({ input: { failures }, session }) => {
      const seconds = await reports.consume(session().user.id);
      if (seconds > 0) return refuse('too_many_requests', { retryAfterSeconds: seconds });
      for (const { kind, code, at } of failures)
        log.warn(`A browser reports: ${kind} failed (${code}) at ${at}`);
      return { noted: failures.length };
    },
    setUp: async ({ reader }) => {
      const found = await reader().read({ settings: settingsPart });
      if (found instanceof Refusal) return found;
      const { registration, invitation } = found.settings;
      const { holidays } = await plansOf(context.database.pool, found.settings);
      const today = calendarOf(found.settings).dayAt(context.clock.now()).day;
      return {
        publicUrl: config.publicUrl,
        invitation: registration === 'invitation' ? context.invitation(invitation) : null,
        serverTimeZone: config.timeZone,
        yearWithoutHolidays: yearWithoutHolidays(holidays, today),
        mail: { host: mailer.host, from: mailer.from },
      };
    },
    sendTestMail: async ({ session }) => {
      const { id, email } = session().user;
      const seconds = await testMails.consume(id);
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
  } satisfies Partial<Handlers>;
}
