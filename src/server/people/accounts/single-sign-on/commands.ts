import type { EpochMs } from '#domain/time/units';
import type { Queryable } from '../../../platform/database/connection.ts';
import type { Database } from '../../../platform/database/pool.ts';
import { inTransaction, type Transaction } from '../../../platform/database/transaction.ts';
import { asTimestamp } from '../../../platform/database/wire-types.ts';
import { appendToLedger, lockChain } from '../../../ledger/commands.ts';
import { saltedDigest } from '../../../ledger/entry.ts';
import {
  conflictOrThrow,
  insertAccount,
  ledgerSaltOf,
  type NewAccount,
} from '../../employees/account-commands.ts';
import { issueEmployeeId, recordNewEmployee } from '../commands.ts';
import type { Identity } from './provider.ts';

export async function findConnectedAccountId(
  tx: Queryable,
  { issuer, subject }: Identity,
): Promise<string | null> {
  const text = 'SELECT account FROM identity WHERE issuer = $1 AND subject = $2';
  const [row] = await tx.run<{ account: string }>(text, [issuer, subject]);
  return row?.account ?? null;
}

/** Also writes the connection to the ledger. False if the identity already has an account. */
export const connectIdentity = (database: Database, at: EpochMs, identity: Identity, userId: string) =>
  inTransaction(database, async (tx) => {
    await lockChain(tx, userId);
    return writeIdentity(tx, at, identity, userId);
  });

async function writeIdentity(tx: Transaction, at: EpochMs, { issuer, subject }: Identity, userId: string) {
  const rows = await tx.run(
    `INSERT INTO identity (issuer, subject, account, linked_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT DO NOTHING RETURNING account`,
    [issuer, subject, userId, asTimestamp(at)],
  );
  if (rows.length === 0) return false;
  const digests = { subject: saltedDigest(await ledgerSaltOf(tx, userId), subject) };
  await appendToLedger(tx, {
    chain: userId,
    at,
    actor: userId,
    kind: 'identity_linked',
    data: { issuer, digests },
  });
  return true;
}

/** Refused if the address or the identity got an account meanwhile. */
export function registerIdentity(
  database: Database,
  at: EpochMs,
  identity: Identity,
  account: Pick<NewAccount, 'name' | 'email' | 'passwordHash' | 'awaitsApproval'>,
) {
  return inTransaction(database, async (tx) => {
    const employeeId = await issueEmployeeId(tx, at);
    const user = await insertAccount(tx, { ...account, employeeId, role: 'employee' }, at);
    await recordNewEmployee(tx, user, at);
    if (!(await writeIdentity(tx, at, identity, user.id))) throw new Error('The identity has an account.');
    return { ok: true, user } as const;
  }).catch(conflictOrThrow);
}
