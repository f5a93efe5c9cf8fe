/** Writes corrections directly into a database as the application does, and reads the counted entries. */
import type { Connection } from '#server/platform/database/connection';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { cloneDatabase, type TestDatabase } from '#tests/support/cluster';

export const id = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
export const [ADA, BO, ASHA] = [id(1), id(2), id(3)];
/** Two entries of Ada on the 18th, her open one, and one of Bo. */
export const [MORNING, AFTERNOON, RUNNING, OF_BO] = [id(101), id(102), id(103), id(104)];
export const ADDED = id(105);
export const at = (time: string, day = 18): string => `2026-11-${day}T${time}:00.000Z`;

export interface Times {
  readonly clockIn: string;
  readonly clockOut: string | null;
  readonly breaks: readonly { readonly start: string; readonly end: string | null }[];
}
export const times = (
  from: string,
  to: string | null,
  breaks: [string, string | null][] = [],
  day = 18,
): Times => ({
  clockIn: at(from, day),
  clockOut: to === null ? null : at(to, day),
  breaks: breaks.map(([start, end]) => ({
    start: at(start, day),
    end: end === null ? null : at(end, day),
  })),
});
export const WAS = {
  morning: times('08:00', '12:00'),
  afternoon: times('13:00', '17:00', [
    ['14:00', '14:15'],
    ['15:00', '15:15'],
  ]),
  running: times(
    '08:00',
    null,
    [
      ['10:00', '10:15'],
      ['12:00', null],
    ],
    19,
  ),
};

export let test: TestDatabase;
/** A database for the file, with three entries of Ada and one of Bo before each test. */
export function freshEntries(): void {
  beforeAll(async () => {
    test = await cloneDatabase();
    const account = (of: string, name: string, role: string): string =>
      `('${of}', '${name}@example.com', 'none', '${name}', '${role}', '${name}', '2026-11-01Z', '2026-11-01Z')`;
    await test.owner.query(`
    INSERT INTO account (id, email, password_hash, name, role, employee_id, created_at, updated_at)
      VALUES ${account(ADA, 'ada', 'employee')}, ${account(BO, 'bo', 'employee')}, ${account(ASHA, 'asha', 'admin')}`);
  });
  afterAll(() => test.drop());

  beforeEach(async () => {
    const entry = (of: string, whose: string, { clockIn, clockOut }: Times): string =>
      `('${of}', '${whose}', '${clockIn}', ${clockOut === null ? 'NULL' : `'${clockOut}'`}, '${clockIn}', '${clockOut ?? clockIn}')`;
    const pauses = (of: string, { breaks }: Times): string[] =>
      breaks.map(
        ({ start, end }, n) => `('${of}', ${n + 1}, '${start}', ${end === null ? 'NULL' : `'${end}'`})`,
      );
    await test.owner.query(`
    BEGIN; SET LOCAL session_replication_role = replica;
    DELETE FROM period; DELETE FROM correction_item; DELETE FROM correction; DELETE FROM time_entry_closing; DELETE FROM time_entry_detail;
    DELETE FROM counted_break; DELETE FROM counted_entry; COMMIT;
    INSERT INTO counted_entry (id, user_id, clock_in, clock_out, created_at, updated_at) VALUES
      ${entry(MORNING, ADA, WAS.morning)}, ${entry(AFTERNOON, ADA, WAS.afternoon)}, ${entry(RUNNING, ADA, WAS.running)},
      ${entry(OF_BO, BO, WAS.morning)};
    INSERT INTO counted_break (entry_id, n, started_at, ended_at) VALUES
      ${[...pauses(AFTERNOON, WAS.afternoon), ...pauses(RUNNING, WAS.running)].join()};
    INSERT INTO time_entry_detail (entry_id, ip_address, notes, salt)
      SELECT id, '203.0.113.7', 'as it was', uuid_send(id) FROM counted_entry;
    INSERT INTO time_entry_closing (entry_id, closed_by, reason, at) VALUES ('${AFTERNOON}', '${ASHA}', 'left', '${at('18:00')}')`);
  });
}

