import type { SecondFactors } from '#contract/security/second-factor';
import type { EpochMs } from '#domain/time/units';
import { pick } from '../../platform/database/sql.ts';
import type { Queryable } from '../../platform/database/connection.ts';
import { asTimestamp } from '../../platform/database/wire-types.ts';

export interface Factor {
  readonly id: string;
  readonly userId: string;
  readonly kind: 'app' | 'passkey';
  readonly name: string;
  readonly key: Buffer;
  readonly counter: number;
  /** Null for an authenticator app; only passkeys have a credential id. */
  readonly credentialId: string | null;
  readonly addedAt: EpochMs;
  readonly usedAt: EpochMs | null;
}

const FACTOR_COLUMNS = `id, user_id AS "userId", kind, name, key, counter, credential_id AS "credentialId",
  created_at AS "addedAt", last_used_at AS "usedAt"`;

const FACTORS_OF = `SELECT ${FACTOR_COLUMNS} FROM second_factor WHERE user_id = $1 ORDER BY created_at, id`;
export const factorsOf = (tx: Queryable, userId: string): Promise<Factor[]> =>
  tx.run<Factor>(FACTORS_OF, [userId]);

export async function findPasskey(tx: Queryable, credentialId: string): Promise<Factor | undefined> {
  const text = `SELECT ${FACTOR_COLUMNS} FROM second_factor WHERE credential_id = $1`;
  const [passkey] = await tx.run<Factor>(text, [credentialId]);
  return passkey;
}

export async function secondFactorsOf(tx: Queryable, userId: string): Promise<SecondFactors> {
  const text = 'SELECT count(*) AS left FROM recovery_code WHERE user_id = $1 AND used_at IS NULL';
  const [row] = await tx.run<{ left: number }>(text, [userId]);
  return {
    factors: (await factorsOf(tx, userId)).map(({ addedAt, usedAt, ...factor }) => ({
      ...pick(factor, ['id', 'kind', 'name', 'credentialId']),
      addedAt: asTimestamp(addedAt),
      usedAt: usedAt === null ? null : asTimestamp(usedAt),
    })),
    recoveryCodesLeft: row?.left ?? 0,
  };
}

/** Counts apps whose secret was sealed by another key. @param keyId null before the first key */
export async function countForeignApps(tx: Queryable, keyId: Buffer | null): Promise<number> {
  const text = `SELECT count(*) FROM second_factor WHERE kind = 'app' AND substring(key FROM 1 FOR 8) IS DISTINCT FROM $1`;
  const [row] = await tx.run<{ count: number }>(text, [keyId]);
  return row?.count ?? 0;
}

/** Second step of a sign-in, not yet complete, or the challenge for a passkey. */
export interface PendingSecondStep {
  /** Null if the sign-in began without a password: only the passkey will tell who signs in. */
  readonly userId: string | null;
  /** Hash of the correct password. Null if the person signs in with only a passkey. */
  readonly passwordHash: string | null;
}

export async function findSecondStep(
  tx: Queryable,
  token: Buffer,
  now: EpochMs,
): Promise<PendingSecondStep | undefined> {
  const text = `SELECT user_id AS "userId", password_hash AS "passwordHash" FROM second_step
     WHERE token_hash = $1 AND expires_at > $2`;
  const [step] = await tx.run<PendingSecondStep>(text, [token, asTimestamp(now)]);
  return step;
}
