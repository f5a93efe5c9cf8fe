/** Holds a pay period that was rebuilt from the ledger against what stands in its table. */
import { createHash } from 'node:crypto';
import { canonicalJson, type Json } from '../ledger/canonical.ts';
import { isErased, isProven, type Compared } from './compare.ts';
import type { PeriodRow } from './queries.ts';
import type { RebuiltPeriod } from './replay-periods.ts';

export function comparePeriod(rebuilt: RebuiltPeriod, row: PeriodRow): Compared {
  const erased = isErased(row.salt);
  const summary = rebuilt.closed?.summary ?? null;
  const same: Readonly<Record<string, boolean>> = {
    last: row.last === rebuilt.last,
    start_at: row.start_at === rebuilt.from,
    end_at: row.end_at === rebuilt.to,
    confirmed_at: row.confirmed_at === rebuilt.confirmedAt,
    objected_at: row.objected_at === rebuilt.objectedAt,
    closed_at: row.closed_at === (rebuilt.closed?.at ?? null),
    closed_by: row.closed_by === (rebuilt.closed?.by ?? null),
    reopened_at: row.reopened_at === (rebuilt.reopened?.at ?? null),
    reopened_by: row.reopened_by === (rebuilt.reopened?.by ?? null),
    reopenings: row.reopenings === rebuilt.reopenings,
    version: row.version === rebuilt.version,
    frozen_hash: (row.frozen_hash?.toString('hex') ?? null) === summary,
    frozen: (row.frozen === null ? null : hashOf(row.frozen)) === summary,
  };
  return {
    differing: [
      ...Object.keys(same).filter((column) => !same[column]),
      ...(['objection', 'closing_reason', 'reopening_reason'] as const).filter(
        (column) => !erased && !isProven(row.salt, rebuilt.digests[column], row[column]),
      ),
    ],
    isErased: erased,
  };
}

const hashOf = (frozen: Json): string => createHash('sha256').update(canonicalJson(frozen)).digest('hex');
