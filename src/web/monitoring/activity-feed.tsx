import { say } from '#texts/say';
import { Bell, CheckCheck } from 'lucide-react';
import { useState } from 'react';
import { toEpochMs, toInstantText } from '#contract/wire';
import { choiceParam, textParam, useList, type ListQuery } from '#web/frame/list.ts';
import { useTitle } from '#web/session/workplace.ts';
import { now } from '#web/time/clock.ts';
import { call } from '#web/api.ts';
import { useIsPersonDialogOpen } from '#web/frame/person-name.tsx';
import { RetryBanner } from '#web/ui/banner.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Button } from '#web/ui/button.tsx';
import { Empty } from '#web/ui/empty.tsx';
import { SelectField } from '#web/ui/field.tsx';
import { MoreButton } from '#web/ui/pager.tsx';
import { Overlay } from '#web/ui/overlay.tsx';
import { EmployeeSearch } from '#web/people/employee-search.tsx';
import { useEmployees } from '#web/people/use-employees.ts';
import { PERSON_CELLS, SkeletonRows } from '#web/ui/skeleton.tsx';
import { NotificationItem, NOTIFICATION_TYPE_LABEL } from './notification-item.tsx';
import type { Monitor } from './use-monitor.ts';
import { useMarkAsRead } from './use-mark-as-read.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ActivityNotification } from '#contract/records';
import type { NotificationType } from '#domain/entry/activity';
import { fetchRoute } from '#web/live/use-live-query.ts';
import { NOTIFICATION_HOURS } from '#domain/day/monitoring';
import { type EpochMs, MS_PER_HOUR } from '#domain/time/units';
import { isUuid } from '#web/browser/place.ts';

const PAGE_SIZE = 50;

const FEED_LIST = {
  type: choiceParam<NotificationType | ''>({ '': 'feed.allTypes', ...NOTIFICATION_TYPE_LABEL }, ''),
  employee: textParam(isUuid),
};
export type FeedFilter = ListQuery<typeof FEED_LIST>;

function useActivityFeed({ type, employee }: FeedFilter) {
  const query = useInfiniteQuery({
    queryKey: ['activity', type, employee],
    queryFn: ({ pageParam, signal }) =>
      fetchRoute(
        'activity',
        { limit: PAGE_SIZE, before: pageParam, type: type || undefined, userId: employee || undefined },
        signal,
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    select: ({ pages }) => pages.flatMap(({ notifications }) => notifications),
    // Fetches the list again at each opening, but not while the list is open.
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  return { ...query, notifications: query.data ?? [] };
}

export default function ActivityFeed({ monitor, onClose }: { monitor: Monitor; onClose: () => void }) {
  const { view, zone, today } = monitor;
  useTitle(say('feed.title'), 1);
  const { query: filter, change } = useList(FEED_LIST);
  const isFiltered = filter.type !== '' || filter.employee !== '';
  const [openedAt] = useState(now);
  const feed = useActivityFeed(filter);
  const watch = useMarkAsRead();
  const [marking, setMarking] = useState<'idle' | 'working' | 'failed'>('idle');
  /** Marks all activity of the last 24 hours as read, also on pages not loaded. A live change updates the screen. */
  const markAll = async () => {
    setMarking('working');
    const answer = await call('markActivityRead', { upTo: toInstantText(now()) });
    setMarking(answer.ok ? 'idle' : 'failed');
  };
  const { staff } = useEmployees();
  const newCount = countNewNotifications(
    feed.notifications,
    view.notifications.filter((one) => matchesFilter(one, filter)),
  );
  return (
    <Overlay
      title={say('feed.title')}
      isCovered={useIsPersonDialogOpen()}
      onClose={onClose}
      aside={
        view.unread > 0 && (
          <Button
            size="small"
            icon={<CheckCheck size={16} />}
            isBusy={marking === 'working'}
            onClick={() => void markAll()}
          >
            {say('feed.markAll')}
          </Button>
        )
      }
    >
      <div className="grid gap-3 border-b border-line p-4 sm:grid-cols-2">
        <SelectField
          label={say('feed.type')}
          options={FEED_LIST.type.options}
          value={filter.type}
          onChange={(type) => change({ type })}
        />
        <EmployeeSearch
          placeholder={say('feed.everybody')}
          people={staff?.people ?? []}
          value={filter.employee}
          onChange={(employee) => change({ employee })}
        />
      </div>
      {newCount > 0 && feed.isSuccess && (
        <div className="border-b border-line p-1 text-center">
          <Button size="small" look="quiet" isBusy={feed.isRefetching} onClick={() => void feed.refetch()}>
            {say('feed.showNew', { count: newCount })}
          </Button>
        </div>
      )}
      <div role="alert" className="empty:hidden">
        {marking === 'failed' && (
          <div className="p-4">
            <RetryBanner title={say('feed.notMarked')} onRetry={() => void markAll()} />
          </div>
        )}
      </div>
      <LoadFailure title={say('feed.notLoaded')} query={feed} className="p-4" />
      {feed.isPending && !feed.error && (
        <div>
          <SkeletonRows count={8} cells={PERSON_CELLS} className="px-4" />
        </div>
      )}
      {feed.isSuccess && feed.notifications.length === 0 && (
        <Empty
          icon={<Bell size={32} />}
          title={say('feed.none')}
          action={
            isFiltered && (
              <Button size="small" onClick={() => change({ type: '', employee: '' })}>
                {say('feed.showAll')}
              </Button>
            )
          }
        >
          {isFiltered ? say('feed.nothingMatches') : say('feed.willAppear')}
        </Empty>
      )}
      <ul className="@container divide-y divide-line">
        {feed.notifications.map((notification) => (
          <NotificationItem
            key={notification.id}
            notification={notification}
            zone={zone}
            today={today}
            isUnread={isUnread(notification, openedAt)}
            watch={watch}
          />
        ))}
      </ul>
      <MoreButton query={feed} label={say('feed.showOlder')} />
    </Overlay>
  );
}

export const matchesFilter = (
  { type, userId }: Pick<ActivityNotification, 'type' | 'userId'>,
  filter: FeedFilter,
): boolean =>
  (filter.type === '' || filter.type === type) && (filter.employee === '' || filter.employee === userId);

/** Only activity of the last 24 hours can be unread, so an admin finds no backlog after a holiday. */
export const isUnread = (
  { read, timestamp }: Pick<ActivityNotification, 'read' | 'timestamp'>,
  now: EpochMs,
): boolean => !read && toEpochMs(timestamp) > now - NOTIFICATION_HOURS * MS_PER_HOUR;

export function countNewNotifications(
  feed: readonly Pick<ActivityNotification, 'id' | 'timestamp'>[],
  live: readonly Pick<ActivityNotification, 'id' | 'timestamp'>[],
): number {
  const since = feed[0]?.timestamp ?? '';
  const known = new Set(feed.map(({ id }) => id));
  return live.filter(({ id, timestamp }) => timestamp >= since && !known.has(id)).length;
}
