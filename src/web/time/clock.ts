/** The web client's only reader of the time. Corrected by the server's `now` in each snapshot [D0.1]. */
import type { EpochMs } from '#domain/time/units';

const SECOND = 1000;
/** A slower answer is too inexact to correct the clock. The device may also have slept. */
const LONGEST_TRIP_MS = 5000;

let ahead = 0;
let isKnown = false;
let ticked: EpochMs = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

/** Uncorrected: to measure how long a request took. */
export const deviceNow = (): EpochMs => Date.now();

export const now = (): EpochMs => Date.now() + ahead;

/** Assumes that the server read its clock half-way. A slow answer counts only if there was none before. */
export function learnServerTime(serverNow: EpochMs, sentAt: EpochMs, heardAt: EpochMs): void {
  const trip = heardAt - sentAt;
  if (isKnown && (trip < 0 || trip > LONGEST_TRIP_MS)) return;
  isKnown = true;
  ahead = Math.round(serverNow - (sentAt + heardAt) / 2);
  if (listeners.size > 0) beat();
}

/** The same time for everything drawn within a second. */
export function tickedNow(): EpochMs {
  if (listeners.size === 0) ticked = Math.floor(now() / SECOND) * SECOND;
  return ticked;
}

/** Calls `listener` at each full second, and when a sleeping page wakes up. Returns a function that stops it. */
export function onTick(listener: () => void): () => void {
  if (listeners.size === 0) {
    ticked = now();
    document.addEventListener('visibilitychange', beat);
    schedule();
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    document.removeEventListener('visibilitychange', beat);
    clearTimeout(timer);
  };
}

function beat(): void {
  ticked = now();
  schedule();
  for (const listener of listeners) listener();
}

function schedule(): void {
  clearTimeout(timer);
  const time = now();
  timer = setTimeout(beat, SECOND - (((time % SECOND) + SECOND) % SECOND));
}
