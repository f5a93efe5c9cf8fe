/** Each change of a second factor is a ledger row, without secrets. */
import { createHash, randomUUID } from 'node:crypto';
import { RECOVERY_CODES } from '#contract/second-factor';
import { MS_PER_MINUTE, type EpochMs } from '#domain/time/units';
import { named, type Database, type Queryable } from '../../platform/database/pool.ts';
import { inTransaction, type Transaction } from '../../platform/database/transaction.ts';
import { asTimestamp } from '../../platform/database/wire-types.ts';
import { refused } from '../../platform/refused.ts';
import { appendToLedger, lockChain } from '../../record/ledger/commands.ts';
import type { LedgerEvent } from '../../record/ledger/entry.ts';
import { generatePassword } from '../credentials/passwords.ts';
import { newToken, tokenHash } from '../credentials/tokens.ts';
import { usersById } from '../employees/queries.ts';
import { factorsOf, findStep, type Factor, type PendingStep } from './queries.ts';

export type NewFactor = Pick<Factor, 'userId' | 'kind' | 'name' | 'key' | 'counter'>;

/** With the first factor come recovery codes. */
export async function addFactor(database: Database, at: EpochMs, factor: NewFactor) {
  const { userId, kind, name, key, counter } = factor;
  return inTransaction(database, async (tx) => {
    await lockChain(tx, userId);
    const isFirst = (await factorsOf(tx, userId)).length === 0;
    const [added] = await named<{ id: string }>(
      tx,
      'add_second_factor',
      `INSERT INTO second_factor (id, user_id, kind, name, key, counter, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING RETURNING id`,
      [randomUUID(), userId, kind, name, key, counter, asTimestamp(at)],
    );
    if (!added) return refused('second_factor_exists');
    const made = isFirst ? await replaceCodes(tx, userId) : undefined;
    await markAccount(tx, at, userId);
    const recorded = { id: added.id, kind, key: sha256(key) };
    await record(tx, at, userId, {
      kind: 'second_factor_added',
      data: { factor: recorded, codes: made?.digest },
    });
    return { ok: true, codes: made?.codes } as const;
  });
}

/** With the last factor go the recovery codes. A factor that is gone already is no fault. */
export async function removeFactor(database: Database, at: EpochMs, userId: string, id: string) {
  return inTransaction(database, async (tx) => {
    await lockChain(tx, userId);
    const text = 'DELETE FROM second_factor WHERE id = $1 AND user_id = $2 RETURNING id';
    const removed = await named(tx, 'remove_second_factor', text, [id, userId]);
    if (removed.length === 0) return;
    if ((await factorsOf(tx, userId)).length === 0) await forgetFactors(tx, userId);
    await markAccount(tx, at, userId);
    await record(tx, at, userId, { kind: 'second_factor_removed', data: { factor: { id } } });
  });
}

/** @param actor null for the command line */
export async function resetFactors(database: Database, at: EpochMs, actor: string | null, userId: string) {
  return inTransaction(database, async (tx) => {
    await lockChain(tx, userId);
    const [user] = await usersById(tx, [userId]);
    if (!user) return refused('employee_not_found');
    // Nobody takes over another administrator's account.
    if (actor !== null && user.role === 'admin') return refused('forbidden');
    if (!user.hasSecondFactor) return refused('second_factor_missing');
    await named(tx, 'remove_second_factors', 'DELETE FROM second_factor WHERE user_id = $1', [userId]);
    await forgetFactors(tx, userId);
    await markAccount(tx, at, userId);
    await appendToLedger(tx, { chain: userId, at, actor, kind: 'second_factors_reset' });
    const [changed = user] = await usersById(tx, [userId]);
    return { ok: true, user: changed } as const;
  });
}

export async function renewCodes(database: Database, at: EpochMs, userId: string) {
  return inTransaction(database, async (tx) => {
    await lockChain(tx, userId);
    if ((await factorsOf(tx, userId)).length === 0) return refused('second_factor_missing');
    const { codes, digest } = await replaceCodes(tx, userId);
    await record(tx, at, userId, { kind: 'recovery_codes_renewed', data: { codes: digest } });
    return { ok: true, codes } as const;
  });
}

/** One's own changes. */
const record = (tx: Transaction, at: EpochMs, userId: string, event: LedgerEvent): Promise<void> =>
  appendToLedger(tx, { chain: userId, at, actor: userId, ...event });

