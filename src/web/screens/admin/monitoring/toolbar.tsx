import { ClipboardList, Inbox, Pause, Play, RefreshCw } from 'lucide-react';
import { useRef } from 'react';
import { toEpochMs } from '#contract/wire';
import { formatClock, formatDate } from '#domain/time/format';
import { openOver } from '#web/browser/navigation.ts';
import { useConnectionStatus } from '#web/live/live-updates.ts';
import { LiveText } from '#web/time/use-now.tsx';
import { Button } from '#web/ui/button.tsx';
import { openRequests } from './requests-card.tsx';
import type { Monitor, useMonitor } from './use-monitor.ts';

interface ToolbarProps extends ReturnType<typeof useMonitor> {
  isPaused: boolean;
  onPause: (isPaused: boolean) => void;
}

export const Toolbar = ({ monitor, query, isPaused, onPause }: ToolbarProps) => (
  <div className="flex items-center gap-2">
    <p className="min-w-0 grow text-sm text-muted">
      {monitor ? <LastUpdated monitor={monitor} /> : query.isPending && 'Loading...'}
    </p>
    {monitor && (
      <Button
        size="small"
        className={TOUCHABLE}
        icon={<Inbox aria-hidden size={16} />}
        onClick={openRequests}
      >
        <OnDesk>Requests</OnDesk>
      </Button>
    )}
    <Button
      size="small"
      className={TOUCHABLE}
      icon={<RefreshCw aria-hidden size={16} className="max-sm:hidden" />}
      working={query.isFetching}
      resting={query.isFetching}
      onClick={() => void query.refetch()}
    >
      Refresh
    </Button>
    {monitor && (
      <>
        <PauseButton monitor={monitor} isPaused={isPaused} onPause={onPause} />
        <Button
          size="small"
          className={TOUCHABLE}
          icon={<ClipboardList aria-hidden size={16} />}
          onClick={() => openOver('head-count')}
        >
          <OnDesk>Head count</OnDesk>
        </Button>
      </>
    )}
  </div>
);

const TOUCHABLE = 'max-sm:min-h-11 max-sm:min-w-11';

/** A phone has room for the signs alone. */
const OnDesk = ({ children }: { children: string }) => <span className="max-sm:sr-only">{children}</span>;

/** Ticks while the screen is live; stands still at the time it was last known to be right. */
function LastUpdated({ monitor: { view, zone } }: { monitor: Monitor }) {
  const connection = useConnectionStatus();
  const known = toEpochMs(view.now);
  const at = (now: number) =>
    connection.state === 'live' ? now : Math.max(known, 'since' in connection ? connection.since : 0);
  return (
    <>
      Last updated{' '}
      <span className="tabular-nums">
        <LiveText of={(now) => formatClock(at(now), zone)} />
        <span className="hidden print:inline">
          , <LiveText of={(now) => formatDate(at(now), zone)} />
        </span>
      </span>
    </>
  );
}

/** Holds every list of the tab, and says how much has happened since. */
function PauseButton({
  monitor: {
    view: { notifications },
  },
  isPaused,
  onPause,
}: Omit<ToolbarProps, 'monitor' | 'query'> & { monitor: Monitor }) {
  const newest = useRef(notifications[0]?.id);
  if (!isPaused) newest.current = notifications[0]?.id;
  const known = notifications.findIndex(({ id }) => id === newest.current);
  const count = known === -1 ? notifications.length : known;
  const Icon = isPaused ? Play : Pause;
  return (
    <Button
      size="small"
      look={isPaused ? 'primary' : 'secondary'}
      className={TOUCHABLE}
      icon={<Icon aria-hidden size={16} />}
      onClick={() => onPause(!isPaused)}
    >
      <OnDesk>{isPaused ? 'Resume' : 'Pause'}</OnDesk>
      {isPaused && count > 0 && ` (${count} new)`}
    </Button>
  );
}
