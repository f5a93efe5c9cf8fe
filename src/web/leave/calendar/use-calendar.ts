import { laterAddresses } from '#contract/later-addresses';
import { learnAddresses } from '#web/api.ts';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { LeaveCalendar } from '#contract/leave-calendar';
import { MS_PER_MINUTE } from '#domain/time/units';
import { isDay } from '#domain/time/workplace-day';
import type { FailedCall } from '#web/api.ts';
import { useParams, usePlace } from '#web/browser/navigation.ts';
import { onChanges, usePolling } from '#web/live/live-updates.ts';
import { fetched } from '#web/live/use-asked.ts';

learnAddresses(laterAddresses);

const KEY = 'leaveCalendar';

/** Undefined for the present one. */
export const useMonth = (): string | undefined =>
  usePlace(({ params: { month = '' } }) => (isDay(`${month}-01`) ? month : undefined));

/** The month and studio of the address. Nobody is told of the leave of colleagues, so it is asked for again. */
export function useCalendar() {
  const month = useMonth();
  const { studio } = useParams('studio');
  const client = useQueryClient();
  useEffect(() => {
    const again = () => void client.invalidateQueries({ queryKey: [KEY] });
    return onChanges((changes) => {
      if (changes.some(({ correction, settings, user }) => correction?.leave || settings || user)) again();
    }, again);
  }, [client]);
  return useQuery<LeaveCalendar, FailedCall>({
    queryKey: [KEY, month, studio],
    queryFn: ({ signal }) => fetched('leaveCalendar', { month, studio }, signal),
    refetchInterval: usePolling() || MS_PER_MINUTE,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
}
