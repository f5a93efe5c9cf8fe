/**
 * Writes a workplace of any size directly into the database, since the commands take minutes for half a million
 * punches. Rows lie in the order of their time, as punches leave them. The optional ledger has a realistic size, but
 * its hashes are not valid.
 */
import type { Connection } from '#server/platform/database/connection';
import type { EpochMs } from '#domain/time/units';

export interface Workplace {
  readonly people: number;
  readonly days: number;
  /** First instant of today, in a zone without summer time. */
  readonly midnight: EpochMs;
  readonly now: EpochMs;
  /** Adds a ledger as large as these punches would have left, but with hashes that are not valid. */
  readonly withLedger?: boolean;
}

/** A zone in which it is the afternoon now, so that most people are in. */
export function zoneOfAfternoon(now: EpochMs): string {
  const ahead = 14 - new Date(now).getUTCHours();
  return ahead >= 0 ? `Etc/GMT-${ahead}` : `Etc/GMT+${-ahead}`;
}

/** Makes a UUID of version 4, which the API requires. */
const ID = (what: string, of: string): string =>
  `overlay(overlay(md5('${what} ' || ${of}) PLACING '4' FROM 13) PLACING '8' FROM 17)::uuid`;
/** Makes a UUID of version 7, as punches do: ids of the same hour lie together in an index. */
const ORDERED_ID = (what: string, of: string, at: string): string =>
  `overlay(overlay(overlay(md5('${what} ' || ${of}) PLACING lpad(to_hex((extract(epoch FROM ${at}) * 1000)::bigint), 12, '0') FROM 1) PLACING '7' FROM 13) PLACING '8' FROM 17)::uuid`;
/** SQL for the id of a person by their number, counted from 1. */
export const personId = (number: string): string => ID('person', number);

/** Indexes that are dropped first and made again at the end, which is faster. */
const LATER = [
  'counted_entry_by_user',
  'counted_entry_by_clock_in',
  'counted_entry_by_clock_out',
  'activity_notification_by_time',
  'activity_notification_by_user',
  'activity_notification_by_type',
  'ledger_by_time',
  'ledger_by_transaction',
];

type Parameter = 'people' | 'days' | 'midnight' | 'now';

