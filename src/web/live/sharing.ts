/**
 * One event stream a browser, however many tabs are open (HTTP/1.1 allows six connections to a server, and
 * streams never end). The tab that holds the Web Lock leads: it has the stream and passes on what it hears. A
 * tab that is looked at and gets no answer from the leader (a browser may have frozen it) takes the lead
 * over. Without Web Locks each tab has a stream of its own.
 */
import type { LiveEvent } from '#contract/live';
import { connect, type ConnectionStatus } from './connection.ts';

/** One tab's ear. */
export interface Tab {
  event(event: LiveEvent): void;
  link(link: ConnectionStatus): void;
  signedOut(): void;
  /** Everything after this cursor will be heard here. */
  covered(cursor: string): void;
  /** The last change heard here; null before the first. */
  cursor(): string | null;
}

type Message =
  | { readonly kind: 'event'; readonly event: LiveEvent }
  | { readonly kind: 'link'; readonly link: ConnectionStatus }
  | { readonly kind: 'signed-out' }
  | { readonly kind: 'who-leads' }
  | { readonly kind: 'i-lead'; readonly link: ConnectionStatus; readonly cursor: string | null };

const ANSWER_MS = 3000;
const ASK_EVERY_MS = 20_000;
const QUEUE_AGAIN_MS = 1000;

/** Shares the stream of the user `userId` among this browser's tabs until the returned function is called. */
export function share(userId: string, tab: Tab): () => void {
  const sharing = new Sharing(userId, tab);
  sharing.start();
  return () => sharing.stop();
}

class Sharing {
  readonly #name: string;
  readonly #tab: Tab;
  readonly #channel: BroadcastChannel;
  readonly #stopped = new AbortController();
  #connection: { close(): void } | null = null;
  #link: ConnectionStatus = { state: 'connecting' };
  #release: (() => void) | undefined;
  #waiting: AbortController | undefined;
  #unanswered: ReturnType<typeof setTimeout> | undefined;
  #queueAgain: ReturnType<typeof setTimeout> | undefined;

  constructor(userId: string, tab: Tab) {
    this.#name = `punctual-live-${userId}`;
    this.#tab = tab;
    this.#channel = new BroadcastChannel(this.#name);
  }

  start(): void {
    if (!('locks' in navigator)) {
      this.#open();
      return;
    }
    this.#channel.onmessage = ({ data }: MessageEvent<Message>) => this.#hear(data);
    const ask = () => this.#askLeader();
    document.addEventListener('visibilitychange', ask, { signal: this.#stopped.signal });
    const timer = setInterval(ask, ASK_EVERY_MS);
    this.#stopped.signal.addEventListener('abort', () => clearInterval(timer));
    this.#queue({ steal: false });
    ask();
  }

  stop(): void {
    this.#stopped.abort();
    this.#waiting?.abort();
    clearTimeout(this.#unanswered);
    clearTimeout(this.#queueAgain);
    this.#stopLeading();
    this.#channel.close();
  }

  /** Waits for the lead, or takes it; whoever has it keeps it until the tab closes or another takes it. */
  #queue({ steal }: { steal: boolean }): void {
    this.#waiting?.abort();
    clearTimeout(this.#queueAgain);
    const waiting = new AbortController();
    this.#waiting = waiting;
    const options = steal ? { steal } : { signal: waiting.signal };
    navigator.locks
      .request(this.#name, options, () => this.#lead())
      .catch(() => {
        if (this.#waiting !== waiting || this.#stopped.signal.aborted) return;
        const stolen = this.#connection !== null;
        this.#stopLeading();
        // A lock that is refused (WebKit refuses it to a document that is unloading) is refused again at
        // once: asking without a pause would keep the tab busy for ever.
        if (stolen) this.#queue({ steal: false });
        else this.#queueAgain = setTimeout(() => this.#queue({ steal: false }), QUEUE_AGAIN_MS);
      });
  }

  #lead(): Promise<void> {
    if (this.#stopped.signal.aborted) return Promise.resolve();
    clearTimeout(this.#unanswered);
    return new Promise((resolve) => {
      this.#release = resolve;
      this.#open();
    });
  }

  #open(): void {
    this.#connection = connect(() => this.#tab.cursor(), {
      event: (event) => {
        this.#tab.event(event);
        this.#send({ kind: 'event', event });
      },
      link: (link) => {
        this.#link = link;
        this.#tab.link(link);
        this.#send({ kind: 'link', link });
      },
      signedOut: () => {
        this.#send({ kind: 'signed-out' });
        this.#tab.signedOut();
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

  #hear(message: Message): void {
    if (this.#connection) {
      if (message.kind === 'who-leads')
        this.#send({ kind: 'i-lead', link: this.#link, cursor: this.#tab.cursor() });
      return;
    }
    if (message.kind === 'event') this.#tab.event(message.event);
    else if (message.kind === 'link') this.#tab.link(message.link);
    else if (message.kind === 'signed-out') this.#tab.signedOut();
    else if (message.kind === 'i-lead') this.#follow(message);
  }

  #follow(leader: { readonly link: ConnectionStatus; readonly cursor: string | null }): void {
    clearTimeout(this.#unanswered);
    this.#tab.link(leader.link);
    if (leader.cursor !== null) this.#tab.covered(leader.cursor);
  }

  #askLeader(): void {
    if (this.#connection || document.visibilityState === 'hidden') return;
    clearTimeout(this.#unanswered);
    this.#unanswered = setTimeout(() => {
      if (!this.#connection && !this.#stopped.signal.aborted) this.#queue({ steal: true });
    }, ANSWER_MS);
    this.#send({ kind: 'who-leads' });
  }
}
