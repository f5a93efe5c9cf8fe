import { problemMessage } from '#contract/problems';
import type { RouteName } from '#contract/routes';
import type { Settings } from '#contract/records';
import { toInstantText } from '#contract/wire';
import { presentPayRule } from '#domain/period/pay-period';
import { SETTINGS_DEFAULTS, defaultSettings, workplaceOf } from '#domain/settings/settings';
import { calendarOf } from '../calendars.ts';
import type { Context } from '../../context.ts';
import { isUnavailable } from '../../platform/database/unavailable.ts';
import { forLog } from '../../platform/log.ts';
import type { Call, Handler, Handlers } from '../../platform/http/handlers.ts';
import { ensureSettings } from './commands.ts';
import { MissingSettings, findSettings, readSettings } from './queries.ts';
import type { Workplace } from '#contract/accounts';
import type { Database } from '../../platform/database/pool.ts';
import { withinLimit } from '../../platform/async/deadline.ts';

/** Public data of the workplace, also for signed-out readers. */
/** The login screen waits no longer. */
const READ_WITHIN_MS = 500;

/** The last known value when it cannot be read. */
export function createWorkplace({ pool }: Pick<Database, 'pool'>): () => Promise<Workplace> {
  let known: Workplace = workplaceOf(SETTINGS_DEFAULTS);
  return async () => {
    try {
      const settings = await withinLimit(findSettings(pool), READ_WITHIN_MS);
      if (settings) known = workplaceOf(settings);
    } catch {
      // Other reads of the same request report the failure.
    }
    return known;
  };
}

/** Version of settings that are not stored. */
export const FALLBACK_VERSION = 0;

/**
 * Runs work on the settings; if they cannot be loaded but the database answers, again with the fallback (spec
 * §4).
 * @param work gets null first, and loads the settings itself
 */
export async function withFallbackSettings<Result>(
  { database, clock, config, log }: Pick<Context, 'database' | 'clock' | 'config' | 'log'>,
  work: (fallback: Settings | null) => Promise<Result>,
): Promise<Result> {
  try {
    return await work(null);
  } catch (error) {
    if (error instanceof MissingSettings || isUnavailable(error)) throw error;
    const why = await loadingFailure(database.pool);
    if (why === null) throw error;
    log.error(`${problemMessage('settings_load_failed')}: ${forLog(why)}`);
    const now = toInstantText(clock.now());
    return work({
      id: 'app-config',
      theme: 'light',
      ...defaultSettings(config.timeZone),
      zones: config.timeZone,
      ...presentPayRule([]),
      createdAt: now,
      updatedAt: now,
      version: FALLBACK_VERSION,
    });
  }
}

/** Null when they load and their time zone is valid. */
async function loadingFailure(pool: Context['database']['pool']): Promise<unknown> {
  try {
    calendarOf(await readSettings(pool));
    return null;
  } catch (error) {
    return isUnavailable(error) ? null : error;
  }
}

/** Recreates missing settings before answering (spec §7). */
export function restoringSettings(context: Context, handlers: Handlers): Handlers {
  const restoring =
    (handler: Handler<RouteName>): Handler<RouteName> =>
    async (call: Call<RouteName>) => {
      try {
        return await handler(call);
      } catch (error) {
        if (!(error instanceof MissingSettings)) throw error;
        await ensureSettings(context.database, context.clock, context.config.timeZone);
        context.log.warn('The settings were missing and were created from the defaults.');
        context.wake();
        return handler(call);
      }
    };
  return Object.fromEntries(
    Object.entries(handlers).map(([name, handler]) => [name, restoring(handler as Handler<RouteName>)]),
  ) as Handlers;
}
