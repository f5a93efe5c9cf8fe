import type { ServerResponse } from 'node:http';
import type { LiveEvent } from '#contract/monitoring/live';
import type { Session } from '../platform/http/caller.ts';
import { cursorOfHeads, isAfter, type Heads, type Position } from '../platform/position.ts';
import { eventText, type FeedChange } from './changes.ts';

const RETRY_MS = 2_000;
/** Time for a browser to read the end of a stream. Afterwards the server cuts the connection. */
const END_WITHIN_MS = 5_000;

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  'x-content-type-options': 'nosniff',
  // Tells proxies not to buffer the response, which would delay all events.
  'x-accel-buffering': 'no',
  connection: 'close',
} as const;

export type Stream = ReturnType<typeof openStream>;

export function openStream(response: ServerResponse, session: Session, onClose: () => void) {
  let cursor: StreamCursor | null = null;
  let waiting: FeedChange[] = [];
  const isAdmin = session.user.role === 'admin';
  const isRelevant = ({ userId }: FeedChange): boolean =>
    isAdmin || userId === null || userId === session.user.id;

  response.writeHead(200, HEADERS);
  response.on('close', onClose);
  response.on('error', () => {});

  const write = (text: string | Buffer): void => {
    if (text.length === 0 || response.writableEnded || response.destroyed) return;
    response.write(text);
  };
  /** Sends changes, or stores them until `begin`. @param whole all changes, serialized once for all admins */
  const deliver = (changes: readonly FeedChange[], whole: () => Buffer): void => {
    if (cursor && isAdmin) write(cursor.advance(changes, whole));
    else if (cursor) write(cursor.advance(changes.filter(isRelevant)));
    else waiting.push(...changes.filter(isRelevant));
  };

  return {
    session,
    /** Bytes that wait in this stream, without those in the operating system's buffer. */
    get unread(): number {
      return response.writableLength;
    },
    /** True after the greeting, which must be the first event of the stream. */
    get hasBegun(): boolean {
      return cursor !== null;
    },
    deliver,
    /** Sends the greeting, then missed changes, then changes that arrived since the stream was opened. */
    begin(greeting: LiveEvent, at: StreamCursor, missed: readonly FeedChange[]): void {
      cursor = at;
      write(`retry: ${RETRY_MS}\n${eventText(greeting)}`);
      write(at.advance([...missed.filter(isRelevant), ...waiting]));
      waiting = [];
    },
    send(event: LiveEvent): void {
      write(eventText(event));
    },
    end: (): void => {
      response.end();
      const late = setTimeout(() => response.destroy(), END_WITHIN_MS);
      response.on('close', () => clearTimeout(late));
    },
    /** Ends the stream at once and drops unread data. The browser reconnects with its cursor. */
    cut: (): void => void response.destroy(),
  };
}

export interface StreamCursor {
  /** Returns the changes not sent before, as text. @param whole text of all `changes`, used if none was sent before */
  advance(changes: readonly FeedChange[], whole?: () => Buffer): string | Buffer;
}

/** Admins get each change after a position once, even if the change is both replayed and sent live. */
export function createAdminCursor(from: Position): StreamCursor {
  let last = from;
  return {
    advance(changes, whole) {
      const [first] = changes;
      if (whole && first && isAfter(first.position, last)) {
        last = changes.at(-1)?.position ?? last;
        return whole();
      }
      let text = '';
      for (const { position, forAdmins } of changes) {
        if (!isAfter(position, last)) continue;
        last = position;
        text += forAdmins;
      }
      return text;
    },
  };
}

/** Employees get the rows of two chains without gaps. A row that arrives early waits for the one before it. */
export function createEmployeeCursor(from: Heads): StreamCursor {
  const heads = { ...from };
  let waiting: FeedChange[] = [];
  const chainOf = ({ userId }: FeedChange): keyof Heads => (userId === null ? 'settings' : 'own');
  const next = (): FeedChange | undefined =>
    waiting.find((change) => change.head.n === heads[chainOf(change)].n + 1);
  return {
    advance(changes) {
      waiting.push(...changes);
      let text = '';
      for (let change = next(); change; change = next()) {
        heads[chainOf(change)] = change.head;
        text += eventText({ ...change.forEmployee, cursor: cursorOfHeads(heads) });
      }
      waiting = waiting.filter((change) => change.head.n > heads[chainOf(change)].n);
      return text;
    },
  };
}
