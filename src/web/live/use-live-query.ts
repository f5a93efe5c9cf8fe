/** Fetches the data of a screen as a whole: once, and again after each change that concerns this data. */
import {
  QueryClient,
  useQuery,
  useQueryClient,
  type UseQueryOptions,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useEffect } from 'react';
import type { LiveChange } from '#contract/monitoring/live';
import type { InputOf, OutputOf, RouteName } from '#contract/routes';
import { call, FailedCall } from '#web/api.ts';
import { authState } from '#web/session/auth.ts';
import { coalesce } from '#web/time/coalesce.ts';
import { onChanges, teamNews, usePollingMs } from './live-updates.ts';

/** Milliseconds in which a rush of changes causes one request. */
const BATCH_MS = 150;
/** The pause before the next request is this many times the duration of the last one. */
const PAUSE_FACTOR = 3;
const LONGEST_PAUSE_MS = 5000;
/** Milliseconds. A change of the settings concerns thousands of employees: their requests are spread over this time. */
const SPREAD_MS = 4000;

/** Tells if a change may affect the data; must be a stable function. 'team': any news of a team lead's people. */
type Concerns<View> = ((change: LiveChange, view: View) => boolean) | 'team';

type FetchOptions<Name extends RouteName> = Omit<
  UseQueryOptions<OutputOf<Name>, FailedCall>,
  'queryKey' | 'queryFn' | 'select' | 'initialData'
>;

interface Options<Name extends RouteName> extends FetchOptions<Name> {
  readonly input?: InputOf<Name>;
  readonly batchMs?: number;
}

/** @throws FailedCall */
export async function fetchRoute<Name extends RouteName>(
  name: Name,
  input: InputOf<Name>,
  signal: AbortSignal,
): Promise<OutputOf<Name>> {
  const answer = await call(name, input, { signal });
  if (!answer.ok) throw new FailedCall(answer.failure);
  return answer.value;
}

/** Fetches data that no live change affects. */
export const useRouteQuery = <Name extends RouteName>(
  name: Name,
  input?: InputOf<Name>,
  options?: FetchOptions<Name>,
): UseQueryResult<OutputOf<Name>, FailedCall> =>
  useQuery<OutputOf<Name>, FailedCall>({
    queryKey: input === undefined ? [name] : [name, input],
    queryFn: ({ signal }) => fetchRoute(name, input ?? ({} as InputOf<Name>), signal),
    ...options,
  });

export function useLiveQuery<Name extends RouteName>(
  name: Name,
  concerns: Concerns<OutputOf<Name>>,
  { input, batchMs, ...options }: Options<Name> = {},
): UseQueryResult<OutputOf<Name>, FailedCall> {
  useRefetchOnChange(name, concerns, batchMs);
  const refetchInterval = usePollingMs();
  // A closed screen receives no changes. So drop its data (`gcTime: 0`) and fetch again when the screen opens.
  return useRouteQuery(name, input, { refetchInterval, gcTime: 0, ...options });
}

export function useRefetchOnChange<View>(name: string, concerns: Concerns<View>, batchMs?: number): void {
  const client = useQueryClient();
  useEffect(() => {
    const refetcher = createRefetcher(client, name, batchMs);
    const isConcerning = (change: LiveChange): boolean =>
      concerns !== 'team' &&
      client
        .getQueryCache()
        .findAll({ queryKey: [name] })
        .some(({ state: { data, fetchStatus } }) =>
          data === undefined ? fetchStatus === 'fetching' : concerns(change, data as View),
        );
    const stops = [
      onChanges(
        (changes) => changes.filter(isConcerning).forEach(refetcher.scheduleAfter),
        refetcher.schedule,
      ),
      ...(concerns === 'team' ? [teamNews.subscribe(refetcher.schedule)] : []),
      refetcher.stop,
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [client, name, concerns, batchMs]);
}

/** Refetches the shown data of this query name. Several changes at once cause one request. */
export function createRefetcher(client: QueryClient, name: string, batchMs = BATCH_MS) {
  const queryKey = [name];
  let pauseMs = batchMs;
  const schedule = (): void => batch.schedule(pauseMs);
  const batch = coalesce(async () => {
    // The running request may return data from before the change, so schedule another request.
    if (client.isFetching({ queryKey }) > 0) return schedule();
    const began = performance.now();
    await client.invalidateQueries({ queryKey });
    const pause = (performance.now() - began) * PAUSE_FACTOR;
    pauseMs = Math.max(batchMs, Math.min(pause, LONGEST_PAUSE_MS));
  });
  return {
    schedule,
    scheduleAfter: ({ userId }: LiveChange): void => {
      const isForAll = userId === null && authState().user?.role !== 'admin';
      setTimeout(schedule, isForAll ? Math.random() * SPREAD_MS : 0);
    },
    stop: batch.cancel,
  };
}

export const newQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { networkMode: 'always', retry: false, staleTime: 10_000, refetchOnWindowFocus: true },
    },
  });
