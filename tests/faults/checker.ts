/**
 * Checks the history after a fault: lost or doubled punches, different answers, impossible times, differences
 * between ledger and tables, and followers that missed a change unnoticed.
 */
import type { Connection } from '#server/platform/database/connection';
import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { verifyIn } from '#server/record/verification/verify';
import type { Follower } from './follower.ts';
import { followerFaults } from './followed.ts';
import { isAcknowledged, PUNCHES, type Press } from './press.ts';

export interface History {
  readonly presses: readonly Press[];
  readonly followers?: readonly Pick<Follower, 'scope' | 'userId' | 'runs'>[];
}

/**
 * Call it while nobody presses. Returns one line for each violation.
 * @param owner a connection as the database's owner
 * @param patienceMs milliseconds that followers may take to see what was done last
 */
export async function findViolations(
  { presses, followers = [] }: History,
  owner: Connection,
  patienceMs = 20_000,
): Promise<string[]> {
  const found = [
    ...(await punchFaults(presses, owner)),
    ...(await answerFaults(presses, owner)),
    ...(await timeFaults(owner)),
    ...(await recordFaults(owner)),
  ];
  for (const follower of followers)
    found.push(...(await patiently(() => followerFaults(follower, owner), patienceMs)));
  return found;
}

/** Followers may be late. Only violations at the end of the wait count. */
async function patiently(look: () => Promise<string[]>, patienceMs: number): Promise<string[]> {
  const until = performance.now() + patienceMs;
  for (;;) {
    const found = await look();
    if (found.length === 0 || performance.now() > until) return found;
    await wait(50);
  }
}

/** Each acknowledged punch is in the ledger once, and there are no others. */
async function punchFaults(presses: readonly Press[], owner: Connection): Promise<string[]> {
  const { rows } = await owner.query<{ key: string; chain: string; kind: string }>(
    `SELECT chain, kind, concat_ws(' ', chain, kind, body::json->'data'->>'entry', body::json->>'at') AS key
     FROM ledger WHERE chain = ANY ($1) AND kind = ANY ($2)`,
    [[...new Set(presses.map(({ userId }) => userId))], Object.keys(PUNCHES)],
  );
  const recorded = counted(rows.map(({ key }) => key));
  const acknowledged = presses.filter(isAcknowledged);
  const given = counted(
    acknowledged.map(({ userId, action, answer }) => `${userId} ${action} ${answer.entry.id} ${answer.at}`),
  );
  // A press without an answer may have been recorded, so it explains one row.
  const unanswered = counted(
    presses.filter(({ status }) => status === 0).map(({ userId, action }) => `${userId} ${action}`),
  );
  const found: string[] = [];
  for (const [key, count] of given) {
    const inLedger = recorded.get(key) ?? 0;
    if (inLedger < count) found.push(`an acknowledged punch is lost: ${key}`);
  }
  for (const { key, chain, kind } of rows) {
    const left = (given.get(key) ?? 0) - 1;
    given.set(key, left);
    if (left >= 0) continue;
    const unsure = (unanswered.get(`${chain} ${kind}`) ?? 0) - 1;
    unanswered.set(`${chain} ${kind}`, unsure);
    if (unsure < 0) found.push(`a punch is recorded that was not acknowledged, or twice: ${key}`);
  }
  return found;
}

/** Stored answers equal the given ones, and so do answers to repeated presses. */
async function answerFaults(presses: readonly Press[], owner: Connection): Promise<string[]> {
  const { rows } = await owner.query<{ asked_by: string; request_id: string; response: string }>(
    'SELECT asked_by, request_id, response FROM request_answer WHERE asked_by = ANY ($1)',
    [[...new Set(presses.map(({ userId }) => userId))]],
  );
  const stored = new Map(rows.map((row) => [`${row.asked_by} ${row.request_id}`, row.response]));
  const found: string[] = [];
  for (const press of presses) {
    const { userId, action, requestId, status, answer, repeats, failures } = press;
    const which = `${userId} ${action} ${requestId}`;
    const kept = stored.get(`${userId} ${requestId}`);
    if (status === 200 && kept === undefined) found.push(`an answer is not stored: ${which}`);
    else if (status === 200 && !isDeepStrictEqual(JSON.parse(kept ?? ''), answer))
      found.push(`the stored answer is another than the given one: ${which}`);
    else if (status >= 300 && kept !== undefined) found.push(`a refused press has a stored answer: ${which}`);
    for (const said of failures)
      if (said.status !== 0 && said.status !== 503)
        found.push(`a press failed with ${said.status}: ${which}`);
    if (![0, 200, 409].includes(status)) found.push(`a press was answered with ${status}: ${which}`);
    if (
      status === 200 &&
      repeats.some((said) => said.status !== 200 || !isDeepStrictEqual(said.answer, answer))
    )
      found.push(`a repeated press was answered otherwise: ${which}`);
  }
  return found;
}

/** An entry that ends before it begins is its own violation and must not abort the check. */
const span = (e: string): string =>
  `tstzrange(${e}.clock_in, greatest(${e}.clock_in, coalesce(${e}.clock_out, ${e}.set_aside_at, 'infinity')))`;

const TIMES: readonly (readonly [fault: string, query: string])[] = [
  [
    'somebody has more than one open entry',
    `SELECT user_id::text AS which FROM counted_entry WHERE clock_out IS NULL AND set_aside_at IS NULL GROUP BY user_id HAVING count(*) > 1`,
  ],
  [
    'an entry ends before it begins',
    'SELECT id::text AS which FROM counted_entry WHERE clock_out < clock_in',
  ],
  [
    'two entries of one person overlap',
    `SELECT a.id::text AS which FROM counted_entry a JOIN counted_entry b ON a.user_id = b.user_id AND a.id < b.id
       AND ${span('a')} && ${span('b')}`,
  ],
  [
    'a break lies outside its entry',
    `SELECT e.id::text AS which FROM counted_entry e JOIN counted_break b ON b.entry_id = e.id
     WHERE b.started_at < e.clock_in OR coalesce(b.ended_at, 'infinity') > coalesce(e.clock_out, 'infinity')
       OR b.ended_at < b.started_at`,
  ],
  [
    'two breaks of one entry overlap',
    `SELECT a.entry_id::text AS which FROM counted_break a JOIN counted_break b ON a.entry_id = b.entry_id AND a.n < b.n
     WHERE coalesce(a.ended_at, 'infinity') > b.started_at`,
  ],
];

async function timeFaults(owner: Connection): Promise<string[]> {
  const found: string[] = [];
  for (const [fault, query] of TIMES) {
    const { rows } = await owner.query<{ which: string }>(query);
    found.push(...new Set(rows.map(({ which }) => `${fault}: ${which}`)));
  }
  return found;
}

/** The tables match the ledger, and its chains are intact. */
async function recordFaults(owner: Connection): Promise<string[]> {
  let { faults } = await verifyIn(owner);
  // A server that just started may send a reminder between two reads.
  if (faults.length > 0) ({ faults } = await verifyIn(owner));
  return faults.map(
    ({ fault, chain, n, entry, count }) =>
      `verify: ${fault}, ${count} times, first in ${chain} ${n ?? entry ?? ''}`,
  );
}

function counted(keys: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}
