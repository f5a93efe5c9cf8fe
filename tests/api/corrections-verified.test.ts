/** `punctual verify` rebuilds corrections and the entries they change from the ledger alone. */
import { beforeAll, describe, expect, it } from 'vitest';
import { appendToLedger } from '#server/ledger/commands';
import type { LedgerEvent } from '#server/ledger/entry';
import { verify, verifyIn } from '#server/record/verification/verify';
import { type Person } from '#tests/make';
import { setUpAdmin, setUpServer } from '#tests/set-up';
import { asking, changed, decided, missing, worked } from './corrections-of.ts';

let bo: Person;
let of: { agreed: string; objected: string; asked: string; removedEntry: string; entry: string };
const server = setUpServer();
const admin = setUpAdmin(server);
beforeAll(async () => {
  const { person, entries } = await worked(server, ['08:00', '12:00'], ['13:00', '17:00']);
  bo = person;
  const make = async (change: Parameters<typeof asking>[0][number]) =>
    (await admin.client.ask('askCorrection', asking([change], bo))).correction;
  const agreed = await make(missing('05:00', '06:00'));
  await decided(bo, agreed, 'agree');
  const objected = await make({ ...changed(entries[0]), new: null });
  await decided(bo, objected, 'object', 'I was there');
  const { correction } = await bo.client.ask('askCorrection', asking([missing('06:00', '07:00')]));
  const [removedEntry = '', entry = ''] = entries.map(({ id }) => id);
  of = { agreed: agreed.id, objected: objected.id, asked: correction.id, removedEntry, entry };
});

/** The faults found after a forged row with a valid hash was appended to Bo's chain. */
async function foundForged(row: LedgerEvent & { actor: string | null; entry?: string }): Promise<string[]> {
  const { owner } = server.test;
  await owner.query('BEGIN');
  try {
    await appendToLedger(owner, { ...row, chain: bo.user.id, at: server.clock.now() });
    return (await verifyIn(owner)).faults.map(({ fault }) => fault);
  } finally {
    await owner.query('ROLLBACK');
  }
}

/** The faults found after the owner ran this with triggers disabled. Rolled back afterwards. */
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

describe('verification of corrections', () => {
  it('finds no fault in real corrections, with the rights of the application', async () => {
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
      'how often a correction was changed',
      () => ['UPDATE correction SET version = 7 WHERE id = $1', of.asked],
      'correction: version is not as recorded',
    ],
    [
      'the place of an item',
      () => ['UPDATE correction_item SET n = 2 WHERE correction_id = $1', of.asked],
      'correction: correction_item is not as recorded',
    ],
    [
      'what comes back when a correction is undone',
      () => [
        `UPDATE correction_item SET gave_way = jsonb_set(gave_way, '{created_at}', '"2026-01-01T00:00:00Z"') WHERE correction_id = $1`,
        of.objected,
      ],
      'correction: correction_item is not as recorded',
    ],
    [
      'when an entry was written',
      () => [`UPDATE counted_entry SET created_at = created_at - interval '1 day' WHERE id = $1`, of.entry],
      'time entry: created_at is not as recorded',
    ],
    [
      'what admins were told of a punch',
      () => [`UPDATE activity_notification SET message = 'Nothing' WHERE entry_id = $1`, of.entry],
      'notification: message is not as recorded',
    ],
    [
      'an entry that may overlap another one',
      () => ['UPDATE counted_entry SET overlaps_earlier = true WHERE id = $1', of.entry],
      'time entry: overlaps_earlier is not as recorded',
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
      'breaks of an added entry',
      () => [
        `INSERT INTO counted_break (entry_id, n, started_at, ended_at)
         SELECT e.id, 1, e.clock_in, e.clock_out FROM counted_entry e JOIN correction_item i ON i.entry_id = e.id WHERE i.correction_id = $1`,
        of.agreed,
      ],
      'time entry: counted_break is not as recorded',
    ],
    [
      'a reminder that nobody had',
      () => [`INSERT INTO reminder (entry_id, at, mail_at) VALUES ($1, now(), now())`, of.entry],
      'time entry: reminder is not as recorded',
    ],
    [
      'a step that is gone from the record',
      () => [
        `DELETE FROM ledger WHERE kind = 'correction_objected' AND body::jsonb -> 'data' ->> 'correction' = $1`,
        of.objected,
      ],
      'a row is missing before this one',
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
  ])('finds a change that bypassed the application: %s', async (_what, change, fault) => {
    const [sql = '', value = ''] = change();
    expect(await foundAfter(sql, value)).toContainEqual({ fault, isTheirs: true });
  });

  it('finds forged steps that nobody was allowed to take, even with valid hashes', async () => {
    const [self, other] = [bo.user.id, admin.user.id];
    const digests = { reason: 'x' };
    const was = {
      clockIn: '2026-11-20T13:00:00.000Z',
      clockOut: '2026-11-20T17:00:00.000Z',
      breaks: [],
    };
    const made = {
      correction: of.entry,
      day: '2026-11-20',
      items: [{ entryId: of.entry, old: was, new: null }],
      digests,
      entries: [of.entry],
    };
    const began = { entryId: of.entry, old: { ...was, clockOut: was.clockIn }, new: null };
    const forged: readonly (readonly [string, Parameters<typeof foundForged>[0]])[] = [
      [
        'agreed to by whoever asked',
        { kind: 'correction_agreed', actor: self, data: { correction: of.asked } },
      ],
      [
        'agreed to by nobody',
        { kind: 'correction_agreed', actor: null, data: { correction: of.asked, selfDecided: true } },
      ],
      [
        'sent back by whoever asked',
        { kind: 'correction_sent_back', actor: self, data: { correction: of.asked, digests } },
      ],
      [
        'withdrawn by an admin',
        { kind: 'correction_withdrawn', actor: other, data: { correction: of.asked } },
      ],
      [
        'declined when it was agreed to',
        { kind: 'correction_declined', actor: other, data: { correction: of.agreed, digests } },
      ],
      [
        'taken back by its employee',
        { kind: 'correction_taken_back', actor: self, data: { correction: of.objected } },
      ],
      [
        'undone by whoever did not decide',
        { kind: 'correction_undone', actor: other, data: { correction: of.agreed } },
      ],
      [
        'objected to by an admin',
        { kind: 'correction_objected', actor: other, data: { correction: of.objected, digests } },
      ],
      ['of no correction', { kind: 'correction_agreed', actor: other, data: { correction: of.entry } }],
      ["made of one's own hours", { kind: 'correction_made', actor: self, data: made }],
      ["asked for of somebody else's hours", { kind: 'correction_asked', actor: other, data: made }],
      ['made twice', { kind: 'correction_made', actor: other, data: { ...made, correction: of.agreed } }],
      ['of what did not count', { kind: 'correction_made', actor: other, data: { ...made, items: [began] } }],
      ['reminded of what had ended', { kind: 'clock_out_reminded', actor: null, entry: of.entry }],
    ];
    for (const [what, row] of forged)
      expect(await foundForged(row), what).toContain('the row does not follow from those before it');
    // This step is allowed, but the tables do not contain it.
    expect(await foundForged({ kind: 'correction_made', actor: other, data: made })).toEqual(
      expect.arrayContaining(['the correction is missing', 'the time entry counts, and was removed']),
    );
  });
});