export const app = (sql: string, values: readonly unknown[] = []) =>
  test.database.pool.query(sql, [...values]);
export const owner = (sql: string, values: readonly unknown[] = []) => test.owner.query(sql, [...values]);

export type Item = readonly [entryId: string, before: Times | null, after: Times | null];
let corrections = 1000;
/** Each runs in one transaction, as in the application. */
export async function ask(items: readonly Item[], by = ADA): Promise<string> {
  corrections += 1;
  const correction = id(corrections);
  await app(
    `INSERT INTO correction (id, user_id, day, asked_by, asked_at, reason, salt, updated_at)
     VALUES ($1, $2, '2026-11-18', $3, $4, 'Forgotten', uuid_send($1), $4)`,
    [correction, ADA, by, at('20:00', 20)],
  );
  for (const [index, [entryId, before, after]] of items.entries())
    await app(
      'INSERT INTO correction_item (correction_id, n, entry_id, old, new) VALUES ($1, $2, $3, $4, $5)',
      [correction, index + 1, entryId, before, after],
    );
  return correction;
}
const SETTLED = new Set(['agreed', 'declined', 'withdrawn', 'taken-back']);
export const move = (
  correction: string,
  state: string,
  by: string,
  more = '',
  tx: Pick<Connection, 'query'> = test.database.pool,
) =>
  tx.query(
    `UPDATE correction SET state = $2, updated_at = $3
       ${SETTLED.has(state) ? `, decided_by = '${by}', decided_at = '${at('21:00', 20)}'` : ''}${more} WHERE id = $1`,
    [correction, state, at('21:00', 20)],
  );
export const agree = (correction: string) => move(correction, 'agreed', ASHA);
export const make = async (items: readonly Item[]): Promise<string> => {
  const correction = await ask(items, ASHA);
  await move(correction, 'made', ASHA);
  return correction;
};
export const takeBack = async (correction: string): Promise<unknown> => {
  await move(correction, 'objected', ADA, `, objection = 'I was there'`);
  return move(correction, 'taken-back', ASHA);
};

/** All counted times, by entry. */
export async function counting(): Promise<Record<string, Times>> {
  const { rows } = await owner(`
    SELECT e.id, e.clock_in, e.clock_out,
      ARRAY (SELECT started_at FROM counted_break b WHERE b.entry_id = e.id ORDER BY n) AS starts,
      ARRAY (SELECT ended_at FROM counted_break b WHERE b.entry_id = e.id ORDER BY n) AS ends
    FROM counted_entry e JOIN time_entry_detail d ON d.entry_id = e.id WHERE e.user_id = '${ADA}' ORDER BY e.clock_in`);
  const text = (instant: number | null) => (instant === null ? null : new Date(instant).toISOString());
  return Object.fromEntries(
    rows.map((row) => [
      row.id,
      {
        clockIn: text(row.clock_in),
        clockOut: text(row.clock_out),
        breaks: row.starts.map((start: number, index: number) => ({
          start: text(start),
          end: text(row.ends[index]),
        })),
      },
    ]),
  );
}
/** Whole rows without the time of their last change. */
export const rowsOf = async (db: Pick<Connection, 'query'> = test.owner) =>
  (
    await db.query(`
    SELECT to_jsonb(e) - 'updated_at' AS row FROM counted_entry e UNION ALL SELECT to_jsonb(b) FROM counted_break b
    UNION ALL SELECT to_jsonb(c) FROM time_entry_closing c UNION ALL SELECT to_jsonb(d) FROM time_entry_detail d
    UNION ALL SELECT to_jsonb(c) FROM correction c UNION ALL SELECT to_jsonb(i) FROM correction_item i ORDER BY 1`)
  ).rows;

export const UNTOUCHED = { [MORNING]: WAS.morning, [AFTERNOON]: WAS.afternoon, [RUNNING]: WAS.running };
export const LONGER = times('07:30', '13:30');
export const LATER = times('13:30', '18:00', [['16:00', '16:30']]);
export const MISSED = times('19:00', '20:00', [['19:10', '19:20']]);
