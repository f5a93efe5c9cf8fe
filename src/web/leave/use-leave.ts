import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { laterAddresses } from '#contract/later-addresses';
import type { LeaveView } from '#contract/leave';
import { learnAddresses, type FailedCall } from '#web/api.ts';
import { onChanges, usePolling } from '#web/live/live-updates.ts';
import { fetched } from '#web/live/use-asked.ts';

learnAddresses(laterAddresses);

const LEAVE_KEY = 'leave';

/** Somebody's leave; one's own without an id. Asked again after each change of it, and of allowances, schedules and kinds. */
export function useLeave(userId?: string) {
  const client = useQueryClient();
  const key = useMemo(() => [LEAVE_KEY, userId], [userId]);
  useEffect(() => {
    const again = () => void client.invalidateQueries({ queryKey: key });
    return onChanges((changes) => {
      if (
        changes.some(
          ({ kind, correction, settings }) => correction?.leave || settings || kind === 'leave_granted',
        )
      )
        again();
    }, again);
  }, [client, key]);
  return useQuery<LeaveView, FailedCall>({
    queryKey: key,
    queryFn: ({ signal }) => fetched('leave', { userId }, signal),
    refetchInterval: usePolling(),
  });
}

/** After a change of one's own, which may arrive before its live change. */
export function useReloadLeave(): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: [LEAVE_KEY] });
}
