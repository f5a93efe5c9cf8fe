import type { CheckedInputOf } from '#contract/routes';
import { PAIRING_LETTERS } from '#domain/kiosk/identity';
import { MS_PER_MINUTE, type EpochMs } from '#domain/time/units';
import { randomInt } from 'node:crypto';
import { appendToLedger, lockChain } from '../../ledger/commands.ts';
import { SETTINGS_CHAIN } from '../../ledger/entry.ts';
import { storeResponse, type Sender } from '../../ledger/idempotency/commands.ts';
import type { Queryable } from '../../platform/database/connection.ts';
import type { Database } from '../../platform/database/pool.ts';
import { tryTransaction } from '../../platform/database/transaction.ts';
import { asTimestamp } from '../../platform/database/wire-types.ts';
import { orderedId } from '../../platform/ordered-id.ts';
import { refused } from '../../platform/refused.ts';
import { newToken, tokenHash } from '../credentials/tokens.ts';

const PAIRING_LIFE_MS = 10 * MS_PER_MINUTE;
const CODE_LENGTH = 8;

/** Makes a token for a browser, and the code by which an administrator makes that browser a kiosk. */
export async function startPairing(tx: Queryable, now: EpochMs) {
  const token = newToken();
  const code = Array.from(
    { length: CODE_LENGTH },
    () => PAIRING_LETTERS[randomInt(PAIRING_LETTERS.length)],
  ).join('');
  const until = now + PAIRING_LIFE_MS;
  await tx.run('INSERT INTO kiosk_pairing (token_hash, code_hash, expires_at) VALUES ($1, $2, $3)', [
    tokenHash(token),
    tokenHash(code),
    asTimestamp(until),
  ]);
  return { token, code, until };
}

export const deleteExpiredPairings = (tx: Queryable, now: EpochMs): Promise<object[]> =>
  tx.run('DELETE FROM kiosk_pairing WHERE expires_at <= $1', [asTimestamp(now)]);

/** Nothing counts as pressed there before this moment. */
export function addKiosk(
  database: Database,
  { at, actor, key }: Sender,
  { code, name, scope, options }: CheckedInputOf<'addKiosk'>,
) {
  return tryTransaction(database, async (tx) => {
    await lockChain(tx, SETTINGS_CHAIN);
    const [paired] = await tx.run<{ token: Buffer }>(
      'DELETE FROM kiosk_pairing WHERE code_hash = $1 AND expires_at > $2 RETURNING token_hash AS token',
      [tokenHash(code), asTimestamp(at)],
    );
    if (!paired) return refused('kiosk_code_unknown');
    const id = orderedId(at);
    await tx.run(
      `INSERT INTO kiosk (id, name, scope, options, token_hash, created_at, created_by, heard_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $6)`,
      [id, name, JSON.stringify(scope), JSON.stringify(options), paired.token, asTimestamp(at), actor],
    );
    const data = { kiosk: id, name };
    await appendToLedger(tx, { chain: SETTINGS_CHAIN, at, actor, kind: 'kiosk_added', data });
    return storeResponse(tx, key, at, { ok: true, id });
  });
}

export function saveKiosk(
  database: Database,
  { at, actor, key }: Sender,
  { id, version, name, scope, options }: CheckedInputOf<'saveKiosk'>,
) {
  return tryTransaction(database, async (tx) => {
    await lockChain(tx, SETTINGS_CHAIN);
    const text = 'SELECT version FROM kiosk WHERE id = $1 AND revoked_at IS NULL';
    const [known] = await tx.run<{ version: number }>(text, [id]);
    if (!known) return refused('kiosk_not_found');
    if (known.version !== version) return refused('kiosk_changed');
    await tx.run(
      'UPDATE kiosk SET name = $2, scope = $3, options = $4, version = version + 1 WHERE id = $1',
      [id, name, JSON.stringify(scope), JSON.stringify(options)],
    );
    const data = { kiosk: id, name };
    await appendToLedger(tx, { chain: SETTINGS_CHAIN, at, actor, kind: 'kiosk_changed', data });
    return storeResponse(tx, key, at, { ok: true, version: version + 1 });
  });
}

/** Succeeds even if the kiosk was revoked before, but then writes nothing. */
export function revokeKiosk(database: Database, { at, actor }: Sender, id: string) {
  return tryTransaction(database, async (tx) => {
    await lockChain(tx, SETTINGS_CHAIN);
    const text = 'SELECT name, revoked_at AS "revokedAt" FROM kiosk WHERE id = $1';
    const [known] = await tx.run<{ name: string; revokedAt: EpochMs | null }>(text, [id]);
    if (!known) return refused('kiosk_not_found');
    const { name, revokedAt } = known;
    if (revokedAt !== null) return { ok: true, name, revokedAt, isNew: false };
    await tx.run('UPDATE kiosk SET revoked_at = $2 WHERE id = $1', [id, asTimestamp(at)]);
    const data = { kiosk: id };
    await appendToLedger(tx, { chain: SETTINGS_CHAIN, at, actor, kind: 'kiosk_revoked', data });
    return { ok: true, name, revokedAt: at, isNew: true };
  });
}

/** @param isHeard whether the kiosk keeps no press: then it had none to send before this moment */
export const markSeen = (
  tx: Queryable,
  id: string,
  now: EpochMs,
  { isHeard, pageVersion }: { readonly isHeard: boolean; readonly pageVersion?: string },
): Promise<object[]> =>
  tx.run(
    `UPDATE kiosk SET seen_at = greatest(seen_at, $2), heard_at = CASE WHEN $3 THEN greatest(heard_at, $2) ELSE heard_at END,
       page_version = coalesce($4, page_version) WHERE id = $1`,
    [id, asTimestamp(now), isHeard, pageVersion ?? null],
  );
