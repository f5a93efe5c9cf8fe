import { randomBytes, randomUUID } from 'node:crypto';
import type { EpochMs } from '#domain/time/units';
import type { Queryable } from '../../platform/database/connection.ts';
import type { Database } from '../../platform/database/pool.ts';
import { inTransaction, type Transaction } from '../../platform/database/transaction.ts';
import { isUnavailable } from '../../platform/database/unavailable.ts';
import { asTimestamp } from '../../platform/database/wire-types.ts';

/** Part of the system that a punch needs. The health check names the first part that fails. */
export type PunchPart =
  | 'database'
  | 'sessions'
  | 'settings'
  | 'ledger'
  | 'time entries'
  | 'notifications'
  | 'answers';

export const pingDatabase = async (tx: Queryable): Promise<void> => void (await tx.query('SELECT'));

/** Tries the writes of a clock-in, then rolls them back to a savepoint. The commit then fails on a full disk. */
export const tryPunch = (database: Pick<Database, 'pool'>, now: EpochMs, begins: (part: PunchPart) => void) =>
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
