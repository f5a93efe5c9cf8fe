/** Everybody's period, fetched again after changes, but not before the last answer was drawn. */
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import type { PeriodsView } from '#contract/periods';
import type { FailedCall } from '#web/api.ts';
import { onChanges, onCoverage, useIsLive } from '#web/live/live-updates.ts';
import { ASK_EVERY_MS, fetched } from '#web/live/use-asked.ts';
import { affectsPeriod } from '#web/periods/period-words.tsx';

const PERIODS_KEY = 'periods';
/** Changes come in bursts, when thousands are closed at once. */
const GATHER_MS = 150;
/** Slow answers are asked for less often. */
const REST_BY_DURATION = 3;

/** @param first of the period; the last completed one by default */
export function usePeriods(first: string | undefined) {
  const client = useQueryClient();
  const isLive = useIsLive();
  const input = useMemo(() => (first === undefined ? {} : { first }), [first]);
  const key = useMemo(() => [PERIODS_KEY, input], [input]);
  const restMs = useRef(GATHER_MS);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = () => {
      timer = undefined;
      // A request under way may be older than the change.
      if (client.isFetching({ queryKey: key }) > 0) return later();
      void client.invalidateQueries({ queryKey: key });
    };
    const later = () => {
      timer ??= setTimeout(ask, restMs.current);
    };
    const stopChanges = onChanges((changes) => {
      const view = client.getQueryData<PeriodsView>(key);
      if (view && changes.some((change) => affectsPeriod(change, view, view.timeZone))) later();
    });
    const stopCoverage = onCoverage(later);
    return () => {
      clearTimeout(timer);
      stopChanges();
      stopCoverage();
    };
  }, [client, key]);
  return useQuery<PeriodsView, FailedCall>({
    queryKey: key,
    queryFn: async ({ signal }) => {
      const began = performance.now();
      const view = await fetched('periods', input, signal);
      restMs.current = Math.max(GATHER_MS, (performance.now() - began) * REST_BY_DURATION);
      return view;
    },
    placeholderData: keepPreviousData,
    refetchInterval: isLive ? false : ASK_EVERY_MS,
    structuralSharing: false,
    gcTime: 0,
  });
}
