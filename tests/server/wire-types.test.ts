import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asTimestamp } from '#server/platform/database/wire-types';
import { cloneDatabase, type TestDatabase } from '#tests/support/cluster';

let test: TestDatabase;
beforeAll(async () => {
  test = await cloneDatabase();
});
afterAll(() => test.drop());

const one = async (sql: string, values: unknown[] = []): Promise<unknown> => {
  const { rows } = await test.database.pool.query<{ value: unknown }>(`SELECT ${sql} AS value`, values);
  return rows[0]?.value;
};

describe('values from PostgreSQL', () => {
  it('an instant is epoch milliseconds, whatever zone it was written in', async () => {
    expect(await one(`timestamptz '2026-11-20 09:05:59.123+05:45'`)).toBe(
      Date.UTC(2026, 10, 20, 3, 20, 59, 123),
    );
    expect(await one(`timestamptz '2026-11-20 09:00:00Z'`)).toBe(Date.UTC(2026, 10, 20, 9));
  });

  it('microseconds are cut off, also before 1970', async () => {
    expect(await one(`timestamptz '2026-11-20 09:00:00.123999Z'`)).toBe(Date.UTC(2026, 10, 20, 9, 0, 0, 123));
    expect(await one(`timestamptz '1969-12-31 23:59:59.5Z'`)).toBe(-500);
  });

  it('an instant that was sent comes back unchanged', async () => {
    const instant = Date.UTC(2028, 1, 29, 23, 59, 59, 999);
    expect(await one('$1::timestamptz', [asTimestamp(instant)])).toBe(instant);
  });

  it('a day is its name, not an instant', async () => {
    expect(await one(`date '2026-11-20'`)).toBe('2026-11-20');
    expect(await one(`array[date '2026-11-20', null]`)).toEqual(['2026-11-20', null]);
  });

  it('a list of instants is a list of numbers', async () => {
    expect(await one(`array[timestamptz '1970-01-01 00:00:01Z', null]`)).toEqual([1000, null]);
    expect(await one(`array[]::timestamptz[]`)).toEqual([]);
  });

  it('a whole number is a number if it is exact, and is refused otherwise', async () => {
    expect(await one('9007199254740991::int8')).toBe(Number.MAX_SAFE_INTEGER);
    expect(await one('array[1::int8, 2]')).toEqual([1, 2]);
    await expect(one('9007199254740992::int8')).rejects.toThrow(/beyond 2\^53/);
  });

  it('transaction numbers and decimals stay text', async () => {
    expect(await one(`'12345678901234567890'::xid8`)).toBe('12345678901234567890');
    expect(await one('0.1::numeric')).toBe('0.1');
  });

  it('a prepared statement returns its rows', async () => {
    expect(await test.database.pool.run('SELECT $1::int * 2 AS twice', [21])).toEqual([{ twice: 42 }]);
  });
});
