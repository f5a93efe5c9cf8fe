/**
 * One stream for all tabs, since HTTP/1.1 allows six connections. The holder of the Web Lock forwards its events; a
 * visible tab that gets no answer from it steals the lock. Without Web Locks each tab has its own stream.
 */
import type { LiveEvent } from '#contract/live';
import { connect, type ConnectionListener, type ConnectionStatus } from './connection.ts';

export interface StreamListener extends ConnectionListener {
  /** All changes after this cursor will be received here. */
  covered(cursor: string): void;
  /** Cursor of the last change received here; null before the first. */
  cursor(): string | null;
}

type Message =
  | { readonly kind: 'event'; readonly event: LiveEvent }
  | { readonly kind: 'status'; readonly status: ConnectionStatus }
  | { readonly kind: 'signed-out' }
  | { readonly kind: 'who-leads' }
  | { readonly kind: 'i-lead'; readonly status: ConnectionStatus; readonly cursor: string | null };

const ANSWER_MS = 3000;
const ASK_EVERY_MS = 20_000;
const RETRY_MS = 1000;

export function share(userId: string, listener: StreamListener): () => void {
  const sharing = new Sharing(userId, listener);
  sharing.start();
  return () => sharing.stop();
}

class Sharing {
  readonly #name: string;
  readonly #listener: StreamListener;
  readonly #channel: BroadcastChannel;
  readonly #stopped = new AbortController();
  #connection: { close(): void } | null = null;
  #status: ConnectionStatus = { state: 'connecting' };
  #release: (() => void) | undefined;
  #request: AbortController | undefined;
  #answerTimer: ReturnType<typeof setTimeout> | undefined;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(userId: string, listener: StreamListener) {
    this.#name = `punctual-stream-${userId}`;
    this.#listener = listener;
    this.#channel = new BroadcastChannel(this.#name);
  }

  start(): void {
    if (!('locks' in navigator)) {
      this.#open();
      return;
    }
    this.#channel.onmessage = ({ data }: MessageEvent<Message>) => this.#receive(data);
    const ask = () => this.#askLeader();
    document.addEventListener('visibilitychange', ask, { signal: this.#stopped.signal });
    const timer = setInterval(ask, ASK_EVERY_MS);
    this.#stopped.signal.addEventListener('abort', () => clearInterval(timer));
    this.#requestLock({ steal: false });
    ask();
  }

  stop(): void {
    this.#stopped.abort();
    this.#request?.abort();
    clearTimeout(this.#answerTimer);
    clearTimeout(this.#retryTimer);
    this.#stopLeading();
    this.#channel.close();
  }

  /** Requests the lock. Its holder keeps it until the tab closes or another steals it. */
  #requestLock({ steal }: { steal: boolean }): void {
    this.#request?.abort();
    clearTimeout(this.#retryTimer);
    const request = new AbortController();
    this.#request = request;
    const options = steal ? { steal } : { signal: request.signal };
    navigator.locks
      .request(this.#name, options, () => this.#lead())
      .catch(() => {
        if (this.#request !== request || this.#stopped.signal.aborted) return;
        const stolen = this.#connection !== null;
        this.#stopLeading();
        // WebKit refuses the lock to an unloading document at once: a loop would keep the tab busy.
        if (stolen) this.#requestLock({ steal: false });
        else this.#retryTimer = setTimeout(() => this.#requestLock({ steal: false }), RETRY_MS);
      });
  }

  #lead(): Promise<void> {
    if (this.#stopped.signal.aborted) return Promise.resolve();
    clearTimeout(this.#answerTimer);
    return new Promise((resolve) => {
      this.#release = resolve;
      this.#open();
    });
  }

  #open(): void {
    this.#connection = connect(() => this.#listener.cursor(), {
      event: (event) => {
        this.#listener.event(event);
        this.#send({ kind: 'event', event });
      },
      status: (status) => {
        this.#status = status;
        this.#listener.status(status);
        this.#send({ kind: 'status', status });
      },
      signedOut: () => {
        this.#send({ kind: 'signed-out' });
        this.#listener.signedOut();
      },
    });
  }

  #stopLeading(): void {
    this.#connection?.close();
    this.#connection = null;
    this.#release?.();
  }

  #send(message: Message): void {
    if (!this.#stopped.signal.aborted) this.#channel.postMessage(message);
  }

  #receive(message: Message): void {
    if (this.#connection) {
      if (message.kind === 'who-leads')
        this.#send({ kind: 'i-lead', status: this.#status, cursor: this.#listener.cursor() });
      return;
    }
    if (message.kind === 'event') this.#listener.event(message.event);
    else if (message.kind === 'status') this.#listener.status(message.status);
    else if (message.kind === 'signed-out') this.#listener.signedOut();
    else if (message.kind === 'i-lead') this.#follow(message);
  }

  #follow(leader: { readonly status: ConnectionStatus; readonly cursor: string | null }): void {
    clearTimeout(this.#answerTimer);
    this.#listener.status(leader.status);
    if (leader.cursor !== null) this.#listener.covered(leader.cursor);
  }

  #askLeader(): void {
    if (this.#connection || document.visibilityState === 'hidden') return;
    clearTimeout(this.#answerTimer);
    this.#answerTimer = setTimeout(() => {
      if (!this.#connection && !this.#stopped.signal.aborted) this.#requestLock({ steal: true });
    }, ANSWER_MS);
    this.#send({ kind: 'who-leads' });
  }
}
