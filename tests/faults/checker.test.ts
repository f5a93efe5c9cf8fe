/** Tests the checker of the campaigns on a correct history and on one planted fault after another. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeAdmin, type TestServer } from '#tests/make';
import { until } from '#tests/support/punctual-process';
import { findViolations, type History } from './checker.ts';
import { openCrowd, type Crowd } from './crowd.ts';
import { openFollower, type Follower } from './follower.ts';
import { isAcknowledged, type Press } from './press.ts';
import { startFastServer } from './server.ts';
import { seed } from './size.ts';

let server: TestServer;
let crowd: Crowd;
let followers: Follower[];
let history: History;

beforeAll(async () => {
  server = await startFastServer();
  const admin = await makeAdmin(server);
  crowd = await openCrowd({ servers: [server.url], people: 4, seed: seed(), pauseMs: 10 });
  const [employee] = crowd.people;
  if (!employee) throw new Error('The crowd is empty.');
  const at = { servers: [server.url] };
  followers = [
    await openFollower({ ...at, client: admin.client, userId: admin.user.id, scope: 'all' }),
    await openFollower({ ...at, ...employee, scope: 'own' }),
  ];
  crowd.start();
  await until('there is a history', () => crowd.acknowledged() > 70 && crowd.presses.some(wasRepeated));
  await crowd.pause();
  history = { presses: crowd.presses, followers };
});
afterAll(async () => {
  await Promise.all(followers.map((follower) => follower.close()));
  await crowd.close();
  await server.stop();
});

const wasRepeated = (press: Press): boolean => press.repeats.length > 0;

/** The violations after these statements, which are rolled back. */
async function after(...statements: string[]): Promise<string[]> {
  const { owner } = server.test;
  // As a replica, which disables triggers and foreign keys.
  await owner.query('BEGIN; SET LOCAL session_replication_role = replica');
  try {
    for (const statement of statements) expect((await owner.query(statement)).rowCount).not.toBe(0);
    return await findViolations(history, owner, 0);
  } finally {
    await owner.query('ROLLBACK');
  }
}
/** The violations if the first matching press is changed. */
function withPress(fits: (press: Press) => boolean, change: Partial<Press>): Promise<string[]> {
  const index = history.presses.findIndex(fits);
  const presses = history.presses.map((press, at) => (at === index ? { ...press, ...change } : press));
  return findViolations({ presses }, server.test.owner);
}
/** The violations if the follower's changes are replaced. */
function withChanges(index: number, change: (changes: Follower['changes']) => Follower['changes']) {
  const { scope, userId, runs } = followers[index] ?? {};
  if (!scope || !userId || !runs) throw new Error('There is no such follower.');
  const changed = runs.map(({ from, changes }) => ({ from, changes: [...change(changes)] }));
  return findViolations({ presses: [], followers: [{ scope, userId, runs: changed }] }, server.test.owner, 0);
}

const ONE_OF_ALL = `(SELECT id FROM counted_entry WHERE clock_out IS NOT NULL ORDER BY id LIMIT 1)`;
const ENTRY = `INSERT INTO counted_entry (id, user_id, clock_in, clock_out, created_at, updated_at)`;
const PLANTED: readonly (readonly [wrong: string, found: RegExp, statements: readonly string[]])[] = [
  [
    'an acknowledged punch that is lost',
    /^an acknowledged punch is lost: \S+ clock_in /,
    [`DELETE FROM ledger WHERE seq = (SELECT max(seq) FROM ledger WHERE kind = 'clock_in')`],
  ],
  [
    'a punch that is doubled',
    /^a punch is recorded that was not acknowledged, or twice: \S+ clock_out /,
    [
      `INSERT INTO ledger (chain, n, at, actor, kind, body, hash)
     SELECT chain, n + 1000, at, actor, kind, body, hash FROM ledger WHERE kind = 'clock_out' LIMIT 1`,
    ],
  ],
  [
    'an answer that is not stored',
    /^an answer is not stored: /,
    [
      'DELETE FROM request_answer WHERE request_id = (SELECT min(request_id::text)::uuid FROM request_answer)',
    ],
  ],
  [
    'a stored answer that is another one',
    /^the stored answer is another than the given one: /,
    [
      `UPDATE request_answer SET response = replace(response, '"message":"', '"message":"Not ')
     WHERE request_id = (SELECT min(request_id::text)::uuid FROM request_answer)`,
    ],
  ],
  [
    'two open entries of one person',
    /^somebody has more than one open entry: /,
    [
      'DROP INDEX counted_entry_one_open',
      'ALTER TABLE counted_entry DROP CONSTRAINT counted_entry_apart',
      `${ENTRY} SELECT gen_random_uuid(), user_id, clock_in, NULL, created_at, updated_at
     FROM counted_entry, generate_series(1, 2) WHERE id = ${ONE_OF_ALL}`,
    ],
  ],
  [
    'an entry that ends before it begins',
    /^an entry ends before it begins: /,
    [
      'ALTER TABLE counted_entry DROP CONSTRAINT counted_entry_check, DROP CONSTRAINT counted_entry_apart',
      `UPDATE counted_entry SET clock_in = clock_out, clock_out = clock_out - interval '1 second' WHERE id = ${ONE_OF_ALL}`,
    ],
  ],
  [
    'two entries that overlap',
    /^two entries of one person overlap: /,
    [
      'ALTER TABLE counted_entry DROP CONSTRAINT counted_entry_apart',
      `${ENTRY} SELECT gen_random_uuid(), user_id, clock_in - interval '1 second', clock_in + interval '1 second', created_at, updated_at
     FROM counted_entry WHERE id = ${ONE_OF_ALL}`,
    ],
  ],
  [
    'a break outside its entry',
    /^a break lies outside its entry: /,
    [
      `UPDATE counted_break SET started_at = started_at - interval '1 hour'
     WHERE (entry_id, n) = (SELECT entry_id, n FROM counted_break LIMIT 1)`,
    ],
  ],
  [
    'two breaks that overlap',
    /^two breaks of one entry overlap: /,
    [
      `INSERT INTO counted_break (entry_id, n, started_at, ended_at)
     SELECT id, v.n, clock_in, clock_in + interval '1 hour' FROM counted_entry, (VALUES (1001), (1002)) v (n) WHERE id = ${ONE_OF_ALL}`,
    ],
  ],
  [
    'a row of the ledger that was rewritten',
    /^verify: the hash does not fit, 1 times/,
    [
      `UPDATE ledger SET body = replace(body, '"kind":"clock_out"', '"kind": "clock_out"')
     WHERE seq = (SELECT max(seq) FROM ledger WHERE kind = 'clock_out')`,
    ],
  ],
  [
    'a table that does not say what the ledger says',
    /^verify: time entry: .* is not as recorded/,
    [`UPDATE counted_entry SET clock_out = clock_out + interval '1 millisecond' WHERE id = ${ONE_OF_ALL}`],
  ],
];

