/** Each snapshot has a cursor. A view applies only changes after that cursor, so it never returns to older data. */
import type { LiveChange, LiveEvent } from '#contract/monitoring/live';
import { workplaceOf } from '#domain/settings/settings';
import { createStore, useStore } from '#web/browser/store.ts';
import { VERSION } from '#web/product.ts';
import { authState, endSession, setUser } from '#web/session/auth.ts';
import { setWorkplace } from '#web/session/workplace.ts';
import { coalesce } from '#web/time/coalesce.ts';
import type { ConnectionStatus } from './connection.ts';
import { recentChanges, type ChangeMark } from './changes.ts';
import { shareStream } from './sharing.ts';

/** Milliseconds in which changes are collected, to be drawn together. */
const BATCH_MS = 40;

interface Listener {
  readonly changed: (changes: readonly LiveChange[]) => void;
  readonly covered: (() => void) | undefined;
}

const listeners = new Set<Listener>();
const status = createStore<ConnectionStatus>({ state: 'connecting' });
const isOutdated = createStore(false);
/** For team leads: gets a new object when anything changes for their people. */
export const teamNews = createStore<object | null>(null);
/** Cursor of the last received change, or of the stream's start. Null before the stream starts. */
let cursor: string | null = null;
/** Cursor at which the stream started. This tab receives all changes after this cursor. */
let coveredFrom: string | null = null;
let beganAt: ChangeMark = 0;
let pending: LiveChange[] = [];
const batch = coalesce(deliver);

export const useConnectionStatus = (): ConnectionStatus => useStore(status);

/** If false, the screen may be out of date, and the header says that the connection is lost or late. */
export const useIsLive = (): boolean => useConnectionStatus().state === 'live';

/** Milliseconds between polls. False while the connection is live, since changes then arrive without polling. */
export const usePollingMs = (): number | false => (useIsLive() ? false : 15_000);

export const useIsPageOutdated = (): boolean => useStore(isOutdated);

/**
 * Calls `changed` with batches of changes in order, and `covered` when a stream starts. A snapshot for which
 * `isCoveredByFeed` is false must then be fetched again. Returns the unsubscribe function.
 */
export function onChanges(changed: Listener['changed'], covered?: () => void): () => void {
  const listener = { changed, covered };
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export const isCoveredByFeed = (snapshot: string): boolean => snapshot === coveredFrom;

/** Null if the stream restarted at another cursor meanwhile: changes may be missing, so fetch a new snapshot. */
export const changesSince = (mark: ChangeMark, snapshot: string): readonly LiveChange[] | null =>
  recentChanges.since(mark) ?? (isCoveredByFeed(snapshot) ? recentChanges.since(beganAt) : null);

/** Subscribes to changes. If the back-forward cache restores the page, subscribes again: changes can be missing. */
export function startLive(userId: string): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  let stop = subscribe(userId);
  const show = ({ persisted }: PageTransitionEvent): void => {
    if (persisted) stop = subscribe(userId);
  };
  addEventListener('pagehide', () => stop(), { signal });
  addEventListener('pageshow', show, { signal });
  return () => {
    ended.abort();
    stop();
  };
}

function subscribe(userId: string): () => void {
  const stop = shareStream(userId, {
    event: receive,
    status: status.set,
    signedOut: () => endSession(),
    covered: setCoverage,
    cursor: () => cursor,
  });
  return () => {
    stop();
    batch.cancel();
    recentChanges.restart();
    pending = [];
    cursor = null;
    coveredFrom = null;
    status.set({ state: 'connecting' });
  };
}

function receive(event: LiveEvent): void {
  if (event.type === 'hello') {
    isOutdated.set(event.version !== VERSION);
    // Another cursor means missing changes: there were too many to repeat, or the database was restored.
    if (event.cursor !== cursor) cursor = null;
    setCoverage(event.cursor);
  }
  if (event.type === 'team') teamNews.set(event);
  if (event.type !== 'change') return;
  recentChanges.add(event);
  cursor = event.cursor;
  if (event.user && event.user.id === authState().user?.id) setUser(event.user);
  if (event.settings) setWorkplace(workplaceOf(event.settings));
  pending.push(event);
  batch.schedule(BATCH_MS);
}

function deliver(): void {
  const changes = pending;
  pending = [];
  for (const { changed } of listeners) changed(changes);
}

function setCoverage(from: string): void {
  if (cursor !== null) return;
  cursor = from;
  coveredFrom = from;
  recentChanges.restart();
  beganAt = recentChanges.mark();
  for (const { covered } of listeners) covered?.();
}
