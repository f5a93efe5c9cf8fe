/** An update of a database with data that newer constraints would refuse. */
import { describe, expect, it } from 'vitest';
import { connect } from '#server/platform/database/connection';
import { migrate, ownMigrations } from '#server/platform/database/migrate';
import {
  name,
  onCluster,
  refusal,
  start,
  urlFor,
  freshDatabases,
  warnings,
} from '#tests/support/database-url';

freshDatabases();

describe('entries and settings older than the constraints of the database', () => {
  const PERSON = '00000000-0000-4000-8000-000000000001';
  const id = (n: number) => `00000000-0000-4000-8000-00000000010${n}`;
  const ENTRIES = [
    [id(1), '2026-11-18T08:00Z', '2026-11-18T17:00Z'],
    [id(2), '2026-11-18T16:00Z', '2026-11-18T18:00Z'],
    // Begins where another ended, so it does not overlap.
    [id(3), '2026-11-18T18:00Z', '2026-11-18T20:00Z'],
    // Within the first entry, but of zero length.
    [id(4), '2026-11-18T09:00Z', '2026-11-18T09:00Z'],
    [id(5), '2026-11-18T19:00Z', null],
  ];
  const rows = async () => {
    const owner = await connect({ url: urlFor('postgres') });
    try {
      const { rows: found } = await owner.query(
        'SELECT id, clock_in, clock_out, overlaps_earlier FROM counted_entry ORDER BY id',
      );
      return found;
    } finally {
      await owner.end();
    }
  };
  /** The state that version 1.6.4 leaves: five migrations, and some rows. */
  async function before(threshold: number): Promise<void> {
    const owner = await connect({ url: urlFor('postgres') });
    await migrate(owner, ownMigrations().slice(0, 5), Date.UTC(2026, 10, 19));
    await owner.query(
      `INSERT INTO account (id, email, password_hash, name, role, employee_id, created_at, updated_at)
       VALUES ($1, 'ada@example.com', 'none', 'Ada', 'employee', 'NXBI-00001', '2026-11-01Z', '2026-11-01Z')`,
      [PERSON],
    );
    for (const [entry, from, to] of ENTRIES)
      await owner.query(
        'INSERT INTO time_entry (id, user_id, clock_in, clock_out, created_at, updated_at) VALUES ($1, $2, $3, $4, $3, $3)',
        [entry, PERSON, from, to],
      );
    await owner.query(
      `INSERT INTO settings (work_start_time, work_end_time, break_duration, break_start_time, late_threshold_minutes, overtime_threshold_hours,
         allow_flexible_hours, require_location_tracking, weekend_work_allowed, time_zone, created_at, updated_at, version)
       VALUES ('09:00', '17:00', 30, '12:00', 5, $1, false, true, false, 'UTC', '2026-11-01Z', '2026-11-01Z', 1)`,
      [threshold],
    );
    await owner.query(
      `INSERT INTO ledger_head (chain, n, hash) VALUES ('00000000-0000-0000-0000-000000000000', 0, '')`,
    );
    await owner.end();
  }

  it('stay unchanged and are logged, and no further ones are accepted', async () => {
    await before(1.25);
    await start({ DATABASE_URL: urlFor('postgres') });
    expect(warnings).toEqual([
      `Time entry ${id(2)} of employee ${PERSON} (2026-11-18 16:00:00+00 to 2026-11-18 18:00:00+00) overlaps an earlier one. It stays as it is; see "Entries that overlap" in docs/operations.md.`,
      `Time entry ${id(5)} of employee ${PERSON} (2026-11-18 19:00:00+00 to still open) overlaps an earlier one. It stays as it is; see "Entries that overlap" in docs/operations.md.`,
      'The overtime threshold is no multiple of half an hour. It holds until the settings are saved the next time.',
    ]);
    expect(await rows()).toEqual(
      ENTRIES.map(([entry, from, to]) => ({
        id: entry,
        clock_in: Date.parse(from ?? ''),
        clock_out: to ? Date.parse(to) : null,
        overlaps_earlier: entry === id(2) || entry === id(5),
      })),
    );
    const owner = await connect({ url: urlFor('postgres') });
    const change = (sql: string): Promise<unknown> => owner.query(sql);
    try {
      await expect(
        change(
          `INSERT INTO counted_entry (id, user_id, clock_in, clock_out, created_at, updated_at)
           VALUES ('${id(6)}', '${PERSON}', '2026-11-18T07:00Z', '2026-11-18T08:00:00.001Z', '2026-11-18Z', '2026-11-18Z')`,
        ),
      ).rejects.toMatchObject({ constraint: 'counted_entry_apart' });
      // As docs/operations.md says, the rule applies to the entry again once it is corrected.
      await expect(
        change(`UPDATE counted_entry SET overlaps_earlier = false WHERE id = '${id(2)}'`),
      ).rejects.toMatchObject({ constraint: 'counted_entry_apart' });
      await change(
        `UPDATE counted_entry SET clock_in = '2026-11-18T17:00Z', overlaps_earlier = false WHERE id = '${id(2)}'`,
      );
      await expect(change('UPDATE settings SET overtime_threshold_hours = 1.75')).rejects.toMatchObject({
        constraint: 'settings_overtime_half_hours',
      });
      await change('UPDATE settings SET overtime_threshold_hours = 1.5');
    } finally {
      await owner.end();
    }
  });

  it('a start without the right to create an extension names it, and the database keeps its version', async () => {
    await onCluster(
      `REVOKE CREATE ON DATABASE ${name} FROM ${name}`,
      `ALTER DATABASE ${name} OWNER TO postgres`,
    );
    const owner = await connect({ url: urlFor('postgres') });
    await owner.query(`GRANT CREATE ON SCHEMA public TO ${name}`);
    await owner.end();
    const error = await refusal({ DATABASE_URL: urlFor(name) });
    expect(error).toMatchObject({
      cause: { message: expect.stringMatching(/^This database needs the extension btree_gist/) },
    });
  });
});
