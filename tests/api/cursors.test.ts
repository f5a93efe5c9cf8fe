/**
 * The cursors of the live stream. On a cluster of its own, since an open transaction in any database of a
 * cluster delays the feed.
 */
import { beforeEach, describe, expect, it } from 'vitest';
import { makeAdmin, makeEmployee, requestId, startTestServer, type Person } from '#tests/make';
import { setUpAdmin, setUpCluster, setUpServerIn } from '#tests/set-up';
import type { LiveReader } from './client.ts';
import { cloneDatabase, type TestDatabase } from '../support/cluster.ts';

const own = setUpCluster();
const server = setUpServerIn(own);
const admin = setUpAdmin(server);
let ada: Person;
let bob: Person;
beforeEach(async () => {
  [ada, bob] = [await makeEmployee(server), await makeEmployee(server)];
});

const clockInOut = async ({ client }: Person): Promise<void> => {
  await client.ask('clockIn', { requestId: requestId() });
  await client.ask('clockOut', { requestId: requestId() });
};
/** Clocks in and out, and waits for both on an admin's stream: the server has then read the ledger up to there. */
async function clockInOutTold(person: Person): Promise<LiveReader> {
  const reader = await admin.client.live();
  await reader.hello();
  await clockInOut(person);
  await reader.until(({ changes }) => changes.filter(({ userId }) => userId === person.user.id).length >= 2);
  return reader;
}
const adas = async (): Promise<string> => (await ada.client.ask('clock', {})).cursor;
const admins = async (): Promise<string> => (await admin.client.ask('monitoring', {})).cursor;

/** Runs statements with triggers disabled, as a crash or a restore changes rows. */
const asReplicaOf = async ({ owner }: TestDatabase, ...statements: string[]): Promise<void> =>
  void (await owner.query(
    ['BEGIN', 'SET LOCAL session_replication_role = replica', ...statements, 'COMMIT'].join(';'),
  ));
const asReplica = (...statements: string[]): Promise<void> => asReplicaOf(server.test, ...statements);

/** A restore of all rows: the same numbers and hashes, written by another transaction. */
const restoreLedger = (test: TestDatabase = server.test): Promise<void> =>
  asReplicaOf(
    test,
    'CREATE TEMP TABLE backup ON COMMIT DROP AS TABLE ledger',
    'DELETE FROM ledger',
    'INSERT INTO ledger OVERRIDING SYSTEM VALUE TABLE backup',
  );

/** Deletes a person's last rows, although they were already sent, as a crash does. */
const loseRows = ({ user }: Person, after: number): Promise<void> =>
  asReplica(
    `DELETE FROM ledger WHERE chain = '${user.id}' AND n > ${after}`,
    `UPDATE ledger_head h SET n = l.n, hash = l.hash FROM ledger l
     WHERE l.chain = h.chain AND l.n = ${after} AND h.chain = '${user.id}'`,
    `DELETE FROM time_entry_detail USING counted_entry e WHERE entry_id = e.id AND e.user_id = '${user.id}'`,
    `DELETE FROM counted_entry WHERE user_id = '${user.id}'`,
  );

/** Opens a stream at an earlier cursor, as a waking browser does; `null` if the browser has to reload. */
async function wakesUpAt({ client }: Person, cursor: string): Promise<LiveReader | null> {
  const reader = await client.live({ after: cursor });
  await reader.hello();
  if (reader.events[0]?.type === 'hello' && reader.events[0].cursor === cursor) return reader;
  reader.close();
  return null;
}

describe('cursors', () => {
  it("an employee's cursor moves only with their own changes and those of the settings", async () => {
    const before = await adas();
    await clockInOut(bob);
    await makeEmployee(server);
    expect(await adas()).toBe(before);
    const reader = await ada.client.live();
    await reader.hello();
    expect(reader.lastEventId).toBe(before);
    await clockInOut(ada);
    await reader.until(({ changes }) => changes.length === 2);
    expect(reader.lastEventId).toBe(await adas());
    expect([before, await adas()].map((cursor) => Number(/^9{16}-0-(\d+)/.exec(cursor)?.[1]))).toEqual([
      1, 3,
    ]);
    reader.close();
  });

  it("an admin's cursor holds the last change, not a transaction number that a crash may take back", async () => {
    const before = await admins();
    for (let index = 0; index < 5; index += 1) await server.test.owner.query('SELECT pg_current_xact_id()');
    expect(await admins()).toBe(before);
    await clockInOut(ada);
    const after = await admins();
    expect(after).not.toBe(before);
    expect(after).toHaveLength(before.length);
    const other = await startTestServer({ on: server.test });
    expect((await admin.client.at(other.url).ask('monitoring', {})).cursor).toBe(after);
    await other.stop();
  });

  it('a cursor that was altered or belongs to another reader makes the client reload', async () => {
    const [ofAdmin, ofAda] = [await admins(), await adas()];
    const altered = ofAdmin.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A'));
    expect(await wakesUpAt(admin, altered)).toBeNull();
    expect(await wakesUpAt(admin, ofAda)).toBeNull();
    expect(await wakesUpAt(bob, ofAda)).toBeNull();
    expect(await wakesUpAt(bob, ofAdmin)).toBeNull();
  });

  it('a cursor more than a hundred changes behind makes the client reload', async () => {
    const cursor = await admins();
    for (let turn = 0; turn < 50; turn += 1) await clockInOut(bob);
    const reader = await wakesUpAt(admin, cursor);
    await reader?.until(({ changes }) => changes.length >= 100);
    reader?.close();
    expect(reader).not.toBeNull();
    await clockInOut(bob);
    const told = await clockInOutTold(bob);
    told.close();
    expect(await wakesUpAt(admin, cursor)).toBeNull();
  });

  it('a cursor of an empty feed is valid until a backup is restored', async () => {
    const test = await cloneDatabase(own.cluster);
    await test.owner.query('BEGIN');
    await test.owner.query('SELECT pg_current_xact_id()');
    const fresh = await startTestServer({ on: test });
    const first = await makeAdmin(fresh);
    const { cursor } = await first.client.ask('monitoring', {});
    await test.owner.query('COMMIT');
    const reader = await wakesUpAt(first, cursor);
    await reader?.until(({ changes }) => changes.some(({ userId }) => userId === first.user.id));
    reader?.close();
    expect(reader).not.toBeNull();
    await restoreLedger(test);
    expect(await wakesUpAt(first, cursor)).toBeNull();
    await fresh.stop();
    await test.drop();
  });

  it('a cursor stays valid after old rows are frozen', async () => {
    const cursors = [await admins(), await adas()];
    await server.test.owner.query('VACUUM FREEZE ledger');
    for (const [index, person] of [admin, ada].entries())
      expect(await wakesUpAt(person, cursors[index] ?? '')).not.toBeNull();
  });
});

