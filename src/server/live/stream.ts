/** One browser's stream of server-sent events. */
import type { ServerResponse } from 'node:http';
import type { LiveEvent } from '#contract/live';
import type { Session } from '../http/session.ts';
import { eventText, type Change } from './changes.ts';
import type { Place } from './place.ts';

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
  begin(hello: LiveEvent, at: Place, missed: readonly Change[]): void;
  deliver(changes: readonly Change[]): void;
  send(event: LiveEvent): void;
  end(): void;
  /** At once, with what is unread; the reader comes back and resumes from where it was. */
  cut(): void;
}

export function openStream(response: ServerResponse, session: Session, onClose: () => void): Stream {
  let place: Place | null = null;
  let waiting: Change[] = [];
  const isAdmin = session.user.role === 'admin';
  const concerns = ({ userId }: Change): boolean => isAdmin || userId === null || userId === session.user.id;

  response.writeHead(200, HEADERS);
  response.on('close', onClose);
  response.on('error', () => {});

  const write = (text: string): void => {
    if (text === '' || response.writableEnded || response.destroyed) return;
    response.write(text);
  };
  const deliver = (changes: readonly Change[]): void => {
    const own = changes.filter(concerns);
    if (place) write(place.take(own));
    else waiting.push(...own);
  };

  return {
    session,
    get unread() {
      return response.writableLength;
    },
    deliver,
    begin(hello, at, missed) {
      place = at;
      write(`retry: ${RETRY_MS}\n${eventText(hello)}${at.take([...missed.filter(concerns), ...waiting])}`);
      waiting = [];
    },
    send(event) {
      if (event.type !== 'caught-up' || place?.isBehind !== true) write(eventText(event));
    },
    end: () => {
      response.end();
      const late = setTimeout(() => response.destroy(), END_WITHIN_MS);
      response.on('close', () => clearTimeout(late));
    },
    cut: () => void response.destroy(),
  };
}
