/** Parses values: instants become epoch ms, days 'YYYY-MM-DD', int8 a number. xid8 and numeric stay text. */
import pg from 'pg';
import { toInstantText } from '#contract/wire';
import type { EpochMs } from '#domain/time/units';

const INT8 = 20;
const INT8_ARRAY = 1016;
const DATE = 1082;
const DATE_ARRAY = 1182;
const TIMESTAMPTZ = 1184;
const TIMESTAMPTZ_ARRAY = 1185;

/** Parses a timestamptz as `datestyle=ISO` and `timezone=UTC` print it. Drops microseconds. */
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

/** Parses flat arrays whose values have no comma, quote or backslash. */
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

export const wireTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && parsers.get(oid)) ||
    pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

/** SQL that turns a timestamptz into epoch milliseconds inside JSON, where these parsers do not apply. */
export const epochMs = (instant: string): string => `(date_part('epoch', ${instant}) * 1000)::bigint`;

/** SQL for the text of a timestamptz, as `toInstantText` writes it. */
export const instantText = (instant: string): string =>
  `to_char(${instant} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

export const asTimestamp = (instant: EpochMs): string => toInstantText(instant);
