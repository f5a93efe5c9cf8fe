import { useQuery } from '@tanstack/react-query';
import type { OwnSecurity } from '#contract/security-log';
import type { FailedCall } from '#web/api.ts';
import { fetched } from '#web/live/use-asked.ts';
import '#web/session/later-addresses.ts';

/** Shared by the cards; fetched again each time the screen opens. */
export const useOwnSecurity = () =>
  useQuery<OwnSecurity, FailedCall>({
    queryKey: ['ownSecurity'],
    queryFn: ({ signal }) => fetched('ownSecurity', {}, signal),
    gcTime: 0,
  });
