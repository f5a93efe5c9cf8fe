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
