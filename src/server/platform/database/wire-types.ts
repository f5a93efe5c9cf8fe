/**
 * What PostgreSQL's values become in JavaScript, for every connection of ours: instants are epoch
 * milliseconds, days are 'YYYY-MM-DD', int8 a number. xid8 and numeric stay text, since neither fits a
 * number.
 */
import pg from 'pg';
import { toInstantText } from '#contract/wire';
import type { EpochMs } from '#domain/time/units';

const INT8 = 20;
const INT8_ARRAY = 1016;
const DATE = 1082;
const DATE_ARRAY = 1182;
const TIMESTAMPTZ = 1184;
const TIMESTAMPTZ_ARRAY = 1185;

/** A timestamptz as written with `datestyle=ISO` and `timezone=UTC`; microseconds are cut off. */
function parseInstant(text: string): EpochMs {
  if (text === 'infinity') return Infinity;
  if (text === '-infinity') return -Infinity;
  const instant = text.endsWith('+00')
    ? Date.parse(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`)
    : Number.NaN;
  if (Number.isNaN(instant)) throw new RangeError(`PostgreSQL sent an instant that cannot be read: ${text}`);
  return instant;
}

function parseInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`PostgreSQL sent an integer beyond 2^53: ${text}`);
  return value;
}

/** One-dimensional arrays of values that hold no comma, quote or backslash of their own. */
const parseArray =
  <Value>(parse: (text: string) => Value) =>
  (text: string): (Value | null)[] =>
    text === '{}'
      ? []
      : text
          .slice(1, -1)
          .split(',')
          .map((item) => (item === 'NULL' ? null : parse(item.replaceAll('"', ''))));

const parsers = new Map<number, (text: string) => unknown>([
  [INT8, parseInteger],
  [INT8_ARRAY, parseArray(parseInteger)],
  [DATE, String],
  [DATE_ARRAY, parseArray(String)],
  [TIMESTAMPTZ, parseInstant],
  [TIMESTAMPTZ_ARRAY, parseArray(parseInstant)],
]);

/** For `pg`'s `types` option. */
export const wireTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && parsers.get(oid)) ||
    pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

/** A timestamptz in a column of JSON, '2026-11-02T08:00:00.25+00:00'; microseconds are cut off. */
export const instantOfJson = (text: string): EpochMs => Date.parse(text);

/** SQL for a timestamptz of whole milliseconds as their count since the epoch, in a row as in JSON: `EpochMs` as it is. */
export const epochMs = (instant: string): string => `(date_part('epoch', ${instant}) * 1000)::bigint`;

/** An instant as a parameter of type timestamptz. */
export const asTimestamp = (instant: EpochMs): string => toInstantText(instant);
