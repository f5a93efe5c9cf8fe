/**
 * All tabs share one stream, since HTTP/1.1 allows six connections per server. The tab with the Web Lock forwards the
 * events. If that tab does not respond, a visible tab steals the lock. Without Web Locks each tab has its own stream.
 */
import type { LiveEvent } from '#contract/monitoring/live';
import { connect, type ConnectionListener, type ConnectionStatus } from './connection.ts';

export interface StreamListener extends ConnectionListener {
  /** Called when the stream starts: from now on this tab receives all changes after `cursor`. */
  covered(cursor: string): void;
  /** Cursor of the last change that this tab received; null before the first change. */
  cursor(): string | null;
}

type Message =
  | { readonly kind: 'event'; readonly event: LiveEvent }
  | { readonly kind: 'status'; readonly status: ConnectionStatus }
  | { readonly kind: 'signed-out' }
  | { readonly kind: 'who-leads' }
  | { readonly kind: 'i-lead'; readonly status: ConnectionStatus; readonly cursor: string | null };

const LEADER_ANSWER_MS = 3000;
const ASK_LEADER_EVERY_MS = 20_000;
const RETRY_MS = 1000;

export function shareStream(userId: string, listener: StreamListener): () => void {
  const name = `punctual-stream-${userId}`;
  const channel = new BroadcastChannel(name);
  const stopped = new AbortController();
  let connection: { close(): void } | null = null;
  let status: ConnectionStatus = { state: 'connecting' };
  let release: (() => void) | undefined;
  let request: AbortController | undefined;
  let answerTimer: ReturnType<typeof setTimeout> | undefined;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;

  const send = (message: Message): void => {
    if (!stopped.signal.aborted) channel.postMessage(message);
  };

  const open = (): void => {
    connection = connect(() => listener.cursor(), {
      event: (event) => {
        listener.event(event);
        send({ kind: 'event', event });
      },
      status: (next) => {
        status = next;
        listener.status(next);
        send({ kind: 'status', status: next });
      },
      signedOut: () => {
        send({ kind: 'signed-out' });
        listener.signedOut();
      },
    });
  };

  const becomeLeader = (): Promise<void> => {
    if (stopped.signal.aborted) return Promise.resolve();
    clearTimeout(answerTimer);
    return new Promise((resolve) => {
      release = resolve;
      open();
    });
  };

  const stopLeading = (): void => {
    connection?.close();
    connection = null;
    release?.();
  };

  /** The tab that holds the lock keeps it until the tab closes or another tab steals the lock. */
  const requestLock = (steal: boolean): void => {
    request?.abort();
    clearTimeout(retryTimer);
    const own = new AbortController();
    request = own;
    navigator.locks.request(name, steal ? { steal } : { signal: own.signal }, becomeLeader).catch(() => {
      if (request !== own || stopped.signal.aborted) return;
      const isStolen = connection !== null;
      stopLeading();
      // Retry at once only after a theft: WebKit refuses the lock to an unloading document, and retries would loop.
      if (isStolen) requestLock(false);
      else retryTimer = setTimeout(() => requestLock(false), RETRY_MS);
    });
  };

  const askLeader = (): void => {
    if (connection || document.visibilityState === 'hidden') return;
    clearTimeout(answerTimer);
    answerTimer = setTimeout(() => {
      if (!connection && !stopped.signal.aborted) requestLock(true);
    }, LEADER_ANSWER_MS);
    send({ kind: 'who-leads' });
  };

  const receive = (message: Message): void => {
    if (connection) {
      if (message.kind === 'who-leads') send({ kind: 'i-lead', status, cursor: listener.cursor() });
    } else if (message.kind === 'event') listener.event(message.event);
    else if (message.kind === 'status') listener.status(message.status);
    else if (message.kind === 'signed-out') listener.signedOut();
    else if (message.kind === 'i-lead') {
      clearTimeout(answerTimer);
      listener.status(message.status);
      if (message.cursor !== null) listener.covered(message.cursor);
    }
  };

  if ('locks' in navigator) {
    channel.onmessage = ({ data }: MessageEvent<Message>) => receive(data);
    document.addEventListener('visibilitychange', askLeader, { signal: stopped.signal });
    const timer = setInterval(askLeader, ASK_LEADER_EVERY_MS);
    stopped.signal.addEventListener('abort', () => clearInterval(timer));
    requestLock(false);
    askLeader();
  } else open();
  return () => {
    stopped.abort();
    request?.abort();
    clearTimeout(answerTimer);
    clearTimeout(retryTimer);
    stopLeading();
    channel.close();
  };
}
