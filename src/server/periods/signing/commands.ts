/** Which key signs: its public half is kept, once for all servers of the database. */
import type { EpochMs } from '#domain/time';
import { named, type Queryable } from '../../database/pool.ts';
import type { Transaction } from '../../database/transaction.ts';
import { asTimestamp } from '../../database/wire-types.ts';

/** Any number nobody else uses, one for all servers: two of them must not make two keys. */
const SIGNING_KEY_LOCK = 7_305_021;

/** Until the transaction ends nobody else makes a key. */
export const lockSigningKey = async (tx: Transaction): Promise<void> =>
  void (await tx.query('SELECT pg_advisory_xact_lock($1)', [SIGNING_KEY_LOCK]));

/** @param publicKey DER */
export const keepSigningKey = async (tx: Transaction, publicKey: Buffer, now: EpochMs): Promise<void> =>
  void (await named(tx, 'keep_signing_key', 'INSERT INTO signing_key (public_key, since) VALUES ($1, $2)', [
    publicKey,
    asTimestamp(now),
  ]));

/** The public half, DER; null before the first file was signed. */
export async function readSigningKey(tx: Queryable): Promise<Buffer | null> {
  const [row] = await named<{ public_key: Buffer }>(tx, 'signing_key', 'SELECT public_key FROM signing_key');
  return row?.public_key ?? null;
}
