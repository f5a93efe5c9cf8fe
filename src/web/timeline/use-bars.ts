import { useMemo, useRef } from 'react';
import { dayBar, type DayBar, type DayBarInput, timeAxis } from '#domain/day/day-bar';
import { isRunning, totalWorkedMs } from '#domain/entry/time-entry';
import { MS_PER_MINUTE, type EpochMs } from '#domain/time/units';
import { useNow } from '#web/time/use-now.tsx';

export type BarInput = Omit<DayBarInput, 'now'>;

/** Moves on at each minute of the clock and of the work, so that figures agree with those that count by seconds. */
function useBarTime(inputs: readonly BarInput[]): EpochMs {
  const known = useRef({ key: '', now: 0 });
  return useNow((now) => {
    const running = inputs.filter(({ entries }) => entries.some(isRunning));
    const minutes = [now, ...running.map(({ entries }) => totalWorkedMs(entries, now))].map((ms) =>
      Math.floor(ms / MS_PER_MINUTE),
    );
    const canChange = running.length > 0 || inputs.some(({ day }) => now < day.end);
    const key = canChange ? minutes.join(' ') : 'over';
    if (known.current.key !== key) known.current = { key, now };
    return known.current.now;
  });
}

/** Computes the bars of a view and their axis. Pass the same `inputs` while nothing has changed. */
export function useBars(inputs: readonly BarInput[]) {
  const now = useBarTime(inputs);
  return useMemo(() => {
    const bars = inputs.map((input) => dayBar({ ...input, now }));
    return { bars, axis: timeAxis(bars.flatMap(({ segments }) => segments)) };
  }, [inputs, now]);
}

export function useDayBar(input: BarInput): DayBar | undefined {
  return useBars(useMemo(() => [input], [input])).bars[0];
}
