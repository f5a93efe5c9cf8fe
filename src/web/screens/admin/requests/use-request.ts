/** One correction: fetched, and asked for anew with each change that may concern it. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { Correction, CorrectionDetail } from '#contract/corrections';
import type { FailedCall } from '#web/api.ts';
import { onChanges, onCoverage, useIsLive } from '#web/live/live-updates.ts';
import { ASK_EVERY_MS, fetched } from '#web/live/use-asked.ts';

export function useRequest(id: string) {
  const client = useQueryClient();
  const isLive = useIsLive();
  const key = useMemo(() => ['correction', id], [id]);
  const query = useQuery<CorrectionDetail, FailedCall>({
    queryKey: key,
    queryFn: ({ signal }) => fetched('correction', { id }, signal),
    refetchInterval: isLive ? false : ASK_EVERY_MS,
    gcTime: 0,
  });
  const userId = query.data?.correction.userId;
  useEffect(() => {
    const again = () => void client.invalidateQueries({ queryKey: key });
    // A punch of theirs is among the entries beside it, and in the totals.
    const stopChanges = onChanges((changes) => {
      if (changes.some((change) => change.correction?.id === id || change.userId === userId)) again();
    });
    const stopCoverage = onCoverage(again);
    return () => {
      stopChanges();
      stopCoverage();
    };
  }, [client, key, id, userId]);
  /** An answer may come before the live change. */
  const note = (correction: Correction) =>
    client.setQueryData<CorrectionDetail>(key, (known) => known && { ...known, correction });
  return { query, note };
}
