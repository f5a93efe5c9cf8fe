import { toInstantText } from '#contract/wire';
import type { Context } from '../context.ts';
import { docsPage } from '../http/docs-page.ts';
import type { Handlers } from '../http/handlers.ts';
import { refuse } from '../http/refusal.ts';
import { openApiDocument } from '../http/openapi.ts';
import { hourlyLimit } from '../limiter.ts';
import { readSettings } from '../settings/queries.ts';
import { LOOK_EVERY_S, type Health } from './health.ts';

/** From one person; a browser whose connection comes and goes all day stays far below. */
const REPORTS_AN_HOUR = 60;

/** What concerns the installation as a whole, and nobody in particular. */
export function installationRoutes(
  { database, version, config, clock, log }: Context,
  health: Health,
): Handlers<'health' | 'openapi' | 'docs' | 'publicIp' | 'workplaceTime' | 'reportBrowserFailures'> {
  const reports = hourlyLimit(REPORTS_AN_HOUR);
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
      timeZone: (await readSettings(database.pool)).timeZone,
    }),
    reportBrowserFailures: async ({ input: { failures }, session }) => {
      const seconds = reports.consume(session().user.id);
      if (seconds > 0) return refuse('too_many_requests', { retryAfterSeconds: seconds });
      for (const { kind, code, at } of failures)
        log.warn(`A browser reports: ${kind} failed (${code}) at ${at}`);
      return { noted: failures.length };
    },
    publicIp: ({ address }) => ({ ip: address }),
  };
}