/** Statements in the order of their tables. `uses` names the values of $1, $2 and so on. */
const STEPS: readonly { readonly text: string; readonly uses: readonly Parameter[] }[] = [
  {
    uses: ['people', 'midnight'],
    text: `
    INSERT INTO account (id, email, password_hash, name, role, employee_id, department, hub, position, created_at, updated_at)
    SELECT ${ID('person', 'n')}, 'person' || n || '@example.com', 'none', 'Person ' || lpad(n::text, 5, '0'), 'employee', 'BENCH-' || n,
      CASE n % 3 WHEN 0 THEN 'Business Studio' WHEN 1 THEN 'Regulatory Reporting Studio' ELSE 'Corporate Services Studio' END,
      CASE n % 3 WHEN 0 THEN 'Core operations hub' WHEN 1 THEN 'Compliance Hub' ELSE 'Team & Office Experience Hub' END, 'Non-Lead',
      $2::timestamptz - interval '2 years', $2::timestamptz - interval '2 years'
    FROM generate_series(1, $1::int) n`,
  },
  {
    uses: [],
    text: `INSERT INTO ledger_head (chain, n, hash) SELECT id, 0, '' FROM account WHERE employee_id LIKE 'BENCH-%'`,
  },
  // One entry for each working day, except one day in twenty.
  {
    uses: ['people', 'days', 'midnight'],
    text: `
    INSERT INTO counted_entry (id, user_id, clock_in, clock_out, created_at, updated_at)
    SELECT ${ORDERED_ID('entry', "n || ' ' || k", 'came')}, ${ID('person', 'n')}, came, came + (450 + (n * 11 + k * 5) % 90) * interval '1 minute', came, came
    FROM generate_series(1, $2::int) k, generate_series(1, $1::int) n,
      LATERAL (SELECT $3::timestamptz - k * interval '1 day' + (520 + (n * 13 + k * 7) % 40) * interval '1 minute' + n % 60 * interval '1 second' AS came) c
    WHERE extract(isodow FROM $3::timestamptz - k * interval '1 day' + interval '12 hours') < 6 AND (n * 31 + k * 17) % 20 <> 0
    ORDER BY came`,
  },
  // Today: of ten people, six are in, one is on a break, one has left and two have not come yet.
  {
    uses: ['people', 'midnight', 'now'],
    text: `
    INSERT INTO counted_entry (id, user_id, clock_in, clock_out, created_at, updated_at)
    SELECT ${ORDERED_ID('today', 'n', 'came')}, ${ID('person', 'n')}, came, CASE WHEN n % 10 = 7 THEN $3::timestamptz - interval '5 minutes' END, came, came
    FROM generate_series(1, $1::int) n, LATERAL (SELECT least($2::timestamptz + (500 + n % 60) * interval '1 minute', $3::timestamptz - interval '10 minutes') AS came) c
    WHERE n % 10 < 8 ORDER BY came`,
  },
  {
    uses: [],
    text: `
    INSERT INTO time_entry_detail (entry_id, ip_address, location, notes, salt)
    SELECT id, '203.0.113.7', '{"latitude":27.7172,"longitude":85.324,"timestamp":"2026-01-01T00:00:00.000Z"}', '', decode(md5(id::text), 'hex') FROM counted_entry ORDER BY clock_in`,
  },
  {
    uses: ['now'],
    text: `
    INSERT INTO counted_break (entry_id, n, started_at, ended_at)
    SELECT id, 1, clock_in + interval '200 minutes', clock_in + interval '235 minutes' FROM counted_entry WHERE coalesce(clock_out, $1) > clock_in + interval '240 minutes'
    ORDER BY clock_in`,
  },
  {
    uses: ['people', 'now'],
    text: `
    INSERT INTO counted_break (entry_id, n, started_at) SELECT e.id, 2, $2::timestamptz - interval '4 minutes'
    FROM generate_series(1, $1::int) n JOIN counted_entry e ON e.user_id = ${ID('person', 'n')} AND e.clock_out IS NULL WHERE n % 10 = 6`,
  },
  {
    uses: [],
    text: `
    INSERT INTO activity_notification (id, type, severity, message, user_id, user_name, entry_id, at)
    SELECT md5(e.id::text || kind)::uuid, kind, CASE kind WHEN 'clock_in' THEN 'success' ELSE 'info' END, a.name || ' ' || kind, a.id, a.name, e.id, happened
    FROM counted_entry e JOIN account a ON a.id = e.user_id LEFT JOIN counted_break b ON b.entry_id = e.id AND b.n = 1,
      LATERAL (VALUES ('clock_in', e.clock_in), ('break_start', b.started_at), ('break_end', b.ended_at), ('clock_out', e.clock_out)) AS told (kind, happened)
    WHERE happened IS NOT NULL`,
  },
];

/** A row for each notification, as punches write them. */
const LEDGER = [
  `
    INSERT INTO ledger (chain, n, at, actor, kind, body, hash)
    SELECT user_id, row_number() OVER (PARTITION BY user_id ORDER BY at), at, user_id, type,
      '{"actor":"' || user_id || '","at":"' || at || '","chain":"' || user_id || '","data":{"digests":{"ipAddress":"' ||
        md5(id::text) || md5(entry_id::text) || '"},"entry":"' || entry_id || '","notification":"' || id || '"},"kind":"' || type || '"}',
      sha256(id::text::bytea)
    FROM activity_notification`,
  `UPDATE ledger_head h SET n = l.n FROM (SELECT chain, max(n) AS n FROM ledger GROUP BY chain) l WHERE l.chain = h.chain`,
];

/** @param owner must be able to disable foreign keys and triggers; the rows are consistent without them */
export async function fill(owner: Connection, workplace: Workplace): Promise<void> {
  const value = (name: Parameter): unknown =>
    name === 'midnight' || name === 'now' ? new Date(workplace[name]).toISOString() : workplace[name];
  const { rows } = await owner.query<{ definition: string }>(
    'SELECT indexdef AS definition FROM pg_indexes WHERE indexname = ANY ($1)',
    [LATER],
  );
  await owner.query('SET statement_timeout = 0');
  await owner.query('SET session_replication_role = replica');
  for (const index of LATER) await owner.query(`DROP INDEX IF EXISTS ${index}`);
  for (const { text, uses } of STEPS) await owner.query(text, uses.map(value));
  if (workplace.withLedger) for (const text of LEDGER) await owner.query(text);
  for (const { definition } of rows) await owner.query(definition);
  await owner.query('RESET session_replication_role');
  await owner.query('VACUUM ANALYZE');
}
