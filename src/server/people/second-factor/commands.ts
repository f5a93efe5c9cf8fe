/** Each change of a second factor also writes a ledger row, which holds no secrets. */
import { createHash, randomUUID } from 'node:crypto';
import { RECOVERY_CODE_COUNT } from '#contract/security/second-factor';
import { MS_PER_MINUTE, type EpochMs } from '#domain/time/units';
import type { Queryable } from '../../platform/database/connection.ts';
import type { Database } from '../../platform/database/pool.ts';
import { inTransaction, type Transaction } from '../../platform/database/transaction.ts';
import { asTimestamp } from '../../platform/database/wire-types.ts';
import { refused } from '../../platform/refused.ts';
import { appendToLedger, lockChain } from '../../ledger/commands.ts';
import { FACTOR_CHANGES, refuseTooManySteps } from '../../ledger/queries.ts';
import type { LedgerEvent } from '../../ledger/entry.ts';
import { generatePassword } from '../credentials/passwords.ts';
import { newToken, tokenHash } from '../credentials/tokens.ts';
import { isOrWasAdmin, usersById } from '../employees/queries.ts';
import { factorsOf, findSecondStep, type Factor, type PendingSecondStep } from './queries.ts';

const PASSKEYS_AT_MOST = 10;

export type NewFactor = Omit<Factor, 'id' | 'addedAt' | 'usedAt'>;

/** The first factor also creates recovery codes. */
export const addFactor = (database: Database, at: EpochMs, factor: NewFactor) =>
  changeFactors(database, at, factor.userId, async (tx, record) => {
    const { userId, kind, name, key, counter, credentialId } = factor;
    const own = await factorsOf(tx, userId);
    if (own.filter((one) => one.kind === 'passkey').length >= PASSKEYS_AT_MOST && kind === 'passkey')
      return refused('passkeys_too_many');
    const tooMany = await refuseTooManySteps(tx, userId, at, FACTOR_CHANGES);
    if (tooMany) return tooMany;
    const text = `INSERT INTO second_factor (id, user_id, kind, name, key, counter, credential_id, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING RETURNING id`;
    const values = [randomUUID(), userId, kind, name, key, counter, credentialId, asTimestamp(at)];
    const [added] = await tx.run<{ id: string }>(text, values);
    if (!added) return refused('second_factor_exists');
    const made = own.length === 0 ? await replaceCodes(tx, userId) : undefined;
    const recorded = { id: added.id, kind, key: sha256(key) };
    await record({ kind: 'second_factor_added', data: { factor: recorded, codes: made?.digest } });
    return { ok: true, codes: made?.codes } as const;
  });

/** Succeeds even if the factor is already gone, but then writes nothing. */
export const removeFactor = (database: Database, at: EpochMs, userId: string, id: string) =>
  changeFactors(database, at, userId, async (tx, record) => {
    if (!(await factorsOf(tx, userId)).some((one) => one.id === id))
      return { ok: true, isUnchanged: true } as const;
    const tooMany = await refuseTooManySteps(tx, userId, at, FACTOR_CHANGES);
    if (tooMany) return tooMany;
    await tx.run('DELETE FROM second_factor WHERE id = $1', [id]);
    await record({ kind: 'second_factor_removed', data: { factor: { id } } });
    return { ok: true } as const;
  });

/** @param actor null for the command line */
export const resetFactors = (database: Database, at: EpochMs, actor: string | null, userId: string) =>
  changeFactors(database, at, userId, async (tx, record) => {
    const [user] = await usersById(tx, [userId]);
    if (!user) return refused('employee_not_found');
    if (actor !== null && (await isOrWasAdmin(tx, at, user))) return refused('command_line_only');
    if (!user.hasSecondFactor) return refused('second_factor_missing');
    await tx.run('DELETE FROM second_factor WHERE user_id = $1', [userId]);
    await record({ kind: 'second_factors_reset' }, actor);
    const [changed = user] = await usersById(tx, [userId]);
    return { ok: true, user: changed } as const;
  });

export const renewCodes = (database: Database, at: EpochMs, userId: string) =>
  changeFactors(database, at, userId, async (tx, record) => {
    if ((await factorsOf(tx, userId)).length === 0) return refused('second_factor_missing');
    const tooMany = await refuseTooManySteps(tx, userId, at, FACTOR_CHANGES);
    if (tooMany) return tooMany;
    const { codes, digest } = await replaceCodes(tx, userId);
    await record({ kind: 'recovery_codes_renewed', data: { codes: digest } });
    return { ok: true, codes } as const;
  });

type RecordChange = (event: LedgerEvent, actor?: string | null) => Promise<void>;

/** Locks the person's chain and runs `work`. The ledger's actor is the person, unless `work` names another. */
const changeFactors = <Done>(
  database: Database,
  at: EpochMs,
  userId: string,
  work: (tx: Transaction, record: RecordChange) => Promise<Done>,
) =>
  inTransaction(database, async (tx) => {
    await lockChain(tx, userId);
    return work(tx, async (event, actor = userId) => {
      await tx.run(APPLY_FACTOR_CHANGE, [userId, asTimestamp(at)]);
      await appendToLedger(tx, { chain: userId, at, actor, ...event });
    });
  });

