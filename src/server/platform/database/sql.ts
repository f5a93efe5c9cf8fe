import type { Queryable } from './connection.ts';

/** SQL templates: each value becomes a parameter, never a part of the text. */

export interface Sql {
  /** Pieces of text before, between and after the values: one more piece than values. */
  readonly texts: readonly [string, ...string[]];
  readonly values: readonly unknown[];
}

const isSql = (value: unknown): value is Sql =>
  typeof value === 'object' && value !== null && 'texts' in value && 'values' in value;

/** Inserts nested `sql` as text. Any other value becomes a parameter, so a prepared statement's text stays the same. */
export function sql(pieces: TemplateStringsArray, ...given: readonly unknown[]): Sql {
  const texts: [string, ...string[]] = [pieces[0] ?? ''];
  const values: unknown[] = [];
  given.forEach((value, index) => {
    const after = pieces[index + 1] ?? '';
    if (isSql(value)) {
      const [first, ...rest] = value.texts;
      texts.push(`${texts.pop() ?? ''}${first}`, ...rest);
      values.push(...value.values);
      texts.push(`${texts.pop() ?? ''}${after}`);
    } else {
      texts.push(after);
      values.push(value);
    }
  });
  return { texts, values };
}

/** SQL text without values, e.g. a list of columns. Never pass it user input. */
export const constant = (text: string): Sql => ({ texts: [text], values: [] });

/** Joins with commas. @throws TypeError for an empty list */
export const joinWithCommas = (pieces: readonly Sql[]): Sql =>
  pieces.reduce((all, one) => sql`${all}, ${one}`);

export const columnOf = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

export const where = (conditions: readonly Sql[]): Sql =>
  conditions.reduce(
    (all, one, index) => sql`${all}${index === 0 ? sql` WHERE ` : sql` AND `}${one}`,
    constant(''),
  );

export const toPgQuery = ({ texts, values }: Sql): { text: string; values: unknown[] } => ({
  text: texts.reduce((text, piece, index) => `${text}$${index}${piece}`),
  values: [...values],
});

/** Part of one statement that combines reads: one snapshot in one round trip. */
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
