/**
 * The punches: read, decide by the domain, write in one statement that re-checks what the decision stood on.
 */
import type pg from 'pg';
import type { Settings } from '#contract/records';
import type { EpochMs } from '#domain/time';
import type { PunchRefusal, TimeEntry } from '#domain/time-entry';
import type { Clock } from '../clock.ts';
import type { Limiter } from '../limiter.ts';
import { named, type Queryable } from '../database/pool.ts';
import { sql, type Sql } from '../database/sql.ts';
import type { Transaction } from '../database/transaction.ts';
import { asTimestamp } from '../database/wire-types.ts';
import { refused, type Refused } from '../refused.ts';
import { DEFAULTS_VERSION } from '../settings/loading.ts';
import { OverloadedError } from '../time-limit.ts';
import { fingerprintOf, planPunch, type PlannedPunch, type PunchRequest } from './plan.ts';
import { punchBasis } from './queries.ts';

export type Punched =
  | {
      readonly ok: true;
      /** The answer as it is stored, word for word, also for a repeated request id. */
      readonly response: string;
      /** The entry as it is now; absent when the request was answered before. */
      readonly recorded?: TimeEntry;
    }
  /** `not_signed_in`: deactivated meanwhile; `forbidden`: no employee any more. */
  | Refused<PunchRefusal | 'request_id_reused' | 'not_signed_in' | 'forbidden'>
  /** So many are enough for now. */
  | (Refused<'punches_too_many'> & { readonly waitSeconds: number; readonly timeZone: string });

/**
 * Somebody else's commit can come between reading and writing; for one employee that is rare, and ten times
 * in a row a fault.
 */
const ATTEMPTS = 10;

/**
 * One punch of one employee (spec §4). Takes the pool, since a lost race would abort a transaction.
 * @param defaults what it is judged by where the settings cannot be loaded; null loads them
 * @param limit counts by employee what is recorded; a repeated request id is answered, and never counts; null for no limit
 * @throws OverloadedError when others kept coming in between
 */
export async function punch(
  pool: pg.Pool,
  clock: Clock,
  request: PunchRequest,
  defaults: Settings | null,
  limit: Limiter | null,
): Promise<Punched> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const punched = await punchOnce(pool, clock, request, defaults, limit).catch(lostRaceOrThrow);
    if (punched?.ok && punched.recorded) limit?.count(request.userId);
    if (punched) return punched;
  }
  throw new OverloadedError('A punch lost every race.');
}

/**
 * Many punches of one employee in one transaction, for who is alone with them (the demo): one commit is
 * quicker than hundreds.
 * @throws Error when one is refused, or somebody else punches meanwhile
 */
export async function punchInTurn(
  tx: Transaction,
  requests: readonly { readonly at: EpochMs; readonly request: PunchRequest }[],
): Promise<void> {
  for (const { at, request } of requests) {
    const punched = await punchOnce(tx, { now: () => at }, request, null, null);
    if (!punched?.ok)
      throw new Error(`A ${request.punch} was not written: ${punched?.code ?? 'a lost race'}.`);
  }
}

/** @returns null when what was read no longer stands: to be read and decided again */
async function punchOnce(
  tx: Queryable,
  clock: Clock,
  request: PunchRequest,
  defaults: Settings | null,
  limit: Limiter | null,
): Promise<Punched | null> {
  const basis = await punchBasis(tx, request.userId, request.input.requestId, defaults);
  if (!basis?.isActive) return refused('not_signed_in');
  if (basis.role !== 'employee') return refused('forbidden');
  if (basis.answered) {
    const isSame = basis.answered.fingerprint.equals(fingerprintOf(request));
    return isSame ? { ok: true, response: basis.answered.response } : refused('request_id_reused');
  }
  const waitSeconds = limit?.waitFor(request.userId) ?? 0;
  if (waitSeconds > 0)
    return { ...refused('punches_too_many'), waitSeconds, timeZone: basis.settings.timeZone };
  const plan = planPunch(request, basis, clock.now());
  if (!plan.ok) return refused(plan.reason);
  const { planned } = plan;
  const name = defaults ? `${planned.punch}_by_defaults` : planned.punch;
  const rows = await named<{ n: number }>(tx, name, statementFor(planned));
  return rows.length === 1 ? { ok: true, response: planned.request.response, recorded: planned.entry } : null;
}