/** Removing the last factor deletes the recovery codes. Known devices must prove a factor that is added later. */
const APPLY_FACTOR_CHANGE = `
  WITH factors AS (SELECT EXISTS (SELECT FROM second_factor WHERE user_id = $1) AS are_there),
  codes AS (DELETE FROM recovery_code USING factors WHERE user_id = $1 AND NOT are_there),
  devices AS (UPDATE known_device SET factor_at = NULL FROM factors WHERE user_id = $1 AND NOT are_there)
  UPDATE account SET has_second_factor = are_there, updated_at = $2, version = version + 1 FROM factors
  WHERE id = $1 AND has_second_factor <> are_there`;

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Accepts codes as people type them: in any case, with or without dashes. */
export const recoveryHash = (code: string): Buffer => tokenHash(code.toLowerCase().replace(/[^a-z0-9]/g, ''));

async function replaceCodes(tx: Transaction, userId: string) {
  const codes = Array.from({ length: RECOVERY_CODE_COUNT }, () => generatePassword());
  const hashes = codes.map(recoveryHash).toSorted((one, other) => one.compare(other));
  await tx.run('DELETE FROM recovery_code WHERE user_id = $1', [userId]);
  const text = 'INSERT INTO recovery_code (user_id, hash) SELECT $1, unnest($2::bytea[])';
  await tx.run(text, [userId, hashes]);
  return { codes, digest: sha256(Buffer.concat(hashes)) };
}

const STEP_LIFE_MS = 5 * MS_PER_MINUTE;

/** @returns the token that the client must send back; a passkey signs this token */
export async function storeSecondStep(tx: Queryable, now: EpochMs, step: PendingSecondStep): Promise<string> {
  const token = newToken();
  const text =
    'INSERT INTO second_step (token_hash, user_id, password_hash, expires_at) VALUES ($1, $2, $3, $4)';
  const values = [tokenHash(token), step.userId, step.passwordHash, asTimestamp(now + STEP_LIFE_MS)];
  await tx.run(text, values);
  return token;
}

/** Deletes a passkey's challenge. False if it was used before, has expired, or belongs to a password sign-in. */
export async function takeChallenge(tx: Queryable, now: EpochMs, token: Buffer): Promise<boolean> {
  const text =
    'DELETE FROM second_step WHERE token_hash = $1 AND user_id IS NULL AND expires_at > $2 RETURNING 1';
  return (await tx.run(text, [token, asTimestamp(now)])).length > 0;
}

export async function deleteExpiredSecondSteps(tx: Queryable, now: EpochMs): Promise<void> {
  const text = 'DELETE FROM second_step WHERE expires_at <= $1';
  await tx.run(text, [asTimestamp(now)]);
}

/** Proof of a second factor: a code's 30-second time step, a passkey's counter, or a recovery code. */
export type Proof = FactorProof | { readonly recovery: Buffer };
interface FactorProof {
  readonly factor: Pick<Factor, 'id'>;
  readonly counter: number;
}

interface SpentProof {
  readonly token: Buffer;
  readonly userId: string;
  readonly proof: Proof;
}

/** Marks the sign-in's second step and its proof as used. Refused if either was used before, on any server. */
export const spendProof = (database: Database, at: EpochMs, { token, userId, proof }: SpentProof) =>
  changeFactors(database, at, userId, async (tx, record) => {
    // Check the step under the lock of the chain: a concurrent request may have used the step.
    if (!(await findSecondStep(tx, token, at))) return refused('second_step_expired');
    const isSpent =
      'recovery' in proof ? spendCode(tx, at, userId, proof.recovery) : spendFactor(tx, at, proof);
    if (!(await isSpent)) return refused('second_step_wrong');
    if ('recovery' in proof) await record({ kind: 'recovery_code_used' });
    await tx.run('DELETE FROM second_step WHERE token_hash = $1', [token]);
    return { ok: true } as const;
  });

async function spendFactor(tx: Transaction, at: EpochMs, { factor, counter }: FactorProof) {
  // Most passkeys always send the counter 0, so accept 0 after 0. Other counters must rise.
  const text = `UPDATE second_factor SET counter = $2, last_used_at = $3
     WHERE id = $1 AND (counter < $2 OR greatest(counter, $2) = 0) RETURNING id`;
  const values = [factor.id, counter, asTimestamp(at)];
  return (await tx.run(text, values)).length > 0;
}

async function spendCode(tx: Transaction, at: EpochMs, userId: string, hash: Buffer): Promise<boolean> {
  const text =
    'UPDATE recovery_code SET used_at = $3 WHERE user_id = $1 AND hash = $2 AND used_at IS NULL RETURNING user_id';
  return (await tx.run(text, [userId, hash, asTimestamp(at)])).length > 0;
}
