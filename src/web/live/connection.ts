/** EventSource hides why a stream ended (401 and 503 look alike). So we ask for the session before we reconnect. */
import type { LiveEvent } from '#contract/monitoring/live';
import { call, pathOf } from '#web/api.ts';
import type { EpochMs } from '#domain/time/units';
import { VERSION } from '#web/product.ts';
import { now } from '#web/time/clock.ts';

export type ConnectionStatus =
  | { readonly state: 'connecting' }
  | { readonly state: 'live' }
  | { readonly state: 'lost'; readonly since: EpochMs }
  /** Connected, but the server's feed has been late since `since`. */
  | { readonly state: 'behind'; readonly since: EpochMs };

export const toLostStatus = (status: ConnectionStatus, now: EpochMs): ConnectionStatus =>
  status.state === 'lost' ? status : { state: 'lost', since: now };

export interface ConnectionListener {
  event(event: LiveEvent): void;
  status(status: ConnectionStatus): void;
  signedOut(): void;
}

/** The server sends a pulse every 15 s at least. Three missing pulses, with 5 s reserve, mean a lost connection. */
const SILENCE_MS = 50_000;
const STABLE_AFTER_MS = 10_000;

/** Streams changes after `cursor()`, or from now on if it returns null. Each reconnection calls `cursor` again. */
export function connect(cursor: () => string | null, listener: ConnectionListener): { close(): void } {
  let source: EventSource | undefined;
  let status: ConnectionStatus = { state: 'connecting' };
  let attempt = 0;
  const ended = new AbortController();
  let reconnecting: ReturnType<typeof setTimeout> | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;

  const setStatus = (next: ConnectionStatus) => {
    status = next;
    listener.status(next);
  };

  const open = () => {
    if (ended.signal.aborted) return;
    clearTimeout(reconnecting);
    source?.close();
    const after = cursor();
    const opened = now();
    const stream = new EventSource(
      pathOf('live', { ...(after === null ? {} : { after }), version: VERSION }),
    );
    source = stream;
    stream.onmessage = (message: MessageEvent<string>) => {
      const event = JSON.parse(message.data) as LiveEvent;
      if (now() - opened > STABLE_AFTER_MS) attempt = 0;
      receive(event);
    };
    stream.onerror = () => void handleLoss(stream);
  };

  const receive = (event: LiveEvent) => {
    clearTimeout(silence);
    if (event.type === 'pulse') silence = setTimeout(() => void handleLoss(source), SILENCE_MS);
    else if (event.type === 'signed-out') return end();
    else if (event.type === 'behind') setStatus({ state: 'behind', since: event.since });
    else if (event.type === 'hello' || event.type === 'caught-up') setStatus({ state: 'live' });
    listener.event(event);
  };

  const handleLoss = async (stream: EventSource | undefined) => {
    if (ended.signal.aborted || stream === undefined || stream !== source) return;
    stream.close();
    source = undefined;
    clearTimeout(silence);
    setStatus(toLostStatus(status, now()));
    const session = await call('whoAmI', {});
    if (ended.signal.aborted || source) return;
    if (session.ok && session.value.user === null) return end();
    reconnecting = setTimeout(open, backOffMs(attempt++, Math.random()));
  };

  const end = () => {
    close();
    listener.signedOut();
  };
  const handleOffline = () => void handleLoss(source);
  const handleOnline = () => {
    if (!source) open();
  };
  const close = () => {
    ended.abort();
    clearTimeout(reconnecting);
    clearTimeout(silence);
    source?.close();
  };

  addEventListener('online', handleOnline, { signal: ended.signal });
  addEventListener('offline', handleOffline, { signal: ended.signal });
  open();
  return { close };
}

const FIRST_BACK_OFF_MS = 500;
const LONGEST_BACK_OFF_MS = 20_000;

/** The pause doubles per attempt. `chance` (0 to 1) picks 50 to 100% of it, so browsers do not return all at once. */
export function backOffMs(attempt: number, chance: number): number {
  const ceiling = Math.min(FIRST_BACK_OFF_MS * 2 ** Math.min(attempt, 16), LONGEST_BACK_OFF_MS);
  return Math.round(ceiling / 2 + (ceiling / 2) * chance);
}
