/** Services shared by all routes; there are no globals. */
import type { FastifyRequest } from 'fastify';
import type { Language } from '#texts/languages';
import type { Workplace } from '#contract/accounts/accounts';
import type { Settings } from '#contract/records';
import type { DeferredWork } from './async/background.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { QueryPart } from './database/sql.ts';
import type { Database } from './database/pool.ts';
import type { Seal } from './position.ts';
import type { Log } from './log.ts';
import type { Mailer } from './mail/mailer.ts';
import type { createByteSeal } from './byte-seal.ts';
import type { EventCounters } from './event-counters.ts';
import type { SecurityLog } from './security/commands.ts';

/** Uses defaults while the stored settings cannot be loaded (spec §4). */
export interface SettingsSource {
  /** Null while the stored settings can be loaded. */
  readonly fallback: Settings | null;
  /** Reads the settings as part of a query. Call this method within `withFallback`. */
  part(): QueryPart<Settings>;
  read(): Promise<Settings>;
  /** Runs `work`. If it fails because of the stored settings, runs `work` again with the fallback. */
  withFallback<Result>(work: () => Promise<Result> | Result): Promise<Result>;
}

export interface Context {
  readonly config: Config;
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly mailer: Mailer;
  readonly afterAnswer: DeferredWork;
  readonly measures: EventCounters;
  readonly security: SecurityLog;
  /** PUBLIC_URL or the listening address, without a trailing slash. */
  readonly address: () => string;
  readonly installationId: string;
  readonly workplace: () => Promise<Workplace>;
  /** The language that a person chose, which their browser sends with each request, else the workplace's. */
  readonly languageOf: (request: FastifyRequest) => Language;
  readonly settings: SettingsSource;
  /** Code of the invitation link with this number. */
  readonly invitation: (number: number) => string;
  /** Encrypts cursors of the live feed, so that browsers can neither read nor change them. */
  readonly seal: Seal;
  /** Encrypts data that a browser stores for us. Only a seal of the same purpose can open the data. */
  readonly sealFor: (purpose: string) => ReturnType<typeof createByteSeal>;
  readonly version: string;
  /** Time limit in ms for requests whose route has no limit of its own. */
  readonly requestLimitMs: number;
  /** Call after each commit to the ledger: all servers then read the live feed immediately. */
  readonly wake: () => void;
  /** Call after each batch of punches, with its error if it failed: health reports whether punches work. */
  readonly reportPunches: (error?: unknown) => void;
  /** Call after each commit that ended sessions: the live streams of these sessions are closed immediately. */
  readonly sessionsChanged: () => void;
}
