import type { Settings } from '#contract/records';
import type { Holiday } from '#domain/expected/holidays';
import type { Day } from '#domain/time/units';
import { jsonRows } from '../../platform/database/parts.ts';
import { named, type Queryable } from '../../platform/database/pool.ts';
import { sql } from '../../platform/database/sql.ts';

/** The last ones read, by the id that each change replaces. */
const known = new Map<string, readonly Holiday[]>();
const KNOWN_AT_MOST = 8;

const HOLIDAYS = sql`SELECT day, name, is_half AS "isHalf" FROM holiday ORDER BY day`;

/** As they are now, which may be newer than the settings: what is written proves its settings. */
export async function holidaysOf(
  tx: Queryable,
  { plansId }: Pick<Settings, 'plansId'>,
): Promise<readonly Holiday[]> {
  if (plansId === '') return [];
  const cached = known.get(plansId);
  if (cached) return cached;
  const [row] = await named<{ readonly id: string | null; readonly holidays: Holiday[] | null }>(
    tx,
    'read_plans',
    sql`SELECT plans_id AS id, ${jsonRows(HOLIDAYS, 'holidays')} FROM settings`,
  );
  const holidays = row?.holidays ?? [];
  if (known.size >= KNOWN_AT_MOST) known.clear();
  known.set(row?.id ?? plansId, holidays);
  return holidays;
}

export interface StoredHolidays {
  /** Country and region that were chosen, as 'DE-BY'; '' for none. */
  readonly region: string;
  readonly holidays: readonly Holiday[];
}

export async function readHolidays(tx: Queryable): Promise<StoredHolidays> {
  const [row] = await named<{ readonly region: string; readonly holidays: Holiday[] | null }>(
    tx,
    'read_holidays',
    sql`SELECT holiday_region AS region, ${jsonRows(HOLIDAYS, 'holidays')} FROM settings`,
  );
  return { region: row?.region ?? '', holidays: row?.holidays ?? [] };
}

/** A day of these within somebody's closed period; null for none. */
export async function closedAmong(tx: Queryable, days: readonly Day[]): Promise<Day | null> {
  const [row] = await named<{ readonly day: Day | null }>(
    tx,
    'closed_among',
    `SELECT min(asked.day) AS day FROM unnest($1::date[]) AS asked (day)
     WHERE EXISTS (SELECT FROM period p WHERE p.closed_at IS NOT NULL AND asked.day BETWEEN p.first AND p.last)`,
    [days],
  );
  return row?.day ?? null;
}

export async function lastClosedDay(tx: Queryable): Promise<Day | null> {
  const [row] = await named<{ readonly last: Day | null }>(
    tx,
    'last_closed_day',
    'SELECT max(last) AS last FROM period WHERE closed_at IS NOT NULL',
  );
  return row?.last ?? null;
}
