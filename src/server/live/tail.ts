/** Reads new ledger rows: at once after commits of this server, soon after those of others, and every second. */
import type { Connection } from '../platform/database/connection.ts';
import { setTimeout as wait } from 'node:timers/promises';
import { coalesce } from '../platform/async/coalesce.ts';
import { toLogText } from '../platform/log.ts';
import { withinLimit } from '../platform/async/deadline.ts';
import type { Context } from '../platform/context.ts';
import type { EpochMs } from '#domain/time/units';
import { loadChanges, type FeedChange } from './changes.ts';
import { ANSWER_MS, createReconnectingClient, createWakeUp } from './reconnecting-client.ts';
import { isAfter, isWrittenHere, START, type Position } from '../platform/position.ts';
import { lastPosition } from '../ledger/queries.ts';
import { listenForChanges, readFeed, type FeedPage } from './queries.ts';

const ROWS_PER_PAGE = 500;
const POLL_MS = 1_000;
const HELD_POLL_MS = 100;
/** A feed that an open transaction holds back for longer counts as behind. */
const COUNTS_AS_BEHIND_AFTER_MS = 2_000;

/** Limits in ms of the pause after sending. The pause is as long as sending took, so that changes come in batches. */
const PAUSE_MS = { least: 5, most: 50 } as const;

/** Calls `send` and times it. @returns the time (`performance.now()`) until which nothing more is sent */
async function sendAndPlanPause(send: () => void): Promise<number> {
  const began = performance.now();
  send();
  // Node writes a stream's data after this turn of the event loop; the measured time must include that.
  await new Promise<void>((resolve) => process.nextTick(resolve));
  const now = performance.now();
  return now + Math.min(Math.max(now - began, PAUSE_MS.least), PAUSE_MS.most);
}

export interface TailEvents {
  /** False while no stream is open: then no changes are loaded. */
  hasListeners(): boolean;
  /** Called in the turn of the event loop in which `position()` moves past the changes. */
  changes(changes: readonly FeedChange[]): void;
  /** The row read last is gone, so nobody knows which rows are new. `position()` is then the newest row. */
  lost(): void;
  behind(since: EpochMs): void;
  caughtUp(): void;
}

export type TailContext = Pick<Context, 'database' | 'clock' | 'log' | 'seal'>;

export function createTail({ database, clock, log, seal }: TailContext, events: TailEvents) {
  let position: Position | null = null;
  /** Time of the last read that reached the feed's end; before such a read, the time when the tail was created. */
  let readAt = performance.now();
  /** Write time of the oldest row that waits for an open transaction; null if no row waits. */
  let blockedSince: EpochMs | null = null;
  let closed = false;
  let retryTimer: NodeJS.Timeout | undefined;
  const delay = createDelayWatch(events);
  let started: () => void = () => {};
  const ready = new Promise<void>((resolve) => void (started = resolve));

  const listener = createReconnectingClient(database, 'punctual live', log, async (client) => {
    client.on('notification', read);
    await listenForChanges(client);
    setImmediate(read);
  });
  const otherServers = createWakeUp(database, log);
  const pollTimer = setInterval(read, POLL_MS);

  let pausedUntil = 0;
  const scheduleRead = coalesce(async () => {
    const restMs = pausedUntil - performance.now();
    if (restMs > 0) await wait(restMs);
    if (closed) return;
    const client = listener.client();
    if (!client) return delay.update({ position: START, since: clock.now() });
    try {
      await withinLimit(readFrom(client), ANSWER_MS);
    } catch (error) {
      log.debug(`The feed could not be read: ${toLogText(error)}`);
      // The connection may hang without an error: end it, and a new one replaces it.
      await client.end().catch(() => {});
    }
  });
  function read(): void {
    if (!closed) void scheduleRead();
  }

  async function readFrom(client: Connection): Promise<void> {
    position ??= await lastPosition(client);
    started();
    await publish(await readFeed(client, position, ROWS_PER_PAGE), client);
  }

  async function publish(page: FeedPage, client: Connection): Promise<void> {
    if (!page.isAnchored) {
      log.warn('The ledger is not the one read so far, so every screen reloads.');
      position = await lastPosition(client);
      events.lost();
      return read();
    }
    const last = page.rows.at(-1);
    if (last) {
      const written = page.rows.filter((row) => isWrittenHere(row.position));
      const changes = events.hasListeners() ? await loadChanges(client, written, seal) : [];
      position = last.position;
      const rested = await sendAndPlanPause(() => events.changes(changes));
      pausedUntil = events.hasListeners() ? rested : performance.now() + PAUSE_MS.most;
    }
    if (page.rows.length === ROWS_PER_PAGE) read();
    else readAt = performance.now();
    blockedSince = page.held?.since ?? null;
    delay.update(page.held);
    if (page.held && !closed) {
      clearTimeout(retryTimer);
      retryTimer = setTimeout(read, HELD_POLL_MS);
    }
  }

  return {
    /** Null before the first read. */
    position: (): Position | null => position,
    state: () => ({ readAt, blockedSince }),
    /** Resolves after the first read. */
    ready: () => ready,
    /** Call this after a commit of this server: reads at once and wakes the other servers. */
    wake: (): void => {
      read();
      otherServers.send();
    },
    close: async (): Promise<void> => {
      closed = true;
      clearInterval(pollTimer);
      clearTimeout(retryTimer);
      delay.stop();
      await scheduleRead();
      await Promise.all([listener.close(), otherServers.close()]);
    },
  };
}

/** Reports 'behind' when the same row is held back for 2 s, and 'caught-up' afterwards. */
function createDelayWatch(events: Pick<TailEvents, 'behind' | 'caughtUp'>) {
  let held: FeedPage['held'] = null;
  let watched: NonNullable<FeedPage['held']> | null = null;
  let isBehind = false;
  let timer: NodeJS.Timeout | undefined;

  const watch = (): void => {
    watched = held;
    timer = held === null ? undefined : setTimeout(report, COUNTS_AS_BEHIND_AFTER_MS);
  };
  const report = (): void => {
    timer = undefined;
    if (held && watched && !isAfter(held.position, watched.position)) {
      isBehind = true;
      events.behind(held.since);
    } else watch();
  };
  return {
    update(now: FeedPage['held']): void {
      held = now;
      if (isBehind && (held === null || (watched && isAfter(held.position, watched.position)))) {
        isBehind = false;
        events.caughtUp();
      }
      if (!isBehind && timer === undefined) watch();
    },
    stop: (): void => clearTimeout(timer),
  };
}
