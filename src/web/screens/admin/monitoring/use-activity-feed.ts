/** The whole activity feed, a page at a time; what is seen of it is marked as read. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ActivityNotification } from '#contract/records';
import { ACTIVITY_READ_MAX } from '#contract/activity';
import type { ActivityFeedPage } from '#contract/activity';
import type { NotificationType } from '#domain/activity';
import { call, FailedCall } from '#web/api.ts';

/** spec §9. */
const PAGE_SIZE = 50;
/** What is seen within this time is told to the server together. */
const GATHER_MS = 800;

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
    queryFn: async ({ pageParam, signal }) => {
      const answer = await call(
        'activity',
        { limit: PAGE_SIZE, before: pageParam, type, userId },
        { signal },
      );
      if (!answer.ok) throw new FailedCall(answer.failure);
      return answer.value;
    },
    initialPageParam: undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    select: ({ pages }) => pages.flatMap(({ notifications }) => notifications),
    // Opened anew it is asked for anew; while it is open nothing in it moves.
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  return { ...query, notifications: query.data ?? [] };
}

/**
 * Tells the server, some at a time, which notifications were seen. A failure costs nothing: they are unread
 * again when next looked at.
 */
export function useSeen(): (id: string) => void {
  const [gathered] = useState(gatherSeen);
  useEffect(() => gathered.tell, [gathered]);
  return gathered.seen;
}

function gatherSeen(): { seen(id: string): void; tell(): void } {
  const waiting = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tell = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const ids = [...waiting];
    waiting.clear();
    for (let from = 0; from < ids.length; from += ACTIVITY_READ_MAX)
      void call('markActivityRead', { ids: ids.slice(from, from + ACTIVITY_READ_MAX) });
  };
  return {
    seen: (id) => {
      waiting.add(id);
      timer ??= setTimeout(tell, GATHER_MS);
    },
    tell,
  };
}