describe('a database that loses rows', () => {
  it('a sleeping reader reloads if its row is gone, even when another row has its number', async () => {
    await clockInOut(bob);
    const bobs = (await bob.client.ask('clock', {})).cursor;
    const awake = await clockInOutTold(ada);
    const [ofAda, ofAdmin] = [await adas(), await admins()];
    await loseRows(ada, 1);
    // The server ends all streams when it notices. Wait, or it would also end those opened below.
    await awake.until(({ ended }) => ended);
    await clockInOut(ada);
    expect(await adas()).not.toBe(ofAda);
    expect(await wakesUpAt(ada, ofAda)).toBeNull();
    expect(await wakesUpAt(admin, ofAdmin)).toBeNull();
    await clockInOut(bob);
    const reader = await wakesUpAt(bob, bobs);
    await reader?.until(({ changes }) => changes.length === 2);
    expect(reader?.changes.map(({ kind }) => kind)).toEqual(['clock_in', 'clock_out']);
    reader?.close();
  });

  it('the streams of connected readers end at once when the database loses rows', async () => {
    const readers = await Promise.all([admin.client.live(), ada.client.live()]);
    await Promise.all(readers.map((reader) => reader.hello()));
    await clockInOut(ada);
    for (const reader of readers) await reader.until(({ changes }) => changes.length >= 2);
    await loseRows(ada, 1);
    for (const reader of readers) {
      await reader.until(({ ended }) => ended);
      expect(await wakesUpAt(reader === readers[0] ? admin : ada, reader.lastEventId)).toBeNull();
    }
  });
});

describe('after a restore', () => {
  it('admins reload although their row exists, since later rows may have smaller numbers', async () => {
    const awake = await clockInOutTold(ada);
    const [ofAda, ofAdmin] = [await adas(), await admins()];
    await restoreLedger();
    await awake.until(({ ended }) => ended);
    expect(await wakesUpAt(admin, ofAdmin)).toBeNull();
    expect(await wakesUpAt(admin, await admins())).not.toBeNull();
    // An employee's own chain is the same, to the last byte.
    expect(await wakesUpAt(ada, ofAda)).not.toBeNull();
  });

  it('rows with future transaction numbers delay nobody and are sent to nobody', async () => {
    await clockInOut(ada);
    (await clockInOutTold(bob)).close();
    const asleep = await admins();
    await asReplica(`UPDATE ledger SET txid = (pg_current_xact_id()::text::bigint + 12)::text::xid8
      WHERE chain = '${ada.user.id}' AND n > 1`);
    const reader = await admin.client.live();
    await reader.hello();
    for (let round = 0; round < 8; round += 1) await clockInOut(bob);
    const hasAll = ({ changes }: LiveReader) =>
      changes.filter(({ userId }) => userId === bob.user.id).length >= 16;
    await reader.until(hasAll);
    const woken = await admin.client.live({ after: asleep });
    await woken.until(hasAll);
    for (const one of [reader, woken]) {
      expect(one.changes.filter(({ userId }) => userId === ada.user.id)).toEqual([]);
      expect(one.events.filter(({ type }) => type === 'behind')).toEqual([]);
      one.close();
    }
  });

  it('many rows with future transaction numbers do not hide the rows behind them', async () => {
    const ofAdmin = await admins();
    const reader = await admin.client.live();
    await reader.hello();
    await asReplica(`INSERT INTO ledger (chain, n, at, kind, body, hash, txid)
      SELECT '${ada.user.id}', n + 100, now(), 'clock_in', '{}', sha256(n::text::bytea),
        (pg_current_xact_id()::text::bigint + 1)::text::xid8 FROM generate_series(1, 1001) n`);
    await clockInOut(bob);
    await reader.until(({ changes }) => changes.filter(({ userId }) => userId === bob.user.id).length >= 2);
    reader.close();
    expect(await wakesUpAt(admin, ofAdmin)).toBeNull();
  });
});
