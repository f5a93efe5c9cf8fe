/** spec §2 Real-Time Monitoring. */
import { useLanguage } from '#web/browser/language.ts';
import { richly } from '#web/ui/rich-text.tsx';
import { say, sayNumber } from '#texts/say';
import { memo, useDeferredValue, useMemo, useState, type ComponentProps } from 'react';
import { Bell, CalendarDays, ClipboardList, Ellipsis, Inbox, Pause, Play, RefreshCw } from 'lucide-react';
import { toEpochMs } from '#contract/wire';
import { formatClock, formatDate, formatTime } from '#domain/time/format';
import { recentNotifications } from '#domain/day/monitoring';
import { MS_PER_MINUTE } from '#domain/time/units';
import { closeOver, openOver, useOpened } from '#web/browser/navigation.ts';
import { DefaultsNote, LiveFailure } from '#web/live/live-strip.tsx';
import { AmbiguousNames } from '#web/frame/person-name.tsx';
import { useConnectionStatus } from '#web/live/live-updates.ts';
import { LiveText, useNow } from '#web/time/use-now.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { NewRowsButton, useFrozenOrder, useOrderFreeze } from '#web/ui/frozen-order.tsx';
import { onDemand, usePreload } from '#web/ui/on-demand.tsx';
import { SetUp } from '#web/settings/set-up/set-up.tsx';
import { BOARD_CLASS, MonitoringSkeleton, RAIL_CLASS } from '#web/frame/skeletons.tsx';
import { Button } from '#web/ui/button.tsx';
import { Menu, type MenuItem } from '#web/ui/menu.tsx';
import { usePhone } from '#web/ui/use-phone.ts';
import { ArrivalsCard, FigureCards } from './cards.tsx';
import { CurrentlyActive, RailCard, type RailListProps } from './currently-active.tsx';
import { EmployeesStatus } from './employees-status.tsx';
import { HeadCount } from './head-count.tsx';
import { useRequests } from '#web/requests/use-requests.tsx';
import { NotificationItem } from './notification-item.tsx';
import { useMarkAsRead } from './use-mark-as-read.ts';
import { useMonitor, type Monitor } from './use-monitor.ts';

interface ToolbarProps extends ReturnType<typeof useMonitor> {
  isPaused: boolean;
  onPause: (isPaused: boolean) => void;
}

function Toolbar({ monitor, query, isPaused, onPause }: ToolbarProps) {
  const isPhone = usePhone();
  const isUsable = monitor !== null || query.isPending;
  const waiting = useRequests('admin').waiting?.admin ?? monitor?.view.waiting.admin ?? 0;
  const tools: readonly MenuItem[] = [
    { label: say('monitoring.teamWeek'), icon: <CalendarDays size={16} />, choose: () => openOver('away') },
    {
      label: say('headCount.title'),
      icon: <ClipboardList size={16} />,
      choose: () => openOver('head-count'),
    },
  ];
  const pause = { label: say('monitoring.pause'), icon: <Pause size={16} />, choose: () => onPause(true) };
  return (
    <div className="flex items-center gap-2 max-sm:gap-1">
      <p className="min-w-0 grow text-sm text-muted">
        {monitor ? <LastUpdated monitor={monitor} /> : query.isPending && say('common.loading')}
      </p>
      {isUsable && (
        <ToolbarButton
          label={say('monitoring.requests')}
          look={waiting > 0 ? 'primary' : 'secondary'}
          icon={<Inbox size={16} />}
          onClick={() => openOver('requests')}
        >
          {waiting > 0 && ` (${sayNumber(waiting)})`}
        </ToolbarButton>
      )}
      <ToolbarButton
        label={say('monitoring.refresh')}
        icon={<RefreshCw size={16} />}
        isBusy={query.isFetching}
        onClick={() => void query.refetch()}
      />
      {isUsable && (isPaused || !isPhone) && (
        <PauseButton monitor={monitor} isPaused={isPaused} onPause={onPause} />
      )}
      {isUsable &&
        (isPhone ? (
          <Menu
            label={say('monitoring.tools')}
            button={<Ellipsis size={16} />}
            heading={say('monitoring.tools')}
            items={isPaused ? tools : [pause, ...tools]}
          />
        ) : (
          tools.map(({ choose, ...tool }) => <ToolbarButton key={tool.label} {...tool} onClick={choose} />)
        ))}
    </div>
  );
}

/** A phone shows the icon alone. */
const ToolbarButton = ({ label, children, ...button }: ComponentProps<typeof Button> & { label: string }) => (
  <Button
    size="small"
    className="max-sm:min-h-11 max-sm:min-w-11 max-[22rem]:min-w-10 max-[22rem]:px-2"
    {...button}
  >
    <span className="max-sm:sr-only">{label}</span>
    {children}
  </Button>
);

/** While disconnected, the time stops at the moment when the connection was lost. */
function LastUpdated({ monitor: { view, zone } }: { monitor: Monitor }) {
  const connection = useConnectionStatus();
  const known = toEpochMs(view.now);
  const at = (now: number) =>
    connection.state === 'live' ? now : Math.max(known, 'since' in connection ? connection.since : 0);
  return (
    <>
      {richly('monitoring.lastUpdated', {
        time: (
          <span className="tabular-nums">
            <LiveText of={(now) => formatClock(at(now), zone)} />
            <span className="hidden print:inline">
              , <LiveText of={(now) => formatDate(at(now), zone)} />
            </span>
          </span>
        ),
      })}
    </>
  );
}

type PauseButtonProps = Omit<ToolbarProps, 'query'>;

const NO_NOTIFICATIONS: Monitor['view']['notifications'] = [];

