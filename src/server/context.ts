/** What the rooms of a running server share. Handed to each room's routes; there are no globals. */
import type { Workplace } from '#contract/accounts';
import type { Settings } from '#contract/records';
import type { AfterAnswer } from './platform/async/deferred-work.ts';
import type { Clock } from './platform/clock.ts';
import type { Config } from './config.ts';
import type { Part } from './platform/database/parts.ts';
import type { Database } from './platform/database/pool.ts';
import type { Seal } from './record/ledger/position.ts';
import type { Log } from './platform/log.ts';
import type { Mailer } from './platform/mail/mailer.ts';
import type { Measures } from './platform/event-counters.ts';

/** The settings for reads and punches: the defaults while the stored ones cannot be loaded (spec §4). */
export interface SettingsSource {
  /** Null while the stored settings can be loaded. */
  readonly fallback: Settings | null;
  /** Call it within `withFallback`. */
  part(): Part<Settings>;
  read(): Promise<Settings>;
  /** Runs work on the settings, and again with the fallback if they are the reason of its failure. */
  withFallback<Result>(work: () => Promise<Result> | Result): Promise<Result>;
}

export interface Context {
  readonly config: Config;
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly mailer: Mailer;
  readonly afterAnswer: AfterAnswer;
  readonly measures: Measures;
  /** Where people reach the product: PUBLIC_URL, else where it listens. Without a slash at its end. */
  readonly address: () => string;
  readonly installationId: string;
  readonly workplace: () => Promise<Workplace>;
  readonly settings: SettingsSource;
  /** The part of the invitation link that lets somebody register, by the number that the settings hold. */
  readonly invitation: (number: number) => string;
  /** Of the cursors that admins are given. */
  readonly seal: Seal;
  /** Of the build, e.g. '1.6.4'. */
  readonly version: string;
  /** To be called after each commit that wrote to the ledger: the live feed is read at once, on all servers. */
  readonly wake: () => void;
  /** To be called after each commit of punches, and with the error of each that failed: whether they work. */
  readonly punched: (error?: unknown) => void;
  /** To be called after each commit that ended sessions: their streams are cut at once. */
  readonly sessionsChanged: () => void;
}
