/** Writes a record of any size directly into the database: the commands take an hour for a million rows. */
import type { Connection } from '#server/platform/database/connection';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';
import { MS_PER_HOUR, MS_PER_MINUTE, type EpochMs } from '#domain/time/units';
import { ledgerBody, saltedDigest, withDigestedNames, type NewLedgerRow } from '#server/ledger/entry';

/** Ledger rows of an entry with one break. */
export const ROWS_AN_ENTRY = 4;
/** Lines of COPY that are sent at once. */
const BATCH = 1_000;

const COLUMNS = {
  account:
    'id, email, password_hash, name, role, department, position, hub, employee_id, created_at, updated_at, ledger_salt',
  ledger_head: 'chain, n, hash',
  ledger: 'chain, n, at, actor, kind, body, hash',
  counted_entry: 'id, user_id, clock_in, clock_out, created_at, updated_at',
  counted_break: 'entry_id, n, started_at, ended_at',
  time_entry_detail: 'entry_id, ip_address, seen_address, location, notes, salt',
} as const;
type Table = keyof typeof COLUMNS;
type Line = readonly [Table, ...(string | number | Buffer | null)[]];

export interface Size {
  /** E-mail addresses are `<prefix>1@example.com` and so on. */
  readonly prefix: string;
  readonly people: number;
  readonly entriesEach: number;
  readonly passwordHash: string;
  readonly before: EpochMs;
}

/** @param owner must be able to disable triggers; the rows are consistent without them */
export async function fillRecord(owner: Connection, size: Size): Promise<void> {
  await owner.query('SET statement_timeout = 0; SET session_replication_role = replica');
  for (let n = 1; n <= size.people; n += 1) {
    if (n % 50 === 1) await copy(owner, peopleFrom(n, Math.min(n + 49, size.people), size));
  }
  await owner.query('RESET session_replication_role');
  await owner.query('VACUUM ANALYZE');
}

async function copy(owner: Connection, lines: Iterable<Line>): Promise<void> {
  const texts = new Map<Table, string[]>();
  for (const [table, ...values] of lines) {
    const known = texts.get(table) ?? [];
    known.push(`${values.map(copyText).join('\t')}\n`);
    texts.set(table, known);
  }
  for (const [table, all] of texts)
    await pipeline(
      Readable.from(batches(all)),
      owner.query(copyFrom(`COPY ${table} (${COLUMNS[table]}) FROM STDIN`)),
    );
}

function* batches(lines: readonly string[]): Generator<string> {
  for (let from = 0; from < lines.length; from += BATCH) yield lines.slice(from, from + BATCH).join('');
}

const copyText = (value: string | number | Buffer | null): string =>
  value === null ? '\\N' : Buffer.isBuffer(value) ? `\\\\x${value.toString('hex')}` : String(value);

function* peopleFrom(first: number, last: number, size: Size): Generator<Line> {
  for (let n = first; n <= last; n += 1) yield* person(n, size);
}

function* person(number: number, { prefix, entriesEach, passwordHash, before }: Size): Generator<Line> {
  const [id, salt] = [randomUUID(), randomBytes(16)];
  const began = before - (entriesEach + 1) * 24 * MS_PER_HOUR;
  const profile = {
    name: `Person ${number}`,
    email: `${prefix}${number}@example.com`,
    role: 'employee',
    department: 'Business Studio',
    position: 'Lead',
    hub: 'Core operations hub',
    employeeId: `${prefix.toUpperCase()}-${number}`,
  };
  const { name, email, role, department, position, hub, employeeId } = profile;
  const at = text(began);
  yield ['account', id, email, passwordHash, name, role, department, position, hub, employeeId, at, at, salt];
  let [n, hash] = [0, Buffer.alloc(0) as Buffer];
  const row = (entry: Omit<NewLedgerRow, 'chain' | 'actor'>): Line => {
    const body = ledgerBody({ ...entry, chain: id, actor: id } as NewLedgerRow);
    n += 1;
    hash = createHash('sha256').update(hash).update(`${n}\n${body}`).digest();
    return ['ledger', id, n, text(entry.at), id, entry.kind, body, hash];
  };
  yield row({ kind: 'employee_registered', at: began, data: { profile: withDigestedNames(salt, profile) } });
  for (let day = 1; day <= entriesEach; day += 1) {
    const came = began + day * 24 * MS_PER_HOUR + (number % 60) * MS_PER_MINUTE;
    const [entry, entrySalt] = [randomUUID(), randomBytes(16)];
    const [pause, back, left] = [3, 3.5, 8].map((hours) => came + hours * MS_PER_HOUR) as [
      number,
      number,
      number,
    ];
    const details = { ipAddress: '203.0.113.7', seenAddress: '203.0.113.7', notes: '' };
    yield row({
      kind: 'clock_in',
      at: came,
      entry,
      data: {
        digests: {
          ipAddress: saltedDigest(entrySalt, details.ipAddress),
          seenAddress: saltedDigest(entrySalt, details.seenAddress),
          location: null,
          notes: saltedDigest(entrySalt, details.notes),
        },
        lateness: null,
      },
    });
    yield row({ kind: 'break_start', at: pause, entry });
    yield row({ kind: 'break_end', at: back, entry });
    yield row({ kind: 'clock_out', at: left, entry });
    yield ['counted_entry', entry, id, text(came), text(left), text(came), text(left)];
    yield ['counted_break', entry, 1, text(pause), text(back)];
    yield [
      'time_entry_detail',
      entry,
      details.ipAddress,
      details.seenAddress,
      null,
      details.notes,
      entrySalt,
    ];
  }
  yield ['ledger_head', id, n, hash];
}

const text = (instant: EpochMs): string => new Date(instant).toISOString();
