import { createHash } from 'node:crypto';
import { canonicalJson, type Json } from '../canonical.ts';
import type { Queryable } from '../../platform/database/connection.ts';

export interface IdempotencyKey {
  /** Id of the sender's account, or `NOBODY`. */
  readonly by: string;
  /** Digest of the request id. Never store the id itself: a temporary password can be derived from it. */
  readonly digest: string;
  readonly fingerprint: Buffer;
}

/** Stands for the account of senders without one, such as registrations. */
export const NOBODY = '00000000-0000-0000-0000-000000000000';

/** @param what the request without passwords. @returns undefined without a request id: then no retry is recognized */
export function idempotencyKeyOf(
  by: string,
  requestId: string | undefined,
  what: { readonly [key: string]: Json | undefined },
): IdempotencyKey | undefined {
  if (requestId === undefined) return undefined;
  return {
    by,
    digest: createHash('sha256').update(requestId).digest('hex').slice(0, 32),
    fingerprint: createHash('sha256').update(canonicalJson(what)).digest(),
  };
}

/**
 * Locks the row of a stored response, so that sending the response again needs a commit. Otherwise a retry could report
 * a change that a failover loses: the commit fails on a read-only database, and waits for a synchronous standby.
 */
export async function findAnswer(tx: Queryable, { by, digest }: Omit<IdempotencyKey, 'fingerprint'>) {
  const [row] = await tx.run<{ fingerprint: Buffer; response: string }>(
    'SELECT fingerprint, response FROM request_answer WHERE asked_by = $1 AND request_id = $2 FOR KEY SHARE',
    [by, digest],
  );
  return row;
}
