/** Histories written straight into the database, for reports over months that no test can live through. */
import type pg from 'pg';
import type { TeamReportPage } from '#contract/reports';
import type { InputOf } from '#contract/routes';
import { withPage } from '#domain/report/team-report';
import type { TimeEntry } from '#domain/entry/time-entry';
import type { Person } from '#tests/make';

const instant = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

/** The entries become `userId`'s; notes of `entry.notes`. */
export async function writeEntries(
  owner: pg.Client,
  userId: string,
  entries: readonly TimeEntry[],
): Promise<void> {
  for (const entry of entries) {
    const id = crypto.randomUUID();
    await owner.query(
      'INSERT INTO counted_entry (id, user_id, clock_in, clock_out, created_at, updated_at) VALUES ($1, $2, $3, $4, $3, $3)',
      [id, userId, instant(entry.clockIn), instant(entry.clockOut)],
    );
    await owner.query(
      `INSERT INTO time_entry_detail (entry_id, ip_address, notes, salt) VALUES ($1, 'unknown', $2, decode(repeat('00', 16), 'hex'))`,
      [id, entry.notes],
    );
    for (const [index, pause] of entry.breaks.entries()) {
      await owner.query(
        'INSERT INTO counted_break (entry_id, n, started_at, ended_at) VALUES ($1, $2, $3, $4)',
        [id, index + 1, instant(pause.start), instant(pause.end)],
      );
    }
  }
}

export const createdAt = (owner: pg.Client, userId: string, at: string): Promise<unknown> =>
  owner.query('UPDATE account SET created_at = $2 WHERE id = $1', [userId, at]);

/** Every page of the report over all employees, added up; all of the first page's instant. */
export const wholeTeamOf =
  (admin: () => Person) =>
  async (input: InputOf<'teamReport'>): Promise<TeamReportPage['rows']> => {
    const first = await admin().client.ask('teamReport', input);
    const pages = [first];
    for (let next = first.next; next !== null; next = pages.at(-1)?.next ?? null)
      pages.push(await admin().client.ask('teamReport', { ...input, from: next, now: first.now }));
    return pages.reduce<TeamReportPage['rows']>((rows, page) => withPage(rows, page.rows), []);
  };
