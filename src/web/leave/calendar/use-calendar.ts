import { laterAddresses } from '#contract/later-addresses';
import { learnAddresses } from '#web/api.ts';
import { keepPreviousData } from '@tanstack/react-query';
import type { LiveChange } from '#contract/live';
import { MS_PER_MINUTE } from '#domain/time/units';
import { isDay } from '#domain/time/workplace-day';
import { useParams, usePlace } from '#web/browser/navigation.ts';
import { usePolling } from '#web/live/live-updates.ts';
import { useAsked } from '#web/live/use-asked.ts';

learnAddresses(laterAddresses);

/** Undefined for the present one. */
export const useMonth = (): string | undefined =>
  usePlace(({ params: { month = '' } }) => (isDay(`${month}-01`) ? month : undefined));

const concerns = ({ correction, settings, user }: LiveChange): boolean =>
  Boolean(correction?.leave || settings || user);

/** The month and studio of the address. Nobody is told of the leave of colleagues, so it is asked for each minute. */
export function useCalendar() {
  const { studio } = useParams('studio');
  return useAsked('leaveCalendar', concerns, {
    input: { month: useMonth(), studio },
    refetchInterval: usePolling() || MS_PER_MINUTE,
    placeholderData: keepPreviousData,
  });
}