async function markAccount(tx: Transaction, at: EpochMs, userId: string): Promise<void> {
  await named(
    tx,
    'mark_second_factor',
    `UPDATE account SET has_second_factor = EXISTS (SELECT FROM second_factor WHERE user_id = $1), updated_at = $2, version = version + 1
     WHERE id = $1`,
    [userId, asTimestamp(at)],
  );
}

/** Also devices that need none: the next factor is asked for everywhere. */
async function forgetFactors(tx: Transaction, userId: string): Promise<void> {
  await named(tx, 'remove_recovery_codes', 'DELETE FROM recovery_code WHERE user_id = $1', [userId]);
  await named(tx, 'forget_own_devices', 'UPDATE known_device SET factor_at = NULL WHERE user_id = $1', [
    userId,
  ]);
}

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** As people type them: in any case, with or without dashes. */
export const recoveryHash = (code: string): Buffer => tokenHash(code.toLowerCase().replace(/[^a-z0-9]/g, ''));

async function replaceCodes(tx: Transaction, userId: string) {
  const codes = Array.from({ length: RECOVERY_CODES }, () => generatePassword());
  const hashes = codes.map(recoveryHash).toSorted((one, other) => one.compare(other));
  await named(tx, 'remove_recovery_codes', 'DELETE FROM recovery_code WHERE user_id = $1', [userId]);
  await named(
    tx,
    'keep_recovery_codes',
    'INSERT INTO recovery_code (user_id, hash) SELECT $1, unnest($2::bytea[])',
    [userId, hashes],
  );
  return { codes, digest: sha256(Buffer.concat(hashes)) };
}

const STEP_LIFE_MS = 5 * MS_PER_MINUTE;

/** @returns the token that the answer brings back */
export async function storeStep(tx: Queryable, now: EpochMs, step: PendingStep): Promise<string> {
  const token = newToken();
  await named(
    tx,
    'keep_second_step',
    'INSERT INTO second_step (token_hash, user_id, password_hash, expires_at) VALUES ($1, $2, $3, $4)',
    [tokenHash(token), step.userId, step.passwordHash, asTimestamp(now + STEP_LIFE_MS)],
  );
  return token;
}

export async function deleteExpiredSteps(tx: Queryable, now: EpochMs): Promise<void> {
  await named(tx, 'forget_second_steps', 'DELETE FROM second_step WHERE expires_at <= $1', [
    asTimestamp(now),
  ]);
}

/** What proves the second step: a code's time step, or a recovery code. */
export type Proof =
  | { readonly factor: Pick<Factor, 'id' | 'kind'>; readonly counter: number }
  | { readonly recovery: Buffer };

/** Whether step and proof had not been used. Several servers accept them once. */
export async function spendProof(
  database: Database,
  at: EpochMs,
  { token, userId, proof }: { readonly token: Buffer; readonly userId: string; readonly proof: Proof },
) {
  return inTransaction(database, async (tx) => {
    await lockChain(tx, userId);
    // Under the lock of the chain nobody else answers it meanwhile.
    if (!(await findStep(tx, token, at))) return refused('second_step_expired');
    const isUsed =
      'recovery' in proof ? spendCode(tx, at, userId, proof.recovery) : spendFactor(tx, at, proof);
    if (!(await isUsed)) return refused('second_step_wrong');
    await named(tx, 'take_second_step', 'DELETE FROM second_step WHERE token_hash = $1', [token]);
    return { ok: true } as const;
  });
}

async function spendFactor(
  tx: Transaction,
  at: EpochMs,
  { factor, counter }: Exclude<Proof, { recovery: Buffer }>,
) {
  const rows = await named(
    tx,
    'use_second_factor',
    `UPDATE second_factor SET counter = $2, last_used_at = $3 WHERE id = $1 AND counter < $2 RETURNING id`,
    [factor.id, counter, asTimestamp(at)],
  );
  return rows.length > 0;
}

async function spendCode(tx: Transaction, at: EpochMs, userId: string, hash: Buffer): Promise<boolean> {
  const rows = await named(
    tx,
    'use_recovery_code',
    'UPDATE recovery_code SET used_at = $3 WHERE user_id = $1 AND hash = $2 AND used_at IS NULL RETURNING user_id',
    [userId, hash, asTimestamp(at)],
  );
  if (rows.length === 0) return false;
  await record(tx, at, userId, { kind: 'recovery_code_used' });
  return true;
}
