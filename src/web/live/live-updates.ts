/**
 * What the server pushes: the changes, and the state of the connection. A snapshot belongs to a place in the
 * stream (its cursor); whoever shows one applies the changes after it (`use-snapshot.ts`), so that the screen
 * never falls back to older data.
 */
import { useSyncExternalStore } from 'react';
import type { LiveChange, LiveEvent } from '#contract/live';
import { workplaceOf } from '#domain/settings/settings';
import { VERSION } from '#web/product.ts';
import { authState, endSession, setUser } from '#web/session/auth.ts';
import { learnWorkplace } from '#web/session/workplace.ts';
import { coalesce } from '#web/time/coalesce.ts';
import type { ConnectionStatus } from './connection.ts';
import { createRecentChanges, type Mark } from './changes.ts';
import { share } from './sharing.ts';

/** Changes that arrive within this time are passed on, and drawn, together. */
const BATCH_MS = 40;

type CoverageListener = () => void;

const recent = createRecentChanges();
const changeListeners = new Set<(changes: readonly LiveChange[]) => void>();
const coverageListeners = new Set<CoverageListener>();
const statusListeners = new Set<() => void>();
let status: ConnectionStatus = { state: 'connecting' };
/** The server is of another version than this page. */
let isOutdated = false;
/** Of the last change received, or where the stream began; null before that. */
let cursor: string | null = null;
/** Where and when the stream began: every change after it has been or will be received. */
let coveredFrom: string | null = null;
let beganAt: Mark = 0;
/** Received and not yet passed on to the listeners. */
let pending: LiveChange[] = [];
const batch = coalesce(deliver);

export const useConnectionStatus = (): ConnectionStatus => useSyncExternalStore(onStatus, () => status);

/** Where it is not, the header's strip says so, and what is shown may be out of date. */
export const useIsLive = (): boolean => useConnectionStatus().state === 'live';

/** Whether a newer page is to be had: the server has told that it is of another version. */
export const useIsOutdated = (): boolean => useSyncExternalStore(onStatus, () => isOutdated);

/** Calls `listener` with the changes in their order, several at a time, until the returned function is called. */
export const onChanges = (listener: (changes: readonly LiveChange[]) => void): (() => void) =>
  add(changeListeners, listener);

/** Calls `listener` when a stream begins: snapshots that it does not cover must be fetched again. */
export const onCoverage = (listener: CoverageListener): (() => void) => add(coverageListeners, listener);

/** Whether the stream goes on from a snapshot with this cursor, when it has just begun. */
export const isCovered = (snapshot: string): boolean => snapshot === coveredFrom;

export const markNow = (): Mark => recent.mark();

/**
 * The changes that a snapshot may lack that was asked for at `mark` and has this cursor; null when some of them
 * may never be received, since the stream began meanwhile and not where the snapshot is.
 */
export const changesSince = (mark: Mark, snapshot: string): readonly LiveChange[] | null =>
  recent.since(mark) ?? (isCovered(snapshot) ? recent.since(beganAt) : null);

/**
 * Receives the changes for the user `userId` until the returned function is called. A page that is left closes
 * the stream; coming back from the back-forward cache it starts over, since it may have missed anything.
 */
export function startLive(userId: string): () => void {
  const ended = new AbortController();
  let stop = subscribe(userId);
  addEventListener('pagehide', () => stop(), { signal: ended.signal });
  addEventListener(
    'pageshow',
    ({ persisted }) => {
      if (persisted) stop = subscribe(userId);
    },
    { signal: ended.signal },
  );
  return () => {
    ended.abort();
    stop();
  };
}

function subscribe(userId: string): () => void {
  const stop = share(userId, {
    event: receive,
    status: setStatus,
    signedOut: () => endSession(),
    covered: setCoverage,
    cursor: () => cursor,
  });
  return () => {
    stop();
    batch.cancel();
    recent.restart();
    pending = [];
    cursor = null;
    coveredFrom = null;
    setStatus({ state: 'connecting' });
  };
}

function receive(event: LiveEvent): void {
  if (event.type === 'hello') {
    setOutdated(event.version !== VERSION);
    beginStream(event.cursor);
  }
  if (event.type !== 'change') return;
  recent.add(event);
  cursor = event.cursor;
  if (event.user && event.user.id === authState().user?.id) setUser(event.user);
  if (event.settings) learnWorkplace(workplaceOf(event.settings));
  pending.push(event);
  batch.schedule(BATCH_MS);
}

/**
 * A stream that does not begin at the last change received leaves out changes: there were more than the server
 * sends again, or its database is another one, restored from a backup.
 */
function beginStream(from: string): void {
  if (from !== cursor) cursor = null;
  setCoverage(from);
}

function deliver(): void {
  const changes = pending;
  pending = [];
  for (const listener of changeListeners) listener(changes);
}

/** Does nothing where the stream goes on from the changes that were received. */
function setCoverage(from: string): void {
  if (cursor !== null) return;
  cursor = from;
  coveredFrom = from;
  recent.restart();
  beganAt = recent.mark();
  for (const listener of coverageListeners) listener();
}

function setStatus(next: ConnectionStatus): void {
  status = next;
  for (const listener of statusListeners) listener();
}

function setOutdated(next: boolean): void {
  isOutdated = next;
  for (const listener of statusListeners) listener();
}

const onStatus = (listener: () => void): (() => void) => add(statusListeners, listener);

function add<Listener>(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
