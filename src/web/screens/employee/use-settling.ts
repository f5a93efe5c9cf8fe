/** What becomes of a press of which nobody knew whether it was recorded: the next data that must show it settle it. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ClockView } from '#contract/time-entries';
import { toDomainEntry } from '#contract/wire';
import { useIsLive } from '#web/live/live-updates.ts';
import type { Clock } from './clock-view.ts';
import { missed, settledBy, type PunchState } from './punch.ts';

/**
 * The server gives a punch up after 2.5 s. What is asked so long after the last try, and after the connection is back,
 * shows it, or it was not recorded.
 */
const CERTAIN_AFTER_MS = 5000;

/** @param onSettled the same function each time */
export function useSettling(
  state: PunchState,
  { entries, zone }: Pick<Clock, 'entries' | 'zone'>,
  onSettled: (next: PunchState) => void,
): void {
  const client = useQueryClient();
  const isLive = useIsLive();
  useEffect(() => {
    const settled = settledBy(state, entries, zone);
    if (settled) onSettled(settled);
    else if (isLive && state.phase === 'failed' && state.fate === 'unsent') onSettled(missed(state.press));
  }, [state, entries, zone, isLive, onSettled]);
  useEffect(() => {
    if (state.phase !== 'failed' || state.fate !== 'unknown') return;
    let timer: ReturnType<typeof setTimeout>;
    let isOver = false;
    const ask = async () => {
      const isAnswered = await client.refetchQueries({ queryKey: ['clock'] }, { throwOnError: true }).then(
        () => true,
        () => false,
      );
      if (isOver) return;
      if (!isAnswered) return wait();
      const known = client.getQueryData<ClockView>(['clock'])?.entries.map(toDomainEntry) ?? [];
      onSettled(settledBy(state, known, zone) ?? missed(state.press));
    };
    const wait = () => {
      timer = setTimeout(() => void ask(), CERTAIN_AFTER_MS);
    };
    wait();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [client, state, zone, isLive, onSettled]);
}
