/** Reads the entries about punches that are to be moved, of many people at once. */
import type { CountedTimes } from '#domain/correction';
import type { Span } from '../calendars.ts';
import { named, type Queryable } from '../database/pool.ts';
import { constant, sql } from '../database/sql.ts';
import { asTimestamp, instantOfJson } from '../database/wire-types.ts';

/** Somebody, and those of their entries that have a punch in the span, by their clock-ins. */
export interface PunchesOf {
  readonly userId: string;
  readonly name: string;
  readonly entries: readonly CountedTimes[];
}

interface Row {
  readonly user_id: string;
  readonly name: string;
  readonly id: string;
  readonly clock_in: number;
  readonly clock_out: number | null;
  readonly set_aside_at: number | null;
  readonly breaks: readonly { readonly start: string; readonly end: string | null }[] | null;
}

/**
 * By name. What is not punched in the span meets nothing there, but for an entry that spans all of it, and then its person
 * has no other one in it. A break that ends there began a day before at most, or its entry has ended there, too.
 * @param userIds everybody's without
 */
export async function punchesWithin(
  tx: Queryable,
  { from, to }: Span,
  userIds: readonly string[] | undefined,
): Promise<PunchesOf[]> {
  const of = userIds === undefined ? constant('TRUE') : sql`user_id = ANY (${userIds}::uuid[])`;
  const [first, end] = [asTimestamp(from), asTimestamp(to)];
  const rows = await named<Row>(
    tx,
    userIds === undefined ? 'punches_within' : 'punches_within_of',
    sql`
    WITH found AS (
      SELECT id FROM counted_entry WHERE ${of} AND clock_in >= ${first} AND clock_in < ${end}
      UNION SELECT id FROM counted_entry WHERE ${of} AND clock_out >= ${first} AND clock_out < ${end}
      UNION SELECT id FROM counted_entry WHERE ${of} AND clock_out IS NULL AND clock_in < ${end}
      UNION SELECT entry_id FROM counted_break WHERE started_at >= ${first}::timestamptz - interval '1 day' AND started_at < ${end}
    )
    SELECT e.user_id, a.name, e.id, e.clock_in, e.clock_out, e.set_aside_at,
      (SELECT json_agg(json_build_object('start', b.started_at, 'end', b.ended_at) ORDER BY b.n)
       FROM counted_break b WHERE b.entry_id = e.id) AS breaks
    FROM found JOIN counted_entry e ON e.id = found.id JOIN account a ON a.id = e.user_id
    WHERE ${of} ORDER BY a.name, e.user_id, e.clock_in, e.id`,
  );
  const people = new Map<string, PunchesOf & { readonly entries: CountedTimes[] }>();
  for (const row of rows) {
    const known = people.get(row.user_id);
    if (known) known.entries.push(timesOf(row));
    else people.set(row.user_id, { userId: row.user_id, name: row.name, entries: [timesOf(row)] });
  }
  return [...people.values()];
}

const timesOf = ({ id, clock_in, clock_out, set_aside_at, breaks }: Row): CountedTimes => ({
  id,
  clockIn: clock_in,
  clockOut: clock_out,
  setAsideAt: set_aside_at,
  breaks: (breaks ?? []).map(({ start, end }) => ({
    start: instantOfJson(start),
    end: end === null ? null : instantOfJson(end),
  })),
});
