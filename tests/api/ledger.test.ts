import { beforeAll, describe, expect, it } from 'vitest';
import { canonicalJson } from '#server/ledger/canonical';
import { ledgerFaults } from '#tests/support/ledger-faults';
import { makeAdmin, makeEmployee, requestId } from '#tests/make';
import { setUpEmployee, setUpServer } from '#tests/set-up';

const server = setUpServer();
const ada = setUpEmployee(server);
beforeAll(async () => {
  await ada.client.ask('clockIn', {
    requestId: requestId(),
    notes: 'a secret errand',
    location: { latitude: 27.7172, longitude: 85.324, timestamp: '2026-11-20T09:00:00Z' },
  });
});

describe('the ledger', () => {
  it('verifies, chain by chain', async () => {
    expect(await ledgerFaults(server.test.owner)).toEqual([]);
    const { rows } = await server.test.owner.query<{ kind: string; n: number }>(
      'SELECT kind, n FROM ledger WHERE chain = $1 ORDER BY n',
      [ada.user.id],
    );
    expect(rows).toEqual([
      { kind: 'employee_registered', n: 1 },
      { kind: 'clock_in', n: 2 },
    ]);
  });

  it('holds digests instead of names, e-mail addresses and reasons', async () => {
    const admin = await makeAdmin(server);
    const bo = await makeEmployee(server, { name: 'Bo Before', email: 'bo.before@example.com' });
    await bo.client.ask('updateProfile', { name: 'Bo After' });
    await bo.client.ask('clockIn', { requestId: requestId() });
    server.clock.advanceMinutes(48 * 60);
    const [open] = (await admin.client.ask('timeEntries', { userId: bo.user.id })).rows;
    await admin.client.ask('closeEntry', {
      entryId: open?.entry.id ?? '',
      day: '2026-11-20',
      time: '17:00',
      reason: 'fell asleep',
    });
    const { rows } = await server.test.owner.query<{ body: string }>(
      'SELECT body FROM ledger WHERE chain = $1 ORDER BY n',
      [bo.user.id],
    );
    const text = rows.map(({ body }) => body).join('\n');
    for (const secret of ['Bo Before', 'bo.before', 'Bo After', 'fell asleep'])
      expect(text).not.toContain(secret);
    expect(rows.map(({ body }) => Object.keys(JSON.parse(body).data))).toEqual([
      ['notice', 'notification', 'profile'],
      ['changes', 'notice', 'notification'],
      ['digests', 'entry', 'lateness', 'notice', 'notification'],
      ['changes', 'digests', 'entry', 'notice', 'notification'],
    ]);
    expect(await ledgerFaults(server.test.owner)).toEqual([]);
  });

  it('rows written by version 1.6.4 still verify and reach open screens', async () => {
    const cleo = await makeEmployee(server, { name: 'Cleo' });
    const { entry } = await cleo.client.ask('clockIn', { requestId: requestId() });
    const stream = await cleo.client.live();
    await stream.hello();
    const at = new Date(server.clock.now()).toISOString();
    const old = [
      ['employee_updated', { changes: { name: { old: 'Cleo', new: 'Cleo' } } }],
      ['employee_updated', { changes: { name: { from: 'Cleo', to: 'Cleo' } } }],
      [
        'entry_closed',
        {
          entry: entry.id,
          new: { breaks: [], clockOut: at },
          old: { breaks: [], clockOut: null },
          reason: 'Forgotten',
        },
      ],
    ] as const;
    await server.test.owner.query('UPDATE counted_entry SET clock_out = $2 WHERE id = $1', [entry.id, at]);
    await server.test.owner.query(
      `INSERT INTO time_entry_closing (entry_id, closed_by, reason, at) VALUES ($1, $2, 'Forgotten', $3)`,
      [entry.id, cleo.user.id, at],
    );
    for (const [kind, data] of old) {
      const body = canonicalJson({ actor: cleo.user.id, at, chain: cleo.user.id, data, kind });
      await server.test.owner.query(
        `WITH head AS (
           UPDATE ledger_head SET n = n + 1, hash = sha256(hash || convert_to((n + 1)::text || E'\\n' || $4, 'UTF8'))
           WHERE chain = $1 RETURNING n, hash)
         INSERT INTO ledger (chain, n, at, actor, kind, body, hash) SELECT $1, n, $2, $1, $3, $4, hash FROM head`,
        [cleo.user.id, at, kind, body],
      );
    }
    // The stream may still receive earlier changes.
    const written = new Set<string>(old.map(([kind]) => kind));
    const ofOld = () =>
      stream.changes.filter(({ kind, userId }) => userId === cleo.user.id && written.has(kind));
    await stream.until(() => ofOld().length >= old.length);
    expect(ofOld().map(({ kind, entry: shown, user }) => [kind, shown?.id ?? user?.name])).toEqual([
      ['employee_updated', 'Cleo'],
      ['employee_updated', 'Cleo'],
      ['entry_closed', entry.id],
    ]);
    stream.close();
    expect(await ledgerFaults(server.test.owner)).toEqual([]);
  });

  it.each([
    `UPDATE ledger SET body = '{}'`,
    'DELETE FROM ledger',
    'TRUNCATE ledger',
    `UPDATE ledger SET at = at + interval '1 hour'`,
  ])('cannot be changed by the application: %s', async (sql) => {
    await expect(server.test.database.pool.query(sql)).rejects.toMatchObject({ code: '42501' });
  });

  it.each([`UPDATE ledger SET body = '{}'`, 'DELETE FROM ledger', 'TRUNCATE ledger'])(
    'cannot be changed even by the owner of the database: %s',
    async (sql) => {
      await expect(server.test.owner.query(sql)).rejects.toThrow('the ledger is append-only');
    },
  );

  it('holds digests instead of notes, coordinates and IP addresses', async () => {
    const { rows } = await server.test.owner.query<{ body: string }>(
      'SELECT body FROM ledger WHERE chain = $1',
      [ada.user.id],
    );
    const text = rows.map(({ body }) => body).join('\n');
    for (const secret of ['a secret errand', '27.7172', '127.0.0.1']) expect(text).not.toContain(secret);
    expect(text).toMatch(
      /"digests":\{"ipAddress":"[0-9a-f]{64}","location":"[0-9a-f]{64}","notes":"[0-9a-f]{64}","seenAddress":"[0-9a-f]{64}"\}/,
    );
  });

  it("verification finds a change that bypassed the database's rules", async () => {
    const { owner } = server.test;
    await owner.query('BEGIN');
    await owner.query('ALTER TABLE ledger DISABLE TRIGGER USER');
    await owner.query(
      `UPDATE ledger SET body = replace(body, 'clock_in', 'clock_on') WHERE chain = $1 AND n = 2`,
      [ada.user.id],
    );
    expect(await ledgerFaults(owner)).toContainEqual(
      expect.objectContaining({ chain: ada.user.id, n: 2, fault: 'the hash does not fit' }),
    );
    await owner.query('DELETE FROM ledger WHERE chain = $1 AND n = 2', [ada.user.id]);
    expect(await ledgerFaults(owner)).toContainEqual(
      expect.objectContaining({ chain: ada.user.id, n: 2, fault: 'the end of the chain does not fit' }),
    );
    await owner.query('ROLLBACK');
  });

  it('is written as JSON with sorted keys and no blanks', () => {
    expect(canonicalJson({ b: [1, { d: null, c: 'ü"' }], a: true, gone: undefined })).toBe(
      '{"a":true,"b":[1,{"c":"ü\\"","d":null}]}',
    );
  });
});

