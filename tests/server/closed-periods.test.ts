/** Changes of a closed period that the database itself refuses. */
import { describe, expect, it } from 'vitest';
import {
  ADA,
  ADDED,
  agree,
  app,
  ASHA,
  ask,
  at,
  BO,
  counting,
  freshEntries,
  LONGER,
  MISSED,
  MORNING,
  owner,
  RUNNING,
  takeBack,
  make,
  test,
  times,
  UNTOUCHED,
  WAS,
} from './correction-tables.ts';

freshEntries();

type Connection = Pick<typeof test.owner, 'query'>;
/** SQL that appends a ledger row to a person's chain. The statement after it changes their period. */
const recorded = (kind: string, whose: string, first: string, summary = "sha256('')") => `
  WITH head AS (
    INSERT INTO ledger_head (chain, n, hash) VALUES ('${whose}', 1, '')
    ON CONFLICT (chain) DO UPDATE SET n = ledger_head.n + 1 RETURNING chain, n
  ), told AS (
    INSERT INTO ledger (chain, n, at, kind, body, hash)
    SELECT chain, n, now(), 'period_${kind}', jsonb_build_object('data', jsonb_build_object(
      'period', jsonb_build_object('first', '${first}'), 'summary', encode(${summary}, 'hex'))), sha256('') FROM head
  )`;
const CLOSE = `
  INSERT INTO period (user_id, first, last, start_at, end_at, closed_at, closed_by, frozen, frozen_hash, salt)
  VALUES ($1, $2::date, $3::date, $2::date, $3::date + 1, $4, $5, '{}', sha256(''), uuid_send($1))
  ON CONFLICT (user_id, first) DO UPDATE SET closed_at = excluded.closed_at, closed_by = excluded.closed_by,
    frozen = excluded.frozen, frozen_hash = excluded.frozen_hash`;
const closing = (day = 18, whose = ADA, last = day) => [
  whose,
  `2026-11-${day}`,
  `2026-11-${last}`,
  at('20:00', 20),
  ASHA,
];
/** Ada has ended two entries on the 18th and has an open one on the 19th; Bo has ended one on the 18th. */
const close = (day = 18, whose = ADA, tx: Connection = test.database.pool, last = day) =>
  tx.query(`${recorded('closed', whose, `2026-11-${day}`)} ${CLOSE}`, closing(day, whose, last));
const REOPEN = `
  UPDATE period SET reopened_at = '${at('21:00', 20)}', reopened_by = '${ASHA}', reopening_reason = 'Forgotten', reopenings = reopenings + 1`;
const reopen = () => app(`${recorded('reopened', ADA, '2026-11-18')} ${REOPEN}`);
const bosClockIn = (day: number, tx: Connection = test.database.pool) =>
  tx.query(
    `INSERT INTO counted_entry (id, user_id, clock_in, created_at, updated_at) VALUES ($1, $2, $3, $3, $3)`,
    [ADDED, BO, at('20:00', day)],
  );
const CLOSED = expect.objectContaining({ constraint: 'period_closed' });

