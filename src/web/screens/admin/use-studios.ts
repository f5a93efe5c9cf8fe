/** The workplace's studios: fetched when they are first needed, and again when somebody has saved them. */
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { StudiosView } from '#contract/settings';
import { offered, type OfferedStudio } from '#domain/studios';
import { call, FailedCall } from '#web/api.ts';
import { onChanges, onCoverage, useIsLive } from '#web/live/live-updates.ts';

export const STUDIOS_KEY = ['studios'];
/** Without a live connection, as other views. */
const ASK_EVERY_MS = 15_000;

export function useStudios(): UseQueryResult<StudiosView, FailedCall> {
  const client = useQueryClient();
  const isLive = useIsLive();
  useEffect(() => {
    const refetch = () => void client.invalidateQueries({ queryKey: STUDIOS_KEY });
    const stopChanges = onChanges((changes) => {
      // People who come and go change who is where.
      if (changes.some(({ kind, user }) => kind === 'studios_updated' || user !== undefined)) refetch();
    });
    const stopCoverage = onCoverage(refetch);
    return () => {
      stopChanges();
      stopCoverage();
    };
  }, [client]);
  return useQuery<StudiosView, FailedCall>({
    queryKey: STUDIOS_KEY,
    queryFn: async ({ signal }) => {
      const answer = await call('studios', {}, { signal });
      if (!answer.ok) throw new FailedCall(answer.failure);
      return answer.value;
    },
    refetchInterval: isLive ? false : ASK_EVERY_MS,
  });
}

/** What can be chosen for somebody; nothing until it is known. */
export function useOfferedStudios(): readonly OfferedStudio[] {
  const { data } = useStudios();
  return useMemo(() => offered(data?.studios ?? []), [data]);
}
