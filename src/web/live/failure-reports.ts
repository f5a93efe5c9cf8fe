/** Reports failed requests and exports that the server never saw, but not their data, once online (spec §8). */
import { useEffect } from 'react';
import type { RouteName } from '#contract/routes';
import {
  BROWSER_FAILURES_MAX,
  BrowserFailures,
  type BrowserFailure,
} from '#contract/installation/browser-failures';
import { toEpochMs, toInstantText } from '#contract/wire';
import { MS_PER_MINUTE } from '#domain/time/units';
import type { Punch } from '#domain/entry/time-entry';
import { addresses } from '#contract/addresses';
import { call, FailedCall, onUnreachable } from '#web/api.ts';
import { authState } from '#web/session/auth.ts';
import { now } from '#web/time/clock.ts';
import { coalesce } from '#web/time/coalesce.ts';
import { useConnectionStatus } from './live-updates.ts';

/** Key in sessionStorage: failures belong to a tab and survive a reload. */
const KEY = 'punctual-failures';
const BATCH_MS = 1000;
const PUNCHES: Partial<Record<RouteName, BrowserFailure['kind']>> = {
  clockIn: 'clock_in',
  startBreak: 'break_start',
  endBreak: 'break_end',
  clockOut: 'clock_out',
};

let isLive = false;
const batch = coalesce(() => void send());

/** Skips a load or export failure that repeats one of the last minute. A full list drops its oldest load failure. */
export function withFailure(known: readonly BrowserFailure[], one: BrowserFailure): BrowserFailure[] {
  const isKnown = known.some(
    ({ kind, code, at }) =>
      kind === one.kind && code === one.code && toEpochMs(one.at) - toEpochMs(at) < MS_PER_MINUTE,
  );
  if (isKnown && (one.kind === 'load' || one.kind === 'export')) return [...known];
  if (known.length < BROWSER_FAILURES_MAX) return [...known, one];
  const load = known.findIndex(({ kind }) => kind === 'load');
  return [...known.toSpliced(Math.max(0, load), 1), one];
}

/** Notes a failed export. Skips an export that the server refused, since the server has logged the refusal. */
export function noteExportFailure(error: unknown): void {
  if (!(error instanceof FailedCall)) noteFailure('export', 'not_made');
  else if (error.failure.kind === 'unreachable') noteFailure('export', lackOfConnection());
}

export const notePunchNotSent = (punch: Punch): void => noteFailure(punch, lackOfConnection());

export function useFailureReports(): void {
  const { state } = useConnectionStatus();
  useEffect(() => onUnreachable(noteUnreachable), []);
  useEffect(() => {
    isLive = state === 'live';
    if (isLive) void send();
  }, [state]);
}

function noteUnreachable(name: RouteName): void {
  const { method, isPublic } = addresses[name];
  const kind = PUNCHES[name] ?? (method === 'GET' && !isPublic ? 'load' : null);
  if (kind !== null) noteFailure(kind, lackOfConnection());
}

const lackOfConnection = (): BrowserFailure['code'] => (navigator.onLine ? 'no_answer' : 'offline');

function noteFailure(kind: BrowserFailure['kind'], code: BrowserFailure['code']): void {
  writeFailures(withFailure(readFailures(), { kind, code, at: toInstantText(now()) }));
  if (isLive) batch.schedule(BATCH_MS);
}

async function send(): Promise<void> {
  batch.cancel();
  const failures = readFailures();
  if (failures.length === 0) return;
  writeFailures([]);
  const answer = await call('reportBrowserFailures', { failures });
  if (!answer.ok && answer.failure.kind === 'unreachable')
    writeFailures(readFailures().reduce(withFailure, failures));
}

/** Failures of the signed-in person only. Empty if the browser has no storage. */
function readFailures(): BrowserFailure[] {
  try {
    const failures: unknown = JSON.parse(sessionStorage.getItem(keyOf()) ?? '[]');
    return BrowserFailures.safeParse({ failures }).data?.failures ?? [];
  } catch {
    return [];
  }
}

function writeFailures(failures: readonly BrowserFailure[]): void {
  try {
    sessionStorage.setItem(keyOf(), JSON.stringify(failures));
  } catch {
    // Ignore the error: a browser without storage cannot store failures, so it reports none.
  }
}

const keyOf = (): string => `${KEY} ${authState().user?.id ?? ''}`;
