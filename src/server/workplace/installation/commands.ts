/** Finds out whether punches work: one check for all requests, at most every 3 s, and never a long wait. */
import { randomBytes, randomUUID } from 'node:crypto';
import type { EpochMs } from '#domain/time/units';
import type { Queryable } from '../../platform/database/connection.ts';
import type { Database } from '../../platform/database/pool.ts';
import { inTransaction, type Transaction } from '../../platform/database/transaction.ts';
import { isUnavailable, isDiskFull } from '../../platform/database/unavailable.ts';
import { asTimestamp } from '../../platform/database/wire-types.ts';
import { isRecordAhead } from '#domain/time/server-clock';
import type { Context } from '../../platform/context.ts';
import { toLogText } from '../../platform/log.ts';
import { newestRecordTime } from '../../ledger/queries.ts';
import { withinLimit, withoutDeadline } from '../../platform/async/deadline.ts';

/** Part of the system that a punch needs. The health check names the first part that fails. */
type PunchPart =
  | 'database'
  | 'sessions'
  | 'settings'
  | 'ledger'
  | 'time entries'
  | 'notifications'
  | 'answers';

const pingDatabase = async (tx: Queryable): Promise<void> => void (await tx.query('SELECT'));

/** Tries the writes of a clock-in, then rolls them back to a savepoint. The commit then fails on a full disk. */
const tryPunch = (database: Pick<Database, 'pool'>, now: EpochMs, begins: (part: PunchPart) => void) =>
  inTransaction(database, async (tx) => {
    const [at, id, chain] = [asTimestamp(now), randomUUID(), randomUUID()];
    begins('sessions');
    await tx.run('SELECT FROM session LIMIT 1');
    await tx.query('SAVEPOINT attempt');
    begins('settings');
    await trySettings(tx);
    begins('ledger');
    await tx.run(`INSERT INTO ledger_head (chain, n, hash) VALUES ($1, 0, '')`, [chain]);
    await tx.run(
      `INSERT INTO ledger (chain, n, at, actor, kind, body, hash) VALUES ($1, 1, $2, NULL, 'attempt', '{}', $3)`,
      [chain, at, randomBytes(32)],
    );
    begins('time entries');
    await tx.run(
      `INSERT INTO counted_entry (id, user_id, clock_in, created_at, updated_at)
       SELECT $1, id, $2, $2, $2 FROM account a WHERE role = 'admin' AND NOT EXISTS (
         SELECT FROM counted_entry WHERE user_id = a.id AND (clock_out IS NULL OR clock_out > $2)
       ) LIMIT 1`,
      [id, at],
    );
    await tx.run(
      `INSERT INTO time_entry_detail (entry_id, ip_address, notes, salt)
       SELECT id, '', '', $2 FROM counted_entry WHERE id = $1`,
      [id, randomBytes(16)],
    );
    begins('notifications');
    await tx.run(
      `INSERT INTO activity_notification (id, type, severity, message, user_id, user_name, at)
       SELECT $1, 'clock_in', 'info', '', id, name, $2 FROM account WHERE role = 'admin' LIMIT 1`,
      [id, at],
    );
    begins('answers');
    await tx.run(
      `INSERT INTO request_answer (asked_by, request_id, fingerprint, response, created_at)
       SELECT id, $1, '', '', $2 FROM account WHERE role = 'admin' LIMIT 1`,
      [id, at],
    );
    begins('database');
    await tx.query('ROLLBACK TO SAVEPOINT attempt');
  });

/** Throws if the settings are locked, since punches then fail. Ignores damaged settings, which have a fallback. */
async function trySettings(tx: Transaction): Promise<void> {
  try {
    await tx.run('SELECT FROM settings LIMIT 1');
  } catch (error) {
    if (isUnavailable(error)) throw error;
    await tx.query('ROLLBACK TO SAVEPOINT attempt');
  }
}

export const CHECK_EVERY_S = 3;
const RESULT_VALID_MS = CHECK_EVERY_S * 1_000;
/** Share of a request's time limit that the check may take: 1.5 s of 2.5 s. */
const SHARE_OF_LIMIT = 0.6;

interface HealthState {
  /** Part that fails; null if punches work. */
  readonly part: PunchPart | null;
  readonly isClockBehind: boolean;
}

export type Health = ReturnType<typeof createHealth>;

export function createHealth({
  database,
  clock,
  log,
  requestLimitMs,
}: Pick<Context, 'database' | 'clock' | 'log' | 'requestLimitMs'>) {
  let punchedAt = Number.NEGATIVE_INFINITY;
  let diskError: unknown;
  let checkedAt = Number.NEGATIVE_INFINITY;
  let part: PunchPart = 'database';
  let latest: Promise<HealthState> | undefined;
  let isChecking = false;
  const isRecent = (since: number): boolean => performance.now() - since < RESULT_VALID_MS;

  const check = async (): Promise<HealthState> => {
    try {
      const { health } = database;
      // Report the full disk that a recent punch found. A new try might still fit into an existing database page.
      if (isRecent(punchedAt) && diskError) throw diskError;
      if (isRecent(punchedAt)) await pingDatabase(health);
      else await tryPunch({ pool: health }, clock.now(), (started) => void (part = started));
      part = 'ledger';
      return { part: null, isClockBehind: isRecordAhead(await newestRecordTime(health), clock.now()) };
    } catch (error) {
      log.warn(`Punches do not work (${part}): ${toLogText(error)}`);
      return { part, isClockBehind: false };
    } finally {
      isChecking = false;
    }
  };

  return {
    /** Call after each batch of punches, with the error if the batch failed. For 3 s this result replaces a check. */
    reportPunches(error?: unknown): void {
      if (error !== undefined && !isDiskFull(error)) return;
      diskError = error;
      punchedAt = performance.now();
    },
    async check(): Promise<HealthState> {
      if (latest === undefined || (!isChecking && !isRecent(checkedAt))) {
        isChecking = true;
        // The result of a punch expires 3 s after the punch, not after this check.
        checkedAt = isRecent(punchedAt) ? punchedAt : performance.now();
        part = 'database';
        latest = withoutDeadline(check);
      }
      return withinLimit(latest, requestLimitMs * SHARE_OF_LIMIT).catch(() => ({
        part,
        isClockBehind: false,
      }));
    },
  };
}
