import { Users } from 'lucide-react';
import { RequestsCount } from '#web/requests/use-requests.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { useTeam } from './use-team.ts';

const Panel = onDemand(
  () => import('./team-panel.tsx'),
  <Skeleton className="h-64" />,
  'Your team could not be loaded.',
);

/** `part`: the tab's icon, its count of requests (`mark`), or its panel. */
export default function Team({ part }: { part: 'icon' | 'mark' | 'panel' }) {
  if (part === 'icon') return <Users size={18} />;
  return part === 'mark' ? <TeamRequestsCount /> : <Panel />;
}

const TeamRequestsCount = () => <RequestsCount count={useTeam('teamRequests').data?.waiting.admin ?? 0} />;
