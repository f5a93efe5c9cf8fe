import type { EpochMs } from '#domain/time/units';
import type { Queryable } from '../../../platform/database/connection.ts';
import type { Transaction } from '../../../platform/database/transaction.ts';
import { asTimestamp } from '../../../platform/database/wire-types.ts';
import { appendToLedger, lockChain } from '../../../ledger/commands.ts';
import { SETTINGS_CHAIN } from '../../../ledger/entry.ts';

/** Advisory lock: two servers must not make two keys. */
const SIGNING_KEY_LOCK = 7_305_021;

export const lockSigningKey = async (tx: Transaction): Promise<void> =>
  void (await tx.query('SELECT pg_advisory_xact_lock($1)', [SIGNING_KEY_LOCK]));

export async function storeSigningKey(tx: Transaction, publicKey: Buffer, now: EpochMs): Promise<void> {
  await tx.run('INSERT INTO signing_key (public_key, since) VALUES ($1, $2)', [publicKey, asTimestamp(now)]);
  await recordSigningKey(tx, publicKey, now);
}

/** @param publicKey DER; null if a restored database has no key */
export const recordSigningKey = (tx: Transaction, publicKey: Buffer | null, at: EpochMs): Promise<void> =>
  appendToLedger(tx, {
    chain: SETTINGS_CHAIN,
    at,
    actor: null,
    kind: 'signing_key_kept',
    data: { publicKey: publicKey && publicKey.toString('hex') },
  });

/** False if the key was made before the ledger recorded keys. The next start then records the key. */
export async function isSigningKeyRecorded(tx: Transaction): Promise<boolean> {
  await lockChain(tx, SETTINGS_CHAIN);
  const rows = await tx.run(`SELECT FROM ledger WHERE chain = $1 AND kind = 'signing_key_kept' LIMIT 1`, [
    SETTINGS_CHAIN,
  ]);
  return rows.length > 0;
}

/** Public key (DER). Null before the first signature. */
export async function readSigningKey(tx: Queryable): Promise<Buffer | null> {
  const [row] = await tx.run<{ public_key: Buffer }>('SELECT public_key FROM signing_key');
  return row?.public_key ?? null;
}
