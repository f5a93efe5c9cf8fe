/** Writes punches of different employees in one statement and one commit. */
import { PUNCHES } from '#domain/entry/time-entry';
import type { EpochMs } from '#domain/time/units';
import type { Queryable } from '../../platform/database/connection.ts';
import { asTimestamp } from '../../platform/database/wire-types.ts';
import { areSettingsStored } from '../../workplace/settings/loading.ts';
import type { PlannedPunch } from './planned-punch.ts';
import { IS_PAIRED, IS_SIGNED_IN } from './queries.ts';

export interface PunchToWrite {
  readonly planned: PlannedPunch;
  /** Hash of the session's token; null at a kiosk and for the demo, which have no session. */
  readonly session: Buffer | null;
}

export interface WritingOptions {
  readonly now: EpochMs;
  readonly idleBefore: EpochMs;
  /** True: wait for locked chains. False: skip the punches of people whose chain is locked. */
  readonly waits: boolean;
}

/**
 * Writes each punch unless its basis changed: head of the chain, settings, session, account, newest record,
 * idempotency key. Chains are locked in one order and skipped when held, so that servers cannot deadlock.
 * @param punches one per employee; all planned with the stored settings, or all with the defaults
 * @returns whether each was written, in order
 */
export async function writePunches(
  tx: Queryable,
  punches: readonly PunchToWrite[],
  { now, idleBefore, waits }: WritingOptions,
): Promise<boolean[]> {
  const byDefaults = punches.some(({ planned }) => !areSettingsStored(planned.basis.settings));
  const works = WRITE_KINDS.filter((work) => punches.some(({ planned }) => isOfKind(work, planned)));
  const { text, columns } = statementOf(works, waits, byDefaults);
  const inOrder = punches.toSorted((a, b) => (a.planned.userId < b.planned.userId ? -1 : 1));
  const rows = await tx.run<{ user_id: string }>(text, [
    asTimestamp(now),
    asTimestamp(idleBefore),
    ...columns.map(({ type, of }) => ENCODINGS[type].send(inOrder.map(of))),
  ]);
  const written = new Set(rows.map((row) => row.user_id));
  return punches.map(({ planned }) => written.has(planned.userId));
}

/** Sends a list a column: of batches of 32 or more, one `jsonb` takes 1.7 to 2.5 times the processor time. */
interface ParameterEncoding {
  send(values: readonly unknown[]): unknown;
  readonly list: (parameter: string) => string;
}
const listOf = (type: string) => (parameter: string) => `${parameter}::${type}[]`;

/** Separates the JSON texts of a list: JSON never contains this character unescaped. */
const JSON_SEPARATOR = '\u001E';
/** Joins values unescaped: the driver's double escaping is a punch's largest cost. Only free text needs escaping. */
const plain = (type: string): ParameterEncoding => ({
  send: (values) => `{${values.join(',')}}`,
  list: listOf(type),
});
const hexElement = (bytes: Buffer | null): string =>
  bytes === null ? 'NULL' : `"\\\\x${bytes.toString('hex')}"`;
const ENCODINGS = {
  uuid: plain('uuid'),
  uuid_or_null: {
    send: (values) => `{${values.map((value) => value ?? 'NULL').join(',')}}`,
    list: listOf('uuid'),
  },
  bigint: plain('bigint'),
  integer: plain('integer'),
  timestamptz: plain('timestamptz'),
  bytea: {
    send: (values) => `{${(values as (Buffer | null)[]).map(hexElement).join(',')}}`,
    list: listOf('bytea'),
  },
  text: { send: (values) => values, list: listOf('text') },
  /** Values consist of letters and '_' only, so they need no escaping. */
  word: plain('text'),
  json: {
    send: (values) => values.join(JSON_SEPARATOR),
    list: (parameter) => `string_to_array(${parameter}, chr(30))`,
  },
} as const satisfies Readonly<Record<string, ParameterEncoding>>;

interface Column {
  readonly name: string;
  readonly type: keyof typeof ENCODINGS;
  readonly of: (punch: PunchToWrite) => unknown;
  readonly works?: readonly WriteKind[];
}

