import { useQueryClient } from '@tanstack/react-query';
import '#web/session/later-addresses.ts';
import { useAsked } from '#web/live/use-asked.ts';

/** Milliseconds in which a rush of punches causes one refetch. */
const TOGETHER_MS = { team: 500, teamRequests: 500, teamPeriods: 5_000 };
/** Today's minutes go on, and an assignment may end. */
const EVERY_MS = 60_000;

type TeamRoute = 'team' | 'teamRequests' | 'teamPeriods';

/** What a lead sees, asked again whenever something of their people changed. */
export const useTeam = <Name extends TeamRoute>(name: Name) =>
  useAsked(name, 'team', { togetherMs: TOGETHER_MS[name], refetchInterval: EVERY_MS });

/** After a decision of one's own, which may arrive before its news. */
export function useReloadTeam(): () => void {
  const client = useQueryClient();
  return () => {
    for (const name of ['team', 'teamRequests', 'teamPeriods'] satisfies TeamRoute[])
      void client.invalidateQueries({ queryKey: [name] });
  };
}
