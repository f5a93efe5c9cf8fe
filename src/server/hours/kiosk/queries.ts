import type { KeptOutcome } from '#contract/kiosk/kiosk';
import type { EpochMs } from '#domain/time/units';
import type { Queryable } from '../../platform/database/connection.ts';
import { asTimestamp } from '../../platform/database/wire-types.ts';

/** Outcomes of those presses that have one, in their order. @param sender a kiosk, or a person on their own device */
export const keptOutcomes = (
  tx: Queryable,
  sender: string,
  presses: readonly { readonly requestId: string }[],
): Promise<KeptOutcome[]> =>
  tx.run<KeptOutcome>(
    `SELECT request_id AS "requestId", outcome, reason FROM kept_press
     WHERE sender = $1 AND request_id = ANY ($2::uuid[]) ORDER BY counter`,
    [sender, presses.map(({ requestId }) => requestId)],
  );

export async function countKeptSince(tx: Queryable, sender: string, since: EpochMs): Promise<number> {
  const text = 'SELECT count(*)::int AS count FROM kept_press WHERE sender = $1 AND received_at > $2';
  return (await tx.run<{ count: number }>(text, [sender, asTimestamp(since)]))[0]?.count ?? 0;
}
