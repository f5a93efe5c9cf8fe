/** Each column that the application may write is verified, or SECURITY.md names it as not covered. */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { connectIdentity } from '#server/people/accounts/single-sign-on/commands';
import { saveReminder } from '#server/hours/reminders/queries';
import { storeSigningKey } from '#server/payroll/periods/signing/commands';
import { inTransaction } from '#server/platform/database/transaction';
import { demoPeople } from '#server/workplace/demo/people';
import { seedDemo } from '#server/workplace/demo/seed';
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
  'account.updated_at': 'when a row was last changed',
  'correction.updated_at': 'when a row was last changed',
  'counted_entry.updated_at': 'when a row was last changed',
  'settings.created_at': 'when a row was last changed',
  'settings.updated_at': 'when a row was last changed',
  'studio.place': 'the order of studios and hubs',
  'hub.place': 'the order of studios and hubs',
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
  date: "coalesce(%, '2026-01-01') + 1000",
  bool: 'NOT coalesce(%, false)',
  int2: 'coalesce(%, 0) + 1000',
  int4: 'coalesce(%, 0) + 1000',
  int8: 'coalesce(%, 0) + 1000000',
  float8: 'coalesce(%, 0) + 1',
  uuid: 'gen_random_uuid()',
  bytea: "sha256(coalesce(%, ''))",
  json: "'[]'",
  jsonb: "'[]'",
};

const server = setUpServer({ clock: new TestClock('2026-12-01T06:00:00.000Z') });
beforeAll(async () => {
  const { test, clock } = server;
  const people = demoPeople(20).map((person, index) => ({
    ...person,
    days: [0, 1, 2, 4].includes(index) ? Math.min(40, person.joinedDaysAgo) : 1,
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
  await admin.client.ask('updatePayrollProfiles', { version: 0, profiles: [] });
  await inTransaction(test.database, (tx) => storeSigningKey(tx, Buffer.from('key'), clock.now()));
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

/** 'no rows', 'unnoticed', or null: verify reported or could not read it. Rolled back afterwards. */
async function afterChange({ table, column, type }: Column): Promise<string | null> {
  const { owner } = server.test;
  await owner.query('BEGIN');
  try {
    await owner.query('SET LOCAL session_replication_role = replica');
    const { rows: constraints } = await owner.query<{ name: string }>(
      `SELECT conname AS name FROM pg_constraint WHERE conrelid = $1::regclass AND contype IN ('c', 'x')`,
      [table],
    );
    for (const { name } of constraints) await owner.query(`ALTER TABLE ${table} DROP CONSTRAINT "${name}"`);
    const value = OTHER_VALUE[type]?.replaceAll('%', column);
    const changed = await owner.query(
      `UPDATE ${table} SET ${column} = ${value} WHERE ctid = (SELECT max(ctid) FROM ${table})`,
    );
    if (changed.rowCount === 0) return 'no rows';
    const { faults } = await verifyIn(owner);
    return faults.length === 0 ? 'unnoticed' : null;
  } catch (error) {
    return String(error);
  } finally {
    await owner.query('ROLLBACK');
  }
}

describe('a column that the application may write', () => {
  it('is verified, or stands under Not covered', async () => {
    expect((await verifyIn(server.test.owner)).faults).toEqual([]);
    const covered = (await writableColumns()).filter(({ table, column }) => {
      const name = `${table}.${column}`;
      return !(table in NOT_COVERED) && !(name in NOT_COVERED) && !SINGLE_ROW_KEYS.includes(name);
    });
    const unnoticed: string[] = [];
    for (const one of covered) {
      const found = await afterChange(one);
      if (found !== null) unnoticed.push(`${one.table}.${one.column}: ${found}`);
    }
    expect(unnoticed).toEqual([]);
  }, 240_000);

  it('that is not covered exists, and stands in SECURITY.md in these words', async () => {
    const text = readFileSync('SECURITY.md', 'utf8').replaceAll(/\s+/g, ' ');
    const from = text.indexOf('Not covered');
    expect(Object.values(NOT_COVERED).filter((words) => !text.includes(words, from))).toEqual([]);
    const names = (await writableColumns()).flatMap(({ table, column }) => [table, `${table}.${column}`]);
    expect(Object.keys(NOT_COVERED).filter((name) => !names.includes(name))).toEqual([]);
  });
});