/** `kept`: a kiosk kept the punch without a network, so that it is recorded later than it was made. */
const WRITE_KINDS = [...PUNCHES, 'set_aside', 'kiosk', 'kept'] as const;
type WriteKind = (typeof WRITE_KINDS)[number];
function isOfKind(work: WriteKind, { punch, setAside, kiosk, kept }: PlannedPunch): boolean {
  if (work === 'set_aside') return setAside !== undefined;
  if (work === 'kiosk') return kiosk !== undefined;
  return work === 'kept' ? kept !== undefined : punch === work;
}
const COLUMNS: readonly Column[] = [
  { name: 'user_id', type: 'uuid', of: ({ planned }) => planned.userId },
  { name: 'session', type: 'bytea', of: ({ session }) => session },
  { name: 'known_n', type: 'bigint', of: ({ planned }) => planned.basis.headN },
  { name: 'settings_version', type: 'integer', of: ({ planned }) => planned.basis.settings.version },
  {
    name: 'no_record_after',
    type: 'timestamptz',
    of: ({ planned: { latestAllowedRecord } }) =>
      latestAllowedRecord === null ? 'infinity' : asTimestamp(latestAllowedRecord),
  },
  { name: 'punch', type: 'word', of: ({ planned }) => planned.punch },
  { name: 'at', type: 'timestamptz', of: ({ planned }) => asTimestamp(planned.at) },
  { name: 'body', type: 'json', of: ({ planned }) => planned.ledgerBody },
  { name: 'entry_id', type: 'uuid', of: ({ planned }) => planned.entry.id },
  { name: 'user_name', type: 'text', of: ({ planned }) => planned.userName },
  { name: 'notification_id', type: 'uuid', of: ({ planned }) => planned.notification.id },
  { name: 'notification_salt', type: 'bytea', of: ({ planned }) => planned.notification.salt },
  { name: 'type', type: 'word', of: ({ planned }) => planned.notification.type },
  { name: 'severity', type: 'word', of: ({ planned }) => planned.notification.severity },
  { name: 'message', type: 'text', of: ({ planned }) => planned.notification.message },
  { name: 'request_id', type: 'uuid', of: ({ planned }) => planned.request.id },
  { name: 'fingerprint', type: 'bytea', of: ({ planned }) => planned.request.fingerprint },
  { name: 'response', type: 'json', of: ({ planned }) => planned.request.response },
  {
    name: 'break_n',
    type: 'integer',
    of: ({ planned }) => planned.entry.breaks.length,
    works: ['break_start', 'break_end'],
  },
  { name: 'ip_address', type: 'text', of: ({ planned }) => planned.entry.ipAddress, works: ['clock_in'] },
  { name: 'seen_address', type: 'text', of: ({ planned }) => planned.entry.seenAddress, works: ['clock_in'] },
  { name: 'location', type: 'text', of: ({ planned }) => planned.entry.location, works: ['clock_in'] },
  { name: 'notes', type: 'text', of: ({ planned }) => planned.entry.notes, works: ['clock_in'] },
  { name: 'salt', type: 'bytea', of: ({ planned }) => planned.salt, works: ['clock_in'] },
  { name: 'set_aside', type: 'uuid_or_null', of: ({ planned }) => planned.setAside, works: ['set_aside'] },
  { name: 'kiosk_id', type: 'uuid_or_null', of: ({ planned }) => planned.kiosk?.id, works: ['kiosk'] },
  {
    name: 'recorded_at',
    type: 'timestamptz',
    of: ({ planned }) => asTimestamp(planned.recordedAt),
    works: ['kept'],
  },
  { name: 'counter', type: 'bigint', of: ({ planned }) => planned.kept?.counter, works: ['kept'] },
];

const STEPS: readonly { readonly works: readonly WriteKind[]; readonly step: string }[] = [
  {
    works: ['set_aside'],
    step: `aside AS (
      UPDATE counted_entry e SET set_aside_at = head.at, updated_at = head.recorded_at FROM head WHERE e.id = head.set_aside
      RETURNING e.id
    )`,
  },
  {
    works: ['clock_in'],
    step: `detailed AS (
      INSERT INTO time_entry_detail (entry_id, ip_address, seen_address, location, notes, salt, kiosk_id)
      SELECT entry_id, ip_address, seen_address, location, notes, salt, kiosk_id FROM head WHERE punch = 'clock_in'
    )`,
  },
  {
    works: ['break_start', 'break_end'],
    step: `touched AS (
      UPDATE counted_entry e SET updated_at = head.recorded_at FROM head
      WHERE e.id = head.entry_id AND head.punch IN ('break_start', 'break_end')
    )`,
  },
  {
    works: ['break_start'],
    step: `paused AS (
      INSERT INTO counted_break (entry_id, n, started_at)
      SELECT entry_id, break_n, at FROM head WHERE punch = 'break_start'
    )`,
  },
  {
    works: ['break_end'],
    step: `resumed AS (
      UPDATE counted_break b SET ended_at = head.at FROM head
      WHERE b.entry_id = head.entry_id AND b.n = head.break_n AND head.punch = 'break_end'
    )`,
  },
  {
    works: ['clock_out'],
    step: `ended AS (
      UPDATE counted_entry e SET clock_out = head.at, updated_at = head.recorded_at FROM head
      WHERE e.id = head.entry_id AND head.punch = 'clock_out'
    )`,
  },
  // A kept punch is written alone, so that all rows are kept ones.
  {
    works: ['kept'],
    step: `kept AS (
      INSERT INTO kept_press (kiosk_id, request_id, counter, punch, user_id, claimed_at, received_at, outcome)
      SELECT kiosk_id, request_id, counter, punch, user_id, at, recorded_at, 'recorded' FROM head
    )`,
  },
];

