/** spec §2 Real-Time Monitoring. */
import { type ReactNode, memo, useDeferredValue, useMemo, useRef, useState } from 'react';
import { formatClock, formatDate, formatTime } from '#domain/time/format';
import { MS_PER_MINUTE } from '#domain/time/units';
import { toEpochMs } from '#contract/wire';
import { closeOver, openOver, useOpened } from '#web/browser/navigation.ts';
import { DefaultsNote } from '#web/frame/live-strip.tsx';
import { Namesakes } from '#web/frame/which-person.tsx';
import { useConnectionStatus, useIsLive } from '#web/live/live-updates.ts';
import { LiveText, useNow } from '#web/time/use-now.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { useOrderFreeze } from '#web/ui/frozen-order.ts';
import { onDemand } from '#web/ui/on-demand.tsx';
import { usePreload } from '#web/screens/admin/use-preload.ts';
import { SetUp } from '#web/screens/admin/set-up.tsx';
import { BOARD, MonitoringSkeleton, RAIL } from '#web/screens/admin/skeletons.tsx';
import { ActivityNotifications } from './activity-notifications.tsx';
import { ArrivalsCard } from './arrivals-card.tsx';
import { Cards } from './cards.tsx';
import { CurrentlyActive } from './currently-active.tsx';
import { EmployeesStatus } from './employees-status.tsx';
import { HeadCount } from './head-count.tsx';
import { type DayScale, dayScale } from './day-strip.tsx';
import { RequestsCard, openRequests } from './requests-card.tsx';
import { type Monitor, useMonitor } from './use-monitor.ts';
import { ClipboardList, Inbox, Pause, Play, RefreshCw } from 'lucide-react';
import { Button } from '#web/ui/button.tsx';

interface ToolbarProps extends ReturnType<typeof useMonitor> {
  isPaused: boolean;
  onPause: (isPaused: boolean) => void;
}

const Toolbar = ({ monitor, query, isPaused, onPause }: ToolbarProps) => (
  <div className="flex items-center gap-2">
    <p className="min-w-0 grow text-sm text-muted">
      {monitor ? <LastUpdated monitor={monitor} /> : query.isPending && 'Loading...'}
    </p>
    {monitor && (
      <Button size="small" className={TOUCHABLE} icon={<Inbox size={16} />} onClick={openRequests}>
        <OnDesk>Requests</OnDesk>
      </Button>
    )}
    <Button
      size="small"
      className={TOUCHABLE}
      icon={<RefreshCw size={16} className="max-sm:hidden" />}
      working={query.isFetching}
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
          icon={<ClipboardList size={16} />}
          onClick={() => openOver('head-count')}
        >
          <OnDesk>Head count</OnDesk>
        </Button>
      </>
    )}
  </div>
);

const TOUCHABLE = 'max-sm:min-h-11 max-sm:min-w-11';

const OnDesk = ({ children }: { children: string }) => <span className="max-sm:sr-only">{children}</span>;

/** Stops at the last known time while disconnected. */
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
      icon={<Icon size={16} />}
      onClick={() => onPause(!isPaused)}
    >
      <OnDesk>{isPaused ? 'Resume' : 'Pause'}</OnDesk>
      {isPaused && count > 0 && ` (${count} new)`}
    </Button>
  );
}

const ActivityFeed = onDemand(() => import('./activity-feed.tsx'));
/** Preloads the feed and its filters. */
const IDLE_MS = 2000;