describe('a punch', () => {
  it('a punch without its notification is not recorded either', async () => {
    const { client, user } = await makeEmployee(server);
    await server.test.owner.query(
      `ALTER TABLE activity_notification ADD CONSTRAINT none CHECK (type <> 'clock_in') NOT VALID`,
    );
    expect(await client.refusal('clockIn', { requestId: requestId() })).toMatchObject({
      status: 500,
      code: 'server_error',
      message: 'Something went wrong. Try again.',
    });
    await server.test.owner.query('ALTER TABLE activity_notification DROP CONSTRAINT none');
    const { rows } = await server.test.owner.query(
      `SELECT (SELECT count(*)::int FROM counted_entry WHERE user_id = $1) AS entries, (SELECT n FROM ledger_head WHERE chain = $1) AS n,
        (SELECT count(*)::int FROM request_answer WHERE asked_by = $1) AS answered`,
      [user.id],
    );
    expect(rows).toEqual([{ entries: 0, n: 1, answered: 0 }]);
    expect((await client.call('clockIn', { requestId: requestId() })).status).toBe(200);
  });
});

describe('the constraints of the database', () => {
  const insert = (sql: string, values: unknown[]) => server.test.owner.query(sql, values);
  const entry = `INSERT INTO counted_entry (id, user_id, clock_in, clock_out, created_at, updated_at) VALUES ($1, $2, $3, $4, $3, $3)`;
  const pause = 'INSERT INTO counted_break (entry_id, n, started_at, ended_at) VALUES ($1, $2, $3, $4)';

  it('refuse a second open entry, a negative entry, and breaks that overlap or lie outside their entry', async () => {
    const { user } = await makeEmployee(server);
    const id = crypto.randomUUID();
    await insert(entry, [id, user.id, '2026-11-19T09:00Z', null]);
    await expect(
      insert(entry, [crypto.randomUUID(), user.id, '2026-11-19T10:00Z', null]),
    ).rejects.toMatchObject({ constraint: 'counted_entry_one_open' });
    await expect(
      insert(entry, [crypto.randomUUID(), user.id, '2026-11-19T10:00Z', '2026-11-19T09:00Z']),
    ).rejects.toMatchObject({ code: '23514' });
    await expect(insert(pause, [id, 1, '2026-11-19T08:00Z', '2026-11-19T09:30Z'])).rejects.toMatchObject({
      constraint: 'counted_break_inside',
    });
    await insert(pause, [id, 1, '2026-11-19T12:00Z', '2026-11-19T12:30Z']);
    await expect(insert(pause, [id, 2, '2026-11-19T12:29Z', null])).rejects.toMatchObject({
      constraint: 'counted_break_apart',
    });
    await insert(pause, [id, 2, '2026-11-19T15:00Z', null]);
    await expect(insert(pause, [id, 3, '2026-11-19T16:00Z', null])).rejects.toMatchObject({
      code: expect.stringMatching(/^23/),
    });
    await expect(
      insert('UPDATE counted_entry SET clock_out = $2 WHERE id = $1', [id, '2026-11-19T17:00Z']),
    ).rejects.toMatchObject({ constraint: 'counted_break_inside' });
  });

  it('refuse overlapping entries of one employee, but not an entry that begins where another ended', async () => {
    const [one, other] = [await makeEmployee(server), await makeEmployee(server)];
    const of = (userId: string, from: string, to: string | null) =>
      insert(entry, [crypto.randomUUID(), userId, from, to]);
    await of(one.user.id, '2026-11-19T09:00Z', '2026-11-19T12:00Z');
    await of(one.user.id, '2026-11-19T12:00Z', '2026-11-19T17:00Z');
    await of(other.user.id, '2026-11-19T09:00Z', '2026-11-19T17:00Z');
    for (const [from, to] of [
      ['2026-11-19T08:00Z', '2026-11-19T09:00:00.001Z'],
      ['2026-11-19T10:00Z', '2026-11-19T11:00Z'],
      ['2026-11-19T16:59Z', null],
      ['2026-11-18T09:00Z', null],
    ] as const)
      await expect(of(one.user.id, from, to), from).rejects.toMatchObject({
        constraint: 'counted_entry_apart',
      });
    await of(one.user.id, '2026-11-19T17:00Z', null);
  });
});
