/** A client that follows the live stream and reconnects with its cursor whenever it ends. */
import { setTimeout as wait } from 'node:timers/promises';
import type { LiveChange } from '#contract/monitoring/live';
import type { ApiClient, LiveReader } from '#tests/api/client';

/** The changes seen since everything was loaded. */
export interface Run {
  /** The cursor of the loaded state. */
  readonly from: string;
  readonly changes: LiveChange[];
}

export interface Follower {
  /** An employee's own changes and the settings, or everybody's for an admin. */
  readonly scope: 'own' | 'all';
  readonly userId: string;
  /** One run from the start, and one more after each reload. */
  readonly runs: readonly Run[];
  /** All changes it has seen. */
  readonly changes: readonly LiveChange[];
  /** Number of reloads after the start. */
  readonly loadedAnew: number;
  /** Whether its present stream has begun and not ended. */
  readonly isFollowing: boolean;
  /** How many streams it has opened. */
  readonly streams: number;
  /** The last events, one line each with its time. */
  readonly story: readonly string[];
  close(): Promise<void>;
}

export interface FollowerOptions {
  /** Each stream opens at the next address. The list may change. */
  readonly servers: readonly string[];
  readonly client: ApiClient;
  readonly userId: string;
  readonly scope: 'own' | 'all';
  /** Milliseconds before it reconnects (default 100; browsers take 2 s). */
  readonly retryMs?: number;
}

/** Number of lines kept. */
const STORY = 40;

/** Resolves when the first stream has begun. All later changes must be seen. */
export async function openFollower(options: FollowerOptions): Promise<Follower> {
  const { servers, client, userId, scope, retryMs = 100 } = options;
  const runs: Run[] = [];
  let streams = 0;
  let isClosed = false;
  let reader: LiveReader | undefined;
  let cursor: string | undefined;
  const story: string[] = [];
  const note = (line: string): void => {
    story.push(`${new Date().toISOString()} ${line}`);
    if (story.length > STORY) story.shift();
  };

  /** Reads the stream until it ends. */
  async function follow(stream: LiveReader): Promise<void> {
    let taken = 0;
    const take = (): void => {
      note(
        stream.events
          .slice(taken)
          .map(({ type }) => type)
          .join(' '),
      );
      for (const event of stream.events.slice(taken)) {
        taken += 1;
        if (event.type === 'hello') {
          if (event.cursor !== cursor) runs.push({ from: event.cursor, changes: [] });
          cursor = event.cursor;
        } else if (event.type === 'change') {
          runs.at(-1)?.changes.push(event);
          cursor = event.cursor;
        }
      }
    };
    while (!stream.ended) {
      await stream.until(() => stream.ended || stream.events.length > taken, 2 ** 31 - 1);
      take();
    }
    take();
    note(`ended ${stream.failure}`);
  }

  async function go(): Promise<void> {
    while (!isClosed) {
      const url = servers[streams % servers.length] ?? '';
      streams += 1;
      reader = await client
        .at(url)
        .live(cursor === undefined ? {} : { lastEventId: cursor })
        .catch((error: unknown) => void note(String(error)));
      note(`asked ${url} after ${cursor?.slice(-12)}: ${reader?.status}`);
      if (isClosed) reader?.close();
      if (reader?.status === 200) await follow(reader);
      if (!isClosed) await wait(retryMs);
    }
  }

  const gone = go();
  while (runs.length === 0) await wait(5);
  return {
    scope,
    userId,
    runs,
    story,
    get changes() {
      return runs.flatMap(({ changes }) => changes);
    },
    get loadedAnew() {
      return runs.length - 1;
    },
    get isFollowing() {
      return reader?.status === 200 && !reader.ended && reader.events.length > 0;
    },
    get streams() {
      return streams;
    },
    async close() {
      isClosed = true;
      reader?.close();
      await gone;
    },
  };
}
