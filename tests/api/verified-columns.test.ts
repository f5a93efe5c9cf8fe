/** Each column that the application may write is verified, or SECURITY.md names it as not covered. */
import { readFileSync } from 'node:fs';
import { EXAMPLE_PROFILES } from '#domain/period/payroll-file';
import { beforeAll, describe, expect, it } from 'vitest';
import { connectIdentity } from '#server/people/accounts/single-sign-on/commands';
import { saveReminder } from '#server/hours/reminders/queries';
import { storeSigningKey } from '#server/payroll/periods/signing/commands';
import { inTransaction } from '#server/platform/database/transaction';
import { demoPeople } from '#server/demo/people';
import { seedDemo } from '#server/demo/seed';
import { verifyIn } from '#server/record/verification/verify';
import { makeAdmin, makeEmployee, requestId, TestClock } from '#tests/make';
import { setUpServer } from '#tests/set-up';
import { secondFactorsOn } from './second-factors.ts';

/** Tables or columns, with the words of 'Not covered' in SECURITY.md that stand for them. */
const NOT_COVERED: Readonly<Record<string, string>> = {
  'account.password_hash': 'passwords, temporary ones',
  'account.password_expires_at': 'passwords, temporary ones',
  'account.must_change_password': 'whether they must be changed',
  session: 'sessions',
  known_device: 'known devices',
  second_step: 'sign-ins in progress',
  password_reset: 'reset links',
  calendar_key: 'private calendar addresses',
  security_event: 'the security log',
  kiosk: 'kiosks, their pairings and their key, badges and PINs',
  kiosk_pairing: 'kiosks, their pairings and their key, badges and PINs',
  kiosk_key: 'kiosks, their pairings and their key, badges and PINs',
  badge: 'kiosks, their pairings and their key, badges and PINs',
  pin: 'kiosks, their pairings and their key, badges and PINs',
  kept_press: 'what became of kept presses',
  'second_factor.name': "a second factor's name",
  'second_factor.counter': 'counter',
  'second_factor.created_at': 'times',
  'second_factor.last_used_at': 'times',
  'second_factor.credential_id': "the browser's name of a passkey",
  'activity_notification.read': 'whether notifications were read',
  'activity_notification.user_id': 'whose they are',
  'activity_notification.user_name': 'whose they are',
  'activity_notification.entry_id': 'whose they are',
  'activity_notification.at': 'when they came',
  'account.version': "an account's version",
  'account.language': "an account's version and language",
  'account.updated_at': 'when a row was last changed',
  'correction.updated_at': 'when a row was last changed',
  'counted_entry.updated_at': 'when a row was last changed',
  'settings.created_at': 'when a row was last changed',
  'settings.updated_at': 'when a row was last changed',
  'studio.place': 'numbers that order studios, hubs, breaks and team leads',
  'hub.place': 'numbers that order studios, hubs, breaks and team leads',
  'counted_break.n': 'numbers that order studios, hubs, breaks and team leads',
  'lead.n': 'numbers that order studios, hubs, breaks and team leads',
  'signing_key.since': 'since when there is a signing key',
  request_answer: 'answers kept for repeated requests',
  issued_employee_id: 'employee IDs that were offered',
  rate_limit: 'counters of limits',
  'reminder.mail': 'whether a reminder was mailed',
  'reminder.mail_at': 'whether a reminder was mailed',
  record_check: 'the last check shown on the settings screen',
};

/** Only one row of these tables can exist, and these columns only say so. */
const SINGLE_ROW_KEYS = ['settings.one', 'payroll_profiles.one', 'signing_key.id'];

const OTHER_VALUE: Readonly<Record<string, string>> = {
  text: "coalesce(%, '') || 'x'",
  timestamptz: "coalesce(%, '2026-01-01Z') + interval '1 hour'",
  date: "coalesce(%, '2026-01-01') + 10000",
  bool: 'NOT coalesce(%, false)',
  int2: 'coalesce(%, 0) + 1000',
  int4: 'coalesce(%, 0) + 1000',
  int8: 'coalesce(%, 0) + 1000000',
  float8: 'coalesce(%, 0) + 1',
  uuid: 'gen_random_uuid()',
  bytea: "sha256(coalesce(%, ''))",
  json: "CASE %::text WHEN '[{}]' THEN '[]' ELSE '[{}]' END::json",
  jsonb: "CASE %::text WHEN '[{}]' THEN '[]' ELSE '[{}]' END::jsonb",
};

