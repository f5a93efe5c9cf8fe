import type { Context } from '../platform/context.ts';
import type { Handlers } from '../platform/http/handlers.ts';
import { Refusal, refuse } from '../platform/http/refusal.ts';
import { loadChanges, type FeedChange } from './changes.ts';
import { createStreamHub, type StreamLimits } from './hub.ts';
import {
  cursorOfHeads,
  headsOfCursor,
  isAfter,
  isWrittenHere,
  START,
  type Position,
} from '../platform/position.ts';
import { headsOf, lastPosition } from '../ledger/queries.ts';
import { positionExists, replayChains, replayFeed } from './queries.ts';
import { openStream, createAdminCursor, createEmployeeCursor, type StreamCursor } from './stream.ts';
import { createTail, type TailContext } from './tail.ts';

/** A browser that missed more rows loads everything: that is faster, and less data waits in its stream. */
const REPLAYED_ROWS_AT_MOST = 100;

export type Live = ReturnType<typeof createLive>;

export function createLive(
  context: TailContext & Pick<Context, 'config'>,
  version: string,
  limits?: StreamLimits,
) {
  const hub = createStreamHub(context, limits);
  let behindSince: number | null = null;
  const tail = createTail(context, {
    hasListeners: hub.hasListeners,
    changes: hub.publish,
    lost: hub.endAll,
    behind: (since) => {
      behindSince = since;
      hub.announce({ type: 'behind', since });
    },
    caughtUp: () => {
      behindSince = null;
      hub.announce({ type: 'caught-up' });
    },
  });

  const live: Handlers<'live'>['live'] = async ({ input, reader, request, reply }) => {
    const session = await reader().checkSession();
    if (session instanceof Refusal) return session;
    await tail.ready();
    const reached = tail.position();
    if (!reached) return refuse('unavailable', { retryAfterSeconds: 1 });
    if (!(await hub.makeRoomFor(session))) return refuse('too_many_streams', { retryAfterSeconds: 30 });
    // Last-Event-ID is newer than the cursor in the address, which stays the same on reconnects.
    const lastEventId = request.headers['last-event-id'];
    const cursor = typeof lastEventId === 'string' && lastEventId !== '' ? lastEventId : input.after;
    reply.hijack();
    reply.raw.setHeaders(
      new Map(Object.entries(reply.getHeaders()).map(([name, value]) => [name, String(value)])),
    );
    const stream = openStream(reply.raw, session, () => hub.remove(stream));
    hub.add(stream);
    try {
      const { id, role } = session.user;
      const start = await (role === 'admin'
        ? startOfAdmin(context, cursor, reached)
        : startOfEmployee(context, id, cursor));
      stream.begin({ type: 'hello', cursor: start.cursor, version }, start.position, start.missed);
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
    feed: tail.state,
    streams: hub.count,
    close: async (): Promise<void> => {
      hub.close();
      await tail.close();
    },
  };
}

/** A stream starts at the browser's cursor. Without a usable cursor it starts now, and the browser loads everything. */
interface StreamStart {
  readonly cursor: string;
  readonly position: StreamCursor;
  readonly missed: readonly FeedChange[];
}

async function startOfAdmin(
  { database: { pool }, seal }: TailContext,
  cursor: string | undefined,
  reached: Position,
): Promise<StreamStart> {
  const startNow = async (): Promise<StreamStart> => {
    const last = await lastPosition(pool);
    return { cursor: seal.close(last), position: createAdminCursor(last), missed: [] };
  };
  const from = cursor === undefined ? undefined : seal.open(cursor);
  // A cursor at the start of the feed is always valid: it refers to no row that could be gone.
  const isStart = from?.txid === START.txid;
  if (cursor === undefined || !from || !(isStart || (await positionExists(pool, from)))) return startNow();
  // The browser's data may be newer than the tail: then the browser missed nothing.
  if (isAfter(from, reached)) return { cursor, position: createAdminCursor(from), missed: [] };
  const rows = await replayFeed(pool, from, reached, REPLAYED_ROWS_AT_MOST + 1);
  if (rows.length > REPLAYED_ROWS_AT_MOST) return startNow();
  const written = rows.filter(({ position }) => isWrittenHere(position));
  // Restored rows are never sent. A cursor at the feed's start cannot detect a restore, so the browser loads everything.
  if (isStart && written.length < rows.length) return startNow();
  return { cursor, position: createAdminCursor(from), missed: await loadChanges(pool, written, seal) };
}

/** Reads the missed rows from both chains, even if the tail has not reached these rows. */
async function startOfEmployee(
  { database: { pool }, seal }: TailContext,
  userId: string,
  cursor: string | undefined,
): Promise<StreamStart> {
  const from = cursor === undefined ? undefined : headsOfCursor(cursor);
  const rows = from ? await replayChains(pool, userId, from, REPLAYED_ROWS_AT_MOST + 1) : null;
  if (cursor !== undefined && from && rows && rows.length <= REPLAYED_ROWS_AT_MOST)
    return { cursor, position: createEmployeeCursor(from), missed: await loadChanges(pool, rows, seal) };
  const heads = await headsOf(pool, userId);
  return { cursor: cursorOfHeads(heads), position: createEmployeeCursor(heads), missed: [] };
}
