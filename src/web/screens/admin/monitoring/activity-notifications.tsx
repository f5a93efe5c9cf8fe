import { Bell } from 'lucide-react';
import { useMemo } from 'react';
import { toEpochMs } from '#contract/wire';
import { recentNotifications } from '#domain/day/monitoring';
import { MS_PER_MINUTE } from '#domain/time/units';
import { openOver } from '#web/browser/navigation.ts';
import { useNow } from '#web/time/use-now.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { useFrozenOrder } from '#web/ui/frozen-order.ts';
import { NewRowsButton } from '#web/ui/new-rows-button.tsx';
import { RailCard, type RailListProps } from './currently-active.tsx';
import { NotificationItem } from './notification-item.tsx';
import { useMarkAsRead } from './use-mark-as-read.ts';

/** The last 24 hours, newest first, at most ten (spec §9). */
export function ActivityNotifications({ monitor, isPaused, freeze }: RailListProps) {
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
      title="Activity Notifications"
      aside={
        <NewRowsButton waiting={waiting} isPaused={isPaused} onShow={freeze.release}>
          {unread > 0 && <Badge tone="accent">{unread > 99 ? '99+' : unread} unread</Badge>}
        </NewRowsButton>
      }
      empty={{
        icon: <Bell size={32} />,
        title: 'No recent notifications',
        children: 'Clock-ins, breaks and alerts of the last 24 hours appear here.',
      }}
      hasPeople={board.listed.length > 0}
      rows={ids.map((id) => {
        const notification = notifications.find((one) => one.id === id);
        return (
          notification && (
            <NotificationItem
              key={id}
              notification={notification}
              zone={zone}
              today={today}
              isUnread={!notification.read}
              watch={watch(id)}
            />
          )
        );
      })}
    >
      <div className="border-t border-line p-1 text-center">
        <Button size="small" look="quiet" onClick={() => openOver('activity')}>
          View all activity
        </Button>
      </div>
    </RailCard>
  );
}
