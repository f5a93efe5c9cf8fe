import type { IncomingHttpHeaders } from 'node:http';
import type { Context } from '../../context.ts';
import type { Handlers } from '../http/handlers.ts';
import { Refusal, refuse } from '../http/refusal.ts';
import type { Session } from '../http/session.ts';
import { loadChanges, type Change } from './changes.ts';
import { createHub, type Hub, type StreamLimits } from './hub.ts';
import {
  cursorOfHeads,
  FORMER_PLACE,
  headsOfCursor,
  isAfter,
  isFormerCursor,
  isWrittenHere,
  START,
  type Position,
} from '../../record/ledger/position.ts';
import { headsOf, lastPosition } from '../../record/ledger/queries.ts';
import { PLACE_OF_FORMER_PAGE, placeAfter, placeAtHeads, type Place } from './place.ts';
import { isFound, replayChains, replayFeed } from './queries.ts';
import { openStream } from './stream.ts';
import { createTail, type Tail, type TailContext } from './tail.ts';

/** Who missed more loads everything anew: that is quicker, and so many fit into what a reader may leave unread. */
const REPLAY_AT_MOST = 100;

export interface Live {
  readonly routes: Handlers<'live'>;
  wake(): void;
  sessionsChanged(): void;
  feed: Tail['state'];
  streams: Hub['count'];
  /** Ends all streams. */
  close(): Promise<void>;
}

export function createLive(
  context: TailContext & Pick<Context, 'config'>,
  version: string,
  limits?: StreamLimits,
): Live {
  const { clock } = context;
  const hub = createHub(context, limits);
  let behindSince: number | null = null;
  const tail = createTail(context, {
    isHeard: hub.isHeard,
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

  const live: Handlers<'live'>['live'] = async ({ input, asker, request, reply }) => {
    const session = await asker().prove();
    if (session instanceof Refusal) return session;
    await tail.ready();
    const reached = tail.position();
    if (!reached) return refuse('unavailable', { retryAfterSeconds: 1 });
    if (!(await hub.makeRoomFor(session))) return refuse('too_many_streams', { retryAfterSeconds: 30 });
    // The browser's own word on where it was is newer than the address it once opened.
    const asked = request.headers['last-event-id'];
    const cursor = typeof asked === 'string' && asked !== '' ? asked : input.after;
    reply.hijack();
    reply.raw.setHeaders(
      new Map(Object.entries(reply.getHeaders()).map(([name, value]) => [name, String(value)])),
    );
    const stream = openStream(reply.raw, session, () => hub.remove(stream));
    hub.add(stream);
    try {
      const isFormer = isFormerPage(cursor, input.version, request.headers);
      const start = isFormer ? OF_FORMER_PAGE : await startOf(context, session, cursor, reached);
      stream.begin({ type: 'hello', cursor: start.cursor, version }, start.place, start.missed);
      const since = behindSince ?? (isFormer ? clock.now() : null);
      if (since !== null) stream.send({ type: 'behind', since });
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
    close: async () => {
      hub.close();
      await tail.close();
    },
  };
}

interface Start {
  readonly cursor: string;
  readonly place: Place;
  readonly missed: readonly Change[];
}

/**
 * A page of version 1.6.4 says where it was by its own kind of cursor, or says nothing at all; later ones say their
 * version, and only a browser tells that the page it asks for is its own.
 */
const isFormerPage = (
  cursor: string | undefined,
  version: string | undefined,
  headers: IncomingHttpHeaders,
): boolean =>
  cursor === undefined
    ? version === undefined && headers['sec-fetch-site'] === 'same-origin'
    : isFormerCursor(cursor);

/** It loads everything anew once, since it takes this for later than where it was. */
const OF_FORMER_PAGE: Start = { cursor: FORMER_PLACE, place: PLACE_OF_FORMER_PAGE, missed: [] };

/**
 * Where a stream begins. Without a cursor, with one that names a row that is not there (any more, or for this
 * reader), or with too much missed it begins at the present: its hello then tells another cursor than was
 * asked for, and the reader loads everything anew.
 */
const startOf = (
  context: TailContext,
  { user }: Session,
  cursor: string | undefined,
  reached: Position,
): Promise<Start> =>
  user.role === 'admin' ? startOfAdmin(context, cursor, reached) : startOfEmployee(context, user.id, cursor);

async function startOfAdmin(
  { database: { pool }, seal }: TailContext,
  cursor: string | undefined,
  reached: Position,
): Promise<Start> {
  const present = async (): Promise<Start> => {
    const last = await lastPosition(pool);
    return { cursor: seal.close(last), place: placeAfter(last), missed: [] };
  };
  const asked = cursor === undefined ? undefined : seal.open(cursor);
  // Before the first row there is none to find: see below.
  const isStart = asked?.txid === START.txid;
  if (cursor === undefined || !asked || !(isStart || (await isFound(pool, asked)))) return present();
  // A snapshot read just now may be ahead of the tail, but never of the database.
  if (isAfter(asked, reached)) return { cursor, place: placeAfter(asked), missed: [] };
  const rows = await replayFeed(pool, asked, reached, REPLAY_AT_MOST + 1);
  if (rows.length > REPLAY_AT_MOST) return present();
  const written = rows.filter(({ position }) => isWrittenHere(position));
  // Rows of a restored backup are told to nobody, and no row of this cursor says that one was restored.
  if (isStart && written.length < rows.length) return present();
  return { cursor, place: placeAfter(asked), missed: await loadChanges(pool, written, seal) };
}

/** The two chains say by themselves what was missed, whatever the tail has passed by now. */
async function startOfEmployee(
  { database: { pool }, seal }: TailContext,
  userId: string,
  cursor: string | undefined,
): Promise<Start> {
  const asked = cursor === undefined ? undefined : headsOfCursor(cursor);
  const rows = asked ? await replayChains(pool, userId, asked, REPLAY_AT_MOST + 1) : null;
  if (cursor !== undefined && asked && rows && rows.length <= REPLAY_AT_MOST)
    return { cursor, place: placeAtHeads(asked), missed: await loadChanges(pool, rows, seal) };
  const heads = await headsOf(pool, userId);
  return { cursor: cursorOfHeads(heads), place: placeAtHeads(heads), missed: [] };
}
