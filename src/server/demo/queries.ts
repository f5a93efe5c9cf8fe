/** Whether a database holds the demo, and of which day. */
import type { EpochMs } from '#domain/time';
import { named, type Queryable } from '../database/pool.ts';

export interface DemoTraces {
  readonly employees: number;
  /** When the demo's first admin was made: the demo was made on that day. Null when there is none. */
  readonly madeAt: EpochMs | null;
  /** The last step of the making was done. */
  readonly isWhole: boolean;
}

export async function demoTraces(tx: Queryable, lastEmail: string): Promise<DemoTraces> {
  const [row] = await named<{ employees: number; made_at: number | null; is_whole: boolean }>(
    tx,
    'demo_traces',
    `
    SELECT count(*) FILTER (WHERE role = 'employee') AS employees, min(created_at) FILTER (WHERE role = 'admin') AS made_at,
      coalesce(bool_or(email = $1 AND NOT is_active), false) AS is_whole
    FROM account`,
    [lastEmail],
  );
  return { employees: row?.employees ?? 0, madeAt: row?.made_at ?? null, isWhole: row?.is_whole ?? false };
}

/** @throws Error when nobody has this address */
export async function accountId(tx: Queryable, email: string): Promise<string> {
  const [row] = await named<{ id: string }>(tx, 'account_id', 'SELECT id FROM account WHERE email = $1', [
    email,
  ]);
  if (!row) throw new Error(`The demo has no account ${email}.`);
  return row.id;
}
