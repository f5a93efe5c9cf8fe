import { Users } from 'lucide-react';
import { RequestsCount } from '#web/requests/use-requests.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { useLiveQuery } from '#web/live/use-live-query.ts';

const Panel = onDemand(() => import('./team-panel.tsx'), <Skeleton className="h-64" />, 'team.notLoaded');

/** `part`: the tab's icon, its count of requests (`mark`), or its panel. */
export default function Team({ part }: { part: 'icon' | 'mark' | 'panel' }) {
  if (part === 'icon') return <Users size={18} />;
  return part === 'mark' ? <TeamRequestsCount /> : <Panel />;
}

const TeamRequestsCount = () => <RequestsCount count={useTeam('teamRequests').data?.waiting.admin ?? 0} />;

/** Milliseconds. Many punches within this time cause one refetch. */
const REFETCH_BATCH_MS = { team: 500, teamRequests: 500, teamPeriods: 5_000 };
/** Milliseconds between refetches: no live change comes when worked time grows or a lead's assignment ends. */
const REFETCH_INTERVAL_MS = 60_000;

type TeamRoute = 'team' | 'teamRequests' | 'teamPeriods';

/** Fetches a team lead's data. Refetches it when something changes for the people of the team. */
export const useTeam = <Name extends TeamRoute>(name: Name) =>
  useLiveQuery(name, 'team', { batchMs: REFETCH_BATCH_MS[name], refetchInterval: REFETCH_INTERVAL_MS });

/** Call the returned function after a team lead's own decision, since the live change may arrive late. */
export function useReloadTeam(): () => void {
  const client = useQueryClient();
  return () => {
    for (const name of ['team', 'teamRequests', 'teamPeriods'] satisfies TeamRoute[])
      void client.invalidateQueries({ queryKey: [name] });
  };
}
