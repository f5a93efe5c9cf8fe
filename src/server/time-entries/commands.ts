/**
 * The punches: read, decide by the domain, write in one statement that re-checks what the decision stood on.
 */
import type { EpochMs } from '#domain/time';
import { named, type Queryable } from '../database/pool.ts';
import { asTimestamp } from '../database/wire-types.ts';
import type { Clock } from '../clock.ts';
import { ReadyJson } from '../http/handlers.ts';
import { refuse, type Refusal } from '../http/refusal.ts';
import { OverloadedError } from '../time-limit.ts';
import { fingerprintOf, planPunch, type PlannedPunch, type PunchRequest } from './plan.ts';
import { punchBasis } from './queries.ts';

/**
 * Somebody else's commit can come between reading and writing; for one employee that is rare, and ten times
 * in a row a fault.
 */
const ATTEMPTS = 10;

/**
 * One punch of one employee (spec §4).
 * @param tx the pool; only who is alone with the employee may hand in a transaction, since a lost race would
 * abort it
 * @returns the answer as it is stored, word for word, also for a repeated request id; or why not: the current
 * state's refusal,
 *   `request_id_reused`, `not_signed_in` (deactivated meanwhile), `forbidden` (no employee any more)
 * @throws OverloadedError when others kept coming in between
 */
export async function punch(
  tx: Queryable,
  clock: Clock,
  request: PunchRequest,
): Promise<ReadyJson | Refusal> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const basis = await punchBasis(tx, request.userId, request.input.requestId);
    if (!basis?.isActive) return refuse('not_signed_in');
    if (basis.role !== 'employee') return refuse('forbidden');
    if (basis.answered) {
      const same = basis.answered.fingerprint.equals(fingerprintOf(request));
      return same ? new ReadyJson(basis.answered.response) : refuse('request_id_reused');
    }
    const plan = planPunch(request, basis, clock.now());
    if (!plan.ok) return refuse(plan.reason);
    if (await write(tx, plan.planned)) return new ReadyJson(plan.planned.request.response);
  }
  throw new OverloadedError('A punch lost every race.');
}

/**
 * Moves the end of the employee's chain if it is still where it was read; everything else hangs on that row.
 */
const HEAD = `
  head AS (
    UPDATE ledger_head SET n = n + 1, hash = sha256(hash || convert_to((n + 1)::text || E'\\n' || $6, 'UTF8'))
    WHERE chain = $1 AND n = $2 AND EXISTS (SELECT 1 FROM settings WHERE version = $3) RETURNING n, hash
  )`;
const REST = `
  ledgered AS (
    INSERT INTO ledger (chain, n, at, actor, kind, body, hash) SELECT $1, head.n, $4, $1, $5, $6, head.hash FROM head
  ),
  notified AS (
    INSERT INTO activity_notification (id, type, severity, message, user_id, user_name, entry_id, at)
    SELECT $7, $8, $9, $10, $1, $11, $12, $4 FROM head
  ),
  answered AS (
    INSERT INTO punch_request (user_id, request_id, fingerprint, response, created_at) SELECT $1, $13, $14, $15, $4 FROM head
  )
  SELECT n FROM head`;
const TOUCHED = `touched AS (UPDATE time_entry SET updated_at = $4 FROM head WHERE id = $12)`;

const STATEMENTS: Readonly<Record<PlannedPunch['punch'], { readonly name: string; readonly text: string }>> =
  {
    clock_in: {
      name: 'clock_in',
      text: `WITH ${HEAD},
      entered AS (INSERT INTO time_entry (id, user_id, clock_in, created_at, updated_at) SELECT $12, $1, $4, $4, $4 FROM head),
      detailed AS (INSERT INTO time_entry_detail (entry_id, ip_address, location, notes, salt) SELECT $12, $16, $17, $18, $19 FROM head),
      ${REST}`,
    },
    break_start: {
      name: 'break_start',
      text: `WITH ${HEAD}, ${TOUCHED},
      paused AS (INSERT INTO time_entry_break (entry_id, n, started_at) SELECT $12, $16, $4 FROM head),
      ${REST}`,
    },
    break_end: {
      name: 'break_end',
      text: `WITH ${HEAD}, ${TOUCHED},
      resumed AS (UPDATE time_entry_break SET ended_at = $4 FROM head WHERE entry_id = $12 AND ended_at IS NULL),
      ${REST}`,
    },
    clock_out: {
      name: 'clock_out',
      text: `WITH ${HEAD},
      left_off AS (UPDATE time_entry SET clock_out = $4, updated_at = $4 FROM head WHERE id = $12),
      ${REST}`,
    },
  };

/** False when the decision no longer stands: read again and decide again. All or nothing, in one commit. */
async function write(tx: Queryable, planned: PlannedPunch): Promise<boolean> {
  const { name, text } = STATEMENTS[planned.punch];
  try {
    const rows = await named<{ n: number }>(tx, name, text, [
      ...sharedValues(planned),
      ...ownValues(planned),
    ]);
    return rows.length === 1;
  } catch (error) {
    if (isUniqueViolation(error)) return false;
    throw error;
  }
}

const sharedValues = ({
  userId,
  userName,
  basis,
  at,
  entry,
  ledger,
  notification,
  request,
}: PlannedPunch): unknown[] => [
  userId,
  basis.headN,
  basis.settingsVersion,
  asTimestamp(at),
  ledger.kind,
  ledger.body,
  notification.id,
  notification.type,
  notification.severity,
  notification.message,
  userName,
  entry.id,
  request.id,
  request.fingerprint,
  request.response,
];

function ownValues({ punch: kind, entry, salt }: PlannedPunch): unknown[] {
  if (kind === 'clock_in') return [entry.ipAddress, entry.location, entry.notes, salt];
  return kind === 'break_start' ? [entry.breaks.length] : [];
}

/** The same request at the same time, or another open entry: whoever comes second reads again. */
const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '23505';

const ANSWERS_KEPT_MS = 48 * 3_600_000;

/** Forgets the stored answers of punches after 48 h: no client retries for so long. */
export async function forgetAnswers(tx: Queryable, now: EpochMs): Promise<void> {
  await named(tx, 'forget_answers', 'DELETE FROM punch_request WHERE created_at < $1', [
    asTimestamp(now - ANSWERS_KEPT_MS),
  ]);
}