describe('the checker', () => {
  it('finds no violation in a correct history', async () => {
    // Waits for the followers. From here on they have seen everything.
    expect(await findViolations(history, server.test.owner)).toEqual([]);
  });

  it.each(PLANTED)('finds %s', async (_wrong, found, statements) => {
    expect(await after(...statements)).toContainEqual(expect.stringMatching(found));
  });

  it('finds a refused press whose answer was stored', async () => {
    const found = await withPress(isAcknowledged, { status: 409 });
    expect(found).toContainEqual(expect.stringMatching(/^a refused press has a stored answer: /));
  });

  it('finds a press whose answer is neither success nor a conflict', async () => {
    const found = await withPress(({ status }) => status === 409, { status: 403 });
    expect(found).toEqual([expect.stringMatching(/^a press was answered with 403: /)]);
  });

  it('finds a press that failed for a reason other than an unreachable database', async () => {
    const failures = [0, 503, 500].map((status) => ({ status, answer: null, at: 0 }));
    const found = await withPress(isAcknowledged, { failures });
    expect(found).toEqual([expect.stringMatching(/^a press failed with 500: /)]);
  });

  it('finds a repeated press with a different answer', async () => {
    const refusedLater = await withPress(wasRepeated, { repeats: [{ status: 409, answer: {} }] });
    const otherLater = await withPress(wasRepeated, { repeats: [{ status: 200, answer: {} }] });
    for (const found of [refusedLater, otherLater])
      expect(found).toEqual([expect.stringMatching(/^a repeated press was answered otherwise: /)]);
  });

  it('allows a press without an answer to be recorded once', async () => {
    const press = history.presses.find(isAcknowledged);
    expect(await withPress((one) => one === press, { status: 0, answer: null })).toEqual([]);
    const without = history.presses.filter((one) => one !== press);
    expect(await findViolations({ presses: without }, server.test.owner)).toEqual([
      expect.stringMatching(/^a punch is recorded that was not acknowledged, or twice: /),
    ]);
  });

  it.each([
    ['an admin', 0],
    ['an employee', 1],
  ])(
    'finds changes that %s missed, received twice, or received although they do not exist',
    async (who, index) => {
      const find = (text: string) => [expect.stringMatching(new RegExp(`^${who} \\(\\S+\\) ${text}`))];
      expect(await withChanges(index, (changes) => changes)).toEqual([]);
      expect(await withChanges(index, (changes) => changes.toSpliced(3, 1))).toEqual(
        find('missed 1 changes, first '),
      );
      expect(await withChanges(index, (changes) => changes.slice(0, -1))).toEqual(find('missed 1 changes'));
      expect(await withChanges(index, (changes) => [...changes, ...changes.slice(0, 1)])).toEqual(
        find('saw a change twice'),
      );
      const renamed = await withChanges(index, (changes) =>
        changes.map((change, at) => (at === 3 ? { ...change, kind: 'activity_read' as const } : change)),
      );
      expect(renamed).toEqual([...find('missed 1'), ...find('saw 1 changes that are not recorded')]);
    },
  );

  it('does not report changes missed before a reload', async () => {
    const { scope, userId, runs } = followers[0] ?? {};
    const [run] = runs ?? [];
    if (!scope || !userId || !run) throw new Error('There is no such follower.');
    const half = Math.floor(run.changes.length / 2);
    const from = run.changes[half]?.cursor ?? '';
    const loaded = [
      { from: run.from, changes: run.changes.slice(0, half - 5) },
      { from, changes: run.changes.slice(half + 1) },
    ];
    const found = await findViolations(
      { presses: [], followers: [{ scope, userId, runs: loaded }] },
      server.test.owner,
      0,
    );
    expect(found).toEqual([]);
  });
});
