/** Holds a pay period that was rebuilt from the ledger against what stands in its table. */
import { createHash } from 'node:crypto';
import { canonicalJson, type Json } from '../ledger/canonical.ts';
import { comparedBy, type Compared } from './compare.ts';
import type { PeriodRow } from './queries.ts';
import type { RebuiltPeriod } from './replay-periods.ts';

export function comparePeriod(rebuilt: RebuiltPeriod, row: PeriodRow): Compared {
  const { digests } = rebuilt;
  const summary = rebuilt.closed?.summary ?? null;
  const same = {
    last: row.last === rebuilt.last,
    start_at: row.start_at === rebuilt.from,
    end_at: row.end_at === rebuilt.to,
    confirmed_at: row.confirmed_at === rebuilt.confirmedAt,
    confirmed_hash: (row.confirmed_hash?.toString('hex') ?? null) === rebuilt.confirmedFigures,
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
  return comparedBy(row.salt, same, {
    objection: [digests.objection, row.objection],
    closing_reason: [digests.closing_reason, row.closing_reason],
    reopening_reason: [digests.reopening_reason, row.reopening_reason],
  });
}

const hashOf = (frozen: Json): string => createHash('sha256').update(canonicalJson(frozen)).digest('hex');