/** The same request at the same time, or another open entry: whoever comes second reads again. */
const RACED = new Set<unknown>(['request_answer_pkey', 'time_entry_one_open']);

function lostRaceOrThrow(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === '23505' && 'constraint' in error)
    if (RACED.has(error.constraint)) return null;
  throw error;
}

/**
 * Moves the end of the employee's chain if it is still where it was read; everything else hangs on that row.
 * All or nothing, in one commit.
 */
function statementFor(planned: PlannedPunch): Sql {
  const { userId, basis, entry, ledgerBody, notification, request } = planned;
  const at = asTimestamp(planned.at);
  return sql`
  WITH head AS (
    UPDATE ledger_head SET n = n + 1, hash = sha256(hash || convert_to((n + 1)::text || E'\\n' || ${ledgerBody}, 'UTF8'))
    WHERE chain = ${userId} AND n = ${basis.headN} ${settingsStand(basis.settingsVersion)}
    RETURNING n, hash
  ),
  ${entryStatement(planned, at)},
  ledgered AS (
    INSERT INTO ledger (chain, n, at, actor, kind, body, hash)
    SELECT ${userId}, head.n, ${at}, ${userId}, ${planned.punch}, ${ledgerBody}, head.hash FROM head
  ),
  notified AS (
    INSERT INTO activity_notification (id, type, severity, message, user_id, user_name, entry_id, at)
    SELECT ${notification.id}, ${notification.type}, ${notification.severity}, ${notification.message},
      ${userId}, ${planned.userName}, ${entry.id}, ${at} FROM head
  ),
  answered AS (
    INSERT INTO request_answer (asked_by, request_id, fingerprint, response, created_at)
    SELECT ${userId}, ${request.id}, ${request.fingerprint}, ${request.response}, ${at} FROM head
  )
  SELECT n FROM head`;
}

/** The settings are still those that were read; where they could not be loaded there is nothing to compare. */
const settingsStand = (version: number): Sql =>
  version === DEFAULTS_VERSION ? sql`` : sql`AND EXISTS (SELECT 1 FROM settings WHERE version = ${version})`;

/** What the punch does to the entry. */
function entryStatement({ punch: kind, userId, entry, salt }: PlannedPunch, at: string): Sql {
  switch (kind) {
    case 'clock_in':
      return sql`
  entered AS (
    INSERT INTO time_entry (id, user_id, clock_in, created_at, updated_at)
    SELECT ${entry.id}, ${userId}, ${at}, ${at}, ${at} FROM head
  ),
  detailed AS (
    INSERT INTO time_entry_detail (entry_id, ip_address, seen_address, location, notes, salt)
    SELECT ${entry.id}, ${entry.ipAddress}, ${entry.seenAddress}, ${entry.location}, ${entry.notes}, ${salt} FROM head
  )`;
    case 'break_start':
      return sql`
  touched AS (UPDATE time_entry SET updated_at = ${at} FROM head WHERE id = ${entry.id}),
  paused AS (
    INSERT INTO time_entry_break (entry_id, n, started_at) SELECT ${entry.id}, ${entry.breaks.length}, ${at} FROM head
  )`;
    case 'break_end':
      return sql`
  touched AS (UPDATE time_entry SET updated_at = ${at} FROM head WHERE id = ${entry.id}),
  resumed AS (
    UPDATE time_entry_break SET ended_at = ${at} FROM head WHERE entry_id = ${entry.id} AND ended_at IS NULL
  )`;
    case 'clock_out':
      return sql`
  ended AS (UPDATE time_entry SET clock_out = ${at}, updated_at = ${at} FROM head WHERE id = ${entry.id})`;
  }
}
