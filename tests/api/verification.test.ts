import { createHash, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { canonicalJson } from '#server/ledger/canonical';
import { verify, verifyIn } from '#server/record/verification/verify';
import { makeAdmin, makeEmployee, requestId, settingsInput, type Person } from '#tests/make';
import { setUpServer } from '#tests/set-up';

let ada: Person;
let bo: Person;
let entries: { finished: string; closed: string };

const server = setUpServer();
beforeAll(async () => {
  const admin = await makeAdmin(server);
  ada = await makeEmployee(server, { name: 'Ada' });
  bo = await makeEmployee(server, { name: 'Bo' });
  const { client } = ada;
  const { entry } = await client.ask('clockIn', { requestId: requestId(), notes: 'site visit' });
  for (const punch of ['startBreak', 'endBreak', 'clockOut'] as const) {
    server.clock.advanceMinutes(30);
    await client.ask(punch, { requestId: requestId() });
  }
  const left = await bo.client.ask('clockIn', { requestId: requestId() });
  await bo.client.ask('startBreak', { requestId: requestId() });
  await bo.client.ask('updateProfile', { name: 'Bo Baker' });
  server.clock.advanceMinutes(48 * 60);
  await admin.client.ask('closeEntry', {
    entryId: left.entry.id,
    day: '2026-11-20',
    time: '17:00',
    reason: 'fell asleep',
  });
  await ada.client.ask('clockIn', { requestId: requestId() });
  await ada.client.ask('startBreak', { requestId: requestId() });
  await admin.client.ask('updateSettings', settingsInput({ version: 1, breakDuration: 45 }));
  entries = { finished: entry.id, closed: left.entry.id };
});

/** The faults found after the owner ran this with triggers disabled. Rolled back afterwards. */
async function foundAfter(sql: string, values: readonly unknown[] = []) {
  const { owner } = server.test;
  await owner.query('BEGIN');
  try {
    await owner.query('SET LOCAL session_replication_role = replica');
    await owner.query(sql, [...values]);
    return (await verifyIn(owner)).faults;
  } finally {
    await owner.query('ROLLBACK');
  }
}

/** The faults found after a row with a valid hash was appended to Bo's chain. */
async function foundAfterBody(body: string) {
  const { owner } = server.test;
  const { rows } = await owner.query<{ n: number; hash: Buffer }>(
    'SELECT n, hash FROM ledger WHERE chain = $1 ORDER BY n DESC LIMIT 1',
    [bo.user.id],
  );
  const n = (rows[0]?.n ?? 0) + 1;
  const hash = createHash('sha256')
    .update(rows[0]?.hash ?? '')
    .update(`${n}\n${body}`)
    .digest();
  return foundAfter(
    `WITH head AS (UPDATE ledger_head SET n = $2, hash = $4 WHERE chain = $1)
     INSERT INTO ledger (chain, n, at, actor, kind, body, hash)
     VALUES ($1, $2, '2026-11-22T09:00Z', NULL, 'password_changed', $3, $4)`,
    [bo.user.id, n, body, hash],
  );
}

describe('verification of the record', () => {
  it('finds no fault in real records, with the rights of the application', async () => {
    expect(await verify(server.test.database)).toMatchObject({
      people: 3,
      entries: 3,
      erased: 0,
      faults: [],
    });
  });

  it('finds no fault with any page size, and reports its progress', async () => {
    const told: number[] = [];
    const { records } = await verify(server.test.database, {
      page: 2,
      onPage: (done) => void told.push(done),
    });
    expect(told.at(-1)).toBe(records);
    expect(told.length).toBeGreaterThan(records / 2 - 1);
    expect((await verify(server.test.database, { page: 1 })).faults).toEqual([]);
  });

  const chain = () => ada.user.id;
  const settings = '00000000-0000-0000-0000-000000000000';
  it.each([
    [
      'a clock-in that was moved',
      () => [
        `UPDATE counted_entry SET clock_in = clock_in - interval '3 hours' WHERE id = $1`,
        entries.finished,
      ],
      () => ({ fault: 'time entry: clock_in is not as recorded', chain: chain(), entry: entries.finished }),
    ],
    [
      'a clock-out that was moved',
      () => [
        `UPDATE counted_entry SET clock_out = clock_out + interval '1 hour' WHERE id = $1`,
        entries.finished,
      ],
      () => ({ fault: 'time entry: clock_out is not as recorded', entry: entries.finished }),
    ],
    [
      'an entry given to somebody else',
      () => [`UPDATE counted_entry SET user_id = '${bo.user.id}' WHERE id = $1`, entries.finished],
      () => ({ fault: 'time entry: user_id is not as recorded', entry: entries.finished }),
    ],
    [
      'an entry that was taken away',
      () => ['DELETE FROM counted_entry WHERE id = $1', entries.finished],
      () => ({ fault: 'the time entry is missing', chain: chain(), entry: entries.finished }),
    ],
    [
      'an entry that nobody clocked in for',
      () => [
        `INSERT INTO counted_entry (id, user_id, clock_in, clock_out, created_at, updated_at)
         VALUES ('${entries.finished.replace(/^.{8}/, '00000000')}', $1, '2026-11-01Z', '2026-11-02Z', '2026-11-01Z', '2026-11-02Z')`,
        chain(),
      ],
      () => ({ fault: 'the time entry is not in the ledger', chain: chain() }),
    ],
    [
      'a break that was made longer',
      () => [
        `UPDATE counted_break SET ended_at = ended_at + interval '5 minutes' WHERE entry_id = $1`,
        entries.finished,
      ],
      () => ({ fault: 'time entry: counted_break is not as recorded', entry: entries.finished }),
    ],
    [
      'a break that was taken away',
      () => ['DELETE FROM counted_break WHERE entry_id = $1', entries.closed],
      () => ({ fault: 'time entry: counted_break is not as recorded', entry: entries.closed }),
    ],
    [
      'the reason of a closing',
      () => [`UPDATE time_entry_closing SET reason = 'was ill' WHERE entry_id = $1`, entries.closed],
      () => ({ fault: 'time entry: time_entry_closing is not as recorded', entry: entries.closed }),
    ],
    [
      'a closing that was taken away',
      () => ['DELETE FROM time_entry_closing WHERE entry_id = $1', entries.closed],
      () => ({ fault: 'time entry: time_entry_closing is not as recorded', entry: entries.closed }),
    ],
    [
      'notes',
      () => [`UPDATE time_entry_detail SET notes = 'nothing' WHERE entry_id = $1`, entries.finished],
      () => ({ fault: 'time entry: notes is not as recorded', entry: entries.finished }),
    ],
    [
      'a name',
      () => [`UPDATE account SET name = 'Eve' WHERE id = $1`, chain()],
      () => ({ fault: 'account: name is not as recorded', chain: chain() }),
    ],
    [
      'a role',
      () => [`UPDATE account SET role = 'admin' WHERE id = $1`, chain()],
      () => ({ fault: 'account: role is not as recorded', chain: chain() }),
    ],
    [
      'an account that was deactivated',
      () => ['UPDATE account SET is_active = false WHERE id = $1', chain()],
      () => ({ fault: 'account: is_active is not as recorded', chain: chain() }),
    ],
    [
      'an account that nobody made',
      () => [
        `INSERT INTO account (id, email, password_hash, name, role, employee_id, created_at, updated_at)
         VALUES ($1, 'eve@example.com', '', 'Eve', 'admin', 'EVE', '2026-11-01Z', '2026-11-01Z')`,
        '00000000-0000-4000-8000-0000000000e7',
      ],
      () => ({ fault: 'the chain has no rows', chain: '00000000-0000-4000-8000-0000000000e7' }),
    ],
    [
      'settings',
      () => [`UPDATE settings SET late_threshold_minutes = 60 WHERE $1 = $1`, 'any'],
      () => ({ fault: 'settings: late_threshold_minutes is not as recorded', chain: settings }),
    ],
    [
      'a row of the ledger that was rewritten',
      () => [
        `UPDATE ledger SET body = replace(body, '"late":false', '"late":true') WHERE chain = $1 AND n = 2`,
        chain(),
      ],
      () => ({ fault: 'the hash does not fit', chain: chain(), n: 2 }),
    ],
    [
      'the time beside the body of a row',
      () => [`UPDATE ledger SET at = at + interval '1 hour' WHERE chain = $1 AND n = 2`, chain()],
      () => ({ fault: 'the row does not say what its body says', chain: chain(), n: 2 }),
    ],
    [
      'a row that was taken out of the middle',
      () => ['DELETE FROM ledger WHERE chain = $1 AND n = 3', chain()],
      () => ({ fault: 'a row is missing before this one', chain: chain(), n: 4 }),
    ],
    [
      'a row that was taken off the end',
      () => ['DELETE FROM ledger WHERE chain = $1 AND n = 7', chain()],
      () => ({ fault: 'the end of the chain does not fit', chain: chain(), n: 7 }),
    ],
    [
      'a whole chain that was taken away',
      () => ['DELETE FROM ledger WHERE chain = $1', chain()],
      () => ({ fault: 'the chain has no rows', chain: chain() }),
    ],
    [
      'the head of a chain that was taken away',
      () => ['DELETE FROM ledger_head WHERE chain = $1', chain()],
      () => ({ fault: 'the chain has no head', chain: chain(), n: 7 }),
    ],
  ])('finds %s', async (_what, change, expected) => {
    const [sql = '', value] = change();
    const found = await foundAfter(sql, [value]);
    expect(found).toContainEqual(expect.objectContaining(expected()));
  });

  it('reports an unreadable row and continues after it', async () => {
    const at = '2026-11-22T09:00:00.000Z';
    const shape = { chain: bo.user.id, at, actor: null, kind: 'password_changed' };
    const halves = canonicalJson({ ...shape, data: { how: 'x\ud800y' } });
    expect(halves).toContain(String.raw`x\ud800y`);
    for (const body of [halves, '{"no json'])
      expect(await foundAfterBody(body)).toMatchObject([
        { fault: 'the row cannot be read', chain: bo.user.id, n: 6, count: 1 },
      ]);
    expect(await foundAfterBody(canonicalJson({ ...shape, data: { how: String.raw`\ud800` } }))).toEqual([]);
    // All faults are reported at once.
    const found = await foundAfter(
      `WITH bad AS (UPDATE ledger SET body = 'rubbish' WHERE chain = $1 AND n = 1)
       UPDATE settings SET break_duration = 1`,
      [ada.user.id],
    );
    expect(found.map(({ fault }) => fault)).toEqual(
      expect.arrayContaining([
        'the row cannot be read',
        'the hash does not fit',
        'settings: break_duration is not as recorded',
      ]),
    );
  });

  it('reports the first fault of each kind and counts the others', async () => {
    const found = await foundAfter(`UPDATE counted_entry SET clock_in = clock_in - interval '1 minute'`);
    expect(found).toMatchObject([{ fault: 'time entry: clock_in is not as recorded', count: 3 }]);
  });

  it('accepts and counts data erased with its salt, and still verifies the rest', async () => {
    const { owner } = server.test;
    const erase = `UPDATE time_entry_detail SET notes = '', ip_address = '', location = NULL,
      salt = decode(repeat('00', 16), 'hex') WHERE entry_id = $1`;
    expect(await foundAfter(erase, [entries.finished])).toEqual([]);
    expect(
      await foundAfter(
        `WITH hours AS (UPDATE counted_entry SET clock_in = clock_in - interval '1 hour' WHERE id = $1) ${erase}`,
        [entries.finished],
      ),
    ).toMatchObject([{ fault: 'time entry: clock_in is not as recorded' }]);
    await owner.query('BEGIN');
    await owner.query(erase, [entries.finished]);
    await owner.query(
      `UPDATE account SET name = 'Erased', ledger_salt = decode(repeat('00', 16), 'hex') WHERE id = $1`,
      [chain()],
    );
    expect(await verifyIn(owner)).toMatchObject({ erased: 2, faults: [] });
    await owner.query('ROLLBACK');
  });

  it('reports a punch that does not follow from earlier rows', async () => {
    const body = canonicalJson({
      chain: bo.user.id,
      at: '2026-11-22T09:00:00.000Z',
      actor: null,
      kind: 'break_end',
      data: { entry: randomUUID() },
    });
    expect((await foundAfterBody(body)).map(({ fault }) => fault)).toContain(
      'the row does not follow from those before it',
    );
  });
});
