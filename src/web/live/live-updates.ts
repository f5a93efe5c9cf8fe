/**
 * What the server pushes: the changes, and the state of the connection. A snapshot belongs to a place in the
 * stream (its cursor); whoever shows one applies the changes after it (`use-snapshot.ts`), so that the screen
 * never falls back to older data.
 */
import { useSyncExternalStore } from 'react';
import { compareCursors } from '#contract/cursor';
import type { LiveChange, LiveEvent } from '#contract/live';
import { authState, endSession, setUser } from '#web/session/auth.ts';
import { now } from '#web/time/clock.ts';
import { coalesce } from '#web/time/coalesce.ts';
import type { ConnectionStatus } from './connection.ts';
import { createRecentChanges } from './changes.ts';
import { share } from './sharing.ts';

/** Changes that arrive within this time are passed on, and drawn, together. */
const BATCH_MS = 40;

type CoverageListener = (isReset: boolean) => void;

const recent = createRecentChanges();
const changeListeners = new Set<(changes: readonly LiveChange[]) => void>();
const coverageListeners = new Set<CoverageListener>();
const statusListeners = new Set<() => void>();
let status: ConnectionStatus = { state: 'connecting' };
/** Of the last change received, or where the stream began; null before that. */
let cursor: string | null = null;
/** Where the stream began: every change after it has been or will be received. */
let coveredFrom: string | null = null;
/** Received and not yet passed on to the listeners. */
let pending: LiveChange[] = [];
const batch = coalesce(deliver);

export const useConnectionStatus = (): ConnectionStatus => useSyncExternalStore(onStatus, () => status);

/** Calls `listener` with the changes in their order, several at a time, until the returned function is called. */
export const onChanges = (listener: (changes: readonly LiveChange[]) => void): (() => void) =>
  add(changeListeners, listener);

/**
 * Calls `listener` when a stream begins: snapshots that it does not cover must be fetched again, and all of
 * them if the server's cursors have been reset (its database was restored from a backup).
 */
export const onCoverage = (listener: CoverageListener): (() => void) => add(coverageListeners, listener);

/** Whether every change after a snapshot with this cursor has been or will be received. */
export const isCovered = (snapshot: string): boolean =>
  coveredFrom === null || compareCursors(snapshot, coveredFrom) >= 0;

/** The changes received after the cursor `after`, for a snapshot that was on its way meanwhile. */
export const changesAfter = (after: string): readonly LiveChange[] => recent.after(after);

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
    covered: (from) => setCoverage(from, { isReset: false }),
    cursor: () => cursor,
  });
  return () => {
    stop();
    batch.cancel();
    recent.clear();
    pending = [];
    cursor = null;
    coveredFrom = null;
    setStatus({ state: 'connecting' });
  };
}

function receive(event: LiveEvent): void {
  if (event.type === 'hello') beginStream(event.cursor);
  if (event.type !== 'change' || !recent.add(event, now())) return;
  cursor = event.cursor;
  if (event.user && event.user.id === authState().user?.id) setUser(event.user);
  pending.push(event);
  batch.schedule(BATCH_MS);
}

/**
 * A stream that begins after the last change received leaves out the changes between them: there were more
 * than the server keeps. One that begins before it means that the database was restored from a backup.
 */
function beginStream(from: string): void {
  const jump = cursor === null ? 0 : compareCursors(from, cursor);
  if (jump !== 0) {
    recent.clear();
    cursor = null;
  }
  setCoverage(from, { isReset: jump < 0 });
}

function deliver(): void {
  const changes = pending;
  pending = [];
  for (const listener of changeListeners) listener(changes);
}

/** Does nothing where the stream goes on from the changes that were received. */
function setCoverage(from: string, { isReset }: { isReset: boolean }): void {
  if (cursor !== null) return;
  cursor = from;
  coveredFrom = from;
  for (const listener of coverageListeners) listener(isReset);
}

function setStatus(next: ConnectionStatus): void {
  status = next;
  for (const listener of statusListeners) listener();
}

const onStatus = (listener: () => void): (() => void) => add(statusListeners, listener);

function add<Listener>(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
