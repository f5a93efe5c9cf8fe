import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { onChanges, startLive } from '#web/live/live-updates.ts';
import { shareStream, type StreamListener } from '#web/live/sharing.ts';
import { VERSION } from '#web/product.ts';
import { change } from './records.ts';

/** Fake Web Locks of one browser, since Node 20 has none. */
class Locks {
  /** As in a WebKit document that unloads: every request is refused at once. */
  refusing = false;
  requests = 0;
  #holder: { readonly lost: (reason: Error) => void } | null = null;
  readonly #queue: (() => void)[] = [];

  request(_name: string, options: LockOptions, work: () => Promise<void>): Promise<void> {
    this.requests++;
    return new Promise((resolve, reject) => {
      const aborted = new DOMException('The request was aborted', 'AbortError');
      // An endless loop of requests is left waiting, so that a test can report it.
      if (this.refusing && this.requests < 100) reject(aborted);
      if (this.refusing) return;
      const take = () => {
        const holder = { lost: reject };
        this.#holder = holder;
        void work().then(() => {
          resolve();
          if (this.#holder !== holder) return;
          this.#holder = null;
          this.#queue.shift()?.();
        });
      };
      if (options.steal) {
        this.#holder?.lost(aborted);
        return take();
      }
      if (!this.#holder) return take();
      this.#queue.push(take);
      options.signal?.addEventListener('abort', () => {
        this.#queue.splice(this.#queue.indexOf(take), 1);
        reject(aborted);
      });
    });
  }
}

/** Fake event streams, on which a test speaks for the server. */
class Stream {
  static opened: Stream[] = [];
  static get open(): Stream[] {
    return Stream.opened.filter((stream) => !stream.closed);
  }
  onmessage: ((message: { data: string }) => void) | null = null;
  closed = false;
  constructor(readonly address: string) {
    Stream.opened.push(this);
  }
  close(): void {
    this.closed = true;
  }
  says(event: unknown): void {
    this.onmessage?.({ data: JSON.stringify(event) });
  }
}

let locks: Locks;
let page: EventTarget;
const opened: (() => void)[] = [];
let user = 0;
let userId = '';

beforeEach(() => {
  userId = `user-${user++}`;
  locks = new Locks();
  page = new EventTarget();
  Stream.opened = [];
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  vi.stubGlobal('navigator', { locks });
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  vi.stubGlobal('EventSource', Stream);
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
});
afterEach(() => {
  for (const close of opened.splice(0)) close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Opens a tab of the user and collects the events that it receives. */
function openTab(): { readonly heard: string[]; close(): void } {
  const heard: string[] = [];
  const listener: StreamListener = {
    event: (event) => void heard.push(event.type === 'change' ? event.cursor : event.type),
    status: () => {},
    signedOut: () => {},
    covered: () => {},
    cursor: () => heard.findLast((one) => /^\d/.test(one)) ?? null,
  };
  const close = shareStream(userId, listener);
  opened.push(close);
  return { heard, close };
}

/** Runs everything that does not wait for a timer, including messages between tabs. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve));
}

describe('one event stream for all tabs of a browser', () => {
  it('the first tab has the stream, and the others receive its events', async () => {
    const first = openTab();
    const second = openTab();
    Stream.open[0]?.says(change('7-1'));
    await settled();
    expect(Stream.opened).toHaveLength(1);
    expect(first.heard).toEqual(['7-1']);
    expect(second.heard).toEqual(['7-1']);
  });

  it('when the leading tab closes, another continues after the last received change', async () => {
    const first = openTab();
    const second = openTab();
    Stream.open[0]?.says(change('7-1'));
    await settled();
    first.close();
    await settled();
    expect(Stream.open.map((stream) => stream.address)).toEqual([`/api/live?after=7-1&version=${VERSION}`]);
    Stream.open[0]?.says(change('7-2'));
    expect(second.heard).toEqual(['7-1', '7-2']);
    expect(first.heard).toEqual(['7-1']);
  });

  it('a leading tab that does not answer a new one loses the lead after 3 s and queues again', async () => {
    // Acts like a tab that the browser has frozen: it holds the lock and answers nobody.
    const first = openTab();
    await settled();
    const answering = BroadcastChannel.prototype.postMessage;
    BroadcastChannel.prototype.postMessage = () => {};
    try {
      const second = openTab();
      await vi.advanceTimersByTimeAsync(2999);
      expect(Stream.opened).toHaveLength(1);
      await vi.advanceTimersByTimeAsync(1);
      expect(Stream.open).toEqual([Stream.opened[1]]);
      second.close();
    } finally {
      BroadcastChannel.prototype.postMessage = answering;
    }
    await settled();
    expect(Stream.open).toEqual([Stream.opened[2]]);
    Stream.open[0]?.says(change('8-1'));
    expect(first.heard).toEqual(['8-1']);
  });

  it('a refused lock is requested again after a second, not in an endless loop', async () => {
    locks.refusing = true;
    openTab();
    await settled();
    expect(locks.requests).toBe(1);
    await vi.advanceTimersByTimeAsync(999);
    expect(locks.requests).toBe(1);
    locks.refusing = false;
    await vi.advanceTimersByTimeAsync(1);
    expect(locks.requests).toBe(2);
    expect(Stream.open).toHaveLength(1);
  });
});

describe('pages that the user leaves', () => {
  const pageshow = (persisted: boolean) =>
    void page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));

  it('a page that is left releases the stream and reopens it when it returns from the cache', async () => {
    opened.push(startLive(userId));
    await settled();
    expect(Stream.open).toHaveLength(1);
    page.dispatchEvent(new Event('pagehide'));
    await settled();
    expect(Stream.open).toHaveLength(0);
    const { requests } = locks;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(locks.requests).toBe(requests);
    pageshow(true);
    await settled();
    expect(Stream.open).toHaveLength(1);
  });

  it('a page that returns receives changes again, even if it was left during a batch', async () => {
    const heard: string[] = [];
    opened.push(
      onChanges((changes) => void heard.push(...changes.map(({ cursor }) => cursor))),
      startLive(userId),
    );
    await settled();
    Stream.open[0]?.says({ type: 'hello', cursor: '7-0' });
    Stream.open[0]?.says(change('7-1'));
    page.dispatchEvent(new Event('pagehide'));
    pageshow(true);
    await settled();
    // Only new changes: the reloaded snapshots contain those that were missed.
    expect(Stream.open.map((stream) => stream.address)).toEqual([`/api/live?version=${VERSION}`]);
    Stream.open[0]?.says({ type: 'hello', cursor: '9-0' });
    Stream.open[0]?.says(change('9-1'));
    await vi.advanceTimersByTimeAsync(100);
    expect(heard).toEqual(['9-1']);
  });

  it('the first show of a page does nothing', async () => {
    opened.push(startLive(userId));
    pageshow(false);
    await settled();
    expect(locks.requests).toBe(1);
  });
});
