/** SQL whose values stand where they belong: each becomes a parameter of the statement, never a part of its text. */

/** A statement, or a piece of one. */
export interface Sql {
  /** The pieces between the values: one more than there are values. */
  readonly texts: readonly [string, ...string[]];
  readonly values: readonly unknown[];
}

const isSql = (value: unknown): value is Sql =>
  typeof value === 'object' && value !== null && 'texts' in value && 'values' in value;

/**
 * sql`SELECT name FROM account WHERE id = ${id} AND ${condition}`: another `sql` is put in as it is, anything
 * else becomes a parameter, whatever it is. So the text depends on the pieces only, never on a value, as a
 * prepared statement needs it.
 */
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

/** A piece of our own without values, e.g. a list of columns. Never of anything that came from outside. */
export const constant = (text: string): Sql => ({ texts: [text], values: [] });

/** Pieces with commas between them. @throws TypeError without any */
export const inList = (pieces: readonly Sql[]): Sql => pieces.reduce((all, one) => sql`${all}, ${one}`);

/** The column of a member: `ipAddress` is kept in `ip_address`. */
export const columnOf = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** ' WHERE ...' with all of the conditions; nothing without any. */
export const where = (conditions: readonly Sql[]): Sql =>
  conditions.reduce(
    (all, one, index) => sql`${all}${index === 0 ? sql` WHERE ` : sql` AND `}${one}`,
    constant(''),
  );

/** As the driver takes it: the values are `$1`, `$2` and so on. */
export const parameterised = ({ texts, values }: Sql): { text: string; values: unknown[] } => ({
  text: texts.reduce((text, piece, index) => `${text}$${index}${piece}`),
  values: [...values],
});
