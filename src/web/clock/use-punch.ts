import { say } from '#texts/say';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import type { ClockView, PunchOutcome } from '#contract/clock/clock';
import { STATUS_AFTER_PUNCH, type Punch } from '#domain/entry/time-entry';
import { type Answer, type Failure, call, trackWrite } from '#web/api.ts';
import { connectionMessage } from '#web/live/live-strip.tsx';
import { notePunchNotSent } from '#web/live/failure-reports.ts';
import { useConnectionStatus, useIsLive } from '#web/live/live-updates.ts';
import { waitForUser } from '#web/session/auth.ts';
import { currentLocation, findPublicIp } from './location.ts';
import { isOffline } from '#web/browser/offline.ts';
import { newRequestId } from '#web/browser/request-id.ts';
import { now } from '#web/time/clock.ts';
import { weekendWarnings, type Clock } from './clock-view.ts';
import { ownPresses, useLastKept } from './own-presses.ts';
import { applyEntry } from './use-punch-clock.ts';
import * as punches from './punch.ts';
import { toDomainEntry } from '#contract/wire';

/** Milliseconds. The server aborts a punch after 2.5 s, so after this time the outcome is final. */
const OUTCOME_KNOWN_AFTER_MS = 5000;

/** @param onSettled a stable function */
function useReconcilePunch(
  state: punches.PunchState,
  { entries, zone }: Pick<Clock, 'entries' | 'zone'>,
  onSettled: (next: punches.PunchState) => void,
): void {
  const client = useQueryClient();
  const isLive = useIsLive();
  useEffect(() => {
    const settled = punches.reconcilePunchState(state, entries, zone);
    if (settled) onSettled(settled);
    else if (isLive && state.phase === 'failed' && state.outcome === 'unsent')
      onSettled(punches.toMissedPunch(state.press));
  }, [state, entries, zone, isLive, onSettled]);
  useEffect(() => {
    if (state.phase !== 'failed' || state.outcome !== 'unknown') return;
    let timer: ReturnType<typeof setTimeout>;
    let isOver = false;
    const checkOutcome = async () => {
      const isAnswered = await client.refetchQueries({ queryKey: ['clock'] }, { throwOnError: true }).then(
        () => true,
        () => false,
      );
      if (isOver) return;
      if (!isAnswered) return scheduleCheck();
      const known = client.getQueryData<ClockView>(['clock'])?.entries.map(toDomainEntry) ?? [];
      onSettled(punches.reconcilePunchState(state, known, zone) ?? punches.toMissedPunch(state.press));
    };
    const scheduleCheck = () => {
      timer = setTimeout(() => void checkOutcome(), OUTCOME_KNOWN_AFTER_MS);
    };
    scheduleCheck();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [client, state, zone, isLive, onSettled]);
}

const PUNCH_ROUTES = { break_start: 'startBreak', break_end: 'endBreak', clock_out: 'clockOut' } as const;
const PUNCH_CALL_OPTIONS = { timeoutMs: punches.PUNCH_TIMEOUT_MS };

export type PunchControls = ReturnType<typeof usePunch>;

/** Sends the punch of a pressed button, and keeps the state of this press (spec §4). */
export function usePunch(clock: Clock) {
  const client = useQueryClient();
  const connection = useConnectionStatus();
  const [state, setState] = useState<punches.PunchState>({ phase: 'idle' });
  const [blockedPunch, setBlockedPunch] = useState<Punch | null>(null);

  const lastKept = useLastKept();
  const settle = useCallback((next: punches.PunchState) => {
    setState(next);
    if (next.phase === 'done') setBlockedPunch(punches.mainPunchAfter(next.punch));
  }, []);

  const failUnsent = async (press: punches.Press) => {
    notePunchNotSent(press.punch);
    // An earlier try of this punch may have been recorded. Keep that state, and change only the message.
    const isDoubtful =
      state.phase === 'failed' && state.outcome === 'unknown' && state.press.punch === press.punch;
    const { punch, requestId } = press;
    const kept = isDoubtful ? null : await ownPresses.get().keep(punch, requestId);
    if (kept !== null) return settle({ phase: 'done', punch, message: kept, warnings: [] });
    const unsent = punches.toUnsentPunch(press, isOffline());
    setState(isDoubtful ? { ...state, message: unsent.message } : unsent);
  };
  const carryOut = async (pressed: punches.Press) => {
    // Later presses join those that are kept, so that they stay in order.
    if (isOffline() || lastKept !== null) return failUnsent(pressed);
    const showPending = (warnings: readonly string[]) =>
      setState({ phase: 'pending', press: pressed, since: startedAt, warnings });
    const startedAt = now();
    showPending([]);
    // Lets the browser draw the pending state first, since sending blocks a slow phone for a moment.
    await new Promise((resolve) => void setTimeout(resolve));
    const isCutOff = connection.state === 'lost' && connectionMessage(connection, startedAt) !== null;
    if (isCutOff && (await isOutOfReach())) return failUnsent(pressed);
    const { press, answer } = await sendPunch(pressed, clock.view, () =>
      showPending(weekendWarnings(startedAt, clock)),
    );
    if (!answer.ok) {
      setState(punches.toFailedPunch(press, answer.failure));
      void client.invalidateQueries({ queryKey: ['clock'] });
      return;
    }
    await applyEntry(client, answer.value.entry);
    const { message, warnings } = answer.value;
    settle({ phase: 'done', punch: press.punch, message, warnings });
  };

  useEffect(() => {
    if (blockedPunch === null) return;
    const timer = setTimeout(() => setBlockedPunch(null), punches.DOUBLE_TAP_MS);
    return () => clearTimeout(timer);
  }, [blockedPunch]);
  useEffect(() => {
    if (state.phase !== 'done') return;
    const timer = setTimeout(() => setState({ phase: 'idle' }), punches.messageDurationMs(state.punch));
    return () => clearTimeout(timer);
  }, [state]);
  useReconcilePunch(state, clock, settle);
  const newPress = (punch: Punch, notes: string): punches.Press => ({
    punch,
    notes,
    requestId: newRequestId(),
    input: null,
    lastPunchAt: punches.lastPunchTimeOf(punch, clock.entries),
  });

  return {
    state,
    blockedPunch,
    /** The buttons follow this status. It includes the presses that the device keeps. */
    status: lastKept === null ? clock.status : STATUS_AFTER_PUNCH[lastKept],
    press: (punch: Punch, notes = '') => {
      if (state.phase !== 'pending' && punch !== blockedPunch)
        void trackWrite(carryOut(newPress(punch, notes)));
    },
    tryAgain: () => {
      if (state.phase !== 'failed') return;
      const { press, outcome } = state;
      // A missed press was not recorded and may be old, so start a new press with a new location.
      void trackWrite(carryOut(outcome === 'missed' ? newPress(press.punch, press.notes) : press));
    },
  };
}

const PROBE_TIMEOUT_MS = 2000;

/** Tests the connection before a punch is sent, since the outcome of a lost punch would stay unknown. */
const isOutOfReach = (): Promise<boolean> =>
  Promise.race([
    call('whoAmI', {}).then((answer) => !answer.ok && answer.failure.kind === 'unreachable'),
    new Promise<boolean>((resolve) => void setTimeout(() => resolve(true), PROBE_TIMEOUT_MS)),
  ]);

const notSignedInFailure = (): Failure => ({
  kind: 'refused',
  code: 'clock_in_without_user',
  status: 401,
  message: say('problem.clock_in_without_user'),
  fields: {},
});

async function sendPunch(
  press: punches.Press,
  { settings, ipLookupUrl }: ClockView,
  warn: () => void,
): Promise<{ readonly press: punches.Press; readonly answer: Answer<PunchOutcome> }> {
  const { punch, requestId, notes } = press;
  if (punch !== 'clock_in')
    return { press, answer: await call(PUNCH_ROUTES[punch], { requestId }, PUNCH_CALL_OPTIONS) };
  const input = await punches.prepareClockIn({
    user: waitForUser,
    warn,
    gather: async () => {
      if (press.input) return press.input;
      const [location, ipAddress] = await Promise.all([
        settings.requireLocationTracking ? currentLocation() : null,
        findPublicIp(ipLookupUrl),
      ]);
      return { requestId, notes, ipAddress, ...(location && { location }) };
    },
  });
  if (input === null) return { press, answer: { ok: false, failure: notSignedInFailure() } };
  return { press: { ...press, input }, answer: await call('clockIn', input, PUNCH_CALL_OPTIONS) };
}
