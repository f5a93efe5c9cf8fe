/** Reads what payroll is told of a closed period, and how the workplace hands it over. */
import type { PayrollPeriod, PayrollProfile } from '#contract/payroll';
import type { DayRange } from '#domain/time/workplace-day';
import { named, type Queryable } from '../../../platform/database/pool.ts';
import { refused, type Refused } from '../../../platform/refused.ts';
import { hashOfFrozen, type Frozen } from '../summaries.ts';

/** Of all for whom it is closed, named as the workplace was when the last of them was. */
export async function closedPeriod(
  tx: Queryable,
  { first, last }: DayRange,
): Promise<
  { readonly ok: true; readonly period: PayrollPeriod } | Refused<'payroll_not_closed' | 'payroll_altered'>
> {
  const rows = await named<{ frozen: Frozen; hash: Buffer }>(
    tx,
    'frozen_of_period',
    'SELECT frozen, frozen_hash AS hash FROM period WHERE first = $1 AND last = $2 AND is_closed ORDER BY closed_at, user_id',
    [first, last],
  );
  const latest = rows.at(-1)?.frozen;
  if (!latest) return refused('payroll_not_closed');
  if (rows.some(({ frozen, hash }) => !hashOfFrozen(frozen).hash.equals(hash)))
    return refused('payroll_altered');
  const { workplace, timeZone } = latest;
  const people = rows.map(({ frozen }) => frozen.person);
  return { ok: true, period: { workplace, timeZone, first, last, people } };
}

export interface StoredProfiles {
  readonly version: number;
  readonly profiles: PayrollProfile[];
}

/** As they were saved last; none, of version 0, before the first was. */
export async function readProfiles(tx: Queryable): Promise<StoredProfiles> {
  const [row] = await named<StoredProfiles>(
    tx,
    'payroll_profiles',
    'SELECT version, profiles FROM payroll_profiles',
  );
  return row ?? { version: 0, profiles: [] };
}
