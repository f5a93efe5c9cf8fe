/**
 * Browsers that sleep: they know the record up to a cursor. When they wake up they receive what they missed,
 * or reload.
 */
import type { Connection } from '#server/platform/database/connection';
import { setTimeout as wait } from 'node:timers/promises';
import type { LiveChange } from '#contract/monitoring/live';
import { SETTINGS_CHAIN } from '#server/ledger/entry';
import { createSeal, headsOfCursor } from '#server/platform/position';
import { cursorKey } from '#server/ledger/queries';
import type { ApiClient, LiveReader } from '#tests/api/client';
import type { Member } from './crowd.ts';

export interface Sleeper extends Member {
  readonly scope: 'own' | 'all';
  readonly cursor: string;
  /** The rows that they know, by 8 bytes of the hash. */
  readonly known: ReadonlySet<string>;
}

/** Milliseconds within which a reader that continues must have what it missed. */
const CAUGHT_UP_MS = 10_000;

/** Call it while nobody presses. @param url the server they read from */
export async function fallAsleep(
  person: Member,
  scope: Sleeper['scope'],
  url: string,
  owner: Connection,
): Promise<Sleeper> {
  const client = person.client.at(url);
  const { cursor } = await (scope === 'all' ? client.ask('monitoring', {}) : client.ask('clock', {}));
  return { ...person, scope, cursor, known: await rowsFor(scope, person.userId, owner) };
}

/**
 * Call it while nobody presses.
 * @returns the violation or null, and whether they had to reload
 */
export async function wakeUp(
  { client, scope, userId, cursor, known }: Sleeper,
  url: string,
  owner: Connection,
): Promise<{ wrong: string | null; loadsAnew: boolean }> {
  const who = `${scope === 'all' ? 'an admin' : 'an employee'} who slept`;
  const stream = await comeBack(client.at(url), cursor);
  try {
    const [hello] = stream.events;
    if (hello?.type === 'hello' && hello.cursor !== cursor) return { wrong: null, loadsAnew: true };
    const rows = await rowsFor(scope, userId, owner);
    const gone = [...known].filter((row) => !rows.has(row)).length;
    const missing = [...rows].filter((row) => !known.has(row));
    const rowOf = await rowOfChange(scope, owner);
    const seen = (): Set<string> => new Set(stream.changes.map(rowOf));
    const isComplete = (): boolean => missing.every((row) => seen().has(row));
    await stream.until(isComplete, CAUGHT_UP_MS).catch(() => {});
    const wrong =
      gone > 0
        ? `${who} goes on, though ${gone} rows that they know are gone`
        : !isComplete()
          ? `${who} missed ${missing.filter((row) => !seen().has(row)).length} of ${missing.length} changes without a word`
          : seen().size < stream.changes.length
            ? `${who} got a change twice`
            : null;
    return { wrong, loadsAnew: false };
  } finally {
    stream.close();
  }
}

/** Retries until a stream has begun, as browsers do. */
async function comeBack(client: ApiClient, cursor: string): Promise<LiveReader> {
  const giveUpAt = performance.now() + CAUGHT_UP_MS;
  for (;;) {
    const stream = await client.live({ lastEventId: cursor });
    await stream.until(({ events, ended }) => events.length > 0 || ended, CAUGHT_UP_MS);
    if (stream.events.length > 0) return stream;
    if (performance.now() > giveUpAt) throw new Error(`No stream begins any more: ${stream.status}`);
    await wait(100);
  }
}

async function rowsFor(scope: Sleeper['scope'], userId: string, owner: Connection): Promise<Set<string>> {
  const { rows } = await owner.query<{ row: string }>(
    `SELECT encode(substr(hash, 1, 8), 'hex') AS row FROM ledger WHERE $1 = 'all' OR chain IN ($2::uuid, $3::uuid)`,
    [scope, userId, SETTINGS_CHAIN],
  );
  return new Set(rows.map(({ row }) => row));
}

async function rowOfChange(
  scope: Sleeper['scope'],
  owner: Connection,
): Promise<(change: LiveChange) => string> {
  const seal = createSeal(await cursorKey(owner));
  return ({ cursor, userId }) =>
    (scope === 'all'
      ? seal.open(cursor)?.mark.slice(0, 16)
      : headsOfCursor(cursor)?.[userId === null ? 'settings' : 'own'].mark) ?? `no row: ${cursor}`;
}
