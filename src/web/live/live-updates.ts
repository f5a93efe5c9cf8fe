/**
 * What the server pushes: the changes, and how the link is doing. A snapshot belongs to a place in the stream
 * (its cursor); whoever shows one applies the changes after it (`snapshot.ts`), so that the screen never
 * falls back to older data.
 */
import { useSyncExternalStore } from 'react';
import { compareCursors } from '#contract/cursor';
import type { LiveChange, LiveEvent } from '#contract/live';
import { authState, endSession, setUser } from '#web/session/auth.ts';
import { now } from '#web/time/clock.ts';
import type { ConnectionStatus } from './connection.ts';
import { createRecentChanges } from './changes.ts';
import { share } from './sharing.ts';

/** Changes that arrive together are drawn together. */
const GATHER_MS = 40;

type CoverageListener = (anew: boolean) => void;

const recent = createRecentChanges();
const changeListeners = new Set<(changes: readonly LiveChange[]) => void>();
const coverageListeners = new Set<CoverageListener>();
const statusListeners = new Set<() => void>();
let link: ConnectionStatus = { state: 'connecting' };
let cursor: string | null = null;
let coverage: string | null = null;
let gathered: LiveChange[] = [];
let gathering: ReturnType<typeof setTimeout> | undefined;

export const useConnectionStatus = (): ConnectionStatus => useSyncExternalStore(onStatus, () => link);

/** Hears the changes in order, several at a time. */
export const onChanges = (listener: (changes: readonly LiveChange[]) => void): (() => void) =>
  add(changeListeners, listener);

/**
 * Hears that the stream begins: snapshots that are not covered by it must be fetched again, and all of them
 * if the server counts `anew`.
 */
export const onCoverage = (listener: CoverageListener): (() => void) => add(coverageListeners, listener);

/** Whether every change after a snapshot with this cursor has been or will be heard. */
export const isCovered = (snapshot: string): boolean =>
  coverage === null || compareCursors(snapshot, coverage) >= 0;

/** What was heard after `after`, for a snapshot that was on its way meanwhile. */
export const changesAfter = (after: string): readonly LiveChange[] => recent.after(after);

/**
 * Listens for the user `userId` until the returned function is called. A page that is left lets go of the
 * stream; coming back from the back-forward cache it begins anew, as it may have missed anything.
 */
export function startLive(userId: string): () => void {
  const ended = new AbortController();
  let stop = listen(userId);
  addEventListener('pagehide', () => stop(), { signal: ended.signal });
  addEventListener(
    'pageshow',
    ({ persisted }) => {
      if (persisted) stop = listen(userId);
    },
    { signal: ended.signal },
  );
  return () => {
    ended.abort();
    stop();
  };
}

function listen(userId: string): () => void {
  const stop = share(userId, {
    event: hear,
    link: setStatus,
    signedOut: () => endSession(),
    covered: (from) => covered(from),
    cursor: () => cursor,
  });
  return () => {
    stop();
    clearTimeout(gathering);
    gathering = undefined;
    recent.clear();
    gathered = [];
    cursor = null;
    coverage = null;
    setStatus({ state: 'connecting' });
  };
}

function hear(event: LiveEvent): void {
  if (event.type === 'hello') greet(event.cursor);
  if (event.type !== 'change' || !recent.add(event, now())) return;
  cursor = event.cursor;
  if (event.user && event.user.id === authState().user?.id) setUser(event.user);
  gathered.push(event);
  gathering ??= setTimeout(passOn, GATHER_MS);
}

/**
 * A stream that does not begin where we are has a hole before it: we missed too much, or (before us) the
 * database was restored.
 */
function greet(from: string): void {
  const jump = cursor === null ? 0 : compareCursors(from, cursor);
  if (jump !== 0) {
    recent.clear();
    cursor = null;
  }
  covered(from, jump < 0);
}

function passOn(): void {
  gathering = undefined;
  const changes = gathered;
  gathered = [];
  for (const listener of changeListeners) listener(changes);
}

function covered(from: string, anew = false): void {
  if (cursor !== null) return;
  cursor = from;
  coverage = from;
  for (const listener of coverageListeners) listener(anew);
}

function setStatus(next: ConnectionStatus): void {
  link = next;
  for (const listener of statusListeners) listener();
}

const onStatus = (listener: () => void): (() => void) => add(statusListeners, listener);

function add<Listener>(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
