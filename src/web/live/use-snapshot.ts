/** A screen's data: fetched once, updated by live changes, and fetched again where those are not enough. */
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { InputOf, OutputOf } from '#contract/routes';
import { call, FailedCall } from '#web/api.ts';
import { learnServerTime } from '#web/time/clock.ts';
import { receivedAnswer, prefetchedAnswer, type Prefetched } from './prefetch.ts';
import { catchUp, type Apply, type Mark } from './changes.ts';
import { changesSince, isCovered, markNow, onChanges, usePolling } from './live-updates.ts';

export type SnapshotName =
  | 'clock'
  | 'monitoring'
  | 'myTimeEntries'
  | 'myPeriods'
  | 'employees'
  | 'person'
  | 'settings';
export type Snapshot<Name extends SnapshotName> = OutputOf<Name>;

/** @param input stable as long as the question is the same; dashboards have none */
export function useSnapshot<Name extends SnapshotName>(
  name: Name,
  apply: Apply<Snapshot<Name>>,
  input?: InputOf<Name>,
): UseQueryResult<Snapshot<Name>, FailedCall> {
  const client = useQueryClient();
  const key = useMemo(() => (input === undefined ? [name] : [name, input]), [name, input]);
  // The query itself would forget it before it is shown (gcTime).
  const [heard] = useState(() => (input === undefined ? heardSnapshot(name, apply) : undefined));
  useEffect(() => {
    const refetch = () => void client.invalidateQueries({ queryKey: key });
    return onChanges(
      (changes) => {
        const view = client.getQueryData<Snapshot<Name>>(key);
        if (!view) return;
        const caughtUp = catchUp(view, changes, apply);
        client.setQueryData(key, caughtUp.view);
        if (!caughtUp.complete) refetch();
      },
      () => {
        const view = client.getQueryData<Snapshot<Name>>(key);
        if (view && !isCovered(view.cursor)) refetch();
      },
    );
  }, [client, key, apply]);
  return useQuery<Snapshot<Name>, FailedCall>({
    queryKey: key,
    queryFn: ({ signal }) => fetchSnapshot(name, apply, input, signal),
    initialData: () => heard,
    refetchInterval: usePolling(),
    // Comparing thousands of records at each change would keep the browser busy.
    structuralSharing: false,
    // A hidden snapshot receives no changes: it is fetched again instead.
    gcTime: 0,
  });
}

async function fetchSnapshot<Name extends SnapshotName>(
  name: Name,
  apply: Apply<Snapshot<Name>>,
  input: InputOf<Name> | undefined,
  signal: AbortSignal,
  triesLeft = 2,
): Promise<Snapshot<Name>> {
  const prefetched = input === undefined ? await prefetchedAnswer(name) : null;
  const mark = prefetched?.mark ?? markNow();
  const answer = prefetched?.answer ?? (await call<SnapshotName>(name, input ?? {}, { signal }));
  if (!answer.ok) throw new FailedCall(answer.failure);
  const fetched = answer.value as Snapshot<Name>;
  if ('now' in fetched) learnServerTime(Date.parse(fetched.now), answer.sentAt, answer.heardAt);
  const { view, complete } = upToDate(fetched, mark, apply);
  // A newer snapshot has what only the server can compute, or what will never be received.
  if (!complete && triesLeft > 0) return fetchSnapshot(name, apply, input, signal, triesLeft - 1);
  return view;
}

function heardSnapshot<Name extends SnapshotName>(
  name: Name,
  apply: Apply<Snapshot<Name>>,
): Snapshot<Name> | undefined {
  const heard: Prefetched | null = receivedAnswer(name);
  if (!heard) return undefined;
  const { view, complete } = upToDate(heard.answer.value as Snapshot<Name>, heard.mark, apply);
  return complete ? view : undefined;
}

function upToDate<Name extends SnapshotName>(
  fetched: Snapshot<Name>,
  mark: Mark,
  apply: Apply<Snapshot<Name>>,
): { readonly view: Snapshot<Name>; readonly complete: boolean } {
  const since = changesSince(mark, fetched.cursor);
  const { view, complete } = catchUp(fetched, since ?? [], apply);
  return { view, complete: complete && since !== null };
}
