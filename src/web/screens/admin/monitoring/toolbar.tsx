import { ClipboardList, Inbox, Pause, Play, RefreshCw } from 'lucide-react';
import { useRef } from 'react';
import type { ActivityNotification } from '#contract/records';
import { toEpochMs } from '#contract/wire';
import { formatClock, formatDate } from '#domain/format';
import { useConnectionStatus } from '#web/live/live-updates.ts';
import { LiveText } from '#web/time/use-now.tsx';
import { Button } from '#web/ui/button.tsx';
import type { Monitor } from './use-monitor.ts';

interface ToolbarProps {
  monitor: Monitor | null;
  /** The first answer is still awaited. */
  isLoading: boolean;
  isFetching: boolean;
  isPaused: boolean;
  onPause: (isPaused: boolean) => void;
  onHeadCount: () => void;
  onRequests: () => void;
  onRefresh: () => void;
}

export const Toolbar = ({
  monitor,
  isLoading,
  isFetching,
  isPaused,
  onPause,
  onHeadCount,
  onRequests,
  onRefresh,
}: ToolbarProps) => (
  <div className="flex items-center gap-2">
    <p className="min-w-0 grow text-sm text-muted">
      {monitor ? <LastUpdated monitor={monitor} /> : isLoading && 'Loading...'}
    </p>
    {monitor && (
      <Button size="small" className={TOUCHABLE} icon={<Inbox aria-hidden size={16} />} onClick={onRequests}>
        <OnDesk>Requests</OnDesk>
      </Button>
    )}
    <Button
      size="small"
      className={TOUCHABLE}
      icon={<RefreshCw aria-hidden size={16} className="max-sm:hidden" />}
      working={isFetching}
      resting={isFetching}
      onClick={onRefresh}
    >
      Refresh
    </Button>
    {monitor && (
      <>
        <PauseButton notifications={monitor.view.notifications} isPaused={isPaused} onPause={onPause} />
        <Button
          size="small"
          className={TOUCHABLE}
          icon={<ClipboardList aria-hidden size={16} />}
          onClick={onHeadCount}
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
  notifications,
  isPaused,
  onPause,
}: {
  notifications: readonly ActivityNotification[];
  isPaused: boolean;
  onPause: (isPaused: boolean) => void;
}) {
  const newest = useRef(notifications[0]?.id);
  if (!isPaused) newest.current = notifications[0]?.id;
  const known = notifications.findIndex(({ id }) => id === newest.current);
  const count = known === -1 ? notifications.length : known;
  if (!isPaused)
    return (
      <Button
        size="small"
        className={TOUCHABLE}
        icon={<Pause aria-hidden size={16} />}
        onClick={() => onPause(true)}
      >
        <OnDesk>Pause</OnDesk>
      </Button>
    );
  return (
    <Button
      size="small"
      look="primary"
      className={TOUCHABLE}
      icon={<Play aria-hidden size={16} />}
      onClick={() => onPause(false)}
    >
      <OnDesk>Resume</OnDesk>
      {count > 0 && ` (${count} new)`}
    </Button>
  );
}
