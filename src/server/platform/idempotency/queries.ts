import { createHash } from 'node:crypto';
import { canonicalJson, type Json } from '../../record/ledger/canonical.ts';
import { named, type Queryable } from '../database/pool.ts';

export interface IdempotencyKey {
  /** The account, or `NOBODY`. */
  readonly by: string;
  /** Digest of the request id, from which a temporary password can be derived: never store the id. */
  readonly digest: string;
  readonly fingerprint: Buffer;
}

/** Registrations have no account yet. */
export const NOBODY = '00000000-0000-0000-0000-000000000000';

/** @param what the request without passwords. @returns undefined without a request id: a retry is a new request */
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
 * Locks the answer, so that repeating it needs a commit. The commit fails on a database that accepts no writes, and
 * waits until a synchronous standby has the recorded change.
 */
export async function findAnswer(tx: Queryable, { by, digest }: Omit<IdempotencyKey, 'fingerprint'>) {
  const [row] = await named<{ fingerprint: Buffer; response: string }>(
    tx,
    'find_answer',
    'SELECT fingerprint, response FROM request_answer WHERE asked_by = $1 AND request_id = $2 FOR KEY SHARE',
    [by, digest],
  );
  return row;
}
