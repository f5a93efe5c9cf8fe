/** A screen's data: fetched once, updated by live changes, and fetched again if a change cannot be applied. */
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { OutputOf, RouteName } from '#contract/routes';
import type { Calendar } from '#contract/records';
import type { Day } from '#domain/time/units';
import { dayContaining } from '#domain/time/workplace-day';
import { call, FailedCall } from '#web/api.ts';
import { adjustToServerTime } from '#web/time/clock.ts';
import { useNow } from '#web/time/use-now.tsx';
import { takeReceivedAnswer, takePrefetchedAnswer, type PrefetchedAnswer } from './prefetch.ts';
import { recentChanges, type ChangeMark, catchUp, type ApplyChange } from './changes.ts';
import { createRefetcher } from './use-live-query.ts';
import { changesSince, isCoveredByFeed, onChanges, usePollingMs } from './live-updates.ts';

/** These screens apply live changes. A refetch after each punch would burden the server and show punches late. */
type SnapshotName = 'clock' | 'monitoring' | 'employees';
type Snapshot<Name extends SnapshotName> = OutputOf<Name>;

export function useSnapshot<Name extends SnapshotName>(
  name: Name,
  apply: ApplyChange<Snapshot<Name>>,
): UseQueryResult<Snapshot<Name>, FailedCall> {
  const client = useQueryClient();
  // Keep the prefetched data in state: the query would drop the data before they are shown (`gcTime: 0`).
  const [received] = useState(() => receivedSnapshot(name, apply));
  useEffect(() => {
    const key = [name];
    const refetcher = createRefetcher(client, name);
    const stop = onChanges(
      (changes) => {
        const view = client.getQueryData<Snapshot<Name>>(key);
        if (!view) return;
        const caughtUp = catchUp(view, changes, apply);
        client.setQueryData(key, caughtUp.view);
        if (caughtUp.stoppedAt) refetcher.scheduleAfter(caughtUp.stoppedAt);
      },
      () => {
        const view = client.getQueryData<Snapshot<Name>>(key);
        if (view && !isCoveredByFeed(view.cursor)) refetcher.schedule();
      },
    );
    return () => {
      stop();
      refetcher.stop();
    };
  }, [client, name, apply]);
  return useQuery<Snapshot<Name>, FailedCall>({
    queryKey: [name],
    queryFn: ({ signal }) => fetchSnapshot(name, apply, signal),
    initialData: () => received,
    refetchInterval: usePollingMs(),
    // Do not compare old and new data: thousands of records at each change would keep the browser busy.
    structuralSharing: false,
    // A closed screen receives no changes. So drop its data and fetch again when the screen opens.
    gcTime: 0,
  });
}

async function fetchSnapshot<Name extends SnapshotName>(
  name: Name,
  apply: ApplyChange<Snapshot<Name>>,
  signal: AbortSignal,
  triesLeft = 2,
): Promise<Snapshot<Name>> {
  const prefetched = await takePrefetchedAnswer(name);
  const mark = prefetched?.mark ?? recentChanges.mark();
  const answer = prefetched?.answer ?? (await call<SnapshotName>(name, {}, { signal }));
  if (!answer.ok) throw new FailedCall(answer.failure);
  const fetched = answer.value as Snapshot<Name>;
  adjustToServerTime(Date.parse(fetched.now), answer.sentAt, answer.receivedAt);
  const { view, complete } = bringUpToDate(fetched, mark, apply);
  // Fetch again, since a change cannot be applied here, or some changes are missing.
  if (!complete && triesLeft > 0) return fetchSnapshot(name, apply, signal, triesLeft - 1);
  return view;
}

function receivedSnapshot<Name extends SnapshotName>(
  name: Name,
  apply: ApplyChange<Snapshot<Name>>,
): Snapshot<Name> | undefined {
  const received: PrefetchedAnswer | null = takeReceivedAnswer(name);
  if (!received) return undefined;
  const { view, complete } = bringUpToDate(received.answer.value as Snapshot<Name>, received.mark, apply);
  return complete ? view : undefined;
}

function bringUpToDate<Name extends SnapshotName>(
  fetched: Snapshot<Name>,
  mark: ChangeMark,
  apply: ApplyChange<Snapshot<Name>>,
): { readonly view: Snapshot<Name>; readonly complete: boolean } {
  const since = changesSince(mark, fetched.cursor);
  const { view, stoppedAt } = catchUp(fetched, since ?? [], apply);
  return { view, complete: stoppedAt === null && since !== null };
}

/** Milliseconds after midnight until the view is fetched again, plus up to `SPREAD_MS` at random. */
const AFTER_MIDNIGHT_MS = 1000;
const SPREAD_MS = 4000;

/** Undefined without a calendar. After the calendar's last day, returns the calendar's `today`. */
export function useToday(name: RouteName, calendar: Calendar | undefined): Day | undefined {
  const client = useQueryClient();
  const present = useNow((now) => calendar && (dayContaining(now, calendar.days)?.day ?? null));
  const known = calendar?.today;
  const isOver = known !== undefined && present !== known;
  useEffect(() => {
    if (!isOver) return;
    const timer = setTimeout(
      () => void client.invalidateQueries({ queryKey: [name] }),
      AFTER_MIDNIGHT_MS + Math.random() * SPREAD_MS,
    );
    return () => clearTimeout(timer);
  }, [client, name, isOver]);
  return present ?? known;
}
