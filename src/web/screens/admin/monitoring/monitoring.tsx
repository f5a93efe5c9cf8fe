/** spec §2 Real-Time Monitoring. */
import { RefreshCw } from 'lucide-react';
import { toEpochMs } from '#contract/wire';
import { formatClock } from '#domain/format';
import { useLink } from '../../../live.ts';
import { Ticking } from '../../../ticking.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ActivityNotifications } from './activity-notifications.tsx';
import { Cards } from './cards.tsx';
import { CurrentlyActive } from './currently-active.tsx';
import { EmployeesStatus } from './employees-status.tsx';
import type { Monitor } from './monitoring-view.ts';
import { useMonitor } from './use-monitor.ts';

export function Monitoring() {
  const { monitor, query } = useMonitor();
  return (
    <div className="grid gap-4 pt-4 lg:gap-6">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-sm text-muted">{monitor ? <LastUpdated monitor={monitor} /> : 'Loading...'}</p>
        <Button size="small" icon={<RefreshCw aria-hidden size={16} />} working={query.isFetching} resting={query.isFetching} onClick={() => void query.refetch()}>Refresh</Button>
      </div>
      <div role="alert" className="empty:hidden">
        {query.error && <Banner tone="danger" title="The monitoring data could not be loaded." action={<Button size="small" onClick={() => void query.refetch()}>Try again</Button>}>{query.error.message}</Banner>}
      </div>
      {monitor ? <Board monitor={monitor} /> : <Loading />}
    </div>
  );
}

/** Ticks while the screen is live; stands still at the time it was last known to be right. */
function LastUpdated({ monitor: { view, zone } }: { monitor: Monitor }) {
  const link = useLink();
  const known = toEpochMs(view.now);
  const at = (now: number) => (link.state === 'live' ? now : Math.max(known, 'since' in link ? link.since : 0));
  return <>Last updated <span className="tabular-nums"><Ticking of={(now) => formatClock(at(now), zone)} /></span></>;
}

const Board = ({ monitor }: { monitor: Monitor }) => (
  <>
    <Cards board={monitor.board} alertsToday={monitor.view.alertsToday} />
    <div className="grid items-start gap-4 lg:grid-cols-2 lg:gap-6">
      <CurrentlyActive active={monitor.board.active} zone={monitor.zone} today={monitor.today} />
      <ActivityNotifications recent={monitor.board.recent} zone={monitor.zone} today={monitor.today} />
    </div>
    <EmployeesStatus rows={monitor.board.rows} entriesOf={monitor.entriesOf} zone={monitor.zone} today={monitor.today} />
  </>
);

const Loading = () => (
  <>
    <div className="grid grid-cols-3 gap-3 sm:gap-4">{['in', 'out', 'alerts'].map((card) => <Skeleton key={card} className="h-24" />)}</div>
    <div className="grid gap-4 lg:grid-cols-2 lg:gap-6">{['active', 'news'].map((list) => <Skeleton key={list} className="h-64" />)}</div>
    <Skeleton className="h-80" />
  </>
);
