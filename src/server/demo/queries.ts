import type { EpochMs } from '#domain/time/units';
import type { Queryable } from '../platform/database/connection.ts';
import { asTimestamp } from '../platform/database/wire-types.ts';

/** `isWhole`: the demo is complete, since its last step has deactivated the account with `lastEmail`. */
export async function readDemoTraces(tx: Queryable, lastEmail: string) {
  const [row] = await tx.run<{ employees: number; madeAt: EpochMs | null; isWhole: boolean }>(
    `SELECT count(*) FILTER (WHERE role = 'employee') AS employees, min(created_at) FILTER (WHERE role = 'admin') AS "madeAt",
       coalesce(bool_or(email = $1 AND NOT is_active), false) AS "isWhole"
     FROM account`,
    [lastEmail],
  );
  return row ?? { employees: 0, madeAt: null, isWhole: false };
}

export async function findDemoUserId(tx: Queryable, email: string): Promise<string> {
  const [row] = await tx.run<{ id: string }>('SELECT id FROM account WHERE email = $1', [email]);
  if (!row) throw new Error(`The demo has no account ${email}.`);
  return row.id;
}

export interface EndedEntry {
  readonly id: string;
  readonly clockIn: EpochMs;
  readonly clockOut: EpochMs;
  readonly breaks: readonly { readonly start: EpochMs; readonly end: EpochMs }[];
}

/** Ended entries that began in the half-open range, earliest first. */
export async function readEndedEntries(tx: Queryable, userId: string, from: EpochMs, to: EpochMs) {
  const rows = await tx.run<Omit<EndedEntry, 'breaks'> & { starts: EpochMs[]; ends: EpochMs[] }>(
    `SELECT e.id, e.clock_in AS "clockIn", e.clock_out AS "clockOut",
       ARRAY(SELECT started_at FROM counted_break b WHERE b.entry_id = e.id ORDER BY n) AS starts,
       ARRAY(SELECT ended_at FROM counted_break b WHERE b.entry_id = e.id ORDER BY n) AS ends
     FROM counted_entry e
     WHERE e.user_id = $1 AND e.clock_in >= $2 AND e.clock_in < $3 AND e.clock_out IS NOT NULL
     ORDER BY e.clock_in`,
    [userId, asTimestamp(from), asTimestamp(to)],
  );
  return rows.map(({ starts, ends, ...entry }) => ({
    ...entry,
    breaks: starts.map((start, n) => ({ start, end: ends[n] ?? start })),
  }));
}
