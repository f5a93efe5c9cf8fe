/** `punctual verify` rebuilds corrections, and what counts by them, from the ledger alone. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verify, verifyIn } from '#server/verification/verify';
import { makeAdmin, startTestServer, type Person, type TestServer } from '#tests/make';
import { asking, changed, decided, missing, worked } from './corrections-of.ts';

let server: TestServer;
let bo: Person;
let of: { agreed: string; objected: string; removedEntry: string };
beforeAll(async () => {
  server = await startTestServer();
  const admin = await makeAdmin(server);
  const { person, entries } = await worked(server, ['08:00', '12:00'], ['13:00', '17:00']);
  bo = person;
  const make = async (change: Parameters<typeof asking>[0][number]) =>
    (await admin.client.ask('askCorrection', asking([change], bo))).correction;
  const agreed = await make(missing('05:00', '06:00'));
  await decided(bo, agreed, 'agree');
  const objected = await make({ ...changed(entries[0]), new: null });
  await decided(bo, objected, 'object', 'I was there');
  of = { agreed: agreed.id, objected: objected.id, removedEntry: entries[0]?.id ?? '' };
});
afterAll(() => server.stop());

/** What is found after the owner, unheard by any trigger, has done this; undone again afterwards. */
async function foundAfter(sql: string, value: string) {
  const { owner } = server.test;
  await owner.query('BEGIN');
  try {
    await owner.query('SET LOCAL session_replication_role = replica');
    const { rowCount } = await owner.query(sql, [value]);
    expect(rowCount).toBeGreaterThan(0);
    return (await verifyIn(owner)).faults.map(({ fault, chain }) => ({
      fault,
      isTheirs: chain === bo.user.id,
    }));
  } finally {
    await owner.query('ROLLBACK');
  }
}

describe('the check of the record', () => {
  it('finds nothing in corrections that were lived through, with the rights of the application', async () => {
    expect((await verify(server.test.database)).faults).toEqual([]);
  });

  it.each([
    [
      'who settled a correction',
      () => [`UPDATE correction SET decided_at = decided_at + interval '1 hour' WHERE id = $1`, of.agreed],
      'correction: decided_at is not as recorded',
    ],
    [
      'a reason',
      () => [`UPDATE correction SET reason = 'Because' WHERE id = $1`, of.agreed],
      'correction: reason is not as recorded',
    ],
    [
      'an objection',
      () => [`UPDATE correction SET objection = 'Never mind' WHERE id = $1`, of.objected],
      'correction: objection is not as recorded',
    ],
    [
      'old times of a correction',
      () => [
        `UPDATE correction_item SET old = jsonb_set(old, '{clockIn}', '"2026-11-20T01:00:00.000Z"') WHERE correction_id = $1`,
        of.objected,
      ],
      'correction: correction_item is not as recorded',
    ],
    [
      'an entry that counts though a correction removed it',
      () => [
        `INSERT INTO counted_entry (id, user_id, clock_in, clock_out, created_at, updated_at)
         SELECT $1, user_id, clock_in, clock_in, created_at, updated_at FROM counted_entry LIMIT 1`,
        of.removedEntry,
      ],
      'the time entry counts, and was removed',
    ],
    [
      'an entry that a correction added, and that is gone',
      () => [
        `DELETE FROM counted_entry WHERE id IN (SELECT entry_id FROM correction_item WHERE correction_id = $1)`,
        of.agreed,
      ],
      'the time entry is missing',
    ],
    [
      'times of an added entry',
      () => [
        `UPDATE counted_entry SET clock_out = clock_out + interval '1 hour'
         WHERE id IN (SELECT entry_id FROM correction_item WHERE correction_id = $1)`,
        of.agreed,
      ],
      'time entry: clock_out is not as recorded',
    ],
    [
      'a correction that was taken away',
      () => ['DELETE FROM correction WHERE id = $1', of.agreed],
      'the correction is missing',
    ],
    [
      'a correction that nobody asked for',
      () => [
        `INSERT INTO correction (id, user_id, day, asked_by, asked_at, reason, salt, updated_at)
         SELECT gen_random_uuid(), user_id, day, asked_by, asked_at, reason, salt, updated_at FROM correction WHERE id = $1`,
        of.agreed,
      ],
      'the correction is not in the ledger',
    ],
  ])('finds what was changed behind its back: %s', async (_what, change, fault) => {
    const [sql = '', value = ''] = change();
    expect(await foundAfter(sql, value)).toContainEqual({ fault, isTheirs: true });
  });
});
