/** Writes histories directly into the database, for reports that cover months. */
import type { Connection } from '#server/platform/database/connection';
import type { TeamReportPage } from '#contract/reports/reports';
import type { InputOf } from '#contract/routes';
import { withPage } from '#domain/report/team-report';
import type { TimeEntry } from '#domain/entry/time-entry';
import type { Person } from '#tests/make';

const instant = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

/** Writes the entries for the person `userId`. */
export async function writeEntries(
  owner: Connection,
  userId: string,
  entries: readonly TimeEntry[],
): Promise<void> {
  const rows = entries.map(({ clockIn, clockOut, notes, breaks }) => ({
    id: crypto.randomUUID(),
    begin: instant(clockIn),
    end: instant(clockOut),
    notes,
    breaks: breaks.map(({ start, end }) => ({ start: instant(start), end: instant(end) })),
  }));
  const ROWS = `jsonb_to_recordset($1::jsonb) AS e (id uuid, "begin" timestamptz, "end" timestamptz, notes text, breaks jsonb)`;
  for (const [statement, ...more] of [
    [
      `INSERT INTO counted_entry (id, user_id, clock_in, clock_out, created_at, updated_at)
       SELECT id, $2, "begin", "end", "begin", "begin" FROM ${ROWS}`,
      userId,
    ],
    [
      `INSERT INTO time_entry_detail (entry_id, ip_address, notes, salt)
       SELECT id, 'unknown', notes, decode(repeat('00', 16), 'hex') FROM ${ROWS}`,
    ],
    [
      `INSERT INTO counted_break (entry_id, n, started_at, ended_at)
       SELECT id, n, (pause ->> 'start')::timestamptz, (pause ->> 'end')::timestamptz
       FROM ${ROWS}, jsonb_array_elements(breaks) WITH ORDINALITY AS pauses (pause, n)`,
    ],
  ] as const)
    await owner.query(statement, [JSON.stringify(rows), ...more]);
}

export const createdAt = (owner: Connection, userId: string, at: string): Promise<unknown> =>
  owner.query('UPDATE account SET created_at = $2 WHERE id = $1', [userId, at]);

/** Adds up all pages of the report on all employees, at the instant of the first page. */
export const wholeTeamOf =
  (admin: () => Person) =>
  async (input: InputOf<'teamReport'>): Promise<TeamReportPage['rows']> => {
    const first = await admin().client.ask('teamReport', input);
    const pages = [first];
    for (let next = first.next; next !== null; next = pages.at(-1)?.next ?? null)
      pages.push(await admin().client.ask('teamReport', { ...input, from: next, now: first.now }));
    return pages.reduce<TeamReportPage['rows']>((rows, page) => withPage(rows, page.rows), []);
  };
