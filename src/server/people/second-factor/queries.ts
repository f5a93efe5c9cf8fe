import type { SecondFactors } from '#contract/second-factor';
import type { EpochMs } from '#domain/time/units';
import { named, type Queryable } from '../../platform/database/pool.ts';
import { asTimestamp } from '../../platform/database/wire-types.ts';

export interface Factor {
  readonly id: string;
  readonly userId: string;
  readonly kind: 'app';
  readonly name: string;
  readonly key: Buffer;
  readonly counter: number;
  readonly addedAt: EpochMs;
  readonly usedAt: EpochMs | null;
}

const FACTOR_COLUMNS = `id, user_id AS "userId", kind, name, key, counter, created_at AS "addedAt",
  last_used_at AS "usedAt"`;

export const factorsOf = (tx: Queryable, userId: string): Promise<Factor[]> =>
  named<Factor>(
    tx,
    'factors_of',
    `SELECT ${FACTOR_COLUMNS} FROM second_factor WHERE user_id = $1 ORDER BY created_at, id`,
    [userId],
  );

export async function secondFactorsOf(tx: Queryable, userId: string): Promise<SecondFactors> {
  const [row] = await named<{ left: number }>(
    tx,
    'recovery_codes_left',
    'SELECT count(*) AS left FROM recovery_code WHERE user_id = $1 AND used_at IS NULL',
    [userId],
  );
  return {
    factors: (await factorsOf(tx, userId)).map(({ id, kind, name, addedAt, usedAt }) => ({
      id,
      kind,
      name,
      addedAt: asTimestamp(addedAt),
      usedAt: usedAt === null ? null : asTimestamp(usedAt),
    })),
    recoveryCodesLeft: row?.left ?? 0,
  };
}

/** Apps whose secret another key sealed. @param keyId null before the first key */
export async function countForeignApps(tx: Queryable, keyId: Buffer | null): Promise<number> {
  const [row] = await named<{ count: number }>(
    tx,
    'count_foreign_apps',
    `SELECT count(*) FROM second_factor WHERE kind = 'app' AND substring(key FROM 1 FOR 8) IS DISTINCT FROM $1`,
    [keyId],
  );
  return row?.count ?? 0;
}

export interface PendingStep {
  readonly userId: string;
  /** The password that was right. */
  readonly passwordHash: string;
}

export async function findStep(tx: Queryable, token: Buffer, now: EpochMs): Promise<PendingStep | undefined> {
  const [row] = await named<PendingStep>(
    tx,
    'find_second_step',
    `SELECT user_id AS "userId", password_hash AS "passwordHash" FROM second_step
     WHERE token_hash = $1 AND expires_at > $2`,
    [token, asTimestamp(now)],
  );
  return row;
}
