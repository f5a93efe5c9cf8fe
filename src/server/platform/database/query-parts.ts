/** Combines reads into one statement: one snapshot in one round trip. */
import type { Queryable } from './connection.ts';
import { constant, joinWithCommas, sql, type Sql } from './sql.ts';

export interface QueryPart<Value> {
  /** No two parts use the same column name. Null when this part reads nothing. */
  readonly columns: Sql | null;
  /** Join for the columns of this part and later ones, e.g. ' LEFT JOIN settings ON true'. Yields one row at most. */
  readonly join?: Sql;
  valueOf(row: object): Value;
}

export type QueryParts = Readonly<Record<string, QueryPart<unknown>>>;
export type ValuesOf<These extends QueryParts> = {
  readonly [Key in keyof These]: These[Key] extends QueryPart<infer Value> ? Value : never;
};

export async function readRow(tx: Queryable, parts: readonly QueryPart<unknown>[]): Promise<object> {
  const reading = parts.filter(({ columns }) => columns !== null);
  const columns = joinWithCommas(reading.map((part) => part.columns ?? constant('')));
  const joins = reading.reduce((all, { join }) => (join ? sql`${all}${join}` : all), constant(''));
  const [row] = await tx.run(sql`SELECT ${columns} FROM (SELECT) AS one${joins}`);
  if (!row) throw new Error('There is no row.');
  return row;
}

export const valuesOf = <These extends QueryParts>(parts: These, row: object): ValuesOf<These> =>
  Object.fromEntries(Object.entries(parts).map(([key, part]) => [key, part.valueOf(row)])) as ValuesOf<These>;

/** Copies only the named members, since the row may have columns of other parts. */
export function pick<Row, Name extends keyof Row>(row: Row, names: readonly Name[]): Pick<Row, Name> {
  const found: Partial<Row> = {};
  for (const name of names) found[name] = row[name];
  return found as Pick<Row, Name>;
}

/** Selects rows as one JSON column. Instants in `rows` must be written with `epochMs`. */
export const jsonAggregate = (rows: Sql, column: string): Sql =>
  sql`(SELECT json_agg(listed) FROM (${rows}) AS listed) AS ${constant(column)}`;
