import { RequestsCount } from '#web/decisions/requests-count.tsx';
import { useTeam } from './use-team.ts';

export default function TeamMark() {
  return <RequestsCount count={useTeam('teamRequests').data?.waiting.admin ?? 0} />;
}
