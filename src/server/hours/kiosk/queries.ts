import type { KeptOutcome } from '#contract/kiosk/kiosk';
import type { Correction } from '#contract/corrections/corrections';
import type { Queryable } from '../../platform/database/connection.ts';
import { correctionsById } from '../corrections/record-queries.ts';

export const keptOutcomes = (
  tx: Queryable,
  kioskId: string,
  requestIds: readonly string[],
): Promise<KeptOutcome[]> =>
  tx.run<KeptOutcome>(
    `SELECT request_id AS "requestId", outcome, reason FROM kept_press WHERE kiosk_id = $1 AND request_id = ANY ($2::uuid[])`,
    [kioskId, requestIds],
  );

export interface KeptRequest extends Correction {
  readonly salt: Buffer;
}

/** Requests made of kept presses that nobody has decided yet. */
export async function undecidedKeptRequests(tx: Queryable, userId: string): Promise<KeptRequest[]> {
  const rows = await tx.run<{ id: string; salt: Buffer }>(
    `SELECT id, salt FROM correction WHERE user_id = $1 AND is_kept AND state = 'asked'`,
    [userId],
  );
  const salts = new Map(rows.map(({ id, salt }) => [id, salt]));
  const requests = await correctionsById(tx, [...salts.keys()]);
  return requests.flatMap((request) => {
    const salt = salts.get(request.id);
    return salt ? [{ ...request, salt }] : [];
  });
}
