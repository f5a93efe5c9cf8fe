import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { laterAddresses } from '#contract/later-addresses';
import type { OutputOf } from '#contract/routes';
import { learnAddresses, type FailedCall } from '#web/api.ts';
import { onChanges, teamNews } from '#web/live/live-updates.ts';
import { fetched } from '#web/live/use-asked.ts';
import { coalesce } from '#web/time/coalesce.ts';

learnAddresses(laterAddresses);

/** Milliseconds in which a rush of punches causes one refetch. */
const TOGETHER_MS = { team: 500, teamRequests: 500, teamPeriods: 5_000 };
/** Today's minutes go on, and an assignment may end. */
const EVERY_MS = 60_000;

type TeamRoute = 'team' | 'teamRequests' | 'teamPeriods';

/** What a lead sees, asked again whenever something of their people changed. */
export function useTeam<Name extends TeamRoute>(name: Name) {
  const client = useQueryClient();
  useEffect(() => {
    const together = coalesce(() => void client.invalidateQueries({ queryKey: [name] }));
    const again = () => together.schedule(TOGETHER_MS[name]);
    const stops = [teamNews.subscribe(again), onChanges(() => {}, again)];
    return () => {
      for (const stop of stops) stop();
      together.cancel();
    };
  }, [client, name]);
  return useQuery<OutputOf<TeamRoute>, FailedCall, OutputOf<Name>>({
    queryKey: [name],
    queryFn: ({ signal }) => fetched<TeamRoute>(name, {}, signal),
    refetchInterval: EVERY_MS,
  });
}

/** After a decision of one's own, which may arrive before its news. */
export function useReloadTeam(): () => void {
  const client = useQueryClient();
  return () => {
    for (const name of ['team', 'teamRequests', 'teamPeriods'] satisfies TeamRoute[])
      void client.invalidateQueries({ queryKey: [name] });
  };
}
