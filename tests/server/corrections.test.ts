/** How a correction changes the counted entries, and when the database refuses one. */
import { describe, expect, it } from 'vitest';
import {
  id,
  ADA,
  MORNING,
  AFTERNOON,
  RUNNING,
  OF_BO,
  ADDED,
  at,
  times,
  WAS,
  app,
  owner,
  type Item,
  ask,
  move,
  agree,
  make,
  takeBack,
  counting,
  rowsOf,
  UNTOUCHED,
  LONGER,
  LATER,
  MISSED,
  freshEntries,
} from './correction-tables.ts';

freshEntries();

describe('a counting correction', () => {
  it('changes times, replaces all breaks of an entry, and adds a missed entry', async () => {
    const correction = await ask([
      [MORNING, WAS.morning, LONGER],
      [AFTERNOON, WAS.afternoon, LATER],
      [ADDED, null, MISSED],
    ]);
    expect(await counting()).toEqual(UNTOUCHED);
    await agree(correction);
    expect(await counting()).toEqual({
      [MORNING]: LONGER,
      [AFTERNOON]: LATER,
      [ADDED]: MISSED,
      [RUNNING]: WAS.running,
    });
    const { rows } = await owner(
      `SELECT e.created_at, e.updated_at, d.ip_address FROM counted_entry e JOIN time_entry_detail d ON d.entry_id = e.id
       WHERE e.id IN ('${AFTERNOON}', '${ADDED}') ORDER BY e.clock_in`,
    );
    const then = Date.parse(at('21:00', 20));
    expect(rows).toEqual([
      { created_at: Date.parse(at('13:00')), updated_at: then, ip_address: '203.0.113.7' },
      { created_at: then, updated_at: then, ip_address: 'unknown' },
    ]);
  });

  it('removes an entry made by mistake, but keeps its details, its closing and its old times', async () => {
    const correction = await ask([[AFTERNOON, WAS.afternoon, null]]);
    await agree(correction);
    expect(await counting()).toEqual({ [MORNING]: WAS.morning, [RUNNING]: WAS.running });
    const { rows } = await app(
      `SELECT d.notes, c.reason, i.old FROM correction_item i JOIN time_entry_detail d USING (entry_id) JOIN time_entry_closing c USING (entry_id)`,
    );
    expect(rows).toEqual([{ notes: 'as it was', reason: 'left', old: WAS.afternoon }]);
  });

  it('restores every column when it is taken back', async () => {
    const closed = await rowsOf();
    const correction = await make([
      [MORNING, WAS.morning, LONGER],
      [AFTERNOON, WAS.afternoon, null],
      [ADDED, null, MISSED],
    ]);
    expect(await counting()).toEqual({ [MORNING]: LONGER, [ADDED]: MISSED, [RUNNING]: WAS.running });
    await takeBack(correction);
    expect(await counting()).toEqual(UNTOUCHED);
    await owner('ALTER TABLE correction_item DISABLE TRIGGER USER');
    await owner(
      `DELETE FROM correction_item; DELETE FROM correction; DELETE FROM time_entry_detail WHERE entry_id = '${ADDED}'`,
    );
    await owner('ALTER TABLE correction_item ENABLE TRIGGER USER');
    expect(await rowsOf()).toEqual(closed);
  });

  it('counts during an objection and after the employee approves', async () => {
    const correction = await make([
      [MORNING, WAS.morning, LONGER],
      [AFTERNOON, WAS.afternoon, LATER],
    ]);
    await move(correction, 'objected', ADA, `, objection = 'I was there'`);
    await move(correction, 'agreed', ADA);
    expect(await counting()).toMatchObject({ [MORNING]: LONGER, [AFTERNOON]: LATER });
  });

  it('can change a running entry except its end and its running break, and punches continue from there', async () => {
    const earlier = times('07:00', null, [['12:00', null]], 19);
    await agree(await ask([[RUNNING, WAS.running, earlier]]));
    expect(await counting()).toMatchObject({ [RUNNING]: earlier });
    await app(`UPDATE counted_break SET ended_at = '${at('12:30', 19)}' WHERE ended_at IS NULL`);
    await app(`UPDATE counted_entry SET clock_out = '${at('16:00', 19)}' WHERE clock_out IS NULL`);
    expect(await counting()).toMatchObject({ [RUNNING]: times('07:00', '16:00', [['12:00', '12:30']], 19) });
  });
});

