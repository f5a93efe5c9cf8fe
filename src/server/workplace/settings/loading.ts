import type { Workplace } from '#contract/accounts/accounts';
import type { Settings } from '#contract/records';
import { routes, type RouteName } from '#contract/routes';
import type { Route } from '#contract/route';
import { toInstantText } from '#contract/wire';
import { currentPayRule } from '#domain/period/pay-period';
import { SETTINGS_DEFAULTS, THEME, defaultSettings, workplaceOf } from '#domain/settings/settings';
import { MS_PER_MINUTE } from '#domain/time/units';
import { calendarOf } from '../../platform/calendars.ts';
import type { Context, SettingsSource } from '../../platform/context.ts';
import { withinLimit } from '../../platform/async/deadline.ts';
import type { QueryPart } from '../../platform/database/sql.ts';
import type { Database } from '../../platform/database/pool.ts';
import { isUnavailable } from '../../platform/database/unavailable.ts';
import type { Call, Handler, Handlers } from '../../platform/http/handlers.ts';
import { toLogText } from '../../platform/log.ts';
import { ensureSettings } from './commands.ts';
import { MissingSettings, findSettings, readSettings, settingsPart } from './queries.ts';

/** Milliseconds the login screen waits for the public settings. */
const READ_WITHIN_MS = 500;
/** Milliseconds for which the public settings are cached. Changes by other servers are seen only afterwards. */
const KNOWN_FOR_MS = 1_000;

/** Reads the public settings, also for signed-out people. If reading fails, uses the last known settings. */
export function createWorkplace({ pool }: Pick<Database, 'pool'>) {
  let lastKnown: Workplace = workplaceOf(SETTINGS_DEFAULTS);
  let knownUntil = 0;
  let cached: { readonly until: number; readonly value: Promise<Workplace> } | undefined;
  const load = async (): Promise<Workplace> => {
    try {
      const settings = await withinLimit(findSettings(pool), READ_WITHIN_MS);
      if (settings) lastKnown = workplaceOf(settings);
    } catch {
      // Read again next time. Other queries of the same request fail, too, and report the error.
      cached = undefined;
    }
    return lastKnown;
  };
  const read = (): Promise<Workplace> => {
    if (!cached || performance.now() >= cached.until)
      cached = { until: performance.now() + KNOWN_FOR_MS, value: load() };
    return cached.value;
  };
  return {
    read,
    /** Returns the last read settings without waiting. The next read follows after a minute, or when a page opens. */
    known: (): Workplace => {
      if (performance.now() >= knownUntil) {
        knownUntil = performance.now() + MS_PER_MINUTE;
        void read();
      }
      return lastKnown;
    },
    changed: (): void => void (cached = undefined),
  };
}

const FALLBACK_VERSION = 0;

/** False if the stored settings could not be loaded, so that the default settings apply. */
export const areSettingsStored = ({ version }: Pick<Settings, 'version'>): boolean =>
  version !== FALLBACK_VERSION;

/** Reads the stored settings. If they are damaged, uses the default settings (`fallback`) until they load again. */
export class SettingsWithFallback implements SettingsSource {
  readonly #context: Pick<Context, 'database' | 'clock' | 'config' | 'log'>;
  #fallback: Settings | null = null;

  constructor(context: Pick<Context, 'database' | 'clock' | 'config' | 'log'>) {
    this.#context = context;
  }

  get fallback(): Settings | null {
    return this.#fallback;
  }

  part(): QueryPart<Settings> {
    const fallback = this.#fallback;
    return fallback ? { columns: null, valueOf: () => fallback } : settingsPart;
  }

  read(): Promise<Settings> {
    return this.withFallback(() => this.#fallback ?? readSettings(this.#context.database.pool));
  }

  async withFallback<Result>(work: () => Promise<Result> | Result): Promise<Result> {
    if (this.#fallback) await this.#check();
    const fallback = this.#fallback;
    try {
      return await work();
    } catch (error) {
      if (fallback || error instanceof MissingSettings || isUnavailable(error)) throw error;
      await this.#check();
      if (!this.#fallback) throw error;
      return work();
    }
  }

  async #check(): Promise<void> {
    const { database, clock, config, log } = this.#context;
    const why = await loadingFailure(database.pool);
    this.#fallback = null;
    if (why === null) return;
    log.error(`Failed to load settings: ${toLogText(why)}`);
    const now = toInstantText(clock.now());
    this.#fallback = {
      id: 'app-config',
      theme: THEME,
      ...defaultSettings(config.timeZone),
      zones: config.timeZone,
      ...currentPayRule([]),
      createdAt: now,
      updatedAt: now,
      version: FALLBACK_VERSION,
      plansId: '',
    };
  }
}

/** Returns the error of damaged settings; null if they load, are missing, or the database is unavailable. */
async function loadingFailure(pool: Context['database']['pool']): Promise<unknown> {
  try {
    calendarOf(await readSettings(pool));
    return null;
  } catch (error) {
    return isUnavailable(error) || error instanceof MissingSettings ? null : error;
  }
}

/** Recreates missing settings before a route answers (spec §7). GET routes may use the fallback settings. */
export function withSettingsRestored(context: Context, handlers: Handlers): Handlers {
  const restoring =
    (name: RouteName, handler: Handler<RouteName>): Handler<RouteName> =>
    async (call: Call<RouteName>) => {
      const { method, kind }: Route = routes[name];
      const answer = () => handler(call);
      const isRead = method === 'GET' && kind !== 'stream';
      const answerOrFallback = () => (isRead ? context.settings.withFallback(answer) : answer());
      try {
        return await answerOrFallback();
      } catch (error) {
        if (!(error instanceof MissingSettings)) throw error;
        await ensureSettings(context.database, context.clock, context.config.timeZone);
        context.log.warn('The settings were missing and were created from the defaults.');
        context.wake();
        return answerOrFallback();
      }
    };
  return Object.fromEntries(
    Object.entries(handlers).map(([name, handler]) => [
      name,
      restoring(name as RouteName, handler as Handler<RouteName>),
    ]),
  ) as Handlers;
}
