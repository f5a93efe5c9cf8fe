/** spec §2 Real-Time Monitoring. */
import { memo, useDeferredValue, useEffect, useMemo, useState, type ReactNode } from 'react';
import { formatDate, formatTime } from '#domain/time/format';
import { MS_PER_MINUTE } from '#domain/time/units';
import { toEpochMs } from '#contract/wire';
import { closeOver, useOpened } from '#web/browser/navigation.ts';
import { DefaultsNote } from '#web/frame/defaults-note.tsx';
import { Namesakes } from '#web/frame/which-person.tsx';
import { useIsLive } from '#web/live/live-updates.ts';
import { useNow } from '#web/time/use-now.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { useOrderFreeze } from '#web/ui/frozen-order.ts';
import { onDemand } from '#web/ui/on-demand.tsx';
import { SetUp } from '#web/screens/admin/set-up.tsx';
import { BOARD, MonitoringSkeleton, RAIL } from '#web/screens/admin/skeletons.tsx';
import { ActivityNotifications } from './activity-notifications.tsx';
import { ArrivalsCard } from './arrivals-card.tsx';
import { Cards } from './cards.tsx';
import { CurrentlyActive } from './currently-active.tsx';
import { EmployeesStatus } from './employees-status.tsx';
import { HeadCount } from './head-count.tsx';
import { dayScale, type DayScale } from './day-strip.tsx';
import { RequestsCard } from './requests-card.tsx';
import { Toolbar } from './toolbar.tsx';
import { useMonitor, type Monitor } from './use-monitor.ts';

const ActivityFeed = onDemand(() => import('./activity-feed.tsx'));
/** The feed and what it is searched by are fetched when the board has long been drawn. */
const IDLE_MS = 2000;

export function Monitoring() {
  const { monitor, query } = useMonitor();
  const isLive = useIsLive();
  const [isPaused, setPaused] = useState(false);
  // The button says so first, then the lists hold.
  const isHeld = useDeferredValue(isPaused);
  const opened = useOpened('head-count', 'activity');
  useEffect(() => {
    const timer = setTimeout(() => void ActivityFeed.prepare(), IDLE_MS);
    return () => clearTimeout(timer);
  }, []);
  const freeze = useOrderFreeze(isPaused);
  return (
    <div className="grid gap-4 pt-4" {...freeze.handlers}>
      <Toolbar monitor={monitor} query={query} isPaused={isPaused} onPause={setPaused} />
      <LoadFailure
        title="The monitoring data could not be loaded."
        query={query}
        isTold={isLive || !monitor}
      />
      {monitor?.view.settingsLoaded === false && <DefaultsNote onRetry={() => void query.refetch()} />}
      {monitor && <ClockBanner monitor={monitor} />}
      {monitor?.view.settings.isSetUp === false && (
        <SetUp settings={monitor.view.settings} hasEmployees={monitor.view.employees.length > 0} />
      )}
      {monitor && (
        <Told monitor={monitor}>
          <RequestsCard expected={monitor.view.waiting.admin} isFrozen={freeze.isFrozen} />
        </Told>
      )}
      {monitor ? (
        <Told monitor={monitor}>
          <Lists monitor={monitor} isPaused={isHeld} />
        </Told>
      ) : (
        !query.error && <MonitoringSkeleton />
      )}
      {monitor && opened === 'head-count' && (
        <Told monitor={monitor}>
          <HeadCount monitor={monitor} onClose={() => closeOver(opened)} />
        </Told>
      )}
      {monitor && opened === 'activity' && (
        <Told monitor={monitor}>
          <ActivityFeed monitor={monitor} onClose={() => closeOver(opened)} />
        </Told>
      )}
    </div>
  );
}

/** Not with each notification anew: there may be thousands of people, and many a second. */
function Told({ monitor: { view }, children }: { monitor: Monitor; children: ReactNode }) {
  const { employees, former } = view;
  const people = useMemo(() => [...employees, ...former], [employees, former]);
  return <Namesakes people={people}>{children}</Namesakes>;
}

/** A clock that was ahead and has gone back: what was punched meanwhile lies in the future, and ends nowhere. */
function ClockBanner({ monitor: { view, zone } }: { monitor: Monitor }) {
  const until = view.recordsUntil === undefined ? null : toEpochMs(view.recordsUntil);
  const isAhead = useNow((now) => until !== null && until > now);
  return (
    <div role="status" className="empty:hidden">
      {until !== null && isAhead && (
        <Banner tone="warning" title="The server's clock was ahead and was set back.">
          There are records until {formatDate(until, zone)}, {formatTime(until, zone)}. Until then no time
          counts for people who punched meanwhile. Set the clock right and check their entries.
        </Banner>
      )}
    </div>
  );
}

/** The same object as long as the strips' ends are. */
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
  // One for the table and the lists: on a phone all of them stand above one another.
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
