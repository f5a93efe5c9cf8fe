import type { Clock } from '../clock.ts';
import type { Database } from '../database/pool.ts';
import type { Handlers } from '../http/handlers.ts';
import { refuse } from '../http/refusal.ts';
import type { Session } from '../http/session.ts';
import type { Log } from '../log.ts';
import { loadChanges, type Change } from './changes.ts';
import { createHub, type StreamLimits } from './hub.ts';
import { cursorOf, isAfter, later, positionOf, type Position } from '../ledger/position.ts';
import { snapshotCursor } from '../ledger/queries.ts';
import { replayFeed } from './queries.ts';
import { openStream } from './stream.ts';
import { createTail } from './tail.ts';

/** Who missed more loads everything anew: that is quicker. */
const REPLAY_AT_MOST = 1_000;

export interface Live {
  readonly routes: Handlers<'live'>;
  wake(): void;
  sessionsChanged(): void;
  /** Ends all streams. */
  close(): Promise<void>;
}

export function createLive(
  database: Database,
  clock: Clock,
  log: Log,
  version: string,
  limits?: StreamLimits,
): Live {
  const hub = createHub(database, clock, limits);
  let behindSince: number | null = null;
  const tail = createTail(database, clock, log, {
    changes: hub.publish,
    behind: (since) => {
      behindSince = since;
      hub.announce({ type: 'behind', since });
    },
    caughtUp: () => {
      behindSince = null;
      hub.announce({ type: 'caught-up' });
    },
  });

  const live: Handlers<'live'>['live'] = async ({ input, session, request, reply }) => {
    await tail.ready();
    const reached = tail.position();
    if (!reached) return refuse('unavailable', { retryAfterSeconds: 1 });
    if (!hub.makeRoomFor(session())) return refuse('too_many_streams', { retryAfterSeconds: 30 });
    // The browser's own word on where it was is newer than the address it once opened.
    const asked = request.headers['last-event-id'];
    const cursor = typeof asked === 'string' && asked !== '' ? asked : input.after;
    reply.hijack();
    const stream = openStream(reply.raw, session(), () => hub.remove(stream));
    hub.add(stream);
    try {
      const start = await startOf(database, session(), cursor, reached);
      stream.begin(
        { type: 'hello', cursor: cursorOf(start.from), version },
        later(start.from, reached),
        start.missed,
      );
      if (behindSince !== null) stream.send({ type: 'behind', since: behindSince });
      hub.checkUnread();
    } catch {
      hub.remove(stream);
      stream.end();
    }
    return undefined;
  };

  return {
    routes: { live },
    wake: tail.wake,
    sessionsChanged: hub.checkSessions,
    close: async () => {
      hub.close();
      await tail.close();
    },
  };
}

/**
 * Where a stream begins. Without a cursor, with one beyond the present (of before a restore), or with too
 * much missed it begins at the present: its hello then tells another cursor than was asked for, and the
 * reader loads everything anew.
 */
async function startOf(
  database: Database,
  session: Session,
  cursor: string | undefined,
  reached: Position,
): Promise<{ from: Position; missed: Change[] }> {
  const present = { from: reached, missed: [] };
  const asked = cursor === undefined ? undefined : positionOf(cursor);
  if (!asked) return present;
  if (isAfter(asked, reached)) {
    // A snapshot read just now may be ahead of the tail, but never of the database.
    const edge = positionOf(await snapshotCursor(database.pool));
    return edge && asked.txid <= edge.txid ? { from: asked, missed: [] } : present;
  }
  const reader = session.user.role === 'admin' ? null : session.user.id;
  const rows = await replayFeed(database.pool, asked, reached, reader, REPLAY_AT_MOST + 1);
  return rows.length > REPLAY_AT_MOST
    ? present
    : { from: asked, missed: await loadChanges(database.pool, rows) };
}