describe('a closed period', () => {
  it.each([
    ['an agreed correction', async () => agree(await ask([[MORNING, WAS.morning, LONGER]]))],
    ['a missed entry', async () => agree(await ask([[ADDED, null, MISSED]]))],
    ['a removal', async () => agree(await ask([[MORNING, WAS.morning, null]]))],
    ["an admin's correction", () => make([[MORNING, WAS.morning, LONGER]])],
    [
      'an entry that is moved into it',
      async () => {
        await close(17);
        await agree(await ask([[MORNING, WAS.morning, times('08:00', '12:00', [], 17)]]));
      },
    ],
    ['a clock-in by the application', () => close(18, BO).then(() => bosClockIn(18))],
  ])('refuses %s', async (_what, change) => {
    await close();
    await expect(change()).rejects.toEqual(CLOSED);
    expect(await counting()).toEqual(UNTOUCHED);
  });

  it('refuses to undo a correction that counted when it was closed', async () => {
    const correction = await make([[MORNING, WAS.morning, times('08:00', '12:30')]]);
    await close();
    await expect(takeBack(correction)).rejects.toEqual(CLOSED);
  });

  it('refuses changes to its entries and to itself even by the owner of the tables', async () => {
    await owner(
      `UPDATE counted_entry SET clock_out = clock_in + interval '1 hour' WHERE id = '${RUNNING}'`,
    ).catch(() => {});
    await owner('ALTER TABLE counted_entry DISABLE TRIGGER counted_entry_stays');
    await close();
    try {
      for (const change of [
        `UPDATE counted_entry SET clock_out = clock_out + interval '1 hour' WHERE id = '${MORNING}'`,
        `UPDATE counted_entry SET clock_in = '${at('19:00')}' WHERE id = '${RUNNING}'`,
        `INSERT INTO counted_break (entry_id, n, started_at, ended_at) VALUES ('${MORNING}', 1, '${at('09:00')}', '${at('09:10')}')`,
        'DELETE FROM period',
        `UPDATE period SET frozen = '{"hours": 1}'`,
        'UPDATE period SET closed_at = NULL, closed_by = NULL, frozen = NULL, frozen_hash = NULL',
        "UPDATE period SET closing_reason = 'Other words'",
        'UPDATE period SET reopenings = 3, version = 7',
      ])
        await expect(owner(change), change).rejects.toEqual(CLOSED);
      // Texts can be erased with their salt. The application has no right to do so.
      await owner(`UPDATE period SET closing_reason = NULL, salt = decode(repeat('00', 16), 'hex')`);
    } finally {
      await owner('ALTER TABLE counted_entry ENABLE TRIGGER counted_entry_stays');
    }
  });

  it('allows punches on other days and by other people, and corrections once it is reopened', async () => {
    await close();
    await app(`UPDATE counted_break SET ended_at = '${at('12:30', 19)}' WHERE ended_at IS NULL`);
    await app(`UPDATE counted_entry SET clock_out = '${at('16:00', 19)}' WHERE clock_out IS NULL`);
    await bosClockIn(18);
    const correction = await ask([[MORNING, WAS.morning, times('08:00', '12:30')]]);
    await expect(agree(correction)).rejects.toEqual(CLOSED);
    await reopen();
    await agree(correction);
    expect((await counting())[MORNING]).toEqual(times('08:00', '12:30'));
  });

  it('the application can close and reopen it only with a matching ledger row', async () => {
    const unrecorded = { constraint: 'period_recorded' };
    const forged = `, frozen = '{"minutes": 9999}', frozen_hash = sha256('9999')`;
    await expect(app(CLOSE, closing())).rejects.toMatchObject(unrecorded);
    const other = recorded('closed', ADA, '2026-11-18', `sha256('9999')`);
    await expect(app(`${other} ${CLOSE}`, closing())).rejects.toMatchObject(unrecorded);
    await close();
    await expect(app(REOPEN)).rejects.toMatchObject(unrecorded);
    for (const row of [recorded('reopened', ADA, '2026-11-17'), recorded('confirmed', ADA, '2026-11-18')])
      await expect(app(`${row} ${REOPEN}`)).rejects.toMatchObject(unrecorded);
    await reopen();
    await expect(app(`UPDATE period SET confirmed_at = now() ${forged}`)).rejects.toMatchObject(unrecorded);
    await expect(
      app(`${recorded('confirmed', ADA, '2026-11-18')} UPDATE period SET confirmed_at = now() ${forged}`),
    ).rejects.toMatchObject(unrecorded);
    await expect(app(CLOSE, closing())).rejects.toMatchObject(unrecorded);
  });

  it('a period with an open entry cannot be closed', async () => {
    await expect(close(19)).rejects.toMatchObject({ constraint: 'period_entry_open' });
    await app(
      `${recorded('confirmed', ADA, '2026-11-19')}
       INSERT INTO period (user_id, first, last, start_at, end_at, confirmed_at, salt)
       VALUES ($1, '2026-11-19', '2026-11-19', '2026-11-19Z', '2026-11-20Z', '2026-11-20Z', uuid_send($1))`,
      [ADA],
    );
    await expect(close(19)).rejects.toMatchObject({ constraint: 'period_entry_open' });
  });

  it('two closed periods of one person cannot overlap', async () => {
    await close();
    await expect(close(17, ADA, undefined, 18)).rejects.toMatchObject({ constraint: 'period_apart' });
  });

  it.each(['closes', 'enters'])(
    'concurrent changes of a period wait for each other: the one that %s first wins',
    async (first) => {
      const [one, other] = [await test.database.connect('one'), await test.database.connect('other')];
      const both = [
        () => close(19, BO, first === 'closes' ? one : other),
        () => bosClockIn(19, first === 'closes' ? other : one),
      ];
      if (first === 'enters') both.reverse();
      try {
        await one.query('BEGIN');
        await both[0]?.();
        const later = both[1]?.();
        await expect(
          Promise.race([later, new Promise((resolve) => setTimeout(resolve, 100, 'waits'))]),
        ).resolves.toBe('waits');
        await one.query('COMMIT');
        await expect(later).rejects.toMatchObject({
          constraint: first === 'closes' ? 'period_closed' : 'period_entry_open',
        });
      } finally {
        await one.end();
        await other.end();
      }
    },
  );

  it('an entry from a transaction that began before the closing is refused', async () => {
    const client = await test.database.connect('earlier');
    try {
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
      await client.query('SELECT FROM account');
      await close(19, BO);
      await expect(bosClockIn(19, client)).rejects.toThrow(/read committed/u);
    } finally {
      await client.end();
    }
  });
});