describe('a correction is refused', () => {
  it.each<[what: string, constraint: string, items: readonly Item[]]>([
    ['overlaps another entry', 'counted_entry_apart', [[MORNING, WAS.morning, LONGER]]],
    ['adds an entry that overlaps', 'counted_entry_apart', [[ADDED, null, times('16:59', '18:00')]]],
    [
      'has a break outside',
      'counted_break_inside',
      [[MORNING, WAS.morning, times('08:00', '12:00', [['11:00', '12:30']])]],
    ],
    [
      'has breaks that overlap',
      'counted_break_apart',
      [
        [
          MORNING,
          WAS.morning,
          times('08:00', '12:00', [
            ['09:00', '10:00'],
            ['09:59', '11:00'],
          ]),
        ],
      ],
    ],
    ['ends before it begins', 'counted_entry_check', [[MORNING, WAS.morning, times('11:00', '10:00')]]],
    ['has stale times', 'correction_changed_meanwhile', [[MORNING, times('08:00', '12:01'), LONGER]]],
    [
      'has stale breaks',
      'correction_changed_meanwhile',
      [[AFTERNOON, { ...WAS.afternoon, breaks: [] }, LATER]],
    ],
    ['changes an entry that does not exist', 'correction_changed_meanwhile', [[ADDED, WAS.morning, LONGER]]],
    ['adds an entry that exists', 'correction_changed_meanwhile', [[MORNING, null, MISSED]]],
    [
      "changes somebody else's entry",
      'correction_changed_meanwhile',
      [[OF_BO, WAS.morning, times('07:00', '12:00')]],
    ],
    ['has no items', 'correction_has_items', []],
  ])('if it %s', async (_what, constraint, items) => {
    // Its other, valid item is undone too.
    const correction = await ask([...items, ...(items.length > 0 ? [[id(999), null, MISSED] as const] : [])]);
    const before = await rowsOf();
    await expect(agree(correction)).rejects.toMatchObject({ constraint });
    expect(await rowsOf()).toEqual(before);
  });

  it.each<[what: string, constraint: string, item: Item]>([
    [
      'ends a running entry',
      'correction_item_end_stays',
      [RUNNING, WAS.running, times('08:00', '16:00', [], 19)],
    ],
    [
      'ends a running break',
      'correction_item_end_stays',
      [RUNNING, WAS.running, times('08:00', null, [['12:00', '12:30']], 19)],
    ],
    ['reopens a finished entry', 'correction_item_end_stays', [MORNING, WAS.morning, times('08:00', null)]],
    ['removes a running entry', 'correction_item_end_stays', [RUNNING, WAS.running, null]],
    ['adds an entry without an end', 'correction_item_end_stays', [ADDED, null, times('19:00', null)]],
    ['changes nothing', 'correction_item_changes', [MORNING, WAS.morning, WAS.morning]],
  ])('if an item %s', async (_what, constraint, item) => {
    await expect(ask([item])).rejects.toMatchObject({ constraint });
  });

  it('if its entry was changed or clocked out in the meantime, and then it cannot be taken back either', async () => {
    const [first, second] = [
      await make([[ADDED, null, MISSED]]),
      await ask([[ADDED, MISSED, times('19:00', '21:00')]]),
    ];
    await agree(second);
    const changed = { constraint: 'correction_changed_meanwhile' };
    await expect(takeBack(first)).rejects.toMatchObject(changed);

    const third = await ask([[RUNNING, WAS.running, times('07:00', null, [['12:00', null]], 19)]]);
    await owner('BEGIN');
    await owner(`UPDATE counted_break SET ended_at = '${at('12:30', 19)}' WHERE ended_at IS NULL`);
    await owner(`UPDATE counted_entry SET clock_out = '${at('16:00', 19)}' WHERE clock_out IS NULL`);
    const agreeing = agree(third).catch((error: unknown) => error);
    await expect
      .poll(
        async () =>
          (
            await app(
              `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
            )
          ).rowCount,
      )
      .toBe(1);
    await owner('COMMIT');
    expect(await agreeing).toMatchObject(changed);
  });
});
