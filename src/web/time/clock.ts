/**
 * The web client's only reader of the time. The server's clock is the true one [D0.1]: each snapshot brings
 * its `now`, and what this clock tells is corrected by it, so that a wrong clock on somebody's phone shows
 * no wrong duration.
 */
import type { EpochMs } from '#domain/time/units';

const SECOND = 1000;

/**
 * An answer that took longer tells the time too roughly; or the device slept, or its clock was set, while it
 * was on its way.
 */
const LONGEST_TRIP_MS = 5000;

let ahead = 0;

let isKnown = false;

let ticked: EpochMs = 0;

let timer: ReturnType<typeof setTimeout> | undefined;

const listeners = new Set<() => void>();

/** This device's clock, uncorrected: to measure how long a request took. */
export const deviceNow = (): EpochMs => Date.now();

/** The server's time, as far as it is known. */
export const now = (): EpochMs => Date.now() + ahead;

/**
 * Learns the server's time from an answer that was stamped `serverNow`, asked at `sentAt` and heard at
 * `heardAt` by this device's clock. The stamp is taken to have been made half-way. A slow answer counts only
 * while nothing better is known.
 */
export function learnServerTime(serverNow: EpochMs, sentAt: EpochMs, heardAt: EpochMs): void {
  const trip = heardAt - sentAt;
  if (isKnown && (trip < 0 || trip > LONGEST_TRIP_MS)) return;
  isKnown = true;
  ahead = Math.round(serverNow - (sentAt + heardAt) / 2);
  if (listeners.size > 0) beat();
}

/** The time of the last tick: the same for everything that is drawn within one second. */
export function tickedNow(): EpochMs {
  if (listeners.size === 0) ticked = Math.floor(now() / SECOND) * SECOND;
  return ticked;
}

/** Calls `listener` at each full second, and at once when a sleeping page wakes up. Returns how to stop. */
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
