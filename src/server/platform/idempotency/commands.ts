/** Keeps what was answered, so that a request that is sent again is answered the same and done once. */
import type { ProblemCode } from '#contract/problems';
import type { EpochMs } from '#domain/time/units';
import { named, type Database, type Queryable } from '../database/pool.ts';
import type { Transaction } from '../database/transaction.ts';
import { asTimestamp } from '../database/wire-types.ts';
import { newestRecord } from '../../record/ledger/queries.ts';
import { refused, type Refused } from '../refused.ts';
import { findAnswer, type Asked } from './queries.ts';

const KEPT_MS = 48 * 3_600_000;

/** What a command answered when it was done; JSON. */
type Done = { readonly ok: true };

/**
 * Carries a command out, unless the same request was answered before: then with that answer.
 * @param command keeps its answer by `keepAnswer`, in its own transaction
 */
export async function once<Result extends Done | Refused<ProblemCode>>(
  { pool }: Pick<Database, 'pool'>,
  asked: Asked | undefined,
  command: () => Promise<Result>,
): Promise<Result | Refused<'request_id_reused'>> {
  if (!asked) return command();
  const before = await answerTo<Result>(pool, asked);
  if (before) return before;
  const result = await command().catch(lostRaceOrThrow);
  if (result?.ok) return result;
  // The same request may have come twice: the other one was quicker, and this one found its traces.
  const meanwhile = (await answerTo<Result>(pool, asked)) ?? result;
  if (!meanwhile) throw new Error('An answer was kept and is gone.');
  return meanwhile;
}

async function answerTo<Result>(
  tx: Queryable,
  asked: Asked,
): Promise<Result | Refused<'request_id_reused'> | undefined> {
  const found = await findAnswer(tx, asked);
  if (!found) return undefined;
  return found.fingerprint.equals(asked.fingerprint)
    ? (JSON.parse(found.response) as Result)
    : refused('request_id_reused');
}

/** Keeps the answer of a command that is about to be committed, and hands it on. */
export async function keepAnswer<Outcome extends Done>(
  tx: Transaction,
  asked: Asked | undefined,
  at: EpochMs,
  outcome: Outcome,
): Promise<Outcome> {
  if (asked)
    await named(
      tx,
      'keep_answer',
      `
      INSERT INTO request_answer (asked_by, request_id, fingerprint, response, created_at) VALUES ($1, $2, $3, $4, $5)`,
      [asked.by, asked.key, asked.fingerprint, JSON.stringify(outcome), asTimestamp(at)],
    );
  return outcome;
}

function lostRaceOrThrow(error: unknown): null {
  if (error instanceof Error && 'constraint' in error && error.constraint === 'request_answer_pkey')
    return null;
  throw error;
}

/**
 * Forgets answers after 48 h: no client retries for so long. By the age of the record where the clock is ahead
 * of it: a clock that has jumped makes no answer older, until somebody is recorded by it. Then those of a moment
 * ago seem old at once, and are kept until the next time, for requests that are on their way.
 * @param oldBefore what the time before returned; nothing is forgotten without
 * @returns answers from before that are old
 */
export async function forgetAnswers(
  tx: Queryable,
  now: EpochMs,
  oldBefore: EpochMs | undefined,
): Promise<EpochMs> {
  const old = Math.min(now, (await newestRecord(tx)) ?? now) - KEPT_MS;
  if (oldBefore !== undefined)
    await named(tx, 'forget_answers', 'DELETE FROM request_answer WHERE created_at < $1', [
      asTimestamp(Math.min(old, oldBefore)),
    ]);
  return old;
}
