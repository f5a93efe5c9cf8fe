import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '#server/platform/database/pool';
import { inTransaction } from '#server/platform/database/transaction';
import { isUnavailable } from '#server/platform/database/unavailable';
import { silentLog } from '#tests/support/silent-log';
import { cloneDatabase, type TestDatabase } from '#tests/support/cluster';

let test: TestDatabase;
beforeAll(async () => {
  test = await cloneDatabase();
  await test.owner.query('CREATE TABLE note (n integer PRIMARY KEY); GRANT ALL ON note TO PUBLIC');
});
beforeEach(() => test.owner.query('TRUNCATE note'));
afterAll(() => test.drop());

const notes = async (): Promise<number[]> =>
  (await test.owner.query<{ n: number }>('SELECT n FROM note ORDER BY n')).rows.map(({ n }) => n);
const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('a transaction', () => {
  it('is committed after its work, and returns its result', async () => {
    expect(
      await inTransaction(
        test.database,
        async (tx) => (await tx.query('INSERT INTO note VALUES (1), (2)')).rowCount,
      ),
    ).toBe(2);
    expect(await notes()).toEqual([1, 2]);
  });

  it('is rolled back when its work throws, and the error is passed on', async () => {
    const bug = new Error('bug');
    const failure = await failureOf(
      inTransaction(test.database, async (tx) => {
        await tx.query('INSERT INTO note VALUES (1)');
        throw bug;
      }),
    );
    expect(failure).toBe(bug);
    expect(await notes()).toEqual([]);
  });

  it('fails when an error inside it was ignored', async () => {
    const failure = failureOf(
      inTransaction(test.database, async (tx) => {
        await tx.query('INSERT INTO note VALUES (1)');
        await tx.query('SELECT 1 / 0').catch(() => {});
      }),
    );
    expect(await failure).toBeInstanceOf(Error);
    expect(await notes()).toEqual([]);
  });

  it('fails as unavailable when its connection is cut, and the pool uses another one', async () => {
    const failure = await failureOf(
      inTransaction(test.database, async (tx) => {
        const { rows } = await tx.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
        await test.owner.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
        await tx.query('INSERT INTO note VALUES (1)');
      }),
    );
    expect(isUnavailable(failure)).toBe(true);
    await inTransaction(test.database, (tx) => tx.query('INSERT INTO note VALUES (2)'));
    expect(await notes()).toEqual([2]);
  });
});

describe('a database that does not answer in time', () => {
  it('waiting for a lock ends as unavailable', async () => {
    await test.owner.query('BEGIN; LOCK TABLE note');
    const failure = await failureOf(test.database.pool.query('INSERT INTO note VALUES (1)'));
    await test.owner.query('ROLLBACK');
    expect(isUnavailable(failure)).toBe(true);
  });

  it('a slow statement ends as unavailable', async () => {
    expect(isUnavailable(await failureOf(test.database.pool.query('SELECT pg_sleep(10)')))).toBe(true);
  });

  it('a pool without free connections is unavailable', async () => {
    const small = openDatabase({ target: test.target, log: silentLog, size: 1 });
    const only = await small.pool.connect();
    expect(isUnavailable(await failureOf(small.pool.query('SELECT 1')))).toBe(true);
    only.release();
    await small.close();
  });

  it('an unreachable server is unavailable, and a bug is not', async () => {
    const nowhere = openDatabase({
      target: { host: '127.0.0.1', port: 1, user: 'nobody', database: 'none' },
      log: silentLog,
    });
    expect(isUnavailable(await failureOf(nowhere.pool.query('SELECT 1')))).toBe(true);
    await nowhere.close();
    expect(isUnavailable(await failureOf(test.database.pool.query('SELEC 1')))).toBe(false);
    expect(isUnavailable(new TypeError('bug'))).toBe(false);
  });
});
