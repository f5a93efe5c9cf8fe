import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { constant, toPgQuery, sql, where } from '#server/platform/database/sql';
import { cloneDatabase, type TestDatabase } from '#tests/support/cluster';

describe('the sql tag', () => {
  it('makes each value a parameter, in order, including those of nested pieces', () => {
    const piece = sql`b = ${2} OR c = ${'three'}`;
    expect(
      toPgQuery(sql`SELECT ${constant('x, y')} FROM t WHERE a = ${1} AND (${piece}) LIMIT ${4}`),
    ).toEqual({
      text: 'SELECT x, y FROM t WHERE a = $1 AND (b = $2 OR c = $3) LIMIT $4',
      values: [1, 2, 'three', 4],
    });
  });

  it('makes the same text for all values, even equal ones', () => {
    const textOf = (a: unknown, b: unknown): string => toPgQuery(sql`a = ${a} AND b = ${b}`).text;
    expect(textOf(1, 1)).toBe(textOf("' OR true --", null));
  });

  it('joins conditions, and makes an empty text without any', () => {
    expect(toPgQuery(where([])).text).toBe('');
    expect(toPgQuery(where([sql`a = ${1}`, sql`b = ${2}`]))).toEqual({
      text: ' WHERE a = $1 AND b = $2',
      values: [1, 2],
    });
  });

  it('accepts adjacent pieces without text between them', () => {
    expect(toPgQuery(sql`${sql`${1}`}${sql`${2}`}`)).toEqual({ text: '$1$2', values: [1, 2] });
  });
});

describe('a prepared statement on the database', () => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await cloneDatabase();
  });
  afterAll(() => test.drop());

  it('is prepared once for all values', async () => {
    const client = await test.database.pool.take();
    try {
      const ask = (value: string) => client.run<{ value: string }>(sql`SELECT ${value}::text AS value`);
      expect(await ask('one')).toEqual([{ value: 'one' }]);
      expect(await ask("two'; --")).toEqual([{ value: "two'; --" }]);
      const { rows } = await client.query(
        `SELECT statement FROM pg_prepared_statements WHERE statement LIKE '%$1::text AS value'`,
      );
      expect(rows).toEqual([{ statement: 'SELECT $1::text AS value' }]);
    } finally {
      client.release();
    }
  });
});