function PauseButton({ monitor, isPaused, onPause }: PauseButtonProps) {
  const notifications = monitor?.view.notifications ?? NO_NOTIFICATIONS;
  const ids = useMemo(() => notifications.map(({ id }) => id), [notifications]);
  const count = useFrozenOrder(ids, isPaused).waiting;
  const Icon = isPaused ? Play : Pause;
  return (
    <ToolbarButton
      label={isPaused ? say('monitoring.resume') : say('monitoring.pause')}
      look={isPaused ? 'primary' : 'secondary'}
      icon={<Icon size={16} />}
      onClick={() => onPause(!isPaused)}
    >
      {isPaused && count > 0 && ` (${say('list.newRows', { count })})`}
    </ToolbarButton>
  );
}

const ActivityFeed = onDemand(() => import('./activity-feed.tsx'));
const Calendar = onDemand(() => import('#web/leave/calendar/calendar.tsx'));
const PRELOAD_AFTER_MS = 2000;

export function Monitoring() {
  const { monitor, query } = useMonitor();
  const [isPaused, setPaused] = useState(false);
  const isHeld = useDeferredValue(isPaused);
  const opened = useOpened('head-count', 'activity', 'away');
  usePreload(ActivityFeed, PRELOAD_AFTER_MS);
  const view = monitor?.view;
  const people = useMemo(
    () => [...(view?.employees ?? []), ...(view?.former ?? [])],
    [view?.employees, view?.former],
  );
  return (
    <AmbiguousNames people={people}>
      <div className="grid gap-4 pt-4">
        <Toolbar monitor={monitor} query={query} isPaused={isPaused} onPause={setPaused} />
        <LiveFailure title={say('monitoring.notLoaded')} query={query} waiting={<MonitoringSkeleton />} />
        {view?.settingsLoaded === false && <DefaultsNote onRetry={() => void query.refetch()} />}
        {monitor && (
          <>
            <ClockBanner monitor={monitor} />
            {!monitor.view.settings.isSetUp && <SetUp settings={monitor.view.settings} />}
            <MonitoringCards monitor={monitor} isPaused={isHeld} />
            {opened === 'head-count' && <HeadCount monitor={monitor} onClose={() => closeOver(opened)} />}
            {opened === 'activity' && <ActivityFeed monitor={monitor} onClose={() => closeOver(opened)} />}
          </>
        )}
        {opened === 'away' && <Calendar isAdmin />}
      </div>
    </AmbiguousNames>
  );
}

/** Warns of punches in the future, which exist if the server's clock ran ahead and was set back. */
function ClockBanner({ monitor: { view, zone } }: { monitor: Monitor }) {
  const until = view.recordsUntil === undefined ? 0 : toEpochMs(view.recordsUntil);
  const isAhead = useNow((now) => until > now);
  return (
    <div role="status" className="empty:hidden">
      {isAhead && (
        <Banner tone="warning" title={say('monitoring.clockSetBack')}>
          {say('monitoring.clockText', { date: formatDate(until, zone), time: formatTime(until, zone) })}
        </Banner>
      )}
    </div>
  );
}

const MonitoringCards = memo(function Lists({ monitor, isPaused }: { monitor: Monitor; isPaused: boolean }) {
  useLanguage();
  const { board, view } = monitor;
  // One freeze for all lists, since on a phone a new row in one list moves the lists below.
  const freeze = useOrderFreeze(isPaused);
  return (
    <>
      <FigureCards heads={board.heads} alertsToday={view.alertsToday} />
      <div className={BOARD_CLASS}>
        <EmployeesStatus monitor={monitor} isPaused={freeze.isFrozen} />
        <div className={RAIL_CLASS} {...freeze.handlers}>
          <CurrentlyActive monitor={monitor} isPaused={isPaused} freeze={freeze} />
          <ActivityNotifications monitor={monitor} isPaused={isPaused} freeze={freeze} />
          <ArrivalsCard monitor={monitor} />
        </div>
      </div>
    </>
  );
});

/** Shows at most ten notifications of the last 24 hours, newest first (spec §9). */
function ActivityNotifications({ monitor, isPaused, freeze }: RailListProps) {
  const { board, view, zone, today } = monitor;
  const { notifications, unread } = view;
  const watch = useMarkAsRead();
  const minute = useNow((now) => Math.floor(now / MS_PER_MINUTE));
  const recent = useMemo(
    () =>
      recentNotifications(
        notifications.map((notification) => ({ notification, timestamp: toEpochMs(notification.timestamp) })),
        minute * MS_PER_MINUTE,
      ),
    [notifications, minute],
  );
  const { ids, waiting } = useFrozenOrder(
    recent.map(({ notification }) => notification.id),
    freeze.isFrozen,
  );
  return (
    <RailCard
      title={say('board.notifications')}
      aside={
        <NewRowsButton waiting={waiting} isPaused={isPaused} onShow={freeze.release}>
          {unread > 0 && (
            <Badge tone="accent">{say('monitoring.unread', { unread: unread > 99 ? '99+' : unread })}</Badge>
          )}
        </NewRowsButton>
      }
      empty={{
        icon: <Bell size={32} />,
        title: say('monitoring.noNotifications'),
        children: say('monitoring.noNotificationsText'),
      }}
      hasPeople={board.listed.length > 0}
      rows={ids
        .flatMap((id) => notifications.find((one) => one.id === id) ?? [])
        .map((notification) => (
          <NotificationItem
            key={notification.id}
            notification={notification}
            zone={zone}
            today={today}
            isUnread={!notification.read}
            watch={watch}
          />
        ))}
    >
      <div className="border-t border-line p-1 text-center">
        <Button size="small" look="quiet" onClick={() => openOver('activity')}>
          {say('monitoring.allActivity')}
        </Button>
      </div>
    </RailCard>
  );
}