export function Monitoring() {
  const { monitor, query } = useMonitor();
  const isLive = useIsLive();
  const [isPaused, setPaused] = useState(false);
  // The button responds at once, the lists follow.
  const isHeld = useDeferredValue(isPaused);
  const opened = useOpened('head-count', 'activity');
  usePreload(ActivityFeed, IDLE_MS);
  const freeze = useOrderFreeze(isPaused);
  return (
    <div className="grid gap-4 pt-4" {...freeze.handlers}>
      <Toolbar monitor={monitor} query={query} isPaused={isPaused} onPause={setPaused} />
      <LoadFailure
        title="The monitoring data could not be loaded."
        query={query}
        isShown={isLive || !monitor}
      />
      {monitor?.view.settingsLoaded === false && <DefaultsNote onRetry={() => void query.refetch()} />}
      {monitor && <ClockBanner monitor={monitor} />}
      {monitor?.view.settings.isSetUp === false && (
        <SetUp settings={monitor.view.settings} hasEmployees={monitor.view.employees.length > 0} />
      )}
      {monitor && (
        <WithNamesakes monitor={monitor}>
          <RequestsCard expected={monitor.view.waiting.admin} isFrozen={freeze.isFrozen} />
        </WithNamesakes>
      )}
      {monitor ? (
        <WithNamesakes monitor={monitor}>
          <Lists monitor={monitor} isPaused={isHeld} />
        </WithNamesakes>
      ) : (
        !query.error && <MonitoringSkeleton />
      )}
      {monitor && opened === 'head-count' && (
        <WithNamesakes monitor={monitor}>
          <HeadCount monitor={monitor} onClose={() => closeOver(opened)} />
        </WithNamesakes>
      )}
      {monitor && opened === 'activity' && (
        <WithNamesakes monitor={monitor}>
          <ActivityFeed monitor={monitor} onClose={() => closeOver(opened)} />
        </WithNamesakes>
      )}
    </div>
  );
}

/** Memoised: there may be thousands of people and many notifications a second. */
function WithNamesakes({ monitor: { view }, children }: { monitor: Monitor; children: ReactNode }) {
  const { employees, former } = view;
  const people = useMemo(() => [...employees, ...former], [employees, former]);
  return <Namesakes people={people}>{children}</Namesakes>;
}

/** A clock that ran ahead leaves punches in the future. */
function ClockBanner({ monitor: { view, zone } }: { monitor: Monitor }) {
  const until = view.recordsUntil === undefined ? null : toEpochMs(view.recordsUntil);
  const isAhead = useNow((now) => until !== null && until > now);
  return (
    <div role="status" className="empty:hidden">
      {until !== null && isAhead && (
        <Banner tone="warning" title="The server's clock was ahead and was set back.">
          There are records until {formatDate(until, zone)}, {formatTime(until, zone)}. Until then no time
          counts for people who punched meanwhile. Correct the clock and check their entries.
        </Banner>
      )}
    </div>
  );
}

function useDayScale({ board, view: { settings }, today }: Monitor): DayScale {
  const minute = useNow((now) => Math.floor(now / MS_PER_MINUTE));
  const { from, to } = useMemo(
    () =>
      dayScale(
        board.rows.flatMap(({ entries }) => entries),
        settings,
        { today, now: (minute + 1) * MS_PER_MINUTE - 1 },
      ),
    [board, settings, today, minute],
  );
  return useMemo(() => ({ from, to }), [from, to]);
}

const Lists = memo(function Lists({ monitor, isPaused }: { monitor: Monitor; isPaused: boolean }) {
  const { board, view } = monitor;
  const scale = useDayScale(monitor);
  // Shared: on a phone the lists move one another.
  const freeze = useOrderFreeze(isPaused);
  return (
    <>
      <Cards heads={board.heads} alertsToday={view.alertsToday} />
      <div className={BOARD}>
        <EmployeesStatus monitor={monitor} scale={scale} isPaused={freeze.isFrozen} />
        <div className={RAIL} {...freeze.handlers}>
          <CurrentlyActive monitor={monitor} isPaused={isPaused} freeze={freeze} />
          <ActivityNotifications monitor={monitor} isPaused={isPaused} freeze={freeze} />
          <ArrivalsCard monitor={monitor} />
        </div>
      </div>
    </>
  );
});
