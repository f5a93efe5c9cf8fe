import type { Settings } from '#contract/records';
import type { DayRange } from '#domain/time/workplace-day';
import type { Holiday } from '#domain/expected/holidays';
import { jsonRows } from '../../platform/database/parts.ts';
import { named, type Queryable } from '../../platform/database/pool.ts';
import { sql } from '../../platform/database/sql.ts';

/** Cache by the id that each change replaces. */
const known = new Map<string, readonly Holiday[]>();
const KNOWN_AT_MOST = 8;

const HOLIDAYS = sql`SELECT day, name, is_half AS "isHalf" FROM holiday ORDER BY day`;

/** Present holidays. They may be newer than the settings; a write proves the settings' version. */
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

/** Pay periods that are closed for somebody, earliest first. */
export const closedRanges = (tx: Queryable): Promise<DayRange[]> =>
  named<DayRange>(
    tx,
    'closed_ranges',
    'SELECT DISTINCT first, last FROM period WHERE is_closed ORDER BY first',
  );
