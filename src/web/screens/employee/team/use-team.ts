import { useQueryClient } from '@tanstack/react-query';
import '#web/session/later-addresses.ts';
import { useLiveQuery } from '#web/live/use-live-query.ts';

/** Milliseconds in which a rush of punches causes one refetch. */
const TOGETHER_MS = { team: 500, teamRequests: 500, teamPeriods: 5_000 };
/** Milliseconds between refetches: today's minutes grow, and a lead's assignment may end. */
const EVERY_MS = 60_000;

type TeamRoute = 'team' | 'teamRequests' | 'teamPeriods';

/** Fetches a view of a lead, and fetches it again when something changes for their people. */
export const useTeam = <Name extends TeamRoute>(name: Name) =>
  useLiveQuery(name, 'team', { batchMs: TOGETHER_MS[name], refetchInterval: EVERY_MS });

/** Refetches after the lead's own decision: the answer may arrive before the live event. */
export function useReloadTeam(): () => void {
  const client = useQueryClient();
  return () => {
    for (const name of ['team', 'teamRequests', 'teamPeriods'] satisfies TeamRoute[])
      void client.invalidateQueries({ queryKey: [name] });
  };
}