const server = setUpServer({ clock: new TestClock('2026-12-01T06:00:00.000Z') });
beforeAll(async () => {
  const { test, clock } = server;
  // Person 15 objects to the closed month.
  const people = demoPeople(16).map((person, index) => ({
    ...person,
    joinedDaysAgo: [2, 15].includes(index) ? 40 : 8,
  }));
  await seedDemo({ database: test.database, config: { timeZone: 'UTC' }, now: clock.now(), people });
  const admin = await makeAdmin(server);
  const ada = await makeEmployee(server);
  await connectIdentity(
    test.database,
    clock.now(),
    { issuer: 'https://id.example', subject: 'ada' },
    ada.user.id,
  );
  await secondFactorsOn(server).withApp(ada);
  await admin.client.ask('grantLeave', {
    requestId: requestId(),
    userId: ada.user.id,
    year: 2026,
    before: { amount: null, carried: null },
    amount: 20,
    carried: 1,
    reason: 'Ten years here',
  });
  const [example] = EXAMPLE_PROFILES;
  if (!example) throw new Error('There is no example.');
  const profiles = [
    { id: requestId(), ...example, columns: [...example.columns], wageTypes: [...example.wageTypes] },
  ];
  const { region, holidays, version: planned } = await admin.client.ask('holidays', {});
  const eve = { day: '2026-12-23', name: 'Eve', isHalf: true, isAfternoon: true };
  await admin.client.ask('updateHolidays', { version: planned, region, holidays: [...holidays, eve] });
  await admin.client.ask('updatePayrollProfiles', { version: 0, profiles });
  const { version, studios } = await admin.client.ask('studios', {});
  const lab = { id: requestId(), name: 'Lab', isRetired: false, hubs: [] };
  await admin.client.ask('updateStudios', { requestId: requestId(), version, studios: [...studios, lab] });
  await inTransaction(test.database, (tx) => storeSigningKey(tx, Buffer.alloc(44), clock.now()));
  const bob = await makeEmployee(server);
  const { entry } = await bob.client.ask('clockIn', { requestId: requestId() });
  const running = { id: entry.id, userId: bob.user.id, clockIn: clock.now(), clockOut: null, breaks: [] };
  await saveReminder(test.database, running, clock.now());
  clock.advanceMinutes(48 * 60);
  await admin.client.ask('closeEntry', {
    entryId: entry.id,
    day: '2026-12-01',
    time: '17:00',
    reason: 'fell asleep',
  });
}, 120_000);

interface Column {
  readonly table: string;
  readonly column: string;
  readonly type: string;
}

async function writableColumns(): Promise<Column[]> {
  const { owner, database } = server.test;
  const { rows: own } = await database.pool.query<{ role: string }>('SELECT current_user AS role');
  const { rows } = await owner.query<Column>(
    `SELECT c.relname AS table, a.attname AS column, t.typname AS type
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
       JOIN pg_type t ON t.oid = a.atttypid
     WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace
       AND (has_column_privilege($1, c.oid, attnum, 'INSERT') OR has_column_privilege($1, c.oid, attnum, 'UPDATE'))
     ORDER BY 1, attnum`,
    [own[0]?.role],
  );
  return rows;
}

/** Null if the check reports the change, otherwise what happened. The change is rolled back. */
async function unnoticedAfter(table: string, change: string): Promise<string | null> {
  const { owner } = server.test;
  await owner.query('BEGIN');
  try {
    await owner.query('SET LOCAL session_replication_role = replica');
    const { rows: constraints } = await owner.query<{ name: string }>(
      `SELECT conname AS name FROM pg_constraint WHERE conrelid = $1::regclass AND contype IN ('c', 'x')`,
      [table],
    );
    for (const { name } of constraints) await owner.query(`ALTER TABLE ${table} DROP CONSTRAINT "${name}"`);
    const { rowCount } = await owner.query(change);
    if (rowCount === 0) return 'no rows';
    const { faults } = await verifyIn(owner);
    return faults.length === 0 ? 'unnoticed' : null;
  } catch (error) {
    return String(error);
  } finally {
    await owner.query('ROLLBACK');
  }
}

const isCovered = ({ table, column }: Column): boolean =>
  !(table in NOT_COVERED) && !(`${table}.${column}` in NOT_COVERED);

describe('a column that the application may write', () => {
  it('is verified, or stands under Not covered', async () => {
    expect((await verifyIn(server.test.owner)).faults).toEqual([]);
    const unnoticed: string[] = [];
    for (const { table, column, type } of (await writableColumns()).filter(isCovered)) {
      const name = `${table}.${column}`;
      if (SINGLE_ROW_KEYS.includes(name)) continue;
      const value = OTHER_VALUE[type]?.replaceAll('%', column);
      const found = await unnoticedAfter(table, `UPDATE ${table} SET ${column} = ${value}`);
      if (found !== null) unnoticed.push(`${name}: ${found}`);
    }
    expect(unnoticed).toEqual([]);
  }, 240_000);

  it('belongs to a row whose loss is noticed, unless the whole table stands there', async () => {
    const unnoticed: string[] = [];
    for (const table of new Set((await writableColumns()).filter(isCovered).map((one) => one.table))) {
      const found = await unnoticedAfter(
        table,
        `DELETE FROM ${table} WHERE ctid = (SELECT max(ctid) FROM ${table})`,
      );
      if (found !== null) unnoticed.push(`${table}: ${found}`);
    }
    expect(unnoticed).toEqual([]);
  }, 60_000);

  it('that is not covered exists, and stands in SECURITY.md in these words', async () => {
    const text = readFileSync('SECURITY.md', 'utf8').replaceAll(/\s+/g, ' ');
    const from = text.indexOf('Not covered');
    expect(Object.values(NOT_COVERED).filter((words) => !text.includes(words, from))).toEqual([]);
    const names = (await writableColumns()).flatMap(({ table, column }) => [table, `${table}.${column}`]);
    expect(Object.keys(NOT_COVERED).filter((name) => !names.includes(name))).toEqual([]);
  });
});
