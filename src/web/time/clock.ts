/** The web client reads the time only here. The server's `now` in each snapshot corrects it [D0.1]. */
import type { EpochMs } from '#domain/time/units';

const SECOND_MS = 1000;
/** A slower response is too inexact to correct the clock: the device may have slept meanwhile. */
const MAX_ROUND_TRIP_MS = 5000;

let offsetMs = 0;
let isKnown = false;
let lastTick: EpochMs = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

/** The device's own time, without the correction, to measure how long a request took. */
export const deviceNow = (): EpochMs => Date.now();

export const now = (): EpochMs => Date.now() + offsetMs;

/** Assumes that the server read its clock half-way between request and response. Ignores later slow responses. */
export function adjustToServerTime(serverNow: EpochMs, sentAt: EpochMs, receivedAt: EpochMs): void {
  const trip = receivedAt - sentAt;
  if (isKnown && (trip < 0 || trip > MAX_ROUND_TRIP_MS)) return;
  isKnown = true;
  offsetMs = Math.round(serverNow - (sentAt + receivedAt) / 2);
  if (listeners.size > 0) tick();
}

/** Returns one time per second, so that all figures on the screen agree. */
export function currentTick(): EpochMs {
  if (listeners.size === 0) lastTick = Math.floor(now() / SECOND_MS) * SECOND_MS;
  return lastTick;
}

/** Calls `listener` at each full second, and when the page is hidden or shown. Returns a function that stops this. */
export function onTick(listener: () => void): () => void {
  if (listeners.size === 0) {
    lastTick = now();
    document.addEventListener('visibilitychange', tick);
    schedule();
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    document.removeEventListener('visibilitychange', tick);
    clearTimeout(timer);
  };
}

function tick(): void {
  lastTick = now();
  schedule();
  for (const listener of listeners) listener();
}

function schedule(): void {
  clearTimeout(timer);
  const time = now();
  timer = setTimeout(tick, SECOND_MS - (((time % SECOND_MS) + SECOND_MS) % SECOND_MS));
}
