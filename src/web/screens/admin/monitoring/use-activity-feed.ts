/** The whole activity feed, a page at a time. */
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ActivityNotification } from '#contract/records';
import type { ActivityFeedPage } from '#contract/activity';
import type { NotificationType } from '#domain/entry/activity';
import type { FailedCall } from '#web/api.ts';
import { fetched } from '#web/live/use-asked.ts';

/** spec §9. */
const PAGE_SIZE = 50;

export interface FeedFilter {
  readonly type: NotificationType | undefined;
  readonly userId: string | undefined;
}

export function useActivityFeed({ type, userId }: FeedFilter) {
  const query = useInfiniteQuery<
    ActivityFeedPage,
    FailedCall,
    readonly ActivityNotification[],
    readonly unknown[],
    string | undefined
  >({
    queryKey: ['activity', type ?? '', userId ?? ''],
    queryFn: ({ pageParam, signal }) =>
      fetched('activity', { limit: PAGE_SIZE, before: pageParam, type, userId }, signal),
    initialPageParam: undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    select: ({ pages }) => pages.flatMap(({ notifications }) => notifications),
    // Opened anew it is asked for anew; while it is open nothing in it moves.
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  return { ...query, notifications: query.data ?? [] };
}
