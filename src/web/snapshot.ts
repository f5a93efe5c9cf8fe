/** A screen's data: fetched once, then kept up by the live changes, and fetched again where those cannot be enough. */
import { useQuery, useQueryClient, type QueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import { compareCursors } from '#contract/cursor';
import type { OutputOf } from '#contract/routes';
import { call, FailedCall } from './api.ts';
import { learnServerTime } from './clock.ts';
import { catchUp, type Apply } from './live/catch-up.ts';
import { changesAfter, isCovered, onChanges, onCoverage, useLink } from './live.ts';

export type SnapshotName = 'clock' | 'monitoring';
export type Snapshot<Name extends SnapshotName> = OutputOf<Name>;

/** Without a live link the screen asks now and then instead. */
const ASK_EVERY_MS = 15_000;

export function useSnapshot<Name extends SnapshotName>(name: Name, apply: Apply<Snapshot<Name>>): UseQueryResult<Snapshot<Name>, FailedCall> {
  const client = useQueryClient();
  const isLive = useLink().state === 'live';
  useEffect(() => {
    const again = () => void client.invalidateQueries({ queryKey: [name] });
    const stopChanges = onChanges((changes) => {
      const view = client.getQueryData<Snapshot<Name>>([name]);
      if (!view) return;
      const caughtUp = catchUp(view, changes, apply);
      client.setQueryData([name], caughtUp.view);
      if (!caughtUp.complete) again();
    });
    const stopCoverage = onCoverage((anew) => {
      const view = client.getQueryData<Snapshot<Name>>([name]);
      if (anew) void client.resetQueries({ queryKey: [name] });
      else if (view && !isCovered(view.cursor)) again();
    });
    return () => {
      stopChanges();
      stopCoverage();
    };
  }, [client, name, apply]);
  return useQuery<Snapshot<Name>, FailedCall>({
    queryKey: [name],
    queryFn: ({ signal }) => fetchSnapshot(client, name, apply, signal),
    refetchInterval: isLive ? false : ASK_EVERY_MS,
    // What a change leaves alone stays the same object anyway; comparing thousands of records deeply at each change would be all the browser does.
    structuralSharing: false,
  });
}

async function fetchSnapshot<Name extends SnapshotName>(client: QueryClient, name: Name, apply: Apply<Snapshot<Name>>, signal: AbortSignal, triesLeft = 2): Promise<Snapshot<Name>> {
  const answer = await call<SnapshotName>(name, {}, { signal });
  if (!answer.ok) throw new FailedCall(answer.failure);
  const fetched = answer.value as Snapshot<Name>;
  // The stream began after this was read, and what lies between would never be heard.
  if (!isCovered(fetched.cursor) && triesLeft > 0) return fetchSnapshot(client, name, apply, signal, triesLeft - 1);
  learnServerTime(Date.parse(fetched.now), answer.sentAt, answer.heardAt);
  const { view } = catchUp(fetched, changesAfter(fetched.cursor), apply);
  const shown = client.getQueryData<Snapshot<Name>>([name]);
  return shown && compareCursors(shown.cursor, view.cursor) > 0 ? shown : view;
}
