/** Holds a correction that was rebuilt from the ledger against what stands in its tables. */
import { canonicalJson } from '../ledger/canonical.ts';
import { comparedBy, type Compared } from './compare.ts';
import type { CorrectionRow } from './queries.ts';
import type { RebuiltCorrection } from './replay-corrections.ts';

export const compareCorrection = (rebuilt: RebuiltCorrection, row: CorrectionRow): Compared =>
  comparedBy(
    row.salt,
    {
      day: row.day === rebuilt.day,
      asked_by: row.asked_by === rebuilt.askedBy,
      asked_at: row.asked_at === rebuilt.askedAt,
      state: row.state === rebuilt.state,
      self_decided: row.self_decided === rebuilt.selfDecided,
      sent_back_by: row.sent_back_by === rebuilt.sentBackBy,
      decided_by: row.decided_by === rebuilt.decidedBy,
      decided_at: row.decided_at === rebuilt.decidedAt,
      version: row.version === rebuilt.version,
      correction_item:
        canonicalJson((row.items ?? []).map((item) => ({ ...item, gaveWay: gaveWayOf(item.gaveWay) }))) ===
        canonicalJson(
          rebuilt.items.map((item, index) => ({
            ...item,
            n: index + 1,
            gaveWay: rebuilt.gaveWay.get(item.entryId) ?? null,
          })),
        ),
    },
    {
      reason: [rebuilt.digests['reason'], row.reason],
      decision_reason: [rebuilt.digests['decisionReason'], row.decision_reason],
      objection: [rebuilt.digests['objection'], row.objection],
    },
  );

const instant = (text: string | null | undefined): number | null => (text ? Date.parse(text) : null);

/** A row of `counted_entry` as JSON; its instants have the offset of the session that wrote it. */
const gaveWayOf = (row: Readonly<Record<string, string | null>> | null) =>
  row && {
    id: row['id'],
    clockIn: instant(row['clock_in']),
    clockOut: instant(row['clock_out']),
    setAsideAt: instant(row['set_aside_at']),
    createdAt: instant(row['created_at']),
  };
