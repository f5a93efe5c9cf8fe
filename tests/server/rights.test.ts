/** The rights of a stolen database connection of the application. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RIGHTS } from '#server/platform/database/rights';
import { cloneDatabase, type TestDatabase } from '#tests/support/cluster';

let test: TestDatabase;
const PERSON = '00000000-0000-4000-8000-000000000001';
const ENTRY = '00000000-0000-4000-8000-000000000101';
const DENIED = { code: '42501' };

beforeAll(async () => {
  test = await cloneDatabase();
  await test.owner.query(`
    INSERT INTO account (id, email, password_hash, name, role, employee_id, created_at, updated_at)
      VALUES ('${PERSON}', 'ada@example.com', 'none', 'Ada', 'employee', 'NXBI-00001', '2026-11-01Z', '2026-11-01Z');
    INSERT INTO counted_entry (id, user_id, clock_in, created_at, updated_at)
      VALUES ('${ENTRY}', '${PERSON}', '2026-11-18T08:00Z', '2026-11-18T08:00Z', '2026-11-18T08:00Z');
    INSERT INTO counted_break (entry_id, n, started_at) VALUES ('${ENTRY}', 1, '2026-11-18T12:00Z');
    INSERT INTO time_entry_detail (entry_id, ip_address, notes, salt) VALUES ('${ENTRY}', 'unknown', '', uuid_send('${ENTRY}'))`);
});
afterAll(() => test.drop());

const asApplication = (sql: string) => test.database.pool.query(sql);

describe('a database connection of the application', () => {
  it('uses a role that owns nothing, has rights on its tables only, and cannot switch to another role', async () => {
    const { rows } = await asApplication(`
      SELECT rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls, session_user = current_user AS itself,
        ARRAY (SELECT other.rolname::text FROM pg_roles other WHERE other.oid <> own.oid AND pg_has_role(own.oid, other.oid, 'MEMBER')) AS others,
        ARRAY (SELECT relname::text FROM pg_class WHERE relowner = own.oid) AS owned
      FROM pg_roles own WHERE rolname = session_user`);
    expect(rows).toEqual([
      {
        rolsuper: false,
        rolcreaterole: false,
        rolcreatedb: false,
        rolreplication: false,
        rolbypassrls: false,
        itself: true,
        others: [],
        owned: [],
      },
    ]);
  });

  it('of a server of the version before works on until it gets rights to the newer tables', async () => {
    const former = await test.database.connect('punctual 42');
    await test.owner.query(`REVOKE ALL ON identity FROM ${former.user}`);
    await former.query('UPDATE session SET last_seen_at = last_seen_at').finally(() => former.end());
  });

  it.each(['SET ROLE none', 'RESET ROLE', 'RESET SESSION AUTHORIZATION', 'DISCARD ALL'])(
    'gains no rights by %s',
    async (sql) => {
      const client = await test.database.connect('rights');
      try {
        await client.query(sql);
        await expect(client.query('ALTER TABLE ledger DISABLE TRIGGER USER')).rejects.toMatchObject(DENIED);
        await expect(client.query('DELETE FROM ledger')).rejects.toMatchObject(DENIED);
      } finally {
        await client.end();
      }
    },
  );

  it.each([
    'SET ROLE postgres',
    'SET SESSION AUTHORIZATION postgres',
    'SET session_replication_role = replica',
    'CREATE TABLE mine (n integer)',
    "COPY ledger TO PROGRAM 'cat'",
    'CREATE ROLE friend',
    'ALTER TABLE counted_entry DISABLE TRIGGER counted_entry_stays',
    `UPDATE counted_entry SET clock_in = clock_in - interval '3 hours'`,
    `UPDATE counted_entry SET user_id = user_id`,
    'UPDATE counted_entry SET overlaps_earlier = true',
    `INSERT INTO counted_entry (id, user_id, clock_in, clock_out, created_at, updated_at)
       VALUES ('00000000-0000-4000-8000-000000000102', '${PERSON}', '2026-11-17Z', '2026-11-17T08:00Z', '2026-11-17Z', '2026-11-17Z')`,
    'DELETE FROM counted_entry',
    `UPDATE counted_break SET started_at = started_at + interval '1 minute'`,
    'DELETE FROM counted_break',
    `UPDATE time_entry_detail SET notes = 'other'`,
    `UPDATE account SET created_at = '2020-01-01Z'`,
    "UPDATE account SET second_factor_by = '2036-01-01Z'",
    "INSERT INTO account (id, second_factor_by) VALUES (gen_random_uuid(), '2036-01-01Z')",
    "INSERT INTO recovery_code (user_id, hash, used_at) VALUES (gen_random_uuid(), '', '2026-11-18Z')",
    "INSERT INTO second_factor (id, last_used_at) VALUES (gen_random_uuid(), '2026-11-18Z')",
    "UPDATE second_factor SET name = 'other'",
    "UPDATE second_factor SET credential_id = 'other'",
    "UPDATE second_factor SET key = ''",
    "UPDATE recovery_code SET hash = ''",
    'UPDATE identity SET linked_at = linked_at',
    'DELETE FROM identity',
    "UPDATE calendar_key SET scope = 'people'",
    "UPDATE security_event SET kind = 'signed_out'",
    'UPDATE second_step SET expires_at = expires_at',
    'DELETE FROM account',
    `UPDATE activity_notification SET message = 'other'`,
    'DELETE FROM activity_notification',
    'UPDATE installation SET created_at = created_at',
    'UPDATE ledger SET hash = hash',
    'DELETE FROM ledger',
    'TRUNCATE ledger',
    'INSERT INTO ledger (txid, chain, n, at, kind, body, hash) SELECT txid, chain, n, at, kind, body, hash FROM ledger',
    'DELETE FROM ledger_head',
    `UPDATE schema_migrations SET checksum = ''`,
  ])('is denied: %s', async (sql) => {
    await expect(asApplication(sql)).rejects.toMatchObject(DENIED);
  });

  it('has its time limits', async () => {
    const { rows } = await asApplication(
      `SELECT name, setting FROM pg_settings WHERE name LIKE '%timeout' AND source = 'session' ORDER BY name`,
    );
    expect(rows).toEqual([
      { name: 'idle_in_transaction_session_timeout', setting: '5000' },
      { name: 'lock_timeout', setting: '2000' },
      { name: 'statement_timeout', setting: '2400' },
    ]);
  });

  it('has defined rights for every table and view, and for no other', async () => {
    const { rows } = await test.owner.query<{ name: string }>(
      `SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()
       UNION SELECT viewname FROM pg_views WHERE schemaname = current_schema()`,
    );
    expect(Object.keys(RIGHTS).sort()).toEqual(rows.map(({ name }) => name).sort());
  });
});

describe('a recorded working time', () => {
  const change = (sql: string) => test.owner.query(sql);

  it.each([
    `UPDATE counted_entry SET clock_in = clock_in - interval '3 hours'`,
    `UPDATE counted_break SET started_at = started_at + interval '1 minute'`,
  ])('cannot be changed even by the owner of the database: %s', async (sql) => {
    await expect(change(sql)).rejects.toThrow('what is on record about a working time stays');
  });

  it('gets an end once and keeps it', async () => {
    await asApplication(`UPDATE counted_break SET ended_at = '2026-11-18T12:30Z'`);
    await asApplication(`UPDATE counted_entry SET clock_out = '2026-11-18T17:00Z'`);
    for (const sql of [
      `UPDATE counted_break SET ended_at = '2026-11-18T12:31Z'`,
      `UPDATE counted_entry SET clock_out = '2026-11-18T18:00Z'`,
      'UPDATE counted_entry SET clock_out = NULL',
    ])
      await expect(asApplication(sql)).rejects.toThrow('what is on record about a working time stays');
  });
});
