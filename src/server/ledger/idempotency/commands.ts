/** Stores answers by idempotency key: a retry changes nothing more and gets the same answer. */
import type { ProblemCode } from '#contract/problems';
import type { EpochMs } from '#domain/time/units';
import type { Queryable } from '../../platform/database/connection.ts';
import type { Database } from '../../platform/database/pool.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { asTimestamp } from '../../platform/database/wire-types.ts';
import { newestRecordTime } from '../queries.ts';
import { refused, type Refused } from '../../platform/refused.ts';
import type { Context } from '../../platform/context.ts';
import { type Json, canonicalJson } from '../canonical.ts';
import type { Session } from '../../platform/http/caller.ts';
import { createHash } from 'node:crypto';

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

const ANSWER_LIFE_MS = 48 * 3_600_000;

type Success = { readonly ok: true };

/** Sender of a command, its time, and the idempotency key that identifies a retry. */
export interface Sender {
  readonly at: EpochMs;
  readonly actor: string;
  readonly key?: IdempotencyKey | undefined;
}

/** Runs commands of signed-in people, each request once, and wakes the live feed. */
export const commandRunner =
  ({ database, clock, wake }: Pick<Context, 'database' | 'clock' | 'wake'>) =>
  async <Result extends Success | Refused<ProblemCode>>(
    { user: { id: actor } }: { readonly user: Pick<Session['user'], 'id'> },
    requestId: string | undefined,
    what: { readonly [key: string]: Json | undefined },
    command: (sender: Sender) => Promise<Result>,
  ): Promise<Result | Refused<'request_id_reused'>> => {
    const key = idempotencyKeyOf(actor, requestId, what);
    const done = await runIdempotent(database, key, () => command({ at: clock.now(), actor, key }));
    if (done.ok) wake();
    return done;
  };

/** Returns the earlier answer to this request, else runs the command, which stores its answer in its transaction. */
export async function runIdempotent<Result extends Success | Refused<ProblemCode>>(
  { pool }: Pick<Database, 'pool'>,
  key: IdempotencyKey | undefined,
  command: () => Promise<Result>,
): Promise<Result | Refused<'request_id_reused'>> {
  if (!key) return command();
  const before = await answerTo<Result>(pool, key);
  if (before) return before;
  const result = await command().catch(lostRaceOrThrow);
  if (result?.ok) return result;
  // Another copy of this request may have finished first. Then its answer is stored, and we return that.
  const meanwhile = (await answerTo<Result>(pool, key)) ?? result;
  if (!meanwhile) throw new Error('An answer was kept and is gone.');
  return meanwhile;
}

async function answerTo<Result>(tx: Queryable, key: IdempotencyKey) {
  const found = await findAnswer(tx, key);
  if (!found) return undefined;
  return found.fingerprint.equals(key.fingerprint)
    ? (JSON.parse(found.response) as Result)
    : refused('request_id_reused');
}

/** @throws Error if the key already has an answer */
export async function storeResponse<Outcome extends Success>(
  tx: Transaction,
  key: IdempotencyKey | undefined,
  at: EpochMs,
  outcome: Outcome,
): Promise<Outcome> {
  if (key)
    await tx.run(
      `INSERT INTO request_answer (asked_by, request_id, fingerprint, response, created_at) VALUES ($1, $2, $3, $4, $5)`,
      [key.by, key.digest, key.fingerprint, JSON.stringify(outcome), asTimestamp(at)],
    );
  return outcome;
}

function lostRaceOrThrow(error: unknown): null {
  if (error instanceof Error && 'constraint' in error && error.constraint === 'request_answer_pkey')
    return null;
  throw error;
}

/**
 * Deletes answers after 48 h. A clock that jumps ahead must not delete answers of current requests. So their age is
 * counted up to the newest ledger row, if that is before `now`, and old answers are deleted one round later.
 * @param oldBefore result of the previous round; nothing is deleted without it
 */
export async function deleteExpiredAnswers(
  tx: Queryable,
  now: EpochMs,
  oldBefore: EpochMs | undefined,
): Promise<EpochMs> {
  const old = Math.min(now, (await newestRecordTime(tx)) ?? now) - ANSWER_LIFE_MS;
  if (oldBefore !== undefined)
    await tx.run('DELETE FROM request_answer WHERE created_at < $1', [asTimestamp(Math.min(old, oldBefore))]);
  return old;
}