/** Nobody can have two running entries: set aside the old one before inserting the new. */
const enterStep = (isAsideFirst: boolean): string => `entered AS (
    INSERT INTO counted_entry (id, user_id, clock_in, created_at, updated_at)
    SELECT entry_id, user_id, at, recorded_at, recorded_at FROM head
    WHERE punch = 'clock_in' ${isAsideFirst ? 'AND (SELECT count(*) FROM aside) IS NOT NULL' : ''}
  )`;

interface Statement {
  readonly text: string;
  readonly columns: readonly Column[];
}
const statements = new Map<string, Statement>();

/** Builds a statement for each combination of punches: unused SQL steps would cost as much as used ones. */
function statementOf(works: readonly WriteKind[], waits: boolean, byDefaults: boolean): Statement {
  const name = `write ${works.join(',')}${waits ? ' waits' : ''}${byDefaults ? ' defaults' : ''}`;
  const known = statements.get(name);
  if (known) return known;
  const isNeeded = (needed: readonly WriteKind[]): boolean => needed.some((work) => works.includes(work));
  const columns = COLUMNS.filter((column) => !column.works || isNeeded(column.works));
  const steps = STEPS.filter((step) => isNeeded(step.works)).map(({ step }) => step);
  if (isNeeded(['clock_in'])) steps.push(enterStep(isNeeded(['set_aside'])));
  const made = { text: textOf(columns, steps, waits, byDefaults), columns };
  statements.set(name, made);
  return made;
}

const MAY_SIGN_IN = '(NOT a.must_change_password AND (a.second_factor_by > $1::timestamptz) IS NOT false)';

/**
 * Advances the head of each chain that has not changed. All other steps use this updated row. Subqueries look rows
 * up by key: PostgreSQL would plan joins for ten punches, which could read too many rows.
 */
const textOf = (
  columns: readonly Column[],
  steps: readonly string[],
  waits: boolean,
  byDefaults: boolean,
): string => {
  const has = (column: string): boolean => columns.some(({ name }) => name === column);
  const recordedAt = has('recorded_at') ? '' : ', asked.at AS recorded_at';
  const kioskId = has('kiosk_id') ? '' : ', NULL::uuid AS kiosk_id';
  const isLetIn = has('kiosk_id')
    ? `CASE WHEN asked.kiosk_id IS NULL THEN ${MAY_SIGN_IN} ELSE ${IS_PAIRED} END`
    : MAY_SIGN_IN;
  return `
  WITH standing AS (
    SELECT asked.*${recordedAt}${kioskId} FROM unnest(${columns.map(({ type }, index) => ENCODINGS[type].list(`$${index + 3}`)).join(', ')})
      AS asked (${columns.map(({ name }) => name).join(', ')})
    CROSS JOIN LATERAL (
      SELECT FROM ledger_head h WHERE h.chain = asked.user_id AND h.n = asked.known_n
      FOR NO KEY UPDATE ${waits ? '' : 'SKIP LOCKED'}
    ) held
    WHERE (SELECT a.is_active AND a.role = 'employee' AND ${isLetIn} FROM account a WHERE a.id = asked.user_id)
      AND ${IS_SIGNED_IN('$1', '$2')}
      ${byDefaults ? '' : 'AND (SELECT version FROM settings WHERE one) = asked.settings_version'}
      AND coalesce((SELECT max(at) FROM ledger), '-infinity') <= asked.no_record_after
      AND (SELECT r.request_id FROM request_answer r WHERE r.asked_by = asked.user_id AND r.request_id = asked.request_id) IS NULL
  ),
  head AS (
    UPDATE ledger_head h SET n = h.n + 1, hash = sha256(h.hash || convert_to((h.n + 1)::text || E'\\n' || standing.body, 'UTF8'))
    FROM standing WHERE h.chain = standing.user_id
    RETURNING h.n, h.hash, standing.*
  ),
  ${steps.join(', ')},
  ledgered AS (
    INSERT INTO ledger (chain, n, at, actor, kind, body, hash)
    SELECT user_id, n, recorded_at, user_id, punch, body, hash FROM head
  ),
  notified AS (
    INSERT INTO activity_notification (id, type, severity, message, user_id, user_name, entry_id, at, salt)
    SELECT notification_id, type, severity, message, user_id, user_name, entry_id, recorded_at, notification_salt FROM head
  ),
  answered AS (
    INSERT INTO request_answer (asked_by, request_id, fingerprint, response, created_at)
    SELECT user_id, request_id, fingerprint, response, recorded_at FROM head
  )
  SELECT user_id FROM head`;
};
