/** One browser's stream of server-sent events. */
import type { ServerResponse } from 'node:http';
import type { LiveEvent } from '#contract/live';
import type { Session } from '../http/session.ts';
import { eventText, type Change } from './changes.ts';
import { isAfter, type Position } from '../ledger/position.ts';

const RETRY_MS = 2_000;
/** Who does not read the end of a stream within these is cut. */
const END_WITHIN_MS = 5_000;

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  'x-content-type-options': 'nosniff',
  // A proxy that collects the answer first would make the stream anything but live.
  'x-accel-buffering': 'no',
  connection: 'close',
} as const;

export interface Stream {
  readonly session: Session;
  /** Bytes that the operating system has not taken yet, since its own buffer for the reader is full. */
  readonly unread: number;
  /** While it waits for what it missed, new changes are kept aside. */
  begin(hello: LiveEvent, from: Position, missed: readonly Change[]): void;
  deliver(changes: readonly Change[]): void;
  send(event: LiveEvent): void;
  end(): void;
  /** At once, with what is unread; the reader comes back and resumes from where it was. */
  cut(): void;
}

export function openStream(response: ServerResponse, session: Session, onClose: () => void): Stream {
  let waiting: Change[] | null = [];
  let from: Position | null = null;
  const isAdmin = session.user.role === 'admin';
  const concerns = ({ userId }: Change): boolean => isAdmin || userId === null || userId === session.user.id;
  const textOf = (change: Change): string => (isAdmin ? change.forAdmins : change.forEmployee);

  response.writeHead(200, HEADERS);
  response.on('close', onClose);
  response.on('error', () => {});

  const write = (text: string): void => {
    if (text === '' || response.writableEnded || response.destroyed) return;
    response.write(text);
  };
  /** What the reader has by now is not sent again: changes reach the tail before they reach the streams. */
  const isNew = (change: Change): boolean => from === null || isAfter(change.position, from);
  const deliver = (changes: readonly Change[]): void => {
    const own = changes.filter(concerns);
    if (waiting) waiting.push(...own);
    else write(own.filter(isNew).map(textOf).join(''));
  };

  return {
    session,
    get unread() {
      return response.writableLength;
    },
    deliver,
    begin(hello, start, missed) {
      from = start;
      write(`retry: ${RETRY_MS}\n${eventText(hello)}${missed.filter(concerns).map(textOf).join('')}`);
      const kept = waiting ?? [];
      waiting = null;
      deliver(kept);
    },
    send: (event) => write(eventText(event)),
    end: () => {
      response.end();
      const late = setTimeout(() => response.destroy(), END_WITHIN_MS);
      response.on('close', () => clearTimeout(late));
    },
    cut: () => void response.destroy(),
  };
}
